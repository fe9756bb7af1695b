/* SPDX-License-Identifier: Apache-2.0 */
/* A tournament in two parts: the facts, which stay, and the personal data, which can be erased. */
#include "base/texts.h"
#include "limmat/formats.h"
#include "limmat/json.h"
#include "server/submission.h"

/* --- writing */

enum lm_status submission_put_facts(struct lm_json_writer *w, const struct lm_tournament *t,
                                    struct lm_arena *arena)
{
    struct lm_tournament facts = *t;
    struct lm_text text = lm_text_in(arena);
    struct lm_json *tree;
    facts.players = lm_arena_alloc(arena, t->player_count, sizeof *facts.players);
    if (facts.players == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++) {
        facts.players[i] = t->players[i];
        facts.players[i].name = facts.players[i].fide_id = "";
        facts.players[i].birth = facts.players[i].club = "";
        facts.players[i].sex = 0;
    }
    facts.chief_arbiter = facts.pairing_controller = "";
    facts.deputy_count = 0;
    enum lm_status status = lm_write(lm_format_named("json"), &facts, NULL, NULL, &text);
    if (status == LM_OK)
        status = lm_json_parse(lm_text_string(&text), text.length, arena, NULL, &tree);
    if (status == LM_OK)
        lm_json_put_node(w, "tournament", tree);
    return status;
}

static void put(struct lm_json_writer *w, const char *key, const char *text)
{
    if (*text != '\0')
        lm_json_put_string(w, key, text);
}

void submission_put_person(struct lm_json_writer *w, const struct lm_player *player)
{
    const char sex[] = {player->sex, '\0'};
    put(w, "name", player->name);
    put(w, "fide_id", player->fide_id);
    put(w, "birth", player->birth);
    put(w, "club", player->club);
    put(w, "sex", sex);
}

void submission_put_officials(struct lm_json_writer *w, const struct lm_tournament *t)
{
    put(w, "chief_arbiter", t->chief_arbiter);
    put(w, "pairing_controller", t->pairing_controller);
    if (t->deputy_count == 0)
        return;
    lm_json_begin(w, "deputies", '[');
    for (size_t i = 0; i < t->deputy_count; i++)
        lm_json_put_string(w, NULL, t->deputies[i]);
    lm_json_end(w, ']');
}

/* --- reading */

enum lm_status submission_take_facts(const struct lm_json *facts, struct lm_arena *arena,
                                     struct lm_log *log, struct lm_tournament **out)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    const struct lm_read_options json = {.format = lm_format_named("json")};
    if (facts == NULL)
        return LM_INTERNAL;
    lm_json_put_node(&w, NULL, facts);
    if (text.failed)
        return LM_LIMIT;
    /* Its doubtful points were reported when it was sent. */
    struct lm_log aside = {.arena = arena, .limit = 1};
    enum lm_status status = lm_read(lm_text_string(&text), text.length, &json, arena, &aside, out);
    if (status == LM_INVALID && aside.count > 0)
        lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "a tournament in the store: %s",
                   aside.all[0].what);
    return status == LM_INVALID ? LM_INTERNAL : status;
}

void submission_take_person(const struct lm_json *own, struct lm_player *player)
{
    player->name = lm_json_text(own, "name");
    player->fide_id = lm_json_text(own, "fide_id");
    player->birth = lm_json_text(own, "birth");
    player->club = lm_json_text(own, "club");
    player->sex = *lm_json_text(own, "sex");
}

enum lm_status submission_take_officials(const struct lm_json *own, struct lm_arena *arena,
                                         struct lm_tournament *t)
{
    const struct lm_json *deputies = lm_json_get(own, "deputies");
    size_t count = deputies == NULL ? 0 : deputies->length;
    const char **names = lm_arena_alloc(arena, count, sizeof *names);
    if (names == NULL)
        return LM_LIMIT;
    t->chief_arbiter = lm_json_text(own, "chief_arbiter");
    t->pairing_controller = lm_json_text(own, "pairing_controller");
    t->deputies = names;
    t->deputy_count = 0;
    for (const struct lm_json *d = count == 0 ? NULL : deputies->first; d != NULL; d = d->next)
        if (lm_json_string(d) != NULL)
            names[t->deputy_count++] = lm_json_string(d);
    return LM_OK;
}

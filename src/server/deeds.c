/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Translates act names in remedies.  Remedies of the desk quote acts in the words of the command
 * line ("withdraw", "pair least=yes").  This file replaces each by the name of the button or form
 * in the browser, with a link to it.  An act without a row here keeps its kind's title.
 */
#include <string.h>

#include "server/handlers.h"

/* The page on which an act is done. */
enum place { AT_ROUND, AT_PLAYER, AT_BOARD, AT_PLAYERS, AT_CHECK_IN, AT_HOME };

static const struct deed {
    const char *kind, *name;
    enum place place;
} deeds[] = {{"absent", "Leave out of the round", AT_CHECK_IN},
             {"bye", "Note the bye", AT_PLAYER},
             {"check-in", "Check-in", AT_CHECK_IN},
             {"clear", "nothing known", AT_BOARD},
             {"close", "Close the round", AT_ROUND},
             {"finish", "Finish the section", AT_ROUND},
             {"import", "Look at it", AT_HOME},
             {"pair", "Pair the round", AT_ROUND},
             {"present", "Check-in", AT_CHECK_IN},
             {"publish", "Publish", AT_ROUND},
             {"reopen", "Open the round again", AT_ROUND},
             {"report", "Second pass", AT_ROUND},
             {"restore", "Undo", AT_ROUND},
             {"return", "Return", AT_PLAYER},
             {"unpair", "Take back the pairing", AT_ROUND},
             {"withdraw", "Withdraw", AT_PLAYER}};

static const struct deed *deed_of(const char *kind)
{
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (strcmp(deeds[i].kind, kind) == 0)
            return &deeds[i];
    return NULL;
}

const char *deed_verb(const char *kind)
{
    const struct deed *deed = kind == NULL ? NULL : deed_of(kind);
    return deed != NULL ? deed->name : kind == NULL ? NULL : act_button(kind);
}

const char *deed_name(const char *kind)
{
    const struct deed *deed = deed_of(kind);
    const struct lm_desk_kind *row = lm_desk_kind_named(kind);
    return deed != NULL              ? deed->name
           : act_title(kind) != NULL ? act_title(kind)
           : row != NULL             ? row->title
                                     : kind;
}

/* The player or board of a reason, from its token: "still-in:p5:5", "open:2.7". */
struct concerned {
    const struct lm_desk_player *player;
    const struct lm_desk_board *board;
};

static struct concerned concerned_by(struct visit *v, const struct lm_desk_section *s,
                                     const char *token)
{
    struct concerned out = {NULL, NULL};
    for (const char *at = strchr(token, ':'); at != NULL; at = strchr(at, ':')) {
        const char *word = lm_arena_copy(v->arena, at + 1, strcspn(at + 1, ":"));
        at++;
        if (word != NULL && out.player == NULL)
            out.player = lm_desk_player(s, word);
        if (word != NULL && out.board == NULL && strchr(word, '.') != NULL)
            out.board = lm_desk_board(s, word);
    }
    return out;
}

static struct site_url address_of(struct visit *v, const struct lm_desk_section *s,
                                  const struct deed *deed, const struct concerned *who)
{
    switch (deed->place) {
    case AT_HOME:
        return site_local(v->arena, "/");
    case AT_CHECK_IN:
        return section_url(v, s, "check-in");
    case AT_PLAYER:
        return who->player == NULL ? section_url(v, s, "players")
                                   : section_url(v, s, "player/%s", who->player->person->id);
    case AT_BOARD:
        if (who->board != NULL)
            return section_url(v, s, "board/%s", who->board->id);
        break;
    case AT_PLAYERS:
        return section_url(v, s, "players");
    default:
        break;
    }
    return section_url(v, s, "round/%u", section_round(s));
}

static bool has_field(const struct lm_desk_kind *kind, const char *name)
{
    for (size_t i = 0; kind != NULL && i < kind->field_count; i++)
        if (strcmp(kind->fields[i].name, name) == 0)
            return true;
    return false;
}

/* Return the link to the form of ${kind} for the player or board concerned, with those typed values
 * that this form has, too. */
static struct site_url form_of(struct visit *v, const struct lm_desk_section *s, const char *kind,
                               const struct concerned *who)
{
    const struct lm_desk_kind *row = lm_desk_kind_named(kind);
    struct lm_text query = lm_text_in(v->arena);
    bool player = who->player != NULL && has_field(row, "player");
    bool board = !player && who->board != NULL && has_field(row, "board");
    if (player)
        lm_text_print(&query, "?player=%s", who->player->person->id);
    else if (board)
        lm_text_print(&query, "?board=%s", who->board->id);
    for (size_t i = 0; i < v->form.pair_count; i++) {
        const struct form_pair *pair = &v->form.pairs[i];
        bool given = (player && strcmp(pair->name, "player") == 0) ||
                     (board && strcmp(pair->name, "board") == 0);
        if (*pair->text != '\0' && !given && has_field(row, pair->name))
            lm_text_print(&query, "%s%s=%s", query.length == 0 ? "?" : "&", pair->name,
                          visit_escaped(v, pair->text));
    }
    return section_url(v, s, "do/%s%s", kind, lm_text_string(&query));
}

enum lm_status deed_links(struct visit *v, const struct lm_desk_section *s, const char *kinds,
                          const struct lm_desk_player *player, const struct tab **out,
                          size_t *count)
{
    enum { MOST = 8 };
    const struct concerned who = {player, NULL};
    struct tab *tabs = lm_arena_alloc(v->arena, MOST, sizeof *tabs);
    *out = tabs;
    *count = 0;
    for (const char *at = kinds; tabs != NULL && *at != '\0' && *count < MOST;) {
        const char *kind = lm_arena_copy(v->arena, at, strcspn(at, " "));
        at += strcspn(at, " ");
        at += strspn(at, " ");
        if (kind == NULL || !act_may(v, kind))
            continue;
        const struct deed *deed = deed_of(kind);
        if (deed == NULL && act_title(kind) == NULL)
            continue;
        tabs[(*count)++] =
            (struct tab){deed != NULL ? address_of(v, s, deed, &who) : form_of(v, s, kind, &who),
                         visit_title(v, deed_name(kind)), false};
    }
    return tabs == NULL ? LM_LIMIT : LM_OK;
}

/* Return the title of a quoted field: for "again=yes" "Pair those without moves again". */
static const char *field_title(const struct lm_desk_kind *kind, const char *words)
{
    size_t length = strcspn(words, "=");
    for (size_t i = 0; kind != NULL && words[length] == '=' && i < kind->field_count; i++)
        if (strlen(kind->fields[i].name) == length &&
            strncmp(kind->fields[i].name, words, length) == 0)
            return kind->fields[i].title;
    return NULL;
}

static const char *quoted_words(struct visit *v, const char *words)
{
    return visit_say_of(v, LM_KEY("desk.quoted"), lm_value_text("words", words));
}

/* Convert a quoted part of a remedy: an act's name with a link, a field's title, or the text
 * unchanged. */
static struct message_link part_of(struct visit *v, const struct lm_desk_section *s,
                                   const char *quoted, const struct concerned *who,
                                   const struct lm_desk_kind **last)
{
    const char *word = lm_arena_copy(v->arena, quoted, strcspn(quoted, " "));
    const struct lm_desk_kind *kind = word == NULL ? NULL : lm_desk_kind_named(word);
    const char *field = field_title(*last, quoted);
    if (kind == NULL)
        return (struct message_link){
            .text = quoted_words(v, field != NULL ? visit_title(v, field) : quoted)};
    *last = kind;
    /* "pair least=yes": only the form has this field. */
    const struct deed *deed = deed_of(kind->name);
    const char *title = act_title(kind->name);
    bool form = title != NULL && (deed == NULL || strchr(quoted, '=') != NULL);
    struct message_link part = {
        .text = quoted_words(v, visit_title(v, form ? title : deed_name(kind->name)))};
    if (s != NULL && form && act_may(v, kind->name))
        part.url = form_of(v, s, kind->name, who);
    else if (s != NULL && !form && deed != NULL)
        part.url = address_of(v, s, deed, who);
    return part;
}

enum lm_status remedy_parts(struct visit *v, const struct lm_desk_section *s,
                            const struct lm_desk_reason *reason, const struct message_link **out,
                            size_t *count)
{
    struct message_link *parts = NULL;
    size_t capacity = 0;
    const struct lm_desk_kind *last = NULL;
    struct concerned who = {NULL, NULL};
    if (s != NULL)
        who = concerned_by(v, s, reason->token);
    *count = 0;
    for (const char *at = visit_message_as(v, reason->remedy, reason->remedy_message);
         *at != '\0';) {
        const char *open = strchr(at, '"');
        const char *shut = open == NULL ? NULL : strchr(open + 1, '"');
        size_t length = shut == NULL ? strlen(at) : (size_t)(open - at);
        if (!lm_arena_grow(v->arena, &parts, &capacity, *count + 2, sizeof *parts))
            return LM_LIMIT;
        if (length > 0)
            parts[(*count)++] = (struct message_link){.text = lm_arena_copy(v->arena, at, length)};
        at += length;
        if (shut == NULL)
            break;
        const char *quoted = lm_arena_copy(v->arena, open + 1, (size_t)(shut - open - 1));
        if (quoted == NULL)
            return LM_LIMIT;
        parts[(*count)++] = part_of(v, s, quoted, &who, &last);
        at = shut + 1;
    }
    *out = parts;
    return LM_OK;
}

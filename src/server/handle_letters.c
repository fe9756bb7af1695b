/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of a championship: in the thread of a match, and to the directors; and a player's
 * withdrawal. */
#include <string.h>

#include "server/letters.h"
#include "server/pages.h"
#include "server/templates.h"

/* --- the thread of a match */

enum { SAID_MATCH, SAID_TEXT };

static const struct form_field say_fields[] = {
    [SAID_MATCH] = {"match", FORM_TEXT, 0, 80, NULL, true},
    [SAID_TEXT] = {"text", FORM_LINES, 0, LETTER_MOST, NULL, true},
    {0}};

static enum lm_status back_to_match(struct visit *v, const char *match)
{
    return visit_go(v, "/c/%s/m/%s", v->championship->slug, match);
}

static enum lm_status say(struct visit *v)
{
    struct viewer who;
    const char *match = value(v, SAID_MATCH)->text;
    const struct contest *contest = lm_champ_contest(v->championship->c, match);
    enum lm_status status = viewer_of(v, &who);
    if (status != LM_OK)
        return status;
    if (contest == NULL || contest->player[SECOND] == NOBODY)
        return visit_refuse(v, 422, "Match not found");
    if (!who.director && lm_champ_side(contest, who.person) == NO_SIDE)
        return visit_refuse(v, 403, "Only the two players and the director write here");
    const struct letter letter = {.kind = LETTER_MESSAGE,
                                  .by = who.name,
                                  .whom = "",
                                  .match = match,
                                  .text = value(v, SAID_TEXT)->text};
    status = letters_add(v, letters_thread(v, match), &letter);
    return status == LM_OK ? back_to_match(v, match) : status;
}

/* Find letter ${number} in ${scope}; refuse with 422. */
static enum lm_status find_letter(struct visit *v, const char *scope, int64_t number,
                                  struct letter *out)
{
    struct letter *all;
    size_t count;
    enum lm_status status = letters_list(v, scope, &all, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (all[i].number == (uint64_t)number) {
            *out = all[i];
            return LM_OK;
        }
    return status == LM_OK ? visit_refuse(v, 422, "Message not found") : status;
}

enum { REMOVED_MATCH, REMOVED_NUMBER };

static const struct form_field remove_fields[] = {
    [REMOVED_MATCH] = {"match", FORM_TEXT, 0, 80, NULL, true},
    [REMOVED_NUMBER] = {"number", FORM_NUMBER, 1, INT32_MAX, NULL, true},
    {0}};

/* Delete the text; a note that there was one stays. */
static enum lm_status remove_said(struct visit *v)
{
    struct letter letter;
    const char *match = value(v, REMOVED_MATCH)->text;
    const char *scope = letters_thread(v, match);
    enum lm_status status = find_letter(v, scope, value(v, REMOVED_NUMBER)->number, &letter);
    if (status != LM_OK)
        return status;
    letter.removed = true;
    status = letters_put(v, scope, &letter);
    return status == LM_OK ? back_to_match(v, match) : status;
}

/* --- letters to the directors */

static enum lm_status add_players(struct visit *v, const struct viewer *who,
                                  struct champ_letters_page *page)
{
    const struct lm_championship *c = v->championship->c;
    struct champ_choice *rows = lm_arena_alloc(v->arena, c->person_count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < c->person_count; i++)
        if (i != who->person && lm_champ_takes_part(c, i))
            rows[page->player_count++] =
                (struct champ_choice){.value = c->people[i].id, .label = c->people[i].id};
    page->players = rows;
    return LM_OK;
}

/* Return the name of the player of ${letter}, apart from another who has it now. */
static const char *name_of(struct visit *v, const struct letter *letter, const char *player)
{
    return letter->former
               ? visit_say_of(v, LM_KEY("desk.w-former"), lm_value_text("player", player))
               : player;
}

static struct champ_letter row_of(struct visit *v, const struct viewer *who,
                                  const struct letter *letter)
{
    static const char *const kinds[] = {[LETTER_MESSAGE] = "said",
                                        [LETTER_QUESTION] = "question",
                                        [LETTER_ACCUSATION] = "accusation",
                                        [LETTER_ANSWER] = "answer"};
    const struct contest *contest =
        *letter->match == '\0' ? NULL : lm_champ_contest(v->championship->c, letter->match);
    bool answer = letter->kind == LETTER_ANSWER;
    const struct lm_value values[] = {
        lm_value_text("kind", kinds[letter->kind]),
        lm_value_text("player", answer ? letter->by : name_of(v, letter, letter->by)),
        lm_value_text("other", answer ? name_of(v, letter, letter->whom) : letter->whom)};
    struct champ_letter row = {.number = visit_print(v, "%llu", (unsigned long long)letter->number),
                               .when = zone_moment(v, who->zone, letter->at),
                               .by = visit_say(v, LM_KEY("desk.w-by"), values, 3),
                               .text = letter->text,
                               .token = v->who.token,
                               .open = who->director && !letter->closed &&
                                       letter->kind != LETTER_ANSWER &&
                                       strcmp(letter->by, who->name) != 0,
                               .closed = letter->closed};
    if (contest != NULL) {
        row.url = champ_match_url(v, contest);
        row.match = champ_match_name(v, contest);
    }
    return row;
}

static const struct form_field look_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, false}, {0}};

static enum lm_status show_letters(struct visit *v)
{
    struct viewer who;
    struct letter *all;
    size_t count;
    enum lm_status status = viewer_of(v, &who);
    if (status == LM_OK)
        status = letters_list(v, letters_box(v), &all, &count);
    struct champ_letter *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    const struct contest *contest = lm_champ_contest(v->championship->c, value(v, 0)->text);
    struct champ_letters_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.w-title"))),
        .token = v->who.token,
        .action = champ_url(v, "/letters"),
        .answer = champ_url(v, "/letters/answer"),
        .director = who.director,
        .match = contest == NULL ? "" : contest->id,
        .about = contest == NULL ? "" : champ_match_name(v, contest),
        .letters = rows};
    for (size_t i = count; i-- > 0;)
        if (letters_may_read(&who, &all[i]))
            rows[page.letter_count++] = row_of(v, &who, &all[i]);
    status = add_players(v, &who, &page);
    if (status == LM_OK)
        page_desk_champ_letters(&v->reply->body, v->language, &page);
    return status;
}

enum { KIND, WHOM, ABOUT, TEXT };

static const struct form_field letter_fields[] = {
    [KIND] = {"kind", FORM_CHOICE, 0, 12, "question|accusation", true},
    [WHOM] = {"whom", FORM_TEXT, 0, 64, NULL, false},
    [ABOUT] = {"match", FORM_TEXT, 0, 80, NULL, false},
    [TEXT] = {"text", FORM_LINES, 0, LETTER_MOST, NULL, true},
    {0}};

/* VII.A: refuse an accusation that names no one, or that no other director can read. */
static enum lm_status check_accused(struct visit *v, const char *whom)
{
    const struct lm_definition *d = v->championship->c->definition;
    if (lm_champ_account(v->championship->c, whom) == NULL)
        return visit_refuse(v, 422, "Choose the player whom you report");
    if (d->director_count == 1 && lm_champ_is_director(d, whom))
        return visit_refuse(v, 422,
                            "Only this director would read it. Write to the owner of the "
                            "server instead");
    return LM_OK;
}

static enum lm_status write_letter(struct visit *v)
{
    struct viewer who;
    bool accuses = strcmp(value(v, KIND)->text, "accusation") == 0;
    const char *whom = accuses ? value(v, WHOM)->text : "";
    const char *match = value(v, ABOUT)->text;
    const struct contest *contest = lm_champ_contest(v->championship->c, match);
    enum lm_status status = viewer_of(v, &who);
    bool plays = contest != NULL && lm_champ_side(contest, who.person) != NO_SIDE;
    if (status == LM_OK && *match != '\0' && !who.director && !plays)
        return visit_refuse(v, 403, "Only the two players and the director write here");
    if (status == LM_OK && accuses)
        status = check_accused(v, whom);
    if (status != LM_OK)
        return status;
    const struct letter letter = {.kind = accuses ? LETTER_ACCUSATION : LETTER_QUESTION,
                                  .by = who.name,
                                  .whom = whom,
                                  .match = match,
                                  .text = value(v, TEXT)->text};
    status = letters_add(v, letters_box(v), &letter);
    return status == LM_OK ? visit_go(v, "/c/%s/letters", v->championship->slug) : status;
}

enum { ANSWERED, ANSWER };

static const struct form_field answer_fields[] = {
    [ANSWERED] = {"number", FORM_NUMBER, 1, INT32_MAX, NULL, true},
    [ANSWER] = {"text", FORM_LINES, 0, LETTER_MOST, NULL, false},
    {0}};

/* Close a letter, with or without an answer. */
static enum lm_status answer_letter(struct visit *v)
{
    struct viewer who;
    struct letter letter;
    const char *box = letters_box(v);
    enum lm_status status = viewer_of(v, &who);
    if (status == LM_OK)
        status = find_letter(v, box, value(v, ANSWERED)->number, &letter);
    if (status != LM_OK)
        return status;
    if (!letters_may_read(&who, &letter) || letter.kind == LETTER_ANSWER)
        return visit_refuse(v, 422, "Message not found");
    const struct letter answer = {.kind = LETTER_ANSWER,
                                  .by = who.name,
                                  .whom = letter.by,
                                  .match = letter.match,
                                  .text = value(v, ANSWER)->text,
                                  .former = letter.former};
    if (value(v, ANSWER)->length > 0)
        status = letters_add(v, box, &answer);
    letter.closed = true;
    if (status == LM_OK)
        status = letters_put(v, box, &letter);
    return status == LM_OK ? visit_go(v, "/c/%s/letters", v->championship->slug) : status;
}

/* --- withdrawing (VIII) */

static void withdrawal(struct visit *v, const char *player, struct wish *wish)
{
    wish_begin(v, wish, "out");
    lm_json_put_string(&wish->json, "player", player);
    lm_json_put_string(&wish->json, "ground", "withdraw");
}

/* Try the withdrawal on a copy, to show its effects. */
static enum lm_status show_withdraw(struct visit *v)
{
    struct lm_championship *copy;
    struct viewer who;
    struct wish wish;
    const char *told = "";
    enum lm_status status = viewer_of(v, &who);
    if (status == LM_OK &&
        (who.person == NOBODY || !lm_champ_takes_part(v->championship->c, who.person)))
        return visit_refuse(v, 422, "You don’t take part");
    if (status == LM_OK)
        status = championship_copy(v, lm_championship_number(v->championship->c), &copy);
    if (status != LM_OK)
        return status;
    withdrawal(v, who.name, &wish);
    bool taken = wish_try(v, copy, &wish, 1, &told);
    struct champ_withdraw_page page = {
        .head = champ_head(v, CHAMP_TABS, visit_word(v, LM_KEY("desk.w-withdraw"))),
        .token = v->who.token,
        .request = champ_request(v),
        .player = who.name,
        .action = champ_url(v, "/do/out"),
        .trouble = taken ? "" : told};
    struct needs_reason *rows = lm_arena_alloc(v->arena, strlen(told) + 1, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (const char *at = told; taken && *at != '\0'; at += *at == '\n') {
        size_t size = strcspn(at, "\n");
        if (size > 0)
            rows[page.row_count++] =
                (struct needs_reason){.what = visit_print(v, "%.*s", (int)size, at)};
        at += size;
    }
    page.rows = rows;
    page_desk_champ_withdraw(&v->reply->body, v->language, &page);
    return LM_OK;
}

const struct handler letter_handlers[] = {
    {true, "/c/:championship/do/say", RIGHT_PLAY, say_fields, "write in the thread of a match", say,
     false},
    {true, "/c/:championship/do/remove", RIGHT_DIRECT, remove_fields,
     "remove a message from the thread of a match", remove_said, false},
    {false, "/c/:championship/letters", RIGHT_PLAY, look_fields,
     "messages to the director, and the answers", show_letters, false},
    {true, "/c/:championship/letters", RIGHT_PLAY, letter_fields,
     "write to the director, or report a player in private", write_letter, false},
    {true, "/c/:championship/letters/answer", RIGHT_DIRECT, answer_fields,
     "answer a message, or close it", answer_letter, false},
    {false, "/c/:championship/withdraw", RIGHT_PLAY, NULL, "what a withdrawal leads to",
     show_withdraw, false},
    {0}};

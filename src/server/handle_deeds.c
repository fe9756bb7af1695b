/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Acts of players and directors of a championship: a table of forms.  Each form becomes one event
 * of the journal, with the names of its fields.  The championship's rules decide who can do it, and
 * whether it is allowed now.  This file adds what a form alone cannot express: a moment in the
 * user's time zone, several offers at once, games from the user's own side.
 */
#include <string.h>

#include "limmat/date.h"
#include "server/championship_desk.h"
#include "server/secrets.h"

/* --- one field */

static bool is_moment(const char *name)
{
    return strcmp(name, "time") == 0;
}

/* Read a moment: "2019-10-17T18:00" in the user's time zone, or an instant from a button. */
static enum lm_status moment_of(struct visit *v, const struct viewer *who, const char *typed,
                                int64_t *at)
{
    if (zone_read(who->zone, typed, at) || lm_parse_instant(typed, strlen(typed), at))
        return LM_OK;
    return visit_refuse(v, 422, "\"%s\" isn’t a time that exists in %s", typed, who->zone_name);
}

/* Put a drawing of lots among ${names}, with a random seed that no one can choose. */
static enum lm_status put_lot(struct visit *v, struct wish *wish, const char *names)
{
    uint8_t bytes[8];
    uint64_t seed = 0;
    if (!secrets_hooks.random(secrets_hooks.context, bytes, sizeof bytes))
        return visit_refuse(v, 503, "This computer can’t draw random numbers just now. Try again");
    for (size_t i = 0; i < sizeof bytes; i++)
        seed = seed << 8 | bytes[i];
    wish_put_words(v, wish, "order", names);
    lm_json_put_integer(&wish->json, "lot", (int64_t)(seed >> 11));
    return LM_OK;
}

static enum lm_status put_field(struct visit *v, const struct viewer *who, struct wish *wish,
                                const struct form_field *field, const struct form_value *given)
{
    int64_t at;
    if (!given->given || given->length == 0)
        return LM_OK;
    if (is_moment(field->name)) {
        enum lm_status status = moment_of(v, who, given->text, &at);
        if (status == LM_OK)
            wish_put_moment(v, wish, field->name, at);
        return status;
    }
    if (strcmp(field->name, "lot") == 0)
        return put_lot(v, wish, given->text);
    if (field->kind == FORM_NUMBER)
        lm_json_put_integer(&wish->json, field->name, given->number);
    else if (field->kind == FORM_CHECK)
        lm_json_put_boolean(&wish->json, field->name, true);
    else if (field->kind == FORM_MANY || strcmp(field->name, "order") == 0) /* a list */
        wish_put_words(v, wish, field->name, given->text);
    else
        lm_json_put_string(&wish->json, field->name, given->text);
    return LM_OK;
}

/* Return the value of the field ${name}; "" if the form has none. */
static const char *named(const struct visit *v, const char *name)
{
    const struct form_field *fields = v->handler->fields;
    for (size_t i = 0; fields != NULL && fields[i].name != NULL; i++)
        if (strcmp(fields[i].name, name) == 0)
            return value(v, i)->text;
    return "";
}

/* Go back to the page of the form. */
static enum lm_status go_back(struct visit *v)
{
    const char *match = named(v, "match");
    if (*match != '\0' && lm_champ_contest(v->championship->c, match) != NULL)
        return visit_go(v, "/c/%s/m/%s", v->championship->slug, match);
    if (*named(v, "line") != '\0')
        return visit_go(v, "/c/%s/log", v->championship->slug);
    return visit_go(v, "/c/%s", v->championship->slug);
}

/* --- forms that are events */

static const struct {
    const char *path, *event, *what;
} deeds[] = {{"application", "decide", "application"},
             {"finding", "decide", "finding"},
             {"ruling", "decide", "result"},
             {"white", "decide", "white"},
             {"order", "decide", "order"},
             {"settle", "decide", "dispute"},
             {"left", "claim", NULL},
             {"absent", "claim", NULL},
             {"armageddon", "result", NULL}};

static enum lm_status do_deed(struct visit *v)
{
    const char *path = strrchr(v->handler->pattern, '/') + 1, *event = path, *what = NULL;
    struct viewer who;
    struct wish wish;
    enum lm_status status = viewer_of(v, &who);
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (strcmp(deeds[i].path, path) == 0) {
            event = deeds[i].event;
            what = deeds[i].what;
        }
    wish_begin(v, &wish, event);
    if (what != NULL)
        lm_json_put_string(&wish.json, "what", what);
    if (strcmp(event, "claim") == 0)
        lm_json_put_string(&wish.json, "kind", strcmp(path, "left") == 0 ? "left" : "no_show");
    const struct form_field *fields = v->handler->fields;
    for (size_t i = 0; status == LM_OK && fields != NULL && fields[i].name != NULL; i++)
        status = put_field(v, &who, &wish, &fields[i], value(v, i));
    if (status == LM_OK)
        status = wish_enter(v, &wish, 1);
    return status == LM_OK ? go_back(v) : status;
}

static const struct form_field no_fields[] = {{0}};

static const struct form_field line_fields[] = {
    {"line", FORM_NUMBER, 1, 1000000, NULL, true}, {"why", FORM_TEXT, 0, 300, NULL, false}, {0}};

static const struct form_field out_fields[] = {
    {"player", FORM_TEXT, 0, 64, NULL, true},
    {"ground", FORM_CHOICE, 0, 20, "withdraw|engine|booster|cheating|accusation|director", true},
    {"why", FORM_TEXT, 0, 300, NULL, false},
    {0}};

static const struct form_field automatic_fields[] = {
    {"pairings", FORM_CHOICE, 0, 4, "on|off", true}, {0}};

static const struct form_field player_fields[] = {
    {"player", FORM_TEXT, 0, 64, NULL, true}, {"why", FORM_TEXT, 0, 300, NULL, false}, {0}};

static const struct form_field application_fields[] = {
    {"player", FORM_TEXT, 0, 64, NULL, true},
    {"article", FORM_TEXT, 0, 40, NULL, false},
    {"verdict", FORM_CHOICE, 0, 10, "accept|deny|open", true},
    {"why", FORM_TEXT, 0, 300, NULL, false},
    {0}};

static const struct form_field finding_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true},
                                                   {"at_fault", FORM_TEXT, 0, 64, NULL, true},
                                                   {"why", FORM_TEXT, 0, 300, NULL, false},
                                                   {0}};

static const struct form_field ruling_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true},
                                                  {"winner", FORM_TEXT, 0, 64, NULL, true},
                                                  {"forfeited", FORM_MANY, 0, 64, NULL, false},
                                                  {"why", FORM_TEXT, 0, 300, NULL, false},
                                                  {0}};

static const struct form_field white_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true},
                                                 {"player", FORM_TEXT, 0, 64, NULL, true},
                                                 {"why", FORM_TEXT, 0, 300, NULL, false},
                                                 {0}};

static const struct form_field order_fields[] = {{"stage", FORM_TEXT, 0, 64, NULL, true},
                                                 {"order", FORM_TEXT, 0, 8000, NULL, false},
                                                 {"lot", FORM_TEXT, 0, 8000, NULL, false},
                                                 {"why", FORM_TEXT, 0, 300, NULL, false},
                                                 {0}};

/* A ruling on several overdue matches at once. */
static const struct form_field overdue_fields[] = {
    {"match", FORM_MANY, 0, 80, NULL, false},
    {"winner", FORM_CHOICE, 0, 10, "draw|nobody", true},
    {"why", FORM_TEXT, 0, 300, NULL, false},
    {0}};

void champ_ruling(struct visit *v, struct wish *wish, const char *match, const char *winner)
{
    wish_begin(v, wish, "decide");
    lm_json_put_string(&wish->json, "what", "result");
    lm_json_put_string(&wish->json, "match", match);
    lm_json_put_string(&wish->json, "winner", winner);
}

static enum lm_status do_overdue(struct visit *v)
{
    const struct form_value *matches = value(v, 0), *why = value(v, 2);
    struct wish *wishes = lm_arena_alloc(v->arena, matches->length / 2 + 1, sizeof *wishes);
    size_t count = 0;
    if (wishes == NULL)
        return LM_LIMIT;
    for (const char *at = matches->text; *at != '\0'; count++) {
        size_t size = strcspn(at, " ");
        const char *match = lm_arena_copy(v->arena, at, size);
        champ_ruling(v, &wishes[count], match == NULL ? "" : match, value(v, 1)->text);
        if (why->length > 0)
            lm_json_put_string(&wishes[count].json, "why", why->text);
        at += size + (at[size] == ' ');
    }
    if (count == 0)
        return visit_refuse(v, 422, "Select at least one match");
    enum lm_status status = wish_enter(v, wishes, count);
    return status == LM_OK ? visit_go(v, "/c/%s", v->championship->slug) : status;
}

static const struct form_field accept_fields[] = {
    {"match", FORM_TEXT, 0, 80, NULL, true}, {"time", FORM_TEXT, 0, 20, NULL, true}, {0}};

static const struct form_field time_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true},
                                                {"time", FORM_TEXT, 0, 20, NULL, false},
                                                {"why", FORM_TEXT, 0, 300, NULL, false},
                                                {"at", FORM_TEXT, 0, 20, NULL, false},
                                                {"slot", FORM_TEXT, 0, 20, NULL, false},
                                                {"clear", FORM_CHECK, 0, 0, NULL, false},
                                                {0}};

enum { WHAT_MATCH, TYPED_TIME, WHY_TIME, MARKED_HOUR, TAKEN_SLOT, CLEARED };

/* Read the moment of the form: from a pressed button, otherwise from a marked hour or the text
 * field; if both are given, they must be equal. */
static enum lm_status read_time(struct visit *v, const struct viewer *who, int64_t *at)
{
    static const struct form_value nothing = {.text = ""};
    bool buttons = v->handler->fields == time_fields;
    const struct form_value *typed = value(v, TYPED_TIME), *marked = value(v, MARKED_HOUR);
    const struct form_value *pressed = buttons ? value(v, TAKEN_SLOT) : &nothing;
    const struct form_value *hour = pressed->length > 0 ? pressed : marked;
    if (hour->length > 0 && !lm_parse_integer(hour->text, hour->length, 0, 253402300799, at))
        return visit_refuse(v, 422, "\"%s\" isn’t a date and time", hour->text);
    if (pressed->length > 0 || (hour->length > 0 && typed->length == 0))
        return LM_OK;
    if (typed->length == 0)
        return visit_refuse(v, 422, "Mark an hour in the calendar, or type a time");
    int64_t other = *at;
    enum lm_status status = moment_of(v, who, typed->text, at);
    if (status == LM_OK && hour->length > 0 && other != *at)
        return visit_refuse(v, 422, "You marked one hour and typed another. Keep one of the two");
    return status;
}

static enum lm_status do_time(struct visit *v)
{
    struct viewer who;
    struct wish wish;
    int64_t at = 0;
    bool clear = value(v, CLEARED)->given;
    enum lm_status status = viewer_of(v, &who);
    if (status == LM_OK && !clear)
        status = read_time(v, &who, &at);
    if (status != LM_OK)
        return status;
    wish_begin(v, &wish, "time");
    lm_json_put_string(&wish.json, "match", value(v, WHAT_MATCH)->text);
    if (clear)
        lm_json_put_boolean(&wish.json, "clear", true);
    else
        wish_put_moment(v, &wish, "time", at);
    if (value(v, WHY_TIME)->length > 0)
        lm_json_put_string(&wish.json, "why", value(v, WHY_TIME)->text);
    status = wish_enter(v, &wish, 1);
    return status == LM_OK ? go_back(v) : status;
}

static const struct form_field move_fields[] = {
    {"match", FORM_TEXT, 0, 80, NULL, true},
    {"time", FORM_TEXT, 0, 20, NULL, false},
    {"answer", FORM_CHOICE, 0, 10, "accept|decline", false},
    {"at", FORM_TEXT, 0, 20, NULL, false},
    {0}};

enum { ANSWER_MOVE = 2 };

/* Ask for another time, marked in the calendar or typed.  An answer to such a request names the
 * requested time. */
static enum lm_status do_move(struct visit *v)
{
    struct viewer who;
    struct wish wish;
    int64_t at = 0;
    const char *answer = value(v, ANSWER_MOVE)->text;
    enum lm_status status = viewer_of(v, &who);
    if (status == LM_OK)
        status = read_time(v, &who, &at);
    if (status != LM_OK)
        return status;
    wish_begin(v, &wish, "move");
    lm_json_put_string(&wish.json, "match", value(v, WHAT_MATCH)->text);
    wish_put_moment(v, &wish, "time", at);
    if (*answer != '\0')
        lm_json_put_string(&wish.json, "answer", answer);
    status = wish_enter(v, &wish, 1);
    return status == LM_OK ? go_back(v) : status;
}

static const struct form_field correct_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true},
                                                   {"games", FORM_TEXT, 0, 200, NULL, true},
                                                   {"why", FORM_TEXT, 0, 300, NULL, true},
                                                   {0}};

static const struct form_field break_fields[] = {
    {"match", FORM_TEXT, 0, 80, NULL, true}, {"minutes", FORM_NUMBER, 0, 1440, NULL, true}, {0}};

static const struct form_field bid_fields[] = {
    {"match", FORM_TEXT, 0, 80, NULL, true}, {"seconds", FORM_NUMBER, 1, 1000000, NULL, true}, {0}};

static const struct form_field armageddon_fields[] = {
    {"match", FORM_TEXT, 0, 80, NULL, true},
    {"armageddon", FORM_CHOICE, 0, 5, "1-0|0-1|1/2", true},
    {0}};

static const struct form_field left_fields[] = {
    {"match", FORM_TEXT, 0, 80, NULL, true}, {"player", FORM_TEXT, 0, 64, NULL, true}, {0}};

/* --- offers: three typed ones and those ticked in the calendar, all or none; or a button of the
 * calendar, which accepts one */

static const struct form_field offer_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true},
                                                 {"time1", FORM_TEXT, 0, 20, NULL, false},
                                                 {"time2", FORM_TEXT, 0, 20, NULL, false},
                                                 {"time3", FORM_TEXT, 0, 20, NULL, false},
                                                 {"at", FORM_MANY, 0, 20, NULL, false},
                                                 {"accept", FORM_NUMBER, 0, INT64_MAX, NULL, false},
                                                 {0}};

enum { OFFERED, TYPED, TICKED = 4, ACCEPTED, OFFERS = 12 };

/* Read the moments of ${count} offers into ${out}: first the typed ones, then the ticked ones. */
static enum lm_status read_offers(struct visit *v, const struct viewer *who, int64_t out[OFFERS],
                                  size_t *count)
{
    for (size_t i = TYPED; i < TICKED; i++)
        if (value(v, i)->length > 0) {
            enum lm_status status = moment_of(v, who, value(v, i)->text, &out[*count]);
            if (status != LM_OK)
                return status;
            ++*count;
        }
    for (const char *at = value(v, TICKED)->text; *at != '\0';) {
        size_t size = strcspn(at, " ");
        if (*count == OFFERS)
            return visit_refuse(v, 422, "Offer at most %d times at once", (int)OFFERS);
        if (!lm_parse_integer(at, size, 0, 253402300799, &out[(*count)++]))
            return visit_refuse(v, 422, "\"%.*s\" isn’t a date and time", (int)size, at);
        at += size + (at[size] == ' ');
    }
    return LM_OK;
}

static enum lm_status accept_offer(struct visit *v)
{
    struct wish wish;
    wish_begin(v, &wish, "accept");
    lm_json_put_string(&wish.json, "match", value(v, OFFERED)->text);
    wish_put_moment(v, &wish, "time", value(v, ACCEPTED)->number);
    enum lm_status status = wish_enter(v, &wish, 1);
    return status == LM_OK ? go_back(v) : status;
}

static enum lm_status do_offer(struct visit *v)
{
    struct wish wishes[OFFERS];
    int64_t moments[OFFERS];
    size_t count = 0;
    struct viewer who;
    if (value(v, ACCEPTED)->given)
        return accept_offer(v);
    enum lm_status status = viewer_of(v, &who);
    if (status == LM_OK)
        status = read_offers(v, &who, moments, &count);
    if (status == LM_OK && count == 0)
        return visit_refuse(v, 422, "Choose at least one time to offer");
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        wish_begin(v, &wishes[i], "offer");
        lm_json_put_string(&wishes[i].json, "match", value(v, OFFERED)->text);
        wish_put_moment(v, &wishes[i], "time", moments[i]);
    }
    if (status == LM_OK)
        status = wish_enter(v, wishes, count);
    return status == LM_OK ? go_back(v) : status;
}

/* --- games, from the user's own side */

static const struct form_field result_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true},
                                                  {"from", FORM_NUMBER, 1, 1000, NULL, true},
                                                  {"games", FORM_TEXT, 0, 100, NULL, true},
                                                  {0}};

/* Return the games with one digit each, from the first player's side. */
static const char *series_of(struct visit *v, const char *typed, bool second)
{
    struct lm_text games = lm_text_in(v->arena);
    for (const char *at = typed; *at != '\0'; at++) {
        char game = *at;
        if (second)
            game = game == '1' ? '0' : game == '0' ? '1' : game;
        if (*at != ' ')
            lm_text_add_char(&games, game);
    }
    return lm_text_string(&games);
}

/* Turn a typed score "6 - 2" so that the first player's comes first. */
static const char *score_of(struct visit *v, const char *typed, bool second)
{
    struct lm_text text = lm_text_in(v->arena);
    for (const char *at = typed; *at != '\0'; at++)
        if (*at != ' ')
            lm_text_add_char(&text, *at);
    const char *score = lm_text_string(&text), *dash = strchr(score, '-');
    return second && dash != NULL ? visit_print(v, "%s-%.*s", dash + 1, (int)(dash - score), score)
                                  : score;
}

/* Enter a result: "6-2" is a score, a series has one digit a game. */
static enum lm_status do_result(struct visit *v)
{
    struct wish wish;
    struct viewer who;
    enum lm_status status = viewer_of(v, &who);
    const struct contest *contest = lm_champ_contest(v->championship->c, value(v, 0)->text);
    bool second = contest != NULL && lm_champ_side(contest, who.person) == SECOND;
    const char *typed = value(v, 2)->text;
    if (status != LM_OK)
        return status;
    wish_begin(v, &wish, "result");
    lm_json_put_string(&wish.json, "match", value(v, 0)->text);
    if (strchr(typed, '-') != NULL && value(v, 1)->number == 1) {
        lm_json_put_string(&wish.json, "score", score_of(v, typed, second));
    } else {
        lm_json_put_integer(&wish.json, "from", value(v, 1)->number);
        lm_json_put_string(&wish.json, "games", series_of(v, typed, second));
    }
    status = wish_enter(v, &wish, 1);
    return status == LM_OK ? go_back(v) : status;
}

/* --- absent opponents, and those who left: reports of both sides are in the journal */

static const struct form_field match_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true}, {0}};

/* An objection, for the director and the two players. */
static const struct form_field dispute_fields[] = {{"match", FORM_TEXT, 0, 80, NULL, true},
                                                   {"why", FORM_TEXT, 1, 300, NULL, true},
                                                   {"link", FORM_TEXT, 0, 200, NULL, false},
                                                   {0}};

enum { DISPUTED, DISPUTE_WHY, DISPUTE_LINK };

static enum lm_status do_dispute(struct visit *v)
{
    struct wish wish;
    const char *link = value(v, DISPUTE_LINK)->text;
    if (*link != '\0' && strncmp(link, "https://", 8) != 0)
        return visit_refuse(v, 422, "A link begins with https://");
    wish_begin(v, &wish, "dispute");
    lm_json_put_string(&wish.json, "match", value(v, DISPUTED)->text);
    lm_json_put_string(
        &wish.json, "why",
        visit_print(v, "%s%s%s", value(v, DISPUTE_WHY)->text, *link == '\0' ? "" : " ", link));
    enum lm_status status = wish_enter(v, &wish, 1);
    return status == LM_OK ? go_back(v) : status;
}

static const struct form_field settle_fields[] = {
    {"match", FORM_TEXT, 0, 80, NULL, true}, {"why", FORM_TEXT, 0, 300, NULL, false}, {0}};

static const struct form_field absent_fields[] = {
    {"match", FORM_TEXT, 0, 80, NULL, true},
    {"choice", FORM_CHOICE, 0, 12, "claim|reschedule", true},
    {0}};

const struct handler deed_handlers[] = {
    {true, "/c/:championship/do/unpublish", RIGHT_DIRECT, no_fields, "take back the last round",
     do_deed, false},
    {true, "/c/:championship/do/automatic", RIGHT_DIRECT, automatic_fields,
     "have rounds published when they are due, or not", do_deed, false},
    {true, "/c/:championship/do/restore", RIGHT_DIRECT, line_fields, "take back a line", do_deed,
     false},
    {true, "/c/:championship/do/out", RIGHT_PLAY, out_fields, "withdraw, or disqualify", do_deed,
     false},
    {true, "/c/:championship/do/return", RIGHT_DIRECT, player_fields, "let somebody in again",
     do_deed, false},
    {true, "/c/:championship/do/application", RIGHT_DIRECT, application_fields,
     "accept or deny by an article", do_deed, false},
    {true, "/c/:championship/do/finding", RIGHT_DIRECT, finding_fields, "say who is at fault",
     do_deed, false},
    {true, "/c/:championship/do/ruling", RIGHT_DIRECT, ruling_fields, "rule on a match", do_deed,
     false},
    {true, "/c/:championship/do/overdue", RIGHT_DIRECT, overdue_fields,
     "rule on several overdue matches", do_overdue, false},
    {true, "/c/:championship/do/white", RIGHT_DIRECT, white_fields,
     "say who has White in Armageddon", do_deed, false},
    {true, "/c/:championship/do/order", RIGHT_DIRECT, order_fields, "order players who are level",
     do_deed, false},
    {true, "/c/:championship/do/correct", RIGHT_DIRECT, correct_fields, "put a result right",
     do_deed, false},
    {true, "/c/:championship/do/offer", RIGHT_PLAY, offer_fields, "offer times", do_offer, false},
    {true, "/c/:championship/do/accept", RIGHT_PLAY, accept_fields, "accept an offer", do_deed,
     false},
    {true, "/c/:championship/do/time", RIGHT_PLAY, time_fields, "choose or assign the time",
     do_time, false},
    {true, "/c/:championship/do/move", RIGHT_PLAY, move_fields,
     "ask to play at another time, or answer who asks", do_move, false},
    {true, "/c/:championship/do/result", RIGHT_PLAY, result_fields, "enter games", do_result,
     false},
    {true, "/c/:championship/do/dispute", RIGHT_PLAY, dispute_fields,
     "say that what the opponent reported is not right", do_dispute, false},
    {true, "/c/:championship/do/settle", RIGHT_DIRECT, settle_fields,
     "let stand what a player disputes", do_deed, false},
    {true, "/c/:championship/do/armageddon", RIGHT_PLAY, armageddon_fields,
     "enter the Armageddon game", do_deed, false},
    {true, "/c/:championship/do/break", RIGHT_PLAY, break_fields, "call a break", do_deed, false},
    {true, "/c/:championship/do/bid", RIGHT_PLAY, bid_fields, "seal a bid", do_deed, false},
    {true, "/c/:championship/do/wait", RIGHT_PLAY, match_fields, "say that the opponent is absent",
     do_deed, false},
    {true, "/c/:championship/do/here", RIGHT_PLAY, match_fields, "say that one is there", do_deed,
     false},
    {true, "/c/:championship/do/rematch", RIGHT_PLAY, match_fields,
     "say that the opponent does not begin the next game", do_deed, false},
    {true, "/c/:championship/do/absent", RIGHT_PLAY, absent_fields,
     "claim the match of who did not come", do_deed, false},
    {true, "/c/:championship/do/left", RIGHT_PLAY, left_fields, "claim the match of who left it",
     do_deed, false},
    {0}};

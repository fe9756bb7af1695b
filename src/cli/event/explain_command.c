/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/explain.h"

#include <string.h>

#include "cli/core/command.h"
#include "cli/event/standings_command.h"
#include "limmat/answers.h"
#include "limmat/why.h"

enum {
    SYSTEM,
    ROUND,
    PLAYER,
    FORMAT,
    STANDINGS,
    ORDER,
    EDITION,
    SCHEDULE,
    TEAMS,
    SEED,
    UNRATED,
    STRICT,
    AGAINST,
    LANGUAGE
};

static const struct option options[] = {
    [SYSTEM] = SYSTEM_OPTION,
    [ROUND] = ROUND_OPTION("explain this round instead of the next one"),
    [PLAYER] = {'p', "player", TEXT, "TPN|NAME", 0, 0,
                "explain this player's opponent, colour, float or bye"},
    [FORMAT] = {'f', "format", CHOICE, "text|json", 0, 0, "output format"},
    [STANDINGS] = {0, "standings", SWITCH, NULL, 0, 0, "explain the tie-breaks of the player"},
    [ORDER] = {'t', "tie-breaks", TEXT, "LIST", 0, 0, "with --standings: in this order"},
    [EDITION] = EDITION_OPTION,
    [SCHEDULE] = SCHEDULE_OPTION,
    [TEAMS] = TEAMS_OPTION,
    [SEED] = SEED_OPTION,
    [UNRATED] = UNRATED_OPTION,
    [STRICT] = STRICT_OPTION,
    [AGAINST] = {0, "against", TEXT, "TPN|NAME", 0, 0,
                 "with -p: also why these two players do not meet"},
    [LANGUAGE] = {0, "lang", TEXT, "LANG", 0, 0,
                  "the language of answers to -p: " LANGUAGE_CODES
                  "; LANG or English when not given"},
    {0}};

/* Data of one explanation. */
struct story {
    struct run *run;
    const struct lm_system *system;
    struct lm_tournament *t;
    struct lm_position *p;
    struct lm_pairing *pairing;
    uint32_t player; /* LM_NOBODY: the round */
    uint32_t against;
    const struct lm_language *language;
    struct lm_difference d; /* the differences between the pairing and what was played */
};

static const struct lm_player *player_of(const struct story *s, uint32_t player)
{
    return &s->t->players[player];
}

/* --- text */

enum { LINE = 79 };

/* Append ${text} in lines of at most LINE columns; the first begins with ${lead}, the others are
 * indented as much. */
static void add_wrapped(struct lm_text *out, const char *lead, const char *text)
{
    size_t depth = lm_utf8_width(lead, strlen(lead)), column = depth;
    lm_text_add(out, lead);
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        size_t width = lm_utf8_width(text, length);
        if (column > depth && column + 1 + width > LINE) {
            lm_text_add_char(out, '\n');
            lm_text_repeat(out, ' ', depth);
            column = depth;
        } else if (column > depth) {
            lm_text_add_char(out, ' ');
            column++;
        }
        lm_text_add_bytes(out, text, length);
        column += width;
        text += length + (text[length] == ' ');
    }
    lm_text_add_char(out, '\n');
}

/* Append ${text} with its article. */
static void add_reason(struct lm_text *out, const char *lead, const char *text, const char *article)
{
    struct lm_text line = lm_text_in(out->arena);
    lm_text_add(&line, text);
    if (article[0] != '\0')
        lm_text_print(&line, " [%s]", article);
    add_wrapped(out, lead, lm_text_string(&line));
}

/* "7 Meier, Kurt; 12 Huber, Anna" */
static const char *names_of(const struct story *s, const uint32_t *players, size_t count)
{
    struct lm_text line = lm_text_in(s->run->arena);
    for (size_t i = 0; i < count; i++)
        lm_text_print(&line, "%s%u %s", i == 0 ? "" : "; ", player_of(s, players[i])->tpn,
                      player_of(s, players[i])->name);
    return lm_text_string(&line);
}

static void add_names(const struct story *s, const char *lead, const uint32_t *players,
                      size_t count)
{
    if (count > 0)
        add_wrapped(&s->run->out, lead, names_of(s, players, count));
}

/* "Board 3: 4 Müller, Anna - 7 Meier, Kurt (both colour preferences granted)" */
static void add_pair(const struct story *s, uint32_t i)
{
    const struct lm_pair *pair = &s->pairing->pairs[i];
    const struct lm_player *white = player_of(s, pair->white);
    struct lm_text line = lm_text_in(s->run->arena), lead = lm_text_in(s->run->arena);
    lm_text_print(&line, "%u %s ", white->tpn, white->name);
    if (pair->black == LM_NOBODY) {
        lm_text_add(&line, "has the bye");
    } else {
        const struct lm_player *black = player_of(s, pair->black);
        lm_text_print(&line, "- %u %s", black->tpn, black->name);
        const struct lm_rule *rules =
            lm_system_in_round(s->system, s->t, s->pairing->round)->colour_rules;
        if (rules != NULL)
            lm_text_print(&line, " (%s)", rules[pair->colour_rule].title);
    }
    lm_text_print(&lead, "  %4u  ", i + 1);
    add_wrapped(&s->run->out, pair->black == LM_NOBODY ? "        " : lm_text_string(&lead),
                lm_text_string(&line));
}

/* Return how many of the players at the beginning of ${bracket} came from above. */
static size_t from_above(const struct story *s, const struct lm_bracket *bracket)
{
    size_t count = 0;
    while (count < bracket->moved_count &&
           s->p->seats[s->p->seat_of[bracket->moved[count]]].score > bracket->score)
        count++;
    return count;
}

/* Does ${player} have the bye in bracket ${number}, and therefore moves nowhere? */
static bool has_bye(const struct story *s, size_t number, uint32_t player)
{
    for (uint32_t i = 0; i < s->pairing->pair_count; i++) {
        const struct lm_pair *pair = &s->pairing->pairs[i];
        if (pair->black == LM_NOBODY)
            return pair->white == player && pair->bracket == number;
    }
    return false;
}

/* "C12 players who do not get their colour: 7 Meier, Kurt. [C.04.3 art. 2.4.7]" */
static void add_finding(const struct story *s, const struct lm_finding *finding)
{
    const struct lm_system *system = lm_system_in_round(s->system, s->t, s->pairing->round);
    const struct lm_rule *rule = &system->criteria[finding->rule];
    if (!lm_why_lists(system, finding))
        return;
    struct lm_text lead = lm_text_in(s->run->arena), text = lm_text_in(s->run->arena);
    lm_text_print(&lead, "  %s ", rule->code);
    lm_text_print(&text, "%s%s%s.", rule->title, finding->player_count > 0 ? ": " : "",
                  names_of(s, finding->players, finding->player_count));
    add_reason(&s->run->out, lm_text_string(&lead), lm_text_string(&text), rule->article);
}

static void add_bracket(const struct story *s, size_t number)
{
    const struct lm_bracket *bracket = &s->pairing->brackets[number];
    struct lm_text *out = &s->run->out;
    if (s->system->place != NULL) {
        lm_text_add(out, "\nBy the table");
    } else if (bracket->score == LM_NO_POINTS) {
        lm_text_add(out, "\nBy rank");
    } else {
        lm_text_add(out, "\nScoregroup ");
        lm_text_add_tenths(out, bracket->score);
    }
    lm_text_add_char(out, '\n');
    size_t above = from_above(s, bracket);
    add_names(s, "  from above: ", bracket->moved, above);
    if (bracket->moved_count > above)
        add_names(s, "  from below: ", bracket->moved + above, bracket->moved_count - above);
    add_names(s, "  here: ", bracket->residents, bracket->resident_count);
    if (bracket->floater_count > 0 && !has_bye(s, number, bracket->floaters[0]))
        add_names(s, "  goes on down: ", bracket->floaters, bracket->floater_count);
    for (uint32_t i = 0; i < s->pairing->pair_count; i++)
        if (s->pairing->pairs[i].bracket == number)
            add_pair(s, i);
    for (size_t i = 0; i < bracket->finding_count; i++)
        add_finding(s, &bracket->findings[i]);
}

/* Print the sentence of ${key} with ${values}. */
static void add_said(const struct story *s, struct lm_text *out, const char *key,
                     const struct lm_value *values, size_t count)
{
    lm_say(out, s->language, &(struct lm_sentence){key, values, count});
}

static struct lm_value person(const struct story *s, const char *name, uint32_t player)
{
    struct lm_text text = lm_text_in(s->run->arena);
    lm_text_print(&text, "%u %s", player_of(s, player)->tpn, player_of(s, player)->name);
    return lm_value_text(name, lm_text_string(&text));
}

static void add_played(const struct story *s, const struct lm_pair *pair, uint32_t board)
{
    struct lm_text line = lm_text_in(s->run->arena);
    const bool bye = pair->black == LM_NOBODY;
    const struct lm_value values[] = {person(s, bye ? "player" : "white", pair->white),
                                      bye ? lm_value_number("board", 0)
                                          : person(s, "black", pair->black),
                                      lm_value_number("board", board)};
    add_said(s, &line, bye ? LM_KEY("page.why.played-bye") : LM_KEY("page.why.played"), values, 3);
    add_wrapped(&s->run->out, "    ", lm_text_string(&line));
}

/* If the round played differs from the pairing of the rules, say so first; the explanation is of
 * the latter. */
static void add_departure(const struct story *s)
{
    struct lm_text *out = &s->run->out, instead = lm_text_in(s->run->arena);
    const struct lm_difference *d = &s->d;
    if (s->player == LM_NOBODY ? !lm_round_differs(d) : !lm_player_differs(d, s->player))
        return;
    lm_text_add_char(out, '\n');
    add_wrapped(out, "  ", lm_departure_note(d, s->language, s->run->arena));
    add_said(s, &instead, LM_KEY("page.why.instead"), NULL, 0);
    add_wrapped(out, "  ", lm_text_string(&instead));
    uint32_t next = 0;
    for (const struct lm_pair *pair;
         (pair = lm_pairing_next_own(d->found, d->expected, &next)) != NULL;)
        if (s->player == LM_NOBODY || pair->white == s->player || pair->black == s->player)
            add_played(s, pair, next);
}

static void write_round_text(const struct story *s)
{
    lm_text_print(&s->run->out, "Round %u by the %s\n", s->pairing->round, s->system->title);
    if (s->pairing->note != NULL)
        add_wrapped(&s->run->out, "", s->pairing->note);
    add_departure(s);
    for (size_t b = 0; b < s->pairing->bracket_count; b++)
        add_bracket(s, b);
    for (uint32_t i = 0; s->pairing->bracket_count == 0 && i < s->pairing->pair_count; i++)
        add_pair(s, i);
}

/* --- answers */

static void add_head(const struct story *s)
{
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(s->pairing, s->player, &board);
    bool game = pair != NULL && pair->black != LM_NOBODY;
    const struct lm_value values[] = {lm_value_number("round", s->pairing->round),
                                      lm_value_number("board", game ? board : 0),
                                      person(s, "white", game ? pair->white : s->player),
                                      person(s, "black", game ? pair->black : s->player)};
    add_said(s, &s->run->out, game ? LM_KEY("round.board") : LM_KEY("round"), values, 4);
    lm_text_print(&s->run->out, "\n%s\n", s->system->title);
    add_departure(s);
}

static void write_answers(const struct story *s, const struct lm_whys *whys)
{
    struct lm_text *out = &s->run->out;
    int last = -1;
    add_head(s);
    for (size_t i = 0; i < whys->count; i++) {
        const struct lm_why *why = &whys->all[i];
        if ((int)why->question != last) {
            lm_text_add_char(out, '\n');
            add_said(s, out, lm_question_key(why->question), NULL, 0);
            lm_text_add_char(out, '\n');
        }
        last = (int)why->question;
        add_reason(out, "  ", why->text, why->article);
        for (size_t k = 0; k < why->more_count; k++)
            add_wrapped(out, "    - ", why->more[k]);
    }
}

/* --- */

static enum lm_status write_story(const struct story *s)
{
    struct lm_whys whys;
    if (s->run->values[FORMAT].number == 1)
        return lm_answer_explanation(s->system, s->p, s->pairing, s->player, s->against,
                                     s->language, &s->run->out);
    if (s->player == LM_NOBODY) {
        write_round_text(s);
        return LM_OK;
    }
    enum lm_status status = lm_why_player(s->system, s->p, s->pairing, s->player, s->against,
                                          s->language, s->run->arena, &whys);
    if (status == LM_OK)
        write_answers(s, &whys);
    return status;
}

/* Choose the requested language, or that of the environment; English if it is not one of ours. */
static enum lm_status choose_language(struct run *run, const struct lm_language **out)
{
    const char *tag = run->values[LANGUAGE].text;
    *out = tag == NULL ? NULL : lm_language_named(tag);
    if (tag != NULL && *out == NULL)
        return lm_log_add(run->log, LM_ERROR, (struct lm_place){.field = "--lang", .value = tag},
                          LANGUAGE_CODES, "unknown language");
    if (*out == NULL)
        *out = language_of_reader();
    return LM_OK;
}

/* --standings: explain the tie-breaks of one participant. */
static enum lm_status explain_place(struct run *run, const struct lm_tournament *t)
{
    const struct value *values = run->values;
    struct lm_standings *s;
    struct lm_standings_options o = {.round = (uint32_t)values[ROUND].number,
                                     .teams = values[TEAMS].text != NULL,
                                     .schedule = (enum lm_schedule)values[SCHEDULE].number,
                                     .seed = (uint64_t)values[SEED].number};
    if (values[PLAYER].text == NULL)
        return fail(run->log, LM_INVALID, "explain --standings needs -p TPN");
    int64_t number = 0;
    enum lm_status status = number_called(t, values[PLAYER].text, run, &number);
    if (status == LM_OK)
        status = read_unrated(run, values[UNRATED].text, &o.unrated, &o.unrated_rating);
    if (status == LM_OK)
        status = compute_standings(run, t, values[ORDER].text, values[EDITION].text, o, &s);
    return status == LM_OK ? explain_standings(run, s, number, values[FORMAT].number == 1) : status;
}

/* Find the player that ${text} names; NULL: none is requested. */
static enum lm_status player_called(struct run *run, const struct lm_tournament *t,
                                    const char *text, uint32_t *player)
{
    int64_t number = 0;
    enum lm_status status = text == NULL ? LM_OK : number_called(t, text, run, &number);
    return status != LM_OK || text == NULL ? status : find_player(t, number, run->log, player);
}

static enum lm_status explain(struct run *run)
{
    struct story s = {.run = run, .player = LM_NOBODY, .against = LM_NOBODY};
    const struct value *values = run->values;
    enum lm_status status =
        load_tournament(run->operands[0], values[STRICT].text != NULL, run->arena, run->log, &s.t);
    if (status == LM_OK && values[STANDINGS].text != NULL)
        return explain_place(run, s.t);
    if (status == LM_OK)
        status = choose_language(run, &s.language);
    if (status == LM_OK)
        status = choose_system(values[SYSTEM].text, s.t, run->log, &s.system);
    if (status == LM_OK)
        status = player_called(run, s.t, values[PLAYER].text, &s.player);
    if (status == LM_OK)
        status = player_called(run, s.t, values[AGAINST].text, &s.against);
    if (status == LM_OK)
        status = lm_explain_round(s.system, s.t, (uint32_t)values[ROUND].number, s.player,
                                  s.against, run->arena, run->log, &s.p, &s.pairing);
    if (status == LM_OK)
        status = lm_compare_played(lm_system_in_round(s.system, s.t, s.pairing->round), s.p,
                                   s.pairing, run->arena, &s.d);
    return status == LM_OK ? write_story(&s) : status;
}

const struct command explain_command = {
    .name = "explain",
    .operands = "FILE",
    .summary = "explain the pairing of a round",
    .description =
        "For a whole round: each scoregroup with its players, floaters and pairs, and the\n"
        "criteria that could not be met perfectly, with the article.  With -p: the reasons for\n"
        "this player's opponent, colour, float or bye.\n"
        "\n"
        "The explanation is of the pairing by the rules.  If another was played, the answer says\n"
        "this first, with the comment (###) of the file that declares it, if any.",
    .example = "limmat explain -r 5 -p 7 open.trf",
    .options = options,
    .least = 1,
    .most = 1,
    .run = explain,
};

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * C.02.03: a file's declarations about its standings, and whether they follow from its results.
 *
 * Ranks and the points of teams have columns in TRF.  Values of tie-breaks have none; they are in
 * comments, whose form is described in limmat/ranking.h.  Every format keeps comments, so no other
 * module needs to know about them.
 */

#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/check.h"
#include "ranking/tie_break.h"

static const char mark[] = "### tie-breaks";

struct findings {
    const struct lm_standings *s;
    struct lm_arena *arena;
    struct lm_wrong_declaration *all;
    size_t count, capacity;
};

static enum lm_status add(struct findings *f, struct lm_wrong_declaration found)
{
    bool no_text = found.what >= LM_DECLARED_VALUE && found.text == NULL;
    if (no_text || !lm_arena_grow(f->arena, &f->all, &f->capacity, f->count + 1, sizeof *f->all))
        return LM_LIMIT;
    f->all[f->count++] = found;
    return LM_OK;
}

/* --- ranks, and the points of teams */

uint32_t lm_declared_rank(const struct lm_standings *s, uint32_t who)
{
    return s->options.teams ? s->t->teams[who].rank : s->t->players[who].declared_rank;
}

/* Check the tied participants at ${place} and the following places, with ${before} ranked above
 * them.  Tied participants can be declared in any order; one without a rank (withdrawn, say) takes
 * no place. */
static enum lm_status check_tied(struct findings *f, uint32_t place, uint32_t count,
                                 uint32_t before)
{
    const struct lm_standings *s = f->s;
    uint32_t ranked = 0;
    enum lm_status status = LM_OK;
    for (uint32_t i = 0; i < count; i++)
        ranked += lm_declared_rank(s, s->order[place + i]) != 0;
    for (uint32_t i = 0; status == LM_OK && i < count; i++) {
        uint32_t who = s->order[place + i], declared = lm_declared_rank(s, who);
        if (declared != 0 && (declared <= before || declared > before + ranked))
            status = add(f, (struct lm_wrong_declaration){.what = LM_DECLARED_RANK,
                                                          .participant = who,
                                                          .declared = declared,
                                                          .least = before + 1,
                                                          .most = before + ranked});
    }
    return status;
}

static enum lm_status check_places(struct findings *f)
{
    const struct lm_standings *s = f->s;
    enum lm_status status = LM_OK;
    for (uint32_t place = 0, before = 0, count; status == LM_OK && place < s->count;
         place += count) {
        for (count = 1; place + count < s->count &&
                        s->rank[s->order[place + count]] == s->rank[s->order[place]];)
            count++;
        status = check_tied(f, place, count, before);
        for (uint32_t i = 0; i < count; i++)
            before += lm_declared_rank(s, s->order[place + i]) != 0;
    }
    return status;
}

/* Do line-ups and games of ${team} contradict each other?  The reader reports where; the results of
 * its matches are then doubtful, so its declarations are not called wrong. */
static bool is_doubtful(const struct lm_standings *s, uint32_t team)
{
    bool doubtful = false;
    for (uint32_t round = 1; round <= s->options.round; round++)
        doubtful |= lm_team_seated_apart(s->t, team, round) != LM_NOBODY;
    return doubtful;
}

static enum lm_status check_team_points(struct findings *f, uint32_t team)
{
    const struct lm_team *about = &f->s->t->teams[team];
    if (is_doubtful(f->s, team))
        return LM_OK;
    const int32_t declared[] = {about->match_points, about->game_points};
    const enum lm_declaration what[] = {LM_DECLARED_MATCH_POINTS, LM_DECLARED_GAME_POINTS};
    int32_t computed[2];
    lm_standings_team_points(f->s, team, &computed[0], &computed[1]);
    enum lm_status status = LM_OK;
    for (int i = 0; status == LM_OK && i < 2; i++)
        if (declared[i] != LM_NO_POINTS && declared[i] != computed[i])
            status = add(f, (struct lm_wrong_declaration){.what = what[i],
                                                          .participant = team,
                                                          .declared = declared[i],
                                                          .least = computed[i],
                                                          .most = computed[i]});
    return status;
}

static enum lm_status check_ranks(struct findings *f)
{
    bool places = f->s->options.teams || lm_rank_use(f->s->t) == LM_RANKS_PLACES;
    enum lm_status status = places ? check_places(f) : LM_OK;
    for (uint32_t team = 0; status == LM_OK && f->s->options.teams && team < f->s->count; team++)
        status = check_team_points(f, team);
    return status;
}

/* --- values of tie-breaks */

/* Return the text after the mark in a line of ours; NULL: another line. */
static const char *declaration_in(const struct lm_kept_line *line)
{
    size_t length = strlen(mark);
    bool ours = strncmp(line->text, mark, length) == 0 && line->text[length] == ' ';
    return ours ? line->text + length : NULL;
}

/* Move to the next word of ${*text}, past blanks; return its length, 0 if there is none. */
static size_t next_word(const char **text)
{
    *text += strspn(*text, " \t");
    return strcspn(*text, " \t\r\n");
}

static bool starts_with_digit(const char *text)
{
    return lm_is_digit(*text);
}

const char *lm_declared_order(const struct lm_tournament *t)
{
    for (size_t i = 0; i < t->kept_count; i++) {
        const char *text = declaration_in(&t->kept[i]);
        if (text != NULL && next_word(&text) > 0 && !starts_with_digit(text))
            return text;
    }
    return NULL;
}

/* Is ${word} the decimal form of ${value}?  With two decimals or more it can be rounded, unless
 * four decimals give the exact value. */
static bool says(const char *word, size_t length, struct lm_fraction value)
{
    enum { MOST = 6 };
    int64_t digits, power = 1;
    char plain[24];
    const char *point = memchr(word, '.', length);
    size_t decimals = point == NULL ? 0 : length - (size_t)(point - word) - 1;
    if (value.under == 0)
        return length == 1 && *word == '-';
    if (length >= sizeof plain || decimals > MOST || (point != NULL && decimals == 0))
        return false;
    size_t whole = point == NULL ? length : (size_t)(point - word);
    memcpy(plain, word, whole);
    memcpy(plain + whole, word + whole + (point != NULL), decimals);
    if (!lm_parse_integer(plain, whole + decimals, -999999999999, 999999999999, &digits))
        return false;
    for (size_t i = 0; i < decimals; i++)
        power *= 10;
    int64_t difference = value.over * power - digits * value.under;
    int64_t size = difference < 0 ? -difference : difference;
    bool roundable = decimals >= 2 && 10000 % value.under != 0;
    return roundable ? 2 * size <= value.under : size == 0;
}

/* The participant with the number ${number}, or LM_NOBODY. */
static uint32_t participant_numbered(const struct lm_tournament *t, bool teams, uint32_t number)
{
    if (!teams)
        return lm_player_with_tpn(t, number);
    for (uint32_t team = 0; team < t->team_count; team++)
        if (team_number(t, team) == number)
            return team;
    return LM_NOBODY;
}

/* Return the participant whose values are in ${*text}, and move ${*text} past the number. */
static uint32_t participant_in(const struct lm_tournament *t, bool teams, const char **text)
{
    size_t length = next_word(text);
    int64_t number;
    if (!lm_parse_integer(*text, length, 1, LM_TPN_MAX, &number))
        number = 0;
    *text += length;
    return number == 0 ? LM_NOBODY : participant_numbered(t, teams, (uint32_t)number);
}

/* Check a line of values: ${text} starts with the number of a participant. */
static enum lm_status check_values_of(struct findings *f, const char *text)
{
    const char *number = text;
    uint32_t who = participant_in(f->s->t, f->s->options.teams, &text);
    enum lm_status status = LM_OK;
    if (who == LM_NOBODY)
        return add(f, (struct lm_wrong_declaration){
                          .what = LM_DECLARED_FOR_NOBODY,
                          .participant = LM_NOBODY,
                          .text = lm_arena_copy(f->arena, number, (size_t)(text - number))});
    for (size_t i = 0, length = 0; status == LM_OK && i < f->s->options.count; i++) {
        text += length;
        length = next_word(&text);
        struct lm_fraction value = lm_standings_value(f->s, who, i);
        if (length > 0 && !says(text, length, value))
            status =
                add(f, (struct lm_wrong_declaration){.what = LM_DECLARED_VALUE,
                                                     .participant = who,
                                                     .tie_break = &f->s->options.list[i],
                                                     .text = lm_arena_copy(f->arena, text, length),
                                                     .value = value});
    }
    return status;
}

static enum lm_status check_values(struct findings *f)
{
    const struct lm_tournament *t = f->s->t;
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < t->kept_count; i++) {
        const char *text = declaration_in(&t->kept[i]);
        if (text != NULL && next_word(&text) > 0 && starts_with_digit(text))
            status = check_values_of(f, text);
    }
    return status;
}

/* --- all of it */

static enum lm_status compute(const struct lm_tournament *t, struct lm_standings_options *o,
                              struct lm_arena *arena, const struct lm_standings **out)
{
    struct lm_standings *s;
    o->teams = lm_ids_are_teams(t);
    o->edition = lm_tie_break_edition_of(t);
    enum lm_status status = lm_standings_compute(t, o, arena, NULL, &s);
    if (status == LM_OK)
        *out = s;
    return status;
}

/* Check the declared values, by the codes they are declared for. */
static enum lm_status check_declared_values(const struct lm_tournament *t, struct findings *f)
{
    struct lm_standings_options o = {0};
    const char *order = lm_declared_order(t);
    if (order == NULL)
        return LM_OK;
    enum lm_status status = lm_known_tie_breaks(t, order, f->arena, &o.list, &o.count);
    if (status == LM_OK)
        status = compute(t, &o, f->arena, &f->s);
    return status == LM_OK ? check_values(f) : status;
}

enum lm_status lm_check_declared(const struct lm_tournament *t, struct lm_arena *arena,
                                 struct lm_declared *out)
{
    struct findings f = {.arena = arena};
    struct lm_declared declared = {0};
    struct lm_standings_options o = {0};
    enum lm_status status = lm_tie_breaks_declared(t, arena, &o.list, &o.count);
    if (status == LM_OK)
        status = compute(t, &o, arena, &f.s);
    declared.standings = f.s;
    if (status == LM_OK)
        status = check_ranks(&f);
    if (status == LM_OK)
        status = check_declared_values(t, &f);
    if (status != LM_OK && status != LM_INVALID)
        return status;
    declared.wrong = f.all;
    declared.count = f.count;
    *out = declared; /* declarations that cannot be computed here are ignored */
    return LM_OK;
}

const char *lm_declared_unpaired(const struct lm_tournament *t)
{
    struct field by_type_only = {.t = t};
    if (lm_ids_are_teams(t))
        return "it is a tournament of teams";
    return lm_is_predetermined(&by_type_only) ? "they were predetermined" : NULL;
}

/* --- in words */

static void write_wrong_rank(const struct lm_standings *s, const struct lm_wrong_declaration *wrong,
                             struct lm_text *out)
{
    lm_text_print(out, "rank %lld is declared, the results give %lld", (long long)wrong->declared,
                  (long long)wrong->least);
    if (wrong->most != wrong->least)
        lm_text_print(out, " to %lld", (long long)wrong->most);
    for (size_t i = 0; i < s->options.count; i++)
        lm_text_print(out, "%s%s", i > 0 ? "," : " by ", s->options.list[i].code);
}

static void write_wrong_points(const struct lm_wrong_declaration *wrong, struct lm_text *out)
{
    lm_text_add_tenths(out, wrong->declared);
    lm_text_print(out, " %s points are declared, the results give ",
                  wrong->what == LM_DECLARED_MATCH_POINTS ? "match" : "game");
    lm_text_add_tenths(out, wrong->least);
}

static void write_wrong_value(const struct lm_wrong_declaration *wrong, struct lm_text *out)
{
    lm_text_print(out, "%s %s is declared, the results give ", wrong->tie_break->code, wrong->text);
    if (wrong->value.under == 0)
        lm_text_add(out, "none");
    lm_text_add_value(out, wrong->tie_break->kind, wrong->value);
}

void lm_wrong_declaration_write(const struct lm_declared *declared, size_t index,
                                struct lm_text *out)
{
    const struct lm_wrong_declaration *wrong = &declared->wrong[index];
    if (wrong->what == LM_DECLARED_FOR_NOBODY) {
        lm_text_print(out, "tie-breaks are declared for number %s, which no player has",
                      wrong->text);
        return;
    }
    lm_text_print(out, "%u %s: ", lm_participant_number(declared->standings, wrong->participant),
                  lm_participant_name(declared->standings, wrong->participant));
    if (wrong->what == LM_DECLARED_RANK)
        write_wrong_rank(declared->standings, wrong, out);
    else if (wrong->what == LM_DECLARED_VALUE)
        write_wrong_value(wrong, out);
    else
        write_wrong_points(wrong, out);
}

/* --- lots, and values computed elsewhere: not derived from games */

/* Return the place of ${row} among the codes ${order}, with the name ${code} if it is not NULL; the
 * number of codes if it is not among them. */
static size_t place_of(const char *order, const struct criterion *row, const char *code)
{
    size_t place = 0;
    for (size_t length; (length = lm_next_code(&order)) > 0; order += length, place++) {
        size_t name = length, i = 0;
        if (lm_criterion_of(order, &name) != row)
            continue;
        while (code != NULL && i < name && lm_upper(order[i]) == code[i])
            i++;
        if (code == NULL || (i == name && (code[i] == '\0' || code[i] == '/')))
            break;
    }
    return place;
}

static size_t codes_in(const char *order)
{
    size_t count = 0;
    for (size_t length; (length = lm_next_code(&order)) > 0; order += length)
        count++;
    return count;
}

/* Find the word of participant ${*who} for the code at ${place}, in line ${line} of ours; return
 * its length, 0 if there is none. */
static size_t word_at(const struct lm_tournament *t, bool teams, const struct lm_kept_line *line,
                      size_t place, uint32_t *who, const char **word)
{
    const char *text = declaration_in(line);
    if (text == NULL || next_word(&text) == 0 || !starts_with_digit(text))
        return 0;
    *who = participant_in(t, teams, &text);
    size_t length = next_word(&text);
    for (size_t k = 0; k < place; k++) {
        text += length;
        length = next_word(&text);
    }
    *word = text;
    return *who == LM_NOBODY ? 0 : length;
}

void lm_read_declared_lots(const struct lm_tournament *t, bool teams, uint32_t *lots)
{
    const char *order = lm_declared_order(t), *word = NULL;
    uint32_t who = LM_NOBODY;
    int64_t lot;
    size_t place =
        order == NULL ? 0 : place_of(order, lm_criterion_named("LOT", strlen("LOT")), NULL);
    for (size_t i = 0; order != NULL && i < t->kept_count; i++) {
        size_t length = word_at(t, teams, &t->kept[i], place, &who, &word);
        if (length > 0 && lm_parse_integer(word, length, 1, UINT32_MAX, &lot))
            lots[who] = (uint32_t)lot;
    }
}

static bool read_value(const char *word, size_t length, struct lm_fraction *out)
{
    enum { DECIMALS = 4 };
    char digits[24];
    const char *point = memchr(word, '.', length);
    size_t whole = point == NULL ? length : (size_t)(point - word);
    size_t decimals = point == NULL ? 0 : length - whole - 1;
    int64_t value;
    bool any = length > 0 && lm_is_digit(word[length - 1]);
    if (!any || length + DECIMALS >= sizeof digits || decimals > DECIMALS ||
        (point != NULL && decimals == 0))
        return false;
    memcpy(digits, word, whole);
    memcpy(digits + whole, word + length - decimals, decimals);
    memset(digits + whole + decimals, '0', DECIMALS - decimals);
    if (!lm_parse_integer(digits, whole + DECIMALS, -999999999999, 999999999999, &value))
        return false;
    *out = lm_fraction_of(value, GIVEN_SCALE);
    return true;
}

bool lm_parse_given_value(const char *text, struct lm_fraction *out)
{
    return read_value(text, strlen(text), out);
}

bool lm_given_values(const struct lm_tournament *t, bool teams, const char *code,
                     struct lm_fraction *values)
{
    const char *order = lm_declared_order(t), *word = NULL;
    uint32_t who = LM_NOBODY;
    size_t codes = order == NULL ? 0 : codes_in(order);
    size_t place = order == NULL ? 0 : place_of(order, &lm_given_criterion, code);
    for (size_t i = 0; values != NULL && place < codes && i < t->kept_count; i++) {
        size_t length = word_at(t, teams, &t->kept[i], place, &who, &word);
        if (length > 0)
            (void)read_value(word, length, &values[who]);
    }
    return place < codes;
}

/* --- declaring */

/* Return the codes of ${s} for record 212: those that C.07 lacks get OTHER_ before them. */
static const char *order_of(const struct lm_standings *s)
{
    struct lm_text order = lm_text_in(s->t->arena);
    for (size_t i = 0; i < s->options.count; i++) {
        const struct lm_tie_break *code = &s->options.list[i];
        bool own = code->kind->since == 0 && !lm_is_given_code(code);
        lm_text_print(&order, "%s%s%s", i > 0 ? "," : "", own ? "OTHER_" : "", code->code);
    }
    return lm_text_status(&order) == LM_OK ? lm_text_string(&order) : NULL;
}

static const char *values_of(const struct lm_standings *s, uint32_t who)
{
    struct lm_text line = lm_text_in(s->t->arena);
    lm_text_print(&line, "%s %4u", mark, lm_participant_number(s, who));
    for (size_t i = 0; i < s->options.count; i++) {
        struct lm_fraction value = lm_standings_value(s, who, i);
        lm_text_add(&line, value.under == 0 ? " -" : " ");
        lm_text_add_value(&line, s->options.list[i].kind, value);
    }
    return lm_text_status(&line) == LM_OK ? lm_text_string(&line) : NULL;
}

/* Is ${line} replaced when ${s} is declared? */
static bool is_ours(const struct lm_standings *s, const struct lm_kept_line *line)
{
    bool handled = s->options.unrated != LM_UNRATED_UNDECLARED;
    return declaration_in(line) != NULL || lm_is_record_of_edition(line->text) ||
           (handled && lm_is_record_of_unrated(line->text));
}

/* Write the kept lines, and after them ours, updated.  First come the edition, if the start date
 * does not imply it, and the handling of unrated participants, since the values depend on these. */
static enum lm_status declare_values(const struct lm_standings *s, const char *order,
                                     struct lm_tournament *t)
{
    struct lm_kept_line *kept =
        lm_arena_alloc(t->arena, t->kept_count + s->count + 3, sizeof *kept);
    struct lm_text first = lm_text_in(t->arena);
    size_t count = 0;
    if (kept == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < t->kept_count; i++)
        if (!is_ours(s, &t->kept[i]))
            kept[count++] = t->kept[i];
    enum lm_status status = LM_OK;
    struct lm_tournament by_day = {.start = t->start};
    if (s->options.edition != lm_tie_break_edition_of(&by_day)) {
        const char *edition = lm_record_of_edition(s->options.edition, t->arena);
        kept[count++] = (struct lm_kept_line){edition, t->player_count, ""};
        status = edition == NULL ? LM_LIMIT : LM_OK;
    }
    if (status == LM_OK && s->options.unrated != LM_UNRATED_UNDECLARED) {
        const char *handled =
            lm_record_of_unrated(s->options.unrated, s->options.unrated_rating, t->arena);
        kept[count++] = (struct lm_kept_line){handled, t->player_count, ""};
        status = handled == NULL ? LM_LIMIT : LM_OK;
    }
    lm_text_print(&first, "%s %s", mark, order);
    kept[count++] = (struct lm_kept_line){lm_text_string(&first), t->player_count, ""};
    if (status == LM_OK)
        status = lm_text_status(&first);
    for (uint32_t who = 0; status == LM_OK && who < s->count; who++) {
        kept[count] = (struct lm_kept_line){values_of(s, who), t->player_count, ""};
        status = kept[count++].text == NULL ? LM_LIMIT : LM_OK;
    }
    if (status != LM_OK)
        return status;
    t->kept = kept;
    t->kept_count = count;
    return LM_OK;
}

static enum lm_status declare_players(const struct lm_standings *s, struct lm_tournament *t)
{
    int32_t *points = lm_arena_alloc(t->arena, t->player_count, sizeof *points);
    if (points == NULL)
        return LM_LIMIT;
    lm_points_standing(t, t->rounds_paired, points);
    for (uint32_t player = 0; player < t->player_count; player++) {
        t->players[player].declared_points = points[player];
        if (!s->options.teams)
            t->players[player].declared_rank = s->rank[player];
    }
    return LM_OK;
}

static enum lm_status declare_teams(const struct lm_standings *s, struct lm_tournament *t)
{
    struct lm_team *teams = lm_arena_alloc(t->arena, t->team_count, sizeof *teams);
    if (teams == NULL)
        return LM_LIMIT;
    for (uint32_t team = 0; team < s->count; team++) {
        teams[team] = t->teams[team];
        teams[team].rank = s->rank[team];
        lm_standings_team_points(s, team, &teams[team].match_points, &teams[team].game_points);
    }
    t->teams = teams;
    return LM_OK;
}

enum lm_status lm_standings_declare(const struct lm_standings *s, struct lm_tournament *t)
{
    const char *order = order_of(s);
    enum lm_status status = order == NULL ? LM_LIMIT : declare_values(s, order, t);
    if (status == LM_OK)
        status = declare_players(s, t);
    if (status == LM_OK && s->options.teams)
        status = declare_teams(s, t);
    if (status == LM_OK)
        t->standings_order = order;
    return status;
}

/* --- declaring again */

enum lm_status lm_declared_right_of(const struct lm_tournament *t, struct lm_arena *arena,
                                    struct lm_declared_right *out)
{
    struct lm_check check;
    struct lm_declared declared;
    enum lm_status status = lm_check_points(t, arena, &check);
    if (status == LM_OK)
        status = lm_check_declared(t, arena, &declared);
    if (status == LM_OK)
        *out = (struct lm_declared_right){check.wrong_point_count == 0, declared.count == 0};
    return status;
}

/* A participant with a declared rank. */
struct ranked {
    uint32_t rank, declared, who; /* as computed, shared by the tied, and as declared */
};

static int by_place(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->declared < y->declared ? -1 : x->declared > y->declared;
}

static enum lm_status rank_again(const struct lm_standings *s, struct lm_tournament *t,
                                 struct lm_team *teams)
{
    struct ranked *all = lm_arena_alloc(t->arena, s->count, sizeof *all);
    uint32_t count = 0;
    if (all == NULL)
        return LM_LIMIT;
    for (uint32_t who = 0; who < s->count; who++)
        if (lm_declared_rank(s, who) != 0)
            all[count++] = (struct ranked){s->rank[who], lm_declared_rank(s, who), who};
    lm_sort(all, count, sizeof *all, by_place);
    for (uint32_t i = 0; i < count; i++) {
        if (s->options.teams)
            teams[all[i].who].rank = i + 1;
        else
            t->players[all[i].who].declared_rank = i + 1;
    }
    return LM_OK;
}

static enum lm_status rank_teams_again(const struct lm_standings *s, struct lm_tournament *t)
{
    struct lm_team *teams = lm_arena_alloc(t->arena, t->team_count, sizeof *teams);
    if (teams == NULL)
        return LM_LIMIT;
    for (uint32_t team = 0; team < s->count; team++) {
        int32_t points[2];
        teams[team] = t->teams[team];
        lm_standings_team_points(s, team, &points[0], &points[1]);
        if (teams[team].match_points != LM_NO_POINTS)
            teams[team].match_points = points[0];
        if (teams[team].game_points != LM_NO_POINTS)
            teams[team].game_points = points[1];
    }
    enum lm_status status = rank_again(s, t, teams);
    t->teams = teams;
    return status;
}

static enum lm_status ranks_again(struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_standings_options o = {0};
    const struct lm_standings *s;
    enum lm_status status = lm_tie_breaks_declared(t, arena, &o.list, &o.count);
    if (status == LM_OK)
        status = compute(t, &o, arena, &s);
    if (status != LM_OK)
        return status == LM_INVALID ? LM_OK : status; /* cannot be computed: nothing was compared */
    return s->options.teams ? rank_teams_again(s, t) : rank_again(s, t, NULL);
}

static enum lm_status values_again(struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_standings_options o = {0};
    const struct lm_standings *s;
    const char *order = lm_declared_order(t);
    if (order == NULL)
        return LM_OK;
    enum lm_status status = lm_known_tie_breaks(t, order, arena, &o.list, &o.count);
    if (status == LM_OK)
        status = compute(t, &o, arena, &s);
    if (status == LM_OK)
        return declare_values(s, order_of(s), t);
    return status == LM_INVALID ? LM_OK : status;
}

static enum lm_status points_again(struct lm_tournament *t, struct lm_arena *arena)
{
    int32_t *points = lm_arena_alloc(arena, t->player_count, sizeof *points);
    if (points == NULL)
        return LM_LIMIT;
    lm_points_standing(t, t->rounds_paired, points);
    for (uint32_t i = 0; i < t->player_count; i++)
        if (t->players[i].declared_points != LM_NO_POINTS)
            t->players[i].declared_points = points[i];
    return LM_OK;
}

enum lm_status lm_declare_again(struct lm_tournament *t, const struct lm_declared_right *right,
                                struct lm_arena *arena)
{
    bool places = lm_ids_are_teams(t) || lm_rank_use(t) == LM_RANKS_PLACES;
    enum lm_status status = right->points ? points_again(t, arena) : LM_OK;
    if (status == LM_OK && right->rest && places)
        status = ranks_again(t, arena);
    if (status == LM_OK && right->rest)
        status = values_again(t, arena);
    return status;
}

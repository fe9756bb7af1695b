/* SPDX-License-Identifier: Apache-2.0 */

/* `limmat standings --statistics`: results by colour and round, surprises, colours and floats. */

#include "cli/event/standings_views.h"

enum { UPSETS_SHOWN = 20, LONGEST_LIST = 12 };

/* The counts of a round: columns of the first table, and members of the JSON. */
static const struct {
    const char *head, *name, *member;
    size_t at; /* in struct lm_result_counts */
} counts[] = {
#define AT(field) offsetof(struct lm_result_counts, field)
    {"Games", "played over the board", "played", AT(played)},
    {"White", "won by White", "white_won", AT(white_won)},
    {"Draws", "", "drawn", AT(drawn)},
    {"Black", "won by Black", "black_won", AT(black_won)},
    {"Other", "adjourned, or decided otherwise", "otherwise", AT(otherwise)},
    {"Open", "in progress", "pending", AT(pending)},
    {"Forf", "won by forfeit", "forfeited", AT(forfeited)},
    {"Both", "forfeited by both", "unattended", AT(unattended)},
    {"Bye", "pairing-allocated byes", "allocated", AT(allocated)},
    {"Full", "requested full-point byes", "full", AT(full)},
    {"Half", "requested half-point byes", "half", AT(half)},
    {"Abs", "absent", "absent", AT(absent)},
    {"Rated", "played between two rated players", "rated", AT(rated)},
    {"Fav", "won by the higher rated", "favourites", AT(favourites)},
    {"Upset", "won by the lower rated", "upsets", AT(upsets)}
#undef AT
};
enum { COUNTS = sizeof counts / sizeof *counts };

static uint32_t count_at(const struct lm_result_counts *c, size_t i)
{
    return *(const uint32_t *)(const void *)((const char *)c + counts[i].at);
}

/* "54.2 %", halves upwards. */
static void add_percent(struct lm_text *out, uint64_t part, uint64_t whole)
{
    uint64_t tenths = whole == 0 ? 0 : (2000 * part + whole) / (2 * whole);
    lm_text_print(out, "%llu.%llu %%", (unsigned long long)(tenths / 10),
                  (unsigned long long)(tenths % 10));
}

/* "White won 41.2 %, drew 30.0 %, lost 28.8 % of 120 games and scored 56.2 %." */
static const char *summary_of(const struct view *v, const struct lm_result_counts *c)
{
    struct lm_text text = lm_text_in(v->arena);
    uint32_t decided = c->white_won + c->drawn + c->black_won;
    lm_text_add(&text, "White won ");
    add_percent(&text, c->white_won, decided);
    lm_text_add(&text, ", drew ");
    add_percent(&text, c->drawn, decided);
    lm_text_add(&text, ", lost ");
    add_percent(&text, c->black_won, decided);
    lm_text_print(&text, " of %u games and scored ", decided);
    add_percent(&text, 2 * (uint64_t)c->white_won + c->drawn, 2 * (uint64_t)decided);
    lm_text_add(&text, ".");
    if (c->rated > 0) {
        lm_text_add(&text, " The higher rated won ");
        add_percent(&text, c->favourites, c->rated);
        lm_text_add(&text, ", the lower rated ");
        add_percent(&text, c->upsets, c->rated);
        lm_text_add(&text, ".");
    }
    return lm_text_string(&text);
}

static void add_counts(struct sheet *sheet, const char *name, const struct lm_result_counts *c,
                       const bool *shown)
{
    sheet_add(sheet, name);
    for (size_t i = 0; i < COUNTS; i++)
        if (shown[i])
            sheet_print(sheet, "%u", count_at(c, i));
}

/* Add a row for each round; columns with a total of 0 are only for programs. */
static void add_rounds(struct sheet *sheet, const struct view *v, const struct lm_statistics *s)
{
    bool shown[COUNTS];
    sheet_table(sheet, v->csv ? "" : "Results", v->csv ? "" : summary_of(v, &s->total));
    sheet_column(sheet, v->csv ? "round" : "Rd", "", "n", SHEET_KEEP);
    for (size_t i = 0; i < COUNTS; i++) {
        shown[i] = v->csv || count_at(&s->total, i) > 0;
        if (shown[i])
            sheet_column(sheet, v->csv ? counts[i].member : counts[i].head,
                         v->csv ? "" : counts[i].name, "n", SHEET_FOLD);
    }
    for (uint32_t round = 1; round <= s->rounds; round++) {
        struct lm_text name = lm_text_in(v->arena);
        lm_text_print(&name, "%u", round);
        add_counts(sheet, lm_text_string(&name), &s->by_round[round - 1], shown);
    }
    add_counts(sheet, v->csv ? "total" : "All", &s->total, shown);
}

static const char *const colours[] = {
    [LM_NO_COLOUR] = "", [LM_WHITE] = "White", [LM_BLACK] = "Black"};

static void add_upsets(struct sheet *sheet, const struct view *v, const struct lm_statistics *s)
{
    if (s->upset_count == 0)
        return;
    sheet_table(sheet, "Greatest surprises", "");
    sheet_column(sheet, "Rd", "", "n", SHEET_KEEP);
    sheet_column(sheet, "Winner", "", "", SHEET_SHRINK);
    sheet_column(sheet, "Rtg", "", "n", SHEET_KEEP);
    sheet_column(sheet, "With", "", "", SHEET_DROP);
    sheet_column(sheet, "Loser", "", "", SHEET_SHRINK);
    sheet_column(sheet, "Rtg", "", "n", SHEET_KEEP);
    sheet_column(sheet, "Diff", "", "n", SHEET_KEEP);
    for (size_t i = 0; i < s->upset_count && i < UPSETS_SHOWN; i++) {
        const struct lm_upset *upset = &s->upsets[i];
        const struct lm_player *winner = &v->s->t->players[upset->winner];
        const struct lm_player *loser = &v->s->t->players[upset->loser];
        sheet_print(sheet, "%u", upset->round);
        sheet_add(sheet, winner->name);
        sheet_print(sheet, "%d", winner->rating);
        sheet_add(sheet, colours[upset->colour]);
        sheet_add(sheet, loser->name);
        sheet_print(sheet, "%d", loser->rating);
        sheet_print(sheet, "%d", upset->difference);
    }
}

static void add_balances(struct sheet *sheet, const struct view *v)
{
    static const char *const heads[] = {"White", "Black", "W-B",  "Down", "Up",
                                        "Forf+", "Forf-", "Byes", "Abs"};
    sheet_table(sheet, "Colours and floats", "");
    sheet_column(sheet, "Pl.", "", "n", SHEET_KEEP);
    sheet_column(sheet, v->s->options.teams ? "Team" : "Name", "", "k", SHEET_SHRINK);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        sheet_column(sheet, heads[i], "", "n", SHEET_FOLD);
    for (uint32_t i = 0; i < v->members.count; i++) {
        uint32_t who = v->members.order[i];
        const struct lm_balance *b = &v->c->balances[who];
        int32_t difference = (int32_t)b->white - (int32_t)b->black;
        sheet_print(sheet, "%u", v->c->places[who]);
        sheet_add(sheet, lm_participant_name(v->s, who));
        sheet_print(sheet, "%u", b->white);
        sheet_print(sheet, "%u", b->black);
        sheet_print(sheet, "%s%d", difference > 0 ? "+" : "", difference);
        sheet_print(sheet, "%u", b->downfloats);
        sheet_print(sheet, "%u", b->upfloats);
        sheet_print(sheet, "%u", b->forfeits_won);
        sheet_print(sheet, "%u", b->forfeits_lost);
        sheet_print(sheet, "%u", b->allocated + b->requested);
        sheet_print(sheet, "%u", b->absent);
    }
}

/* "GM 2, IM 5, FM 11" */
static const char *list_of(const struct view *v, const struct lm_text_count *all, size_t count)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < count && i < LONGEST_LIST; i++)
        lm_text_print(&text, "%s%s %u", i > 0 ? ", " : "", all[i].text, all[i].count);
    if (count > LONGEST_LIST)
        lm_text_print(&text, " and %zu more", count - LONGEST_LIST);
    return lm_text_string(&text);
}

static void add_fact(struct sheet *sheet, const char *what, const char *text)
{
    if (*text == '\0')
        return;
    sheet_add(sheet, what);
    sheet_add(sheet, text);
}

static void add_people(struct sheet *sheet, const struct view *v, const struct lm_statistics *s)
{
    struct lm_text people = lm_text_in(v->arena);
    sheet_table(sheet, "Players", "");
    sheet_column(sheet, "", "", "", SHEET_KEEP);
    sheet_column(sheet, "", "", "w", SHEET_SHRINK);
    lm_text_print(&people, "%u, of them %u rated", s->players, s->rated);
    if (s->women > 0)
        lm_text_print(&people, ", %u women", s->women);
    if (s->rated > 0)
        lm_text_print(&people, "; average rating %lld",
                      (long long)lm_fraction_round(s->average_rating));
    add_fact(sheet, "Number", lm_text_string(&people));
    add_fact(sheet, "Titles", list_of(v, s->titles, s->title_count));
    add_fact(sheet, "Federations", list_of(v, s->federations, s->federation_count));
}

struct sheet statistics_sheet(const struct view *v)
{
    struct lm_statistics *s;
    struct sheet sheet = sheet_new(v->arena, v->s->t->name, subtitle_of(v, "Statistics", false));
    if (lm_statistics_of(v->s->t, v->s->options.round, v->arena, &s) != LM_OK) {
        sheet.failed = true;
        return sheet;
    }
    add_rounds(&sheet, v, s);
    if (v->csv)
        return sheet;
    add_people(&sheet, v, s);
    add_upsets(&sheet, v, s);
    add_balances(&sheet, v);
    return sheet;
}

/* --- JSON */

static void put_counts(const struct lm_result_counts *c, struct lm_json_writer *w)
{
    for (size_t i = 0; i < COUNTS; i++)
        lm_json_put_integer(w, counts[i].member, count_at(c, i));
}

static void put_texts(struct lm_json_writer *w, const char *key, const struct lm_text_count *all,
                      size_t count)
{
    lm_json_begin_inline(w, key, '{');
    for (size_t i = 0; i < count; i++)
        lm_json_put_integer(w, all[i].text, all[i].count);
    lm_json_end(w, '}');
}

static void put_upset(const struct lm_tournament *t, const struct lm_upset *upset,
                      struct lm_json_writer *w)
{
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "round", upset->round);
    lm_json_put_integer(w, "winner", t->players[upset->winner].tpn);
    lm_json_put_integer(w, "loser", t->players[upset->loser].tpn);
    if (upset->colour != LM_NO_COLOUR)
        lm_json_put_string(w, "colour", upset->colour == LM_WHITE ? "white" : "black");
    lm_json_put_integer(w, "difference", upset->difference);
    lm_json_end(w, '}');
}

void put_statistics(const struct view *v, struct lm_json_writer *w)
{
    struct lm_statistics *s;
    if (lm_statistics_of(v->s->t, v->s->options.round, v->arena, &s) != LM_OK) {
        w->out->failed = true;
        return;
    }
    lm_json_put_string(w, "tournament", v->s->t->name);
    lm_json_put_integer(w, "round", s->rounds);
    lm_json_begin(w, "rounds", '[');
    for (uint32_t round = 1; round <= s->rounds; round++) {
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_integer(w, "round", round);
        put_counts(&s->by_round[round - 1], w);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_begin_inline(w, "total", '{');
    put_counts(&s->total, w);
    lm_json_end(w, '}');
    lm_json_begin(w, "upsets", '[');
    for (size_t i = 0; i < s->upset_count; i++)
        put_upset(v->s->t, &s->upsets[i], w);
    lm_json_end(w, ']');
    lm_json_put_integer(w, "players", s->players);
    lm_json_put_integer(w, "rated", s->rated);
    lm_json_put_integer(w, "women", s->women);
    put_texts(w, "titles", s->titles, s->title_count);
    put_texts(w, "federations", s->federations, s->federation_count);
}

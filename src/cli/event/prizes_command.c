/* SPDX-License-Identifier: Apache-2.0 */

/* `limmat prizes`: the prizes of each player, and a sheet with the reasons. */

#include "limmat/prizes.h"

#include "cli/event/sheet_text.h"
#include "cli/event/standings_command.h"
#include "limmat/json.h"

enum { ORDER, ROUND, FORMAT, TEAMS, SEED, UNRATED, AS_SENT, WIDTH, OUT, STRICT };
enum { AS_TEXT, AS_JSON, AS_CSV, AS_HTML };

static const struct option options[] = {
    [ORDER] = {'t', "tie-breaks", TEXT, "LIST", 0, 0,
               "order by these codes: PTS,DE,BH/C1,BH,SB; by the file when not given"},
    [ROUND] = ROUND_OPTION("after this round instead of the last one"),
    [FORMAT] = {'f', "format", CHOICE, "text|json|csv|html", 0, 0, "output format"},
    [TEAMS] = {0, "teams", SWITCH, NULL, 0, 0, "prizes for teams"},
    [SEED] = {0, "seed", NUMBER, "N", 0, INT64_MAX, "seed for lots that are not recorded"},
    [UNRATED] = UNRATED_OPTION,
    [AS_SENT] = AS_SENT_OPTION,
    [WIDTH] = {0, "width", NUMBER, "COLUMNS", 20, 10000,
               "width of text; when not given, the terminal's, and as needed in files"},
    [OUT] = OUT_OPTION,
    [STRICT] = STRICT_OPTION,
    {0}};

static const char *cents(struct lm_arena *arena, int64_t amount)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_cents(&text, amount);
    return lm_text_string(&text);
}

static const char *reason(struct lm_arena *arena, const struct lm_prizes *p,
                          const struct lm_award *award)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_award_reason(&text, p, award);
    return lm_text_string(&text);
}

/* --- sheets */

/* "Fund 900.00 CHF, shared by the Hort system among 12 eligible; paid 899.98, unused 0.00, left by
 * rounding 0.02." */
static const char *group_note(struct lm_arena *arena, const struct lm_prizes *p, size_t group)
{
    const struct lm_prize_balance *b = &p->balances[group];
    const struct lm_prize_group *plan = &p->plan->groups[group];
    struct lm_text text = lm_text_in(arena);
    if (plan->category != NULL)
        lm_text_print(&text, "For %s. ", plan->category->condition);
    lm_text_print(&text, "Fund %s %s", cents(arena, b->fund), p->plan->currency);
    if (b->awarded)
        lm_text_print(&text, ", shared %s among %u eligible; paid %s",
                      lm_prize_sharing_name(plan->sharing), b->eligible, cents(arena, b->paid));
    else
        lm_text_print(&text, ", not awarded: %u eligible, at least %u required", b->eligible,
                      plan->at_least);
    if (b->awarded && b->unused != 0)
        lm_text_print(&text, ", %s for places that no one holds", cents(arena, b->unused));
    if (b->rest != 0)
        lm_text_print(&text, ", %s %s by rounding", cents(arena, b->rest < 0 ? -b->rest : b->rest),
                      b->rest < 0 ? "added" : "left over");
    lm_text_add(&text, ".");
    return lm_text_string(&text);
}

static void add_group(struct sheet *sheet, const struct lm_prizes *p, size_t group)
{
    const struct lm_standings *s = p->standings;
    sheet_table(sheet, p->plan->groups[group].name, group_note(sheet->arena, p, group));
    sheet_column(sheet, "Place", "Place in the group", "n", SHEET_KEEP);
    sheet_column(sheet, "Rank", "Overall rank", "n", '1');
    sheet_column(sheet, s->options.teams ? "Team" : "Name", "", "k", SHEET_SHRINK);
    sheet_column(sheet, s->options.list[0].code, "", "n", '2');
    sheet_column(sheet, "Amount", "", "n", SHEET_KEEP);
    for (size_t i = 0; i < p->award_count; i++) {
        const struct lm_award *award = &p->awards[i];
        if (award->group != group)
            continue;
        struct lm_text value = lm_text_in(sheet->arena);
        lm_text_add_value(&value, s->options.list[0].kind,
                          lm_standings_value(s, award->participant, 0));
        sheet_print(sheet, "%u", award->place);
        sheet_print(sheet, "%u", s->rank[award->participant]);
        sheet_add(sheet, lm_participant_name(s, award->participant));
        sheet_add(sheet, lm_text_string(&value));
        sheet_add(sheet, cents(sheet->arena, award->amount));
    }
}

/* Return all reasons for the prizes of ${who}. */
static const char *reasons_of(struct lm_arena *arena, const struct lm_prizes *p, uint32_t who)
{
    struct lm_text text = lm_text_in(arena);
    for (size_t i = 0; i < p->award_count; i++)
        if (p->awards[i].participant == who) {
            lm_text_add(&text, text.length > 0 ? " " : "");
            lm_text_add_award_reason(&text, p, &p->awards[i]);
        }
    for (size_t i = 0; i < p->declined_count; i++)
        if (p->declined[i].participant == who) {
            lm_text_add(&text, " ");
            lm_text_add_declined_reason(&text, p, &p->declined[i]);
        }
    return lm_text_string(&text);
}

/* Does ${who} have an award, even one of 0.00? */
static bool is_awarded(const struct lm_prizes *p, uint32_t who)
{
    for (size_t i = 0; i < p->award_count; i++)
        if (p->awards[i].participant == who)
            return true;
    return false;
}

static void add_people(struct sheet *sheet, const struct lm_prizes *p)
{
    const struct lm_standings *s = p->standings;
    for (uint32_t place = 0; place < s->count; place++) {
        uint32_t who = s->order[place];
        if (!is_awarded(p, who))
            continue;
        struct lm_text heading = lm_text_in(sheet->arena);
        lm_text_print(&heading, "%s: %s %s", lm_participant_name(s, who),
                      cents(sheet->arena, p->totals[who]), p->plan->currency);
        sheet_table(sheet, lm_text_string(&heading), reasons_of(sheet->arena, p, who));
    }
}

static struct sheet prizes_sheet(struct lm_arena *arena, const struct lm_prizes *p)
{
    struct lm_text subtitle = lm_text_in(arena);
    lm_text_print(&subtitle, "Prizes after round %u", p->standings->options.round);
    struct sheet sheet = sheet_new(arena, p->standings->t->name, lm_text_string(&subtitle));
    for (size_t i = 0; i < p->plan->group_count; i++)
        add_group(&sheet, p, i);
    add_people(&sheet, p);
    return sheet;
}

static struct sheet prizes_csv(struct lm_arena *arena, const struct lm_prizes *p)
{
    static const char *const heads[] = {"group", "place", "rank", "tpn", "name", "amount", "why"};
    const struct lm_standings *s = p->standings;
    struct sheet sheet = sheet_new(arena, s->t->name, "");
    sheet_table(&sheet, "", "");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        sheet_column(&sheet, heads[i], "", "", SHEET_KEEP);
    for (size_t i = 0; i < p->award_count; i++) {
        const struct lm_award *award = &p->awards[i];
        sheet_add(&sheet, p->plan->groups[award->group].name);
        sheet_print(&sheet, "%u", award->place);
        sheet_print(&sheet, "%u", s->rank[award->participant]);
        sheet_print(&sheet, "%u", lm_participant_number(s, award->participant));
        sheet_add(&sheet, lm_participant_name(s, award->participant));
        sheet_add(&sheet, cents(arena, award->amount));
        sheet_add(&sheet, reason(arena, p, award));
    }
    return sheet;
}

/* --- JSON */

static void put_award(struct lm_arena *arena, const struct lm_prizes *p,
                      const struct lm_award *award, struct lm_json_writer *w)
{
    const struct lm_standings *s = p->standings;
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "place", award->place);
    lm_json_put_integer(w, "rank", s->rank[award->participant]);
    lm_json_put_integer(w, "tpn", lm_participant_number(s, award->participant));
    lm_json_put_string(w, "name", lm_participant_name(s, award->participant));
    lm_json_put_string(w, "amount", cents(arena, award->amount));
    lm_json_put_string(w, "why", reason(arena, p, award));
    lm_json_end(w, '}');
}

static void put_group(struct lm_arena *arena, const struct lm_prizes *p, size_t group,
                      struct lm_json_writer *w)
{
    const struct lm_prize_balance *b = &p->balances[group];
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "name", p->plan->groups[group].name);
    lm_json_put_integer(w, "eligible", b->eligible);
    lm_json_put_string(w, "fund", cents(arena, b->fund));
    lm_json_put_string(w, "paid", cents(arena, b->paid));
    lm_json_put_string(w, "unused", cents(arena, b->unused));
    lm_json_put_string(w, "rounding", cents(arena, b->rest));
    lm_json_begin(w, "awards", '[');
    for (size_t i = 0; i < p->award_count; i++)
        if (p->awards[i].group == group)
            put_award(arena, p, &p->awards[i], w);
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

static void put_declined(struct lm_arena *arena, const struct lm_prizes *p,
                         const struct lm_declined *declined, struct lm_json_writer *w)
{
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "tpn", lm_participant_number(p->standings, declined->participant));
    lm_json_put_string(w, "group", p->plan->groups[declined->group].name);
    lm_json_put_string(w, "amount", cents(arena, declined->amount));
    lm_json_put_string(w, "instead", p->plan->groups[declined->instead].name);
    lm_json_end(w, '}');
}

static void write_json(struct run *run, const struct lm_prizes *p)
{
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "tournament", p->standings->t->name);
    lm_json_put_integer(&w, "round", p->standings->options.round);
    lm_json_put_string(&w, "currency", p->plan->currency);
    lm_json_begin(&w, "groups", '[');
    for (size_t i = 0; i < p->plan->group_count; i++)
        put_group(run->arena, p, i, &w);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "declined", '[');
    for (size_t i = 0; i < p->declined_count; i++)
        put_declined(run->arena, p, &p->declined[i], &w);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
}

/* --- the command */

static enum lm_status read_plan(struct run *run, const struct lm_prize_plan **plan)
{
    const char *bytes;
    size_t length;
    enum lm_status status = read_file(run->operands[0], run->arena, run->log, &bytes, &length);
    if (status != LM_OK)
        return status;
    run->log->file = run->operands[0];
    return lm_prize_plan_read(bytes, length, run->arena, run->log, plan);
}

static enum lm_status award(struct run *run, const struct lm_prize_plan *plan,
                            struct lm_prizes **out)
{
    const struct value *values = run->values;
    struct lm_tournament *t;
    struct lm_standings *s;
    struct lm_standings_options o = {.round = (uint32_t)values[ROUND].number,
                                     .teams = values[TEAMS].text != NULL,
                                     .seed = (uint64_t)values[SEED].number,
                                     .as_declared = values[AS_SENT].text != NULL};
    enum lm_status status = read_unrated(run, values[UNRATED].text, &o.unrated, &o.unrated_rating);
    if (status == LM_OK)
        status = load_tournament(run->operands[1], values[STRICT].text != NULL, run->arena,
                                 run->log, &t);
    if (status == LM_OK)
        status = compute_standings(run, t, values[ORDER].text, NULL, o, &s);
    if (status == LM_OK && values[ORDER].text == NULL)
        note_sent_ranks(run, s);
    return status == LM_OK ? lm_prizes_award(plan, s, run->arena, run->log, out) : status;
}

static enum lm_status prizes(struct run *run)
{
    const struct lm_prize_plan *plan;
    struct lm_prizes *p;
    run->destination = run->values[OUT].text;
    enum lm_status status = read_plan(run, &plan);
    if (status == LM_OK)
        status = award(run, plan, &p);
    if (status != LM_OK)
        return status;
    int64_t format = run->values[FORMAT].number;
    if (format == AS_JSON) {
        write_json(run, p);
        return lm_text_status(&run->out);
    }
    struct sheet sheet = format == AS_CSV ? prizes_csv(run->arena, p) : prizes_sheet(run->arena, p);
    if (format == AS_HTML)
        return sheet_write_html(&sheet, &run->out);
    if (format == AS_CSV)
        sheet_write_csv(&sheet, &run->out);
    else
        write_sheet_text(&sheet, line_width_of(run, &run->values[WIDTH]), &run->out);
    return lm_text_status(&run->out);
}

const struct command prizes_command = {
    .name = "prizes",
    .operands = "PLAN FILE",
    .summary = "share the prize money by a plan, with reasons",
    .description =
        "PLAN is a small JSON file, described in docs/prizes.md: groups of prizes by place,\n"
        "optionally for a category, shared equally, by the Hort system or by place; a player gets\n"
        "only the highest prize, or all of them.  Rounding loses nothing: payments and remainder\n"
        "add up to the fund, to the cent.",
    .example = "limmat prizes plan.json open.trf\n"
               "limmat prizes -f html -o prizes.html plan.json open.trf",
    .options = options,
    .least = 2,
    .most = 2,
    .run = prizes,
};

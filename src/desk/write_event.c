/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/desk.h"

/* The state as JSON.  For the public it is a whitelist: only what is named here is shown. */

struct writing {
    struct lm_json_writer w;
    enum lm_desk_audience audience;
};

static void put_some(struct writing *s, const char *key, const char *value)
{
    if (value != NULL && value[0] != '\0')
        lm_json_put_string(&s->w, key, value);
}

static void put_count(struct writing *s, const char *key, int64_t value)
{
    if (value != 0)
        lm_json_put_integer(&s->w, key, value);
}

static void put_person(struct writing *s, const struct lm_desk_player *p)
{
    const struct lm_desk_person *who = p->person;
    lm_json_put_string(&s->w, "id", who->id);
    lm_json_put_string(&s->w, "name", lm_desk_name(p, s->audience, s->w.out->arena));
    put_some(s, "title", who->title);
    put_some(s, "federation", who->federation);
    put_some(s, "club", who->club);
    if (s->audience == LM_FOR_PUBLIC) {
        if (strlen(who->birth) >= 4 && who->pseudonym[0] == '\0')
            lm_json_put_string(&s->w, "born", lm_printed(s->w.out->arena, "%.4s", who->birth));
        return;
    }
    put_some(s, "fide_id", who->fide_id);
    put_some(s, "birth", who->birth);
    put_some(s, "sex", who->sex);
    put_some(s, "contact", who->contact);
    put_some(s, "note", who->note);
    put_some(s, "pseudonym", who->pseudonym);
    put_some(s, "merged", who->merged);
    if (who->erased)
        lm_json_put_boolean(&s->w, "erased", true);
}

static const char *standing_of(const struct writing *s, const struct lm_desk_player *p)
{
    static const char *const names[] = {"plays", "withdrawn", "expelled", "removed"};
    bool hide = s->audience == LM_FOR_PUBLIC && p->standing == LM_EXPELLED && !p->shown;
    return hide ? "withdrawn" : names[p->standing];
}

static void put_byes(struct writing *s, const struct lm_desk_player *p)
{
    bool any = false;
    for (size_t round = 0; round < p->bye_capacity; round++)
        any |= p->byes[round] != LM_BLANK;
    if (!any)
        return;
    lm_json_begin_inline(&s->w, "byes", '{');
    for (size_t round = 0; round < p->bye_capacity; round++)
        if (p->byes[round] != LM_BLANK) {
            char letter[2] = {lm_desk_bye_letter(p->byes[round]), '\0'};
            lm_json_put_string(&s->w, lm_printed(s->w.out->arena, "%zu", round), letter);
        }
    lm_json_end(&s->w, '}');
}

static void put_id(struct writing *s, const char *key, const struct lm_desk_player *p)
{
    lm_json_put_string(&s->w, key, p == NULL ? "-" : p->person->id);
}

/* Write a team's members, and its line-ups: arbiters see those of future rounds. */
static void put_team(struct writing *s, const struct lm_desk_player *p)
{
    lm_json_begin(&s->w, "members", '[');
    for (size_t i = 0; i < p->member_count; i++)
        put_id(s, NULL, p->members[i]);
    lm_json_end(&s->w, ']');
    if (s->audience == LM_FOR_PUBLIC)
        return;
    put_some(s, "captain", p->captain);
    lm_json_begin(&s->w, "line_ups", '{');
    for (uint32_t round = 1; round < p->line_up_capacity; round++) {
        const struct lm_desk_line_up *own = p->line_ups[round];
        if (own == NULL)
            continue;
        lm_json_begin(&s->w, lm_printed(s->w.out->arena, "%u", round), '[');
        for (size_t i = 0; i < own->count; i++)
            put_id(s, NULL, own->players[i]);
        lm_json_end(&s->w, ']');
    }
    lm_json_end(&s->w, '}');
}

static void put_player(struct writing *s, const struct lm_desk_player *p)
{
    lm_json_begin_inline(&s->w, NULL, '{');
    put_person(s, p);
    put_count(s, "number", p->number);
    put_count(s, "rating", p->rating);
    if (p->standing != LM_PLAYS)
        lm_json_put_string(&s->w, "standing", standing_of(s, p));
    put_count(s, "out_from", p->out_from);
    if (p->first_round != 1)
        put_count(s, "first_round", p->first_round);
    if (p->person->team)
        put_team(s, p);
    if (p->team != NULL)
        lm_json_put_string(&s->w, "team", p->team->person->id);
    if (s->audience != LM_FOR_PUBLIC) {
        put_count(s, "fide", p->fide);
        put_count(s, "national", p->national);
        put_some(s, "source", p->source);
        put_some(s, "table", p->table);
        put_count(s, "lot", p->lot);
        put_count(s, "forfeits", p->forfeits);
        put_count(s, "explained", p->explained);
        put_count(s, "paid", p->paid);
        if (p->person->twin > 0)
            lm_json_put_boolean(&s->w, "twin", true);
        if (p->present)
            lm_json_put_boolean(&s->w, "present", true);
        if (p->no_half_bye)
            lm_json_put_boolean(&s->w, "no_half_bye", true);
        put_byes(s, p);
    }
    lm_json_end(&s->w, '}');
}

/* Write the players of a match of teams, and its score. */
static void put_match(struct writing *s, const struct lm_desk_board *b)
{
    struct lm_desk_score score = lm_desk_score_of(b);
    for (int side = 0; side < 2; side++) {
        lm_json_begin(&s->w, side == 0 ? "first" : "second", '[');
        for (size_t g = 0; g < b->game_count; g++)
            put_id(s, NULL, b->games[g].players[side]);
        lm_json_end(&s->w, ']');
    }
    lm_json_begin(&s->w, "turned", '[');
    for (size_t g = 0; g < b->game_count; g++)
        if (b->games[g].turned)
            lm_json_put_integer(&s->w, NULL, (int64_t)g + 1);
    lm_json_end(&s->w, ']');
    lm_json_begin(&s->w, "score", '[');
    lm_json_put_tenths(&s->w, NULL, score.games[0]);
    lm_json_put_tenths(&s->w, NULL, score.games[1]);
    lm_json_end(&s->w, ']');
    if (!score.ruled)
        return;
    lm_json_begin(&s->w, "by_decision", '[');
    lm_json_put_tenths(&s->w, NULL, score.points[0]);
    lm_json_put_tenths(&s->w, NULL, score.points[1]);
    lm_json_end(&s->w, ']');
}

/* Write the games of a match, each from the side named first. */
static void put_games(struct writing *s, const struct lm_desk_board *b)
{
    lm_json_begin(&s->w, "games", '[');
    for (size_t g = 0; g < b->game_count; g++)
        lm_json_put_string(&s->w, NULL, lm_desk_result_at(b->games[g].result)->name);
    lm_json_end(&s->w, ']');
    for (size_t g = 0; g < b->game_count; g++)
        if (b->games[g].rated != 0)
            lm_json_put_string(&s->w,
                               g == 0   ? "rated"
                               : g == 1 ? "second_rated"
                                        : lm_printed(s->w.out->arena, "rated_%zu", g + 1),
                               lm_desk_result_at(b->games[g].rated)->name);
    if (b->white->section->teams)
        put_match(s, b);
}

static void put_board(struct writing *s, const struct lm_desk_board *b)
{
    lm_json_begin_inline(&s->w, NULL, '{');
    lm_json_put_string(&s->w, "id", b->id);
    lm_json_put_integer(&s->w, "number", b->number);
    lm_json_put_string(&s->w, "white", b->white->person->id);
    lm_json_put_string(&s->w, "black", b->black->person->id);
    if (b->result != 0)
        lm_json_put_string(&s->w, "result", lm_desk_result_at(b->result)->name);
    if (b->rated != 0)
        lm_json_put_string(&s->w, "rated", lm_desk_result_at(b->rated)->name);
    if (b->games != NULL)
        put_games(s, b);
    if (s->audience != LM_FOR_PUBLIC) {
        put_count(s, "line", (int64_t)b->line);
        if (b->moves)
            lm_json_put_boolean(&s->w, "moves", true);
        put_count(s, "reports", (int64_t)b->report_count);
        put_count(s, "empty", b->empty[0] + 2 * b->empty[1]);
        put_count(s, "illegal", b->illegal[0] + 256 * b->illegal[1]);
        put_count(s, "since", b->version);
    }
    lm_json_end(&s->w, '}');
}

static void put_round(struct writing *s, const struct lm_desk_round *r)
{
    if (s->audience == LM_FOR_PUBLIC && r->state < LM_ROUND_ALTERED)
        return;
    lm_json_begin(&s->w, NULL, '{');
    lm_json_put_integer(&s->w, "round", r->number);
    lm_json_put_string(&s->w, "state", lm_desk_round_state_name(r->state));
    lm_json_put_integer(&s->w, "version", r->version);
    put_some(s, "system", r->system);
    put_some(s, "departure", r->departure);
    put_some(s, "position", r->position);
    if (r->closed_at != LM_NO_TIME && s->audience != LM_FOR_PUBLIC)
        lm_json_put_integer(&s->w, "closed_at", r->closed_at);
    lm_json_begin(&s->w, "boards", '[');
    for (size_t i = 0; i < r->board_count && r->state != LM_ROUND_NONE; i++)
        put_board(s, r->boards[i]);
    lm_json_end(&s->w, ']');
    lm_json_begin_inline(&s->w, "idle", '[');
    for (size_t i = 0; i < r->idle_count && r->state != LM_ROUND_NONE; i++)
        lm_json_put_string(&s->w, NULL,
                           lm_printed(s->w.out->arena, "%s:%c", r->idle[i].player->person->id,
                                      lm_desk_bye_letter(r->idle[i].kind)));
    lm_json_end(&s->w, ']');
    lm_json_end(&s->w, '}');
}

/* Write the offset from UTC of the event's clocks in minutes, by round, if known. */
static void put_offsets(struct writing *s, const struct lm_desk_section *x)
{
    bool any = false;
    for (uint32_t round = 1; round < x->start_capacity; round++)
        any |= x->offsets[round] != LM_NO_OFFSET;
    if (!any)
        return;
    lm_json_begin_inline(&s->w, "offsets", '{');
    for (uint32_t round = 1; round < x->start_capacity; round++)
        if (x->offsets[round] != LM_NO_OFFSET)
            lm_json_put_integer(&s->w, lm_printed(s->w.out->arena, "%u", round), x->offsets[round]);
    lm_json_end(&s->w, '}');
}

static void put_starts(struct writing *s, const struct lm_desk_section *x)
{
    bool any = false;
    for (uint32_t round = 1; round < x->start_capacity; round++)
        any |= x->starts[round] != LM_NO_TIME;
    if (!any)
        return;
    lm_json_begin_inline(&s->w, "starts", '{');
    for (uint32_t round = 1; round < x->start_capacity; round++)
        if (x->starts[round] != LM_NO_TIME)
            lm_json_put_integer(&s->w, lm_printed(s->w.out->arena, "%u", round), x->starts[round]);
    lm_json_end(&s->w, '}');
}

static void put_settings(struct writing *s, const struct lm_desk_section *x)
{
    lm_json_put_string(&s->w, "id", x->id);
    lm_json_put_string(&s->w, "title", x->title);
    lm_json_put_string(&s->w, "system", x->system->name);
    lm_json_put_integer(&s->w, "rounds", x->rounds);
    lm_json_begin_inline(&s->w, "points", '[');
    lm_json_put_tenths(&s->w, NULL, x->win);
    lm_json_put_tenths(&s->w, NULL, x->draw);
    lm_json_put_tenths(&s->w, NULL, x->loss);
    lm_json_put_tenths(&s->w, NULL, x->pab);
    lm_json_end(&s->w, ']');
    if (x->teams) {
        put_count(s, "boards", x->boards);
        lm_json_begin_inline(&s->w, "match_points", '[');
        for (size_t i = 0; i < 3; i++)
            lm_json_put_tenths(&s->w, NULL, x->match_points[i]);
        lm_json_end(&s->w, ']');
        lm_json_put_string(&s->w, "scores", x->scores);
        lm_json_put_string(&s->w, "preferences", x->preferences);
        put_some(s, "board_colours", x->board_colours);
        put_count(s, "line_up_minutes", x->line_up_minutes);
        if (x->third_place)
            lm_json_put_boolean(&s->w, "third_place", true);
        if (x->pab_games != LM_NO_POINTS)
            lm_json_put_tenths(&s->w, "pab_games", x->pab_games);
    }
    put_some(s, "tie_breaks", x->tie_breaks);
    put_some(s, "tie_break_edition", x->tie_break_edition);
    if (strcmp(x->rating_use, "first") != 0)
        lm_json_put_string(&s->w, "rating_use", x->rating_use);
    if (strcmp(x->unrated, "undeclared") != 0)
        lm_json_put_string(&s->w, "unrated", x->unrated);
    put_some(s, "keizer", x->keizer);
    if (strcmp(x->numbers_by, "lot") != 0)
        lm_json_put_string(&s->w, "numbers_by", x->numbers_by);
    lm_json_put_string(&s->w, "acceleration", x->acceleration);
    lm_json_put_string(&s->w, "rate", x->rate);
    put_some(s, "rating_by", x->rating_by);
    if (strcmp(x->equals, "name") != 0)
        lm_json_put_string(&s->w, "equals", x->equals);
    put_some(s, "lists", x->lists);
    put_some(s, "time_control", x->time_control);
    put_some(s, "games_link", x->games_link);
    put_count(s, "colour", x->colour);
    lm_json_put_boolean(&s->w, "fide_mode", x->fide_mode);
    put_some(s, "fide_why", x->fide_why);
    put_count(s, "fee", x->fee);
    put_count(s, "default_time", x->default_time);
    put_starts(s, x);
    put_offsets(s, x);
    lm_json_put_boolean(&s->w, "finished", x->finished);
}

static void put_remarks(struct writing *s, const struct lm_desk_section *x)
{
    lm_json_begin(&s->w, "remarks", '[');
    for (size_t i = 0; i < x->remark_count; i++)
        lm_json_put_string(&s->w, NULL, x->remarks[i].text);
    lm_json_end(&s->w, ']');
    lm_json_put_integer(&s->w, "adjustments", (int64_t)x->adjustment_count);
    size_t standing = 0, named = 0;
    for (size_t i = 0; i < x->prohibition_count; i++) {
        standing += !x->prohibitions[i]->lifted;
        named += x->prohibitions[i]->count;
    }
    lm_json_put_integer(&s->w, "prohibitions", (int64_t)standing);
    lm_json_put_integer(&s->w, "kept_apart", (int64_t)named);
    lm_json_put_integer(&s->w, "play_offs", (int64_t)x->play_off_count);
    put_count(s, "later_ratings", (int64_t)x->later_rating_count);
    put_count(s, "given_values", (int64_t)x->given_count);
    lm_json_put_boolean(&s->w, "numbers_by_hand", x->numbers_by_hand);
    put_count(s, "checked_in", x->checked_in);
    put_count(s, "sent", (int64_t)x->sent);
    lm_json_put_integer(&s->w, "accelerated", (int64_t)x->accelerated_count);
    lm_json_put_boolean(&s->w, "check_in", x->check_in);
    if (x->phones)
        lm_json_put_boolean(&s->w, "phones", true);
}

static void put_section(struct writing *s, const struct lm_desk_section *x)
{
    lm_json_begin(&s->w, NULL, '{');
    put_settings(s, x);
    lm_json_begin(&s->w, "players", '[');
    for (size_t i = 0; i < x->player_count; i++)
        if (x->players[i]->standing != LM_REMOVED || s->audience != LM_FOR_PUBLIC)
            put_player(s, x->players[i]);
    lm_json_end(&s->w, ']');
    if (x->teams) {
        lm_json_begin(&s->w, "persons", '[');
        for (size_t i = 0; i < x->member_count; i++)
            if (x->members[i]->standing != LM_REMOVED || s->audience != LM_FOR_PUBLIC)
                put_player(s, x->members[i]);
        lm_json_end(&s->w, ']');
    }
    lm_json_begin(&s->w, "played", '[');
    for (size_t i = 0; i < x->round_count; i++)
        put_round(s, x->rounds_played[i]);
    lm_json_end(&s->w, ']');
    if (s->audience != LM_FOR_PUBLIC)
        put_remarks(s, x);
    lm_json_end(&s->w, '}');
}

static void put_note(struct writing *s, const struct lm_desk_note *note)
{
    static const char *const kinds[] = {"request", "incident", "announcement", "prize"};
    bool public = note->kind == LM_NOTE_ANNOUNCEMENT || note->kind == LM_NOTE_PRIZE;
    if (s->audience == LM_FOR_PUBLIC && !public)
        return;
    lm_json_begin_inline(&s->w, NULL, '{');
    lm_json_put_integer(&s->w, "line", (int64_t)note->line);
    lm_json_put_string(&s->w, "kind", kinds[note->kind]);
    put_some(s, "person", note->person == NULL ? "" : note->person->id);
    put_some(s, "what", note->what);
    put_some(s, "text", note->text);
    put_some(s, "value", note->value);
    put_count(s, "round", note->round);
    put_count(s, "answer", note->answer);
    lm_json_end(&s->w, '}');
}

void lm_desk_write(const struct lm_desk *d, enum lm_desk_audience audience, struct lm_text *out)
{
    const struct lm_desk_event *e = &d->event;
    struct writing s = {lm_json_writer_to(out, false), audience};
    lm_json_begin(&s.w, NULL, '{');
    lm_json_put_integer(&s.w, "number", (int64_t)lm_desk_number(d));
    put_some(&s, "head", lm_desk_head(d));
    put_some(&s, "name", e->name);
    put_some(&s, "city", e->city);
    put_some(&s, "federation", e->federation);
    put_some(&s, "start", e->start);
    put_some(&s, "end", e->end);
    put_some(&s, "zone", e->zone);
    put_some(&s, "arbiter", e->arbiter);
    put_some(&s, "called_off", e->called_off);
    if (e->deleted)
        lm_json_put_boolean(&s.w, "deleted", true);
    put_some(&s, "home", e->home);
    put_count(&s, "epoch", (int64_t)e->epoch);
    if (audience != LM_FOR_PUBLIC)
        put_count(&s, "sanctions", (int64_t)e->sanction_count);
    lm_json_begin(&s.w, "sections", '[');
    for (size_t i = 0; i < e->section_count; i++)
        put_section(&s, e->sections[i]);
    lm_json_end(&s.w, ']');
    lm_json_begin(&s.w, "notes", '[');
    for (size_t i = 0; i < e->note_count; i++)
        put_note(&s, e->notes[i]);
    lm_json_end(&s.w, ']');
    lm_json_end(&s.w, '}');
    lm_text_add_char(out, '\n');
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/keizer.h"

#include <string.h>

#include "base/sort.h"
#include "limmat/text.h"

/*
 * Values follow from places, scores from values, places from scores.  Begun with the pairing
 * numbers and repeated, places nearly always stand still after a few turns; where they go round in
 * a circle, the last turn allowed counts, so that everybody who works it out gets the same.
 */

#define SETTING(name_, least_, most_, usual_, what_)                                               \
    {                                                                                              \
#name_, offsetof(struct lm_keizer_settings, name_), least_, most_, usual_, what_           \
    }

enum { VALUE_MOST = 9999, SHARE_MOST = 200 };

static const struct lm_keizer_setting rows[] = {
    SETTING(top, 0, VALUE_MOST, 0, "value of the first place; 0: one and a half times the players"),
    SETTING(step, 0, 100, 1, "from one place to the next"),
    SETTING(bottom, 0, VALUE_MOST, 1, "no value is less"),
    SETTING(own, 0, SHARE_MOST, 100, "of the own value: what one begins with"),
    SETTING(win, 0, SHARE_MOST, 100, "of the opponent's value: a game won"),
    SETTING(draw, 0, SHARE_MOST, 50, "of the opponent's value: a game drawn"),
    SETTING(loss, 0, SHARE_MOST, 0, "of the opponent's value: a game lost"),
    SETTING(forfeit, 0, SHARE_MOST, 100, "of the opponent's value: won without play"),
    SETTING(bye, 0, SHARE_MOST, 67, "of the own value: left over by the pairing"),
    SETTING(club, 0, SHARE_MOST, 67, "of the own value: away for the club (full-point bye)"),
    SETTING(excused, 0, SHARE_MOST, 33, "of the own value: excused (half-point bye)"),
    SETTING(absent, 0, SHARE_MOST, 0, "of the own value: away without a word"),
    SETTING(excuses, 0, LM_ROUNDS_MAX, 5, "rounds away that bring something, at most"),
    SETTING(apart, 1, LM_ROUNDS_MAX, 3, "rounds after which two may meet again"),
};

enum { SETTINGS = sizeof rows / sizeof *rows };

const struct lm_keizer_setting *lm_keizer_setting_at(size_t index)
{
    return index < SETTINGS ? &rows[index] : NULL;
}

/* ---- Reading ---- */

static int32_t *value_at(struct lm_keizer_settings *s, const struct lm_keizer_setting *setting)
{
    return (int32_t *)(void *)((char *)s + setting->offset);
}

static const struct lm_keizer_setting *named(const char *name, size_t length)
{
    for (size_t i = 0; i < SETTINGS; i++)
        if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
            return &rows[i];
    return NULL;
}

static enum lm_status refuse(struct lm_log *log, const char *text)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "option keizer", .value = text},
                      "name=number, separated by spaces: top step bottom own win draw loss forfeit "
                      "bye club excused absent excuses apart",
                      "the settings of Keizer are not understood");
}

/* Digits at ${*at}, no more than ${most}, and move behind them; -1: there are none, or too many. */
static int32_t number_at(const char **at, int32_t most)
{
    int32_t number = 0;
    if (**at < '0' || **at > '9')
        return -1;
    for (; **at >= '0' && **at <= '9'; ++*at)
        number = number > most ? number : number * 10 + (**at - '0');
    return number > most ? -1 : number;
}

enum lm_status lm_keizer_read(const char *text, struct lm_log *log, struct lm_keizer_settings *out)
{
    struct lm_keizer_settings read;
    for (size_t i = 0; i < SETTINGS; i++)
        *value_at(&read, &rows[i]) = rows[i].usual;
    for (const char *at = text; *(at += strspn(at, " ,;")) != '\0';) {
        size_t length = strcspn(at, "= ,;");
        const struct lm_keizer_setting *setting = named(at, length);
        at += length;
        if (setting == NULL || *at++ != '=')
            return refuse(log, text);
        int32_t number = number_at(&at, setting->most);
        if (number < setting->least || (*at != '\0' && strchr(" ,;", *at) == NULL))
            return refuse(log, text);
        *value_at(&read, setting) = number;
    }
    *out = read;
    return LM_OK;
}

void lm_keizer_say(struct lm_text *out, const struct lm_keizer_settings *settings)
{
    struct lm_keizer_settings copy = *settings;
    for (size_t i = 0; i < SETTINGS; i++)
        lm_text_print(out, "%s%s=%d", i == 0 ? "" : " ", rows[i].name,
                      (int)*value_at(&copy, &rows[i]));
}

enum lm_status lm_keizer_settings_of(const struct lm_tournament *t, struct lm_log *log,
                                     struct lm_keizer_settings *out)
{
    const char *option = lm_option(t, "keizer");
    return lm_keizer_read(option == NULL ? "" : option, log, out);
}

/* ---- Scores ---- */

/* What of whose value a round brought (art. 2.3). */
struct credit {
    uint32_t of; /* player index */
    int32_t percent;
};

/* Scores and places are worked out up to LM_KEIZER_TURNS times over, so what a turn needs is made
 * ready once and lies in a row: who brings what, which no turn changes, and the values, which every
 * game asks for at random.  When few have moved, a turn looks at those and whom they bring
 * something alone: all other scores are sums of the same numbers as before. */
struct reckoning {
    const struct lm_tournament *t;
    uint32_t rounds;
    struct lm_keizer_settings settings;
    struct credit *credits; /* that bring something, player by player */
    size_t *first;        /* per player: his first of them; the end in the place behind the last */
    struct credit *given; /* the same by whose value it is: ${of} is who gets it */
    size_t *first_given;
    bool is_given;   /* these are there */
    int32_t *value;  /* per player */
    int32_t *score;  /* per player */
    uint32_t *moved; /* places of whom the last turn placed elsewhere than the one before */
    uint32_t moved_count;
    uint32_t *order;          /* players, first the first, after the last turn */
    uint32_t *before;         /* … after the turn before that */
    uint32_t *next;           /* room for the turn to come … */
    uint64_t *places, *spare; /* … and for its sort */
    struct lm_keizer *out;
};

/* Away in ${result}: the share, if the excuses of ${*away} rounds leave it. */
static int32_t share_of_absence(const struct lm_keizer_settings *s, enum lm_result result,
                                int32_t *away)
{
    if (result == LM_PAB)
        return s->bye;
    if (result == LM_FULL_BYE)
        return s->club;
    int32_t percent = result == LM_HALF_BYE ? s->excused : s->absent;
    if (percent == 0)
        return 0;
    return ++*away > s->excuses ? 0 : percent;
}

static struct credit credit_of(const struct lm_tournament *t, const struct lm_keizer_settings *s,
                               uint32_t player, uint32_t round, int32_t *away)
{
    const struct lm_record *record = lm_record_of(t, player, round);
    switch ((enum lm_result)record->result) {
    case LM_WIN:
    case LM_UNRATED_WIN:
        return (struct credit){record->opponent, s->win};
    case LM_DRAW:
    case LM_UNRATED_DRAW:
    case LM_ADJOURNED:
        return (struct credit){record->opponent, s->draw};
    case LM_LOSS:
    case LM_UNRATED_LOSS:
        return (struct credit){record->opponent, s->loss};
    case LM_FORFEIT_WIN:
        if (record->opponent != LM_NOBODY)
            return (struct credit){record->opponent, s->forfeit};
        return (struct credit){player, s->bye};
    case LM_PENDING:
    case LM_FORFEIT_LOSS:
        return (struct credit){player, 0};
    default:
        return (struct credit){player, share_of_absence(s, (enum lm_result)record->result, away)};
    }
}

/* ${percent} of ${value} in tenths, halves up (art. 2.3). */
static int32_t share(int32_t value, int32_t percent)
{
    return (value * percent + 5) / 10;
}

static void list_credits(struct reckoning *r)
{
    size_t count = 0;
    for (uint32_t i = 0; i < r->t->player_count; i++) {
        int32_t away = 0;
        r->first[i] = count;
        for (uint32_t round = 1; round <= r->rounds; round++) {
            r->credits[count] = credit_of(r->t, &r->settings, i, round, &away);
            count += r->credits[count].percent != 0;
        }
    }
    r->first[r->t->player_count] = count;
}

/* Art. 2.2. */
static int32_t value_of_place(const struct reckoning *r, uint32_t place)
{
    const struct lm_keizer_settings *s = &r->settings;
    int64_t top = s->top != 0 ? s->top : (3 * (int64_t)r->t->player_count + 1) / 2;
    int64_t value = top - (int64_t)s->step * place;
    return (int32_t)(value < s->bottom ? s->bottom : value);
}

static void give_values(struct reckoning *r)
{
    for (uint32_t place = 0; place < r->t->player_count; place++)
        r->value[r->order[place]] = value_of_place(r, place);
}

static void add_up(struct reckoning *r)
{
    for (uint32_t i = 0; i < r->t->player_count; i++) {
        int32_t score = share(r->value[i], r->settings.own);
        for (size_t c = r->first[i]; c < r->first[i + 1]; c++)
            score += share(r->value[r->credits[c].of], r->credits[c].percent);
        r->score[i] = score;
    }
}

enum { DIGIT = 8, DIGITS = 1 << DIGIT, SCORE_DIGITS = 32 / DIGIT };

/* Sort ${from} into ${to} by the digit above ${shift}, of which there are ${counts} each; equal
 * ones stay as they stand. */
static void sort_by_digit(const uint64_t *from, uint64_t *to, uint32_t count, unsigned shift,
                          const uint32_t *counts)
{
    uint32_t starts[DIGITS], next = 0;
    for (int d = 0; d < DIGITS; d++) {
        starts[d] = next;
        next += counts[d];
    }
    for (uint32_t i = 0; i < count; i++)
        to[starts[(from[i] >> shift) & (DIGITS - 1)]++] = from[i];
}

/* Art. 2.4: by scores, then by number, into ${next}.  Score and player lie side by side, so that
 * each digit reads them in a row. */
static void place_anew(struct reckoning *r)
{
    uint32_t count = r->t->player_count, counts[SCORE_DIGITS][DIGITS] = {0};
    uint64_t *from = r->places, *to = r->spare;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = lm_key_down(r->score[i]);
        from[i] = lm_key_of(key, i);
        for (unsigned digit = 0; digit < SCORE_DIGITS; digit++)
            counts[digit][(key >> DIGIT * digit) & (DIGITS - 1)]++;
    }
    for (unsigned digit = 0; digit < SCORE_DIGITS; digit++) {
        unsigned shift = 32 + DIGIT * digit;
        if (count == 0 || counts[digit][(from[0] >> shift) & (DIGITS - 1)] == count)
            continue; /* all have the same */
        sort_by_digit(from, to, count, shift, counts[digit]);
        uint64_t *sorted = to;
        to = from;
        from = sorted;
    }
    for (uint32_t i = 0; i < count; i++)
        r->next[i] = (uint32_t)from[i];
}

/* ---- Turns that move few ---- */

#ifndef __wasm__ /* of large fields; a visitor fetches the module for browsers */

/* Counted, then laid out player by player. */
static void list_given(struct reckoning *r)
{
    const uint32_t count = r->t->player_count;
    size_t *next =
        r->first_given + 1; /* where the next of each goes; where he begins, in the end */
    for (size_t c = 0; c < r->first[count]; c++)
        next[r->credits[c].of + 1]++;
    for (uint32_t i = 0; i < count; i++)
        next[i + 1] += next[i];
    for (uint32_t i = 0; i < count; i++)
        for (size_t c = r->first[i]; c < r->first[i + 1]; c++)
            r->given[next[r->credits[c].of]++] = (struct credit){i, r->credits[c].percent};
    r->is_given = true;
}

/* The values of those who have moved, and what changes of the scores that have a share in them. */
static void change_scores(struct reckoning *r)
{
    const int32_t own = r->settings.own;
    for (uint32_t i = 0; i < r->moved_count; i++) {
        uint32_t player = r->order[r->moved[i]];
        int32_t was = r->value[player], value = value_of_place(r, r->moved[i]);
        r->value[player] = value;
        r->score[player] += share(value, own) - share(was, own);
        for (size_t c = r->first_given[player]; c < r->first_given[player + 1]; c++) {
            const struct credit *to = &r->given[c];
            r->score[to->of] += share(value, to->percent) - share(was, to->percent);
        }
    }
}

/* As place_anew, from the places before: everybody moves up past those who come after him.  false:
 * that takes longer than to place all anew. */
static bool place_nearby(struct reckoning *r)
{
    enum { STEPS = 8 };
    const uint32_t count = r->t->player_count;
    const uint64_t most = (uint64_t)count * STEPS;
    uint64_t *places = r->places, steps = 0;
    for (uint32_t i = 0; i < count && steps <= most; i++) {
        uint32_t player = r->order[i], place = i;
        uint64_t key = lm_key_of(lm_key_down(r->score[player]), player);
        for (; place > 0 && places[place - 1] > key && steps <= most; place--, steps++)
            places[place] = places[place - 1];
        places[place] = key;
    }
    for (uint32_t i = 0; i < count; i++)
        r->next[i] = (uint32_t)places[i];
    return steps <= most;
}

/* false: more have moved than pay. */
static bool turn_for_few(struct reckoning *r)
{
    enum { FEW = 4 }; /* a part of all */
    if (r->moved_count > r->t->player_count / FEW)
        return false;
    if (!r->is_given)
        list_given(r);
    change_scores(r);
    if (!place_nearby(r))
        place_anew(r);
    return true;
}

#else

static bool turn_for_few(struct reckoning *r)
{
    (void)r;
    return false;
}

#endif

/* One turn: values, scores, places. */
static void turn_once(struct reckoning *r)
{
    if (turn_for_few(r))
        return;
    give_values(r);
    add_up(r);
    place_anew(r);
}

static void list_moved(struct reckoning *r)
{
    r->moved_count = 0;
    for (uint32_t place = 0; place < r->t->player_count; place++) {
        r->moved[r->moved_count] = place;
        r->moved_count += r->next[place] != r->order[place];
    }
}

static bool make_room(struct reckoning *r, struct lm_arena *arena)
{
    size_t count = r->t->player_count, credits = count * r->rounds + 1;
    return (r->credits = lm_arena_alloc(arena, credits, sizeof *r->credits)) != NULL &&
           (r->first = lm_arena_alloc(arena, count + 1, sizeof *r->first)) != NULL &&
           (r->given = lm_arena_alloc(arena, credits, sizeof *r->given)) != NULL &&
           (r->first_given = lm_arena_alloc(arena, count + 3, sizeof *r->first_given)) != NULL &&
           (r->value = lm_arena_alloc(arena, count, sizeof *r->value)) != NULL &&
           (r->score = lm_arena_alloc(arena, count, sizeof *r->score)) != NULL &&
           (r->moved = lm_arena_alloc(arena, count + 1, sizeof *r->moved)) != NULL &&
           (r->order = lm_arena_alloc(arena, count, sizeof *r->order)) != NULL &&
           (r->before = lm_arena_alloc(arena, count, sizeof *r->before)) != NULL &&
           (r->next = lm_arena_alloc(arena, count, sizeof *r->next)) != NULL &&
           (r->places = lm_arena_alloc(arena, count, sizeof *r->places)) != NULL &&
           (r->spare = lm_arena_alloc(arena, count, sizeof *r->spare)) != NULL;
}

static bool same_order(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

/* Art. 2.5.  What a turn comes to follows from the places before it alone.  So where places are
 * those of two turns ago, turns go to and fro from there on, and of those that are left an even
 * number changes nothing. */
static void turn_until_places_stand(struct reckoning *r)
{
    uint32_t count = r->t->player_count;
    int last = LM_KEIZER_TURNS;
    r->moved_count = count;
    for (int turn = 1; turn <= last; turn++) {
        turn_once(r);
        list_moved(r);
        bool to_and_fro = turn > 1 && same_order(r->next, r->before, count);
        uint32_t *free = r->before;
        r->before = r->order;
        r->order = r->next;
        r->next = free;
        if (r->moved_count == 0)
            return;
        if (to_and_fro)
            last = turn + (last - turn) % 2;
    }
}

enum lm_status lm_keizer_scores(const struct lm_tournament *t, uint32_t rounds,
                                struct lm_arena *arena, struct lm_log *log, struct lm_keizer *out)
{
    struct reckoning r = {.t = t, .out = out};
    r.rounds = rounds < t->round_capacity ? rounds : t->round_capacity;
    enum lm_status status = lm_keizer_settings_of(t, log, &r.settings);
    if (status != LM_OK)
        return status;
    struct lm_mark mark = lm_arena_mark(arena);
    if (!make_room(&r, arena)) {
        lm_arena_reset(arena, mark);
        return LM_LIMIT;
    }
    for (uint32_t i = 0; i < t->player_count; i++)
        r.order[i] = i;
    list_credits(&r);
    turn_until_places_stand(&r);
    for (uint32_t place = 0; place < t->player_count; place++) {
        out[r.order[place]].place = place + 1;
        out[place].value = r.value[place];
        out[place].score = r.score[place];
    }
    lm_arena_reset(arena, mark);
    return LM_OK;
}

int32_t lm_keizer_part(const struct lm_tournament *t, const struct lm_keizer_settings *settings,
                       const struct lm_keizer *scores, uint32_t player, uint32_t round)
{
    struct credit credit = {player, settings->own};
    int32_t away = 0;
    for (uint32_t r = 1; r <= round && r <= t->round_capacity; r++)
        credit = credit_of(t, settings, player, r, &away);
    return share(scores[credit.of].value, credit.percent);
}

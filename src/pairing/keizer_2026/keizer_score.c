/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/keizer.h"

#include <string.h>

#include "base/room.h"
#include "base/sort.h"
#include "base/texts.h"
#include "limmat/text.h"

/*
 * Values follow from places, scores from values, places from scores.  Starting from the pairing
 * numbers, places nearly always stop changing after a few turns; where they go round in a circle,
 * the last turn allowed counts, so that every program computes the same.
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
        bool any = lm_is_digit(*at);
        int32_t number = (int32_t)lm_take_number(&at, (uint64_t)setting->most);
        if (!any || number < setting->least || number > setting->most ||
            (*at != '\0' && strchr(" ,;", *at) == NULL))
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

enum { PLAYER_BITS = 24, SHARE_BITS = 8 };

/* The share of a player's value that a round brought (art. 2.3).  Four bytes each: a turn reads all
 * of them. */
struct credit {
    uint32_t of : PLAYER_BITS; /* player index */
    uint32_t percent : SHARE_BITS;
};

_Static_assert(LM_TPN_MAX < 1 << PLAYER_BITS && SHARE_MOST < 1 << SHARE_BITS,
               "a credit holds them");

static struct credit credit(uint32_t of, int32_t percent)
{
    return (struct credit){of & ((1U << PLAYER_BITS) - 1),
                           (uint32_t)percent & ((1U << SHARE_BITS) - 1)};
}

/* Scores and places are computed up to LM_KEIZER_TURNS times, so the data of a turn is prepared
 * once and contiguous: the credits, which no turn changes, and the values, which every game reads
 * at random.  Every round has a credit, even if zero: with a varying number of credits, a processor
 * would mispredict once per player. */
struct reckoning {
    const struct lm_tournament *t;
    uint32_t rounds;
    struct lm_keizer_settings settings;
    struct credit *credits;            /* round by round, player by player */
    int32_t *value;                    /* per player */
    int32_t *score;                    /* per player */
    uint32_t *order;                   /* players, the first place first, after the last turn */
    uint32_t *before;                  /* … after the turn before that */
    uint32_t *next;                    /* room for the next turn … */
    struct lm_keyed *places, *scratch; /* … and for its sort */
};

/* The share of the opponent's value that a game of each result brings; a loss without play:
 * nothing. */
struct game_shares {
    uint8_t of[LM_RESULT_COUNT];
};

static struct game_shares shares_of_games(const struct lm_keizer_settings *s)
{
    const uint8_t win = (uint8_t)s->win, draw = (uint8_t)s->draw, loss = (uint8_t)s->loss;
    return (struct game_shares){{[LM_WIN] = win,
                                 [LM_UNRATED_WIN] = win,
                                 [LM_DRAW] = draw,
                                 [LM_UNRATED_DRAW] = draw,
                                 [LM_ADJOURNED] = draw,
                                 [LM_LOSS] = loss,
                                 [LM_UNRATED_LOSS] = loss,
                                 [LM_FORFEIT_WIN] = (uint8_t)s->forfeit}};
}

/* Return the share of a round without an opponent that ended with ${result}; 0 after more than the
 * allowed number of paid absences, counted in ${*away}. */
static int32_t share_alone(const struct lm_keizer_settings *s, enum lm_result result, int32_t *away)
{
    if (result == LM_PAB || result == LM_FORFEIT_WIN)
        return s->bye;
    if (result == LM_FULL_BYE)
        return s->club;
    if (result == LM_PENDING || result == LM_FORFEIT_LOSS)
        return 0;
    int32_t percent = result == LM_HALF_BYE ? s->excused : s->absent;
    if (percent == 0)
        return 0;
    return ++*away > s->excuses ? 0 : percent;
}

static struct credit credit_of(const struct lm_tournament *t, const struct lm_keizer_settings *s,
                               const struct game_shares *games, uint32_t player, uint32_t round,
                               int32_t *away)
{
    const struct lm_record *record = lm_record_of(t, player, round);
    const enum lm_result result = (enum lm_result)record->result;
    if (record->opponent == LM_NOBODY || result < LM_PENDING || result > LM_FORFEIT_LOSS)
        return credit(player, share_alone(s, result, away));
    return credit(record->opponent, games->of[result]);
}

/* Return ${percent} of ${value} in tenths, halves rounded up (art. 2.3). */
static int32_t share(int32_t value, uint32_t percent)
{
    return (int32_t)(((uint32_t)value * percent + 5) / 10);
}

static void list_credits(struct reckoning *r)
{
    const struct game_shares games = shares_of_games(&r->settings);
    struct credit *next = r->credits;
    for (uint32_t i = 0; i < r->t->player_count; i++) {
        int32_t away = 0;
        for (uint32_t round = 1; round <= r->rounds; round++)
            *next++ = credit_of(r->t, &r->settings, &games, i, round, &away);
    }
}

/* Return the value of a place by art. 2.2. */
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
    const uint32_t own = (uint32_t)r->settings.own, rounds = r->rounds;
    const struct credit *next = r->credits;
    for (uint32_t i = 0; i < r->t->player_count; i++, next += rounds) {
        int32_t score = share(r->value[i], own);
        for (uint32_t round = 0; round < rounds; round++)
            score += share(r->value[next[round].of], next[round].percent);
        r->score[i] = score;
    }
}

/* Art. 2.4: sort by scores, then by number, into ${next}. */
static void place_anew(struct reckoning *r)
{
    uint32_t count = r->t->player_count;
    for (uint32_t i = 0; i < count; i++)
        r->places[i] = (struct lm_keyed){lm_key_down(r->score[i]), i};
    lm_sort_keyed(r->places, r->scratch, count);
    for (uint32_t i = 0; i < count; i++)
        r->next[i] = r->places[i].what;
}

/* Do one turn: values, scores, places. */
static void turn_once(struct reckoning *r)
{
    give_values(r);
    add_up(r);
    place_anew(r);
}

static bool make_room(struct reckoning *r, struct lm_arena *arena)
{
    size_t count = r->t->player_count, credits = count * r->rounds + 1;
    return (r->credits = lm_arena_room(arena, credits, sizeof *r->credits)) != NULL &&
           (r->value = lm_arena_room(arena, count, sizeof *r->value)) != NULL &&
           (r->score = lm_arena_room(arena, count, sizeof *r->score)) != NULL &&
           (r->order = lm_arena_room(arena, count, sizeof *r->order)) != NULL &&
           (r->before = lm_arena_room(arena, count, sizeof *r->before)) != NULL &&
           (r->next = lm_arena_room(arena, count, sizeof *r->next)) != NULL &&
           (r->places = lm_arena_room(arena, count, sizeof *r->places)) != NULL &&
           (r->scratch = lm_arena_room(arena, count, sizeof *r->scratch)) != NULL;
}

static bool same_order(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

/* Art. 2.5: repeat turns until places no longer change.  The result of a turn depends only on the
 * places before it.  So where places are those of two turns ago, turns alternate from there on, and
 * leaving out an even number of them changes nothing. */
static void turn_until_places_stand(struct reckoning *r)
{
    uint32_t count = r->t->player_count;
    int last = LM_KEIZER_TURNS;
    for (int turn = 1; turn <= last; turn++) {
        turn_once(r);
        bool stands = same_order(r->next, r->order, count);
        bool to_and_fro = turn > 1 && same_order(r->next, r->before, count);
        uint32_t *free = r->before;
        r->before = r->order;
        r->order = r->next;
        r->next = free;
        if (stands)
            return;
        if (to_and_fro)
            last = turn + (last - turn) % 2;
    }
}

enum lm_status lm_keizer_scores(const struct lm_tournament *t, uint32_t rounds,
                                struct lm_arena *arena, struct lm_log *log, struct lm_keizer *out)
{
    struct reckoning r = {.t = t};
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
    const struct game_shares games = shares_of_games(settings);
    struct credit part = credit(player, settings->own);
    int32_t away = 0;
    for (uint32_t r = 1; r <= round && r <= t->round_capacity; r++)
        part = credit_of(t, settings, &games, player, r, &away);
    return share(scores[part.of].value, part.percent);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "pairing/dubov_1997/dubov_1997.h"

/*
 * Changes of scoregroup: chapter 8, 7.1, 7.2 and 6.4 of Dubov 1997.
 *
 * Art. 9 leaves open what happens when these instructions lead to players who cannot be paired.
 * Here every choice is the first one, in the order of the text, after which all players left can
 * still be paired legally.  A largest matching decides each such question: of all players left
 * (kept perfect and repaired by one search), or of the group and of the players below it (which
 * vertices can it leave out?).  6.4 can need a best matching.  So nothing is tried and undone:
 * polynomial on any input.
 */

/* ---- Preferences ---- */

/* Return the rank of a colour by 7.1, 7.2, 8.2: the opposite due colour, then none, then the same;
 * all equal for a player without due colour. */
static int colour_preference(uint8_t mine, uint8_t theirs)
{
    if (mine == LM_NO_COLOUR)
        return 0;
    return theirs == LM_NO_COLOUR ? 1 : theirs == mine ? 2 : 0;
}

/* Return the sort key by 7.1, 7.2, 8.2: colour, then highest R, lowest ARO, by name. */
static struct dubov_entry partner_entry(const struct dubov *d, uint8_t due, uint32_t seat)
{
    const struct dubov_seat *s = &d->seats[seat];
    return (struct dubov_entry){{colour_preference(due, s->due), -s->rating, s->aro, s->name},
                                seat};
}

/* 8.1: list White and Black in turns, beginning with White, each in the order of 6.2. */
static enum lm_status take_turns(const struct dubov *d, const uint32_t *seats, uint32_t count,
                                 uint32_t *order)
{
    uint32_t *white = lm_arena_alloc(d->arena, count, sizeof *white);
    uint32_t *black = lm_arena_alloc(d->arena, count, sizeof *black);
    uint32_t whites, blacks, used = 0;
    if (white == NULL || black == NULL ||
        lm_dubov_1997_split(d, seats, count, white, &whites, black, &blacks) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; used < count; i++) {
        if (i < whites)
            order[used++] = white[i];
        if (i < blacks)
            order[used++] = black[i];
    }
    return LM_OK;
}

/* Take ${seat}, which is near their front, out of the lower ones. */
static void drop_from_lower(struct dubov *d, uint32_t seat)
{
    uint32_t i = 0;
    while (d->lower[i] != seat)
        i++;
    memmove(d->lower + 1, d->lower, i * sizeof *d->lower);
    d->lower++;
    d->lower_count--;
    lm_dubov_1997_leave_below(d, seat);
}

static void drop(uint32_t *seats, uint32_t *count, uint32_t seat)
{
    uint32_t i = 0;
    while (seats[i] != seat)
        i++;
    memmove(seats + i, seats + i + 1, (--*count - i) * sizeof *seats);
}

/* Explain why no higher rated one of ${seats} than ${opponent} was chosen for ${seat}; ${up}: from
 * below, where some players cannot come up (2.5). */
static void ask_about_higher(struct dubov *d, uint32_t seat, uint32_t opponent,
                             const uint32_t *seats, uint32_t count, bool up)
{
    uint8_t due = d->seats[seat].due;
    int chosen = colour_preference(due, d->seats[opponent].due);
    uint32_t asked = 0;
    for (uint32_t i = 0; i < count && asked < DUBOV_QUESTIONS_EACH && d->question_limit > 0; i++) {
        const struct dubov_seat *other = &d->seats[seats[i]];
        if (other->rating <= d->seats[opponent].rating)
            continue;
        bool fits_less = colour_preference(due, other->due) > chosen;
        enum dubov_rule rule = up && other->up_barred ? DUBOV_UP_BARRED
                               : fits_less            ? DUBOV_DUE
                                                      : DUBOV_LOOK_AHEAD;
        lm_dubov_1997_ask_pair(d, seat, seats[i], rule, asked++ == 0);
    }
}

/* Pair ${seat} with the first of ${entries} so that the rest can still be paired; return that seat.
 * LM_NOBODY: none. */
static uint32_t pair_with_first(struct dubov *d, uint32_t seat, struct dubov_entry *entries,
                                uint32_t count)
{
    lm_dubov_1997_sort(entries, count);
    for (uint32_t i = 0; i < count; i++) {
        if (lm_dubov_1997_try_pair(d, seat, entries[i].seat))
            return entries[i].seat;
        lm_dubov_1997_note(d, DUBOV_LOOK_AHEAD, entries[i].seat, 0);
    }
    return LM_NOBODY;
}

/* ---- Possible opponents in a set ---- */

/* Return the place among ${count} ${seats} of the first that ${seat} can meet; ${count}: none. */
static uint32_t first_possible(const struct dubov *d, uint32_t seat, const uint32_t *seats,
                               uint32_t count)
{
    uint32_t i = 0;
    while (i < count && (seats[i] == seat || !lm_dubov_1997_possible(d, seat, seats[i])))
        i++;
    return i;
}

struct those {
    const uint32_t *seats;
    uint32_t count;
};

static bool has_possible(const struct dubov *d, uint32_t seat, struct those those)
{
    return first_possible(d, seat, those.seats, those.count) < those.count;
}

/* Return the lower players with the score of the one at ${place}. */
static struct those those_alike(const struct dubov *d, uint32_t place)
{
    const struct lm_seat *seats = d->p->seats;
    const int32_t score = seats[d->lower[place]].score;
    uint32_t from = place, end = place + 1;
    while (from > 0 && seats[d->lower[from - 1]].score == score)
        from--;
    while (end < d->lower_count && seats[d->lower[end]].score == score)
        end++;
    return (struct those){d->lower + from, end - from};
}

/* ---- Chapter 8 ---- */

/* Pair a floater by 8.2.  The opponents are the members of the group. */
static void pair_floater(struct dubov *d, uint32_t floater, struct dubov_entry *scratch)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->group_count; i++)
        if (lm_dubov_1997_possible(d, floater, d->group[i]))
            scratch[count++] = partner_entry(d, d->seats[floater].due, d->group[i]);
    d->order = DUBOV_AFTER;
    uint32_t opponent = pair_with_first(d, floater, scratch, count);
    if (opponent == LM_NOBODY)
        return;
    lm_dubov_1997_note(d, DUBOV_FROM_ABOVE, floater, 0);
    ask_about_higher(d, floater, opponent, d->group, d->group_count, false);
    drop(d->group, &d->group_count, opponent);
}

static bool any_may_meet(const struct dubov *d, const uint32_t *seats, uint32_t count,
                         struct those those)
{
    uint32_t i = 0;
    while (i < count && !has_possible(d, seats[i], those))
        i++;
    return i < count;
}

enum lm_status lm_dubov_1997_pair_floaters(struct dubov *d, const uint32_t *floaters,
                                           uint32_t count)
{
    struct lm_arena *arena = d->arena;
    if (count == 0)
        return LM_OK;
    if (!any_may_meet(d, floaters, count, (struct those){d->group, d->group_count})) {
        memcpy(d->group + d->group_count, floaters, count * sizeof *floaters);
        d->group_count += count;
        return LM_OK;
    }
    struct lm_mark mark = lm_arena_mark(arena);
    uint32_t *order = lm_arena_alloc(arena, count, sizeof *order);
    struct dubov_entry *scratch = lm_arena_alloc(arena, d->group_count, sizeof *scratch);
    if (order == NULL || scratch == NULL || take_turns(d, floaters, count, order) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        pair_floater(d, order[i], scratch);
    for (uint32_t i = 0; i < count; i++)
        if (!d->seats[floaters[i]].paired)
            d->group[d->group_count++] = floaters[i];
    lm_arena_reset(arena, mark);
    return LM_OK;
}

/* ---- 7.1 ---- */

/* Return "the next possible lower score group": the nearest with a possible opponent for one of
 * ${seats}; empty: there is none. */
static struct those next_possible_group(const struct dubov *d, const uint32_t *seats,
                                        uint32_t count)
{
    uint32_t first = d->lower_count;
    for (uint32_t i = 0; i < count; i++)
        first = first_possible(d, seats[i], d->lower, first);
    return first < d->lower_count ? those_alike(d, first) : (struct those){NULL, 0};
}

/* Write the players of ${group} who can meet ${seat} and come up to ${out} (room for all). */
static uint32_t list_rescuers(const struct dubov *d, uint32_t seat, struct those group,
                              struct dubov_entry *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < group.count; i++)
        if (!d->seats[group.seats[i]].up_barred && lm_dubov_1997_possible(d, seat, group.seats[i]))
            out[count++] = partner_entry(d, d->seats[seat].due, group.seats[i]);
    return count;
}

/* Apply 7.1 to a player without possible opponent in the group: the two are paired at once. */
static void rescue(struct dubov *d, uint32_t seat, struct dubov_entry *scratch)
{
    const struct those group = next_possible_group(d, &seat, 1);
    uint32_t count = list_rescuers(d, seat, group, scratch);
    d->order = DUBOV_FETCHED;
    uint32_t opponent = pair_with_first(d, seat, scratch, count);
    if (opponent == LM_NOBODY)
        return;
    lm_dubov_1997_note(d, DUBOV_ISLAND, opponent, 0);
    ask_about_higher(d, seat, opponent, group.seats, group.count, true);
    drop(d->group, &d->group_count, seat);
    drop_from_lower(d, opponent);
}

/* Find the players without possible opponent in the group. */
static void find_islands(struct dubov *d)
{
    const struct those group = {d->group, d->group_count};
    d->island_count = 0;
    for (uint32_t i = 0; i < d->group_count; i++)
        if (!has_possible(d, d->group[i], group))
            d->island[d->island_count++] = d->group[i];
}

static enum lm_status rescue_islands(struct dubov *d)
{
    const uint32_t count = d->island_count;
    if (count == 0)
        return LM_OK;
    uint32_t *order = lm_arena_alloc(d->arena, count, sizeof *order);
    struct dubov_entry *scratch = lm_arena_alloc(d->arena, d->lower_count, sizeof *scratch);
    if (order == NULL || scratch == NULL || take_turns(d, d->island, count, order) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        rescue(d, order[i], scratch);
    return LM_OK;
}

/* ---- 7.2 ---- */

/* Find the players of the group that a largest matching of it can leave alone: one more pair is
 * possible only with an additional player who can meet one of them.  ${*alone}: how many it
 * leaves. */
static enum lm_status find_inessential(const struct dubov *d, struct those *inessential,
                                       uint32_t *alone)
{
    struct lm_matching *matching;
    bool *even = lm_arena_alloc(d->arena, d->group_count, sizeof *even);
    uint32_t *seats = lm_arena_alloc(d->arena, d->group_count, sizeof *seats);
    *inessential = (struct those){seats, 0};
    if (even == NULL || seats == NULL ||
        lm_dubov_1997_match(d, d->group, d->group_count, &matching) != LM_OK)
        return LM_LIMIT;
    lm_matching_even_set(matching, even);
    *alone = (uint32_t)lm_matching_alone(matching);
    for (uint32_t i = 0; i < d->group_count; i++)
        if (even[i])
            seats[inessential->count++] = d->group[i];
    return LM_OK;
}

/* Explain why no higher rated player of the next group joins instead of ${joined}. */
static void ask_who_else_joins(struct dubov *d, uint32_t joined, struct those group,
                               struct those inessential)
{
    uint8_t dominating = (uint8_t)lm_dubov_1997_dominating(d, d->group, d->group_count);
    int chosen = colour_preference(dominating, d->seats[joined].due);
    uint32_t asked = 0;
    for (uint32_t i = 0; i < group.count && asked < DUBOV_QUESTIONS_EACH && d->question_limit > 0;
         i++) {
        const struct dubov_seat *other = &d->seats[group.seats[i]];
        if (other->rating <= d->seats[joined].rating)
            continue;
        enum dubov_rule rule = DUBOV_LOOK_AHEAD;
        if (other->up_barred)
            rule = DUBOV_UP_BARRED;
        else if (!has_possible(d, group.seats[i], inessential))
            rule = DUBOV_NO_USE;
        else if (colour_preference(dominating, other->due) > chosen)
            rule = DUBOV_DUE;
        lm_dubov_1997_ask(d, group.seats[i], LM_NOBODY, rule, asked++ == 0);
    }
}

/* 7.2: let one player of the next possible group join.  A player who lets the group be paired
 * completely comes first; failing that, one who lets it make one more pair (then 6.4 sends another
 * down). An odd group lacks at least one partner, so one test answers both. */
static enum lm_status join_odd_group(struct dubov *d)
{
    struct those mates;
    const struct those group = next_possible_group(d, d->group, d->group_count);
    uint32_t count = 0, alone;
    struct dubov_entry *entries = lm_arena_alloc(d->arena, group.count, sizeof *entries);
    bool *inessential_below = lm_arena_alloc(d->arena, d->p->seat_count, sizeof *inessential_below);
    if (group.count == 0)
        return LM_OK;
    if (entries == NULL || inessential_below == NULL ||
        find_inessential(d, &mates, &alone) != LM_OK)
        return LM_LIMIT;
    const bool completes = alone == 1 && lm_dubov_1997_alone_below(d) == 1;
    if (completes)
        lm_dubov_1997_surplus_below(d, inessential_below);
    uint8_t dominating = (uint8_t)lm_dubov_1997_dominating(d, d->group, d->group_count);
    for (uint32_t i = 0; i < group.count; i++)
        if (!d->seats[group.seats[i]].up_barred && has_possible(d, group.seats[i], mates))
            entries[count++] = partner_entry(d, dominating, group.seats[i]);
    lm_dubov_1997_sort(entries, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t seat = entries[i].seat;
        /* A player who completes the group must leave the players below complete; otherwise some go
         * down to them. */
        if (!(alone > 1 ? lm_dubov_1997_can_stay(d, seat, d->group, d->group_count)
                        : completes && inessential_below[seat])) {
            lm_dubov_1997_note(d, DUBOV_LOOK_AHEAD, seat, 0);
            continue;
        }
        ask_who_else_joins(d, seat, group, mates);
        lm_dubov_1997_note(d, alone > 1 ? DUBOV_RESIDUE : DUBOV_ODD, seat, 0);
        if (alone > 1)
            lm_dubov_1997_note(d, DUBOV_ODD, seat, 0);
        drop_from_lower(d, seat);
        d->group[d->group_count++] = seat;
        d->joined = seat;
        break;
    }
    return LM_OK;
}

enum lm_status lm_dubov_1997_transfer_up(struct dubov *d)
{
    find_islands(d);
    d->joined = LM_NOBODY;
    struct lm_mark mark = lm_arena_mark(d->arena);
    enum lm_status status = rescue_islands(d);
    if (status == LM_OK && d->group_count % 2 == 1)
        status = join_odd_group(d);
    lm_arena_reset(d->arena, mark);
    return status;
}

/* ---- 6.4 ---- */

static struct those following_group(const struct dubov *d)
{
    return d->lower_count == 0 ? (struct those){NULL, 0} : those_alike(d, 0);
}

/* Return the class of ${seat} by 6.4, one of four; ${following} is the next scoregroup. */
static int class_of(const struct dubov *d, uint32_t seat, struct those following)
{
    bool below = has_possible(d, seat, following);
    return (d->seats[seat].came_down ? 3 : 1) + !below;
}

/* List the group in the order in which it gives floaters: by class, then as for the bye (art. 4),
 * without the player who just joined by 7.2. */
static uint32_t order_for_floating(struct dubov *d, struct dubov_entry *entries)
{
    uint8_t dominating = (uint8_t)lm_dubov_1997_dominating(d, d->group, d->group_count);
    const struct those following = following_group(d);
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->group_count; i++) {
        const struct dubov_seat *s = &d->seats[d->group[i]];
        if (d->group[i] == d->joined)
            continue;
        bool wanted = dominating == LM_NO_COLOUR || s->due == dominating;
        entries[count++] = (struct dubov_entry){
            {class_of(d, d->group[i], following), s->rating, !wanted, -(int64_t)s->aro, s->name},
            d->group[i]};
    }
    lm_dubov_1997_sort(entries, count);
    return count;
}

static int32_t place_of(const struct dubov *d, uint32_t seat)
{
    int32_t place = 0;
    while (d->group[place] != seat)
        place++;
    return place;
}

/* Find the first ${need} in order without whom the rest of the group can be paired: each is a
 * player that a largest matching can leave alone after the earlier ones have left.  A player who
 * cannot be left alone never can later: together with those who have left, such a matching is a
 * largest one of all. */
static enum lm_status first_floaters(const struct dubov *d, const struct dubov_entry *entries,
                                     uint32_t count, struct lm_matching *matching,
                                     uint32_t *floaters, uint32_t need)
{
    uint32_t taken = 0;
    bool *inessential = lm_arena_alloc(d->arena, d->group_count, sizeof *inessential);
    if (inessential == NULL)
        return LM_LIMIT;
    if (need > 0)
        lm_matching_even_set(matching, inessential);
    bool current = true; /* is ${inessential} up to date, or from before the last player left? */
    for (uint32_t i = 0; i < count && taken < need; i++) {
        int32_t vertex = place_of(d, entries[i].seat);
        bool alone = lm_matching_mate(matching, vertex) == LM_ALONE;
        if (inessential[vertex] && !alone && !current) {
            lm_matching_even_set(matching, inessential);
            current = true;
        }
        if (!inessential[vertex])
            continue;
        lm_matching_remove(matching, vertex);
        if (!alone)
            lm_matching_repair(matching);
        floaters[taken++] = entries[i].seat;
        current = false;
    }
    return taken == need ? LM_OK : LM_INTERNAL;
}

/* Choose the floaters.  One who goes down is an opponent for one of the players below, so at least
 * as many go down as a largest matching of these alone leaves. */
static enum lm_status choose_floaters(struct dubov *d, const struct dubov_entry *entries,
                                      uint32_t count, struct lm_matching *matching,
                                      uint32_t *floaters, uint32_t *taken, bool *completion)
{
    enum lm_status status = LM_OK;
    *completion = *taken < d->group_count && lm_dubov_1997_alone_below(d) > *taken;
    if (!*completion)
        status = first_floaters(d, entries, count, matching, floaters, *taken);
    if (status == LM_OK && !*completion && *taken < d->group_count)
        *completion = *taken == 0 || !lm_dubov_1997_can_go_on(d, floaters, *taken);
    if (status != LM_OK || !*completion)
        return status;
    lm_dubov_1997_note(d, *taken == 0 ? DUBOV_COMPLETION : DUBOV_LOOK_AHEAD, LM_NOBODY, 0);
    return lm_dubov_1997_complete(d, entries, count, floaters, taken);
}

/* Explain why no player rated lower, or earlier in 6.4, goes down instead of the last of the
 * floaters. */
static void ask_who_else_goes(struct dubov *d, const struct dubov_entry *entries, uint32_t count,
                              const uint32_t *floaters, uint32_t taken, bool completion)
{
    uint32_t last = floaters[taken - 1], asked = 0, first = 0;
    while (entries[first].seat != floaters[0])
        first++;
    const struct those following = following_group(d);
    int class_of_last = class_of(d, last, following);
    for (uint32_t i = 0; i < count && asked < DUBOV_QUESTIONS_EACH; i++) {
        uint32_t seat = entries[i].seat, k = 0;
        while (k < taken && floaters[k] != seat)
            k++;
        int class = class_of(d, seat, following);
        if (k < taken || (class >= class_of_last && d->seats[seat].rating >= d->seats[last].rating))
            continue;
        lm_dubov_1997_ask(d, seat, LM_NOBODY,
                          class <= class_of_last     ? (completion ? DUBOV_LOOK_AHEAD : DUBOV_STAYS)
                          : d->seats[seat].came_down ? DUBOV_CAME_DOWN
                                                     : DUBOV_NONE_BELOW,
                          asked++ == 0 && i < first);
    }
}

/* Record why the ${taken} ${floaters} go down: they are ${needed} where the group cannot be
 * paired. */
static void note_floaters(struct dubov *d, const uint32_t *floaters, uint32_t taken, bool needed)
{
    const struct those following = following_group(d);
    for (uint32_t i = 0; i < taken && d->remark_limit > 0; i++)
        lm_dubov_1997_note(d, needed ? DUBOV_FLOATER : DUBOV_FOR_BELOW, floaters[i],
                           class_of(d, floaters[i], following));
}

static void let_go_down(struct dubov *d, const uint32_t *floaters, uint32_t taken)
{
    const bool all = taken == d->group_count;
    for (uint32_t i = 0; i < taken; i++) {
        d->seats[floaters[i]].came_down = true;
        if (!all)
            drop(d->group, &d->group_count, floaters[i]);
    }
    if (all)
        d->group_count = 0;
}

/* Choose the players who go down, at least ${*taken} of them, and record why. */
static enum lm_status find_floaters(struct dubov *d, struct lm_matching *matching,
                                    uint32_t *floaters, uint32_t *taken)
{
    const bool needed = *taken > 0;
    bool completion = false;
    struct dubov_entry *entries = lm_arena_alloc(d->arena, d->group_count, sizeof *entries);
    if (entries == NULL)
        return LM_LIMIT;
    uint32_t count = order_for_floating(d, entries);
    enum lm_status status =
        choose_floaters(d, entries, count, matching, floaters, taken, &completion);
    if (status != LM_OK)
        return status;
    if (*taken > 0 && d->question_limit > 0)
        ask_who_else_goes(d, entries, count, floaters, *taken, completion);
    note_floaters(d, floaters, *taken, needed);
    return LM_OK;
}

enum lm_status lm_dubov_1997_send_down(struct dubov *d, uint32_t *floaters, uint32_t *taken)
{
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct lm_matching *matching;
    enum lm_status status = lm_dubov_1997_match(d, d->group, d->group_count, &matching);
    *taken = status == LM_OK ? (uint32_t)lm_matching_alone(matching) : 0;
    if (status == LM_OK && d->group_count > 0 && (*taken > 0 || lm_dubov_1997_alone_below(d) > 0)) {
        status = find_floaters(d, matching, floaters, taken);
        if (status == LM_OK)
            let_go_down(d, floaters, *taken);
    }
    lm_arena_reset(d->arena, mark);
    return status;
}

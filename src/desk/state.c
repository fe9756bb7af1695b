/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "desk/desk.h"
#include "limmat/date.h"

/* ---- changes */

static struct cell *cell_at(const struct lm_desk *d, size_t index)
{
    return &d->cells[index / CELL_BLOCK][index % CELL_BLOCK];
}

/* Make room for one more cell; false without memory. */
static bool more_cells(struct lm_desk *d)
{
    if (d->cell_count < d->block_count * CELL_BLOCK)
        return true;
    struct cell *block = lm_arena_alloc(d->arena, CELL_BLOCK, sizeof *block);
    if (block == NULL || !lm_arena_grow(d->arena, &d->cells, &d->block_capacity, d->block_count + 1,
                                        sizeof(struct cell *)))
        return false;
    d->cells[d->block_count++] = block;
    return true;
}

void lm_desk_keep(struct lm_desk *d, void *at, size_t size, enum cell_kind kind)
{
    for (char *from = at; size > 0; from += CELL_BYTES) {
        size_t part = size < CELL_BYTES ? size : CELL_BYTES;
        if (!more_cells(d)) {
            d->out_of_memory = true;
            return;
        }
        struct cell *cell = cell_at(d, d->cell_count++);
        *cell = (struct cell){.at = from, .size = (uint8_t)part, .kind = (uint8_t)kind};
        if (part == CELL_BYTES) /* mostly a pointer or a number */
            memcpy(cell->old, from, CELL_BYTES);
        else
            memcpy(cell->old, from, part);
        size -= part;
    }
}

void lm_desk_undo_cells(struct lm_desk *d, size_t cells)
{
    while (d->cell_count > cells) {
        const struct cell *cell = cell_at(d, --d->cell_count);
        if (cell->kind != CELL_READ)
            memcpy(cell->at, cell->old, cell->size);
    }
}

bool lm_desk_append(struct lm_desk *d, void *list, size_t *count, size_t *capacity, size_t size,
                    const void *item, enum cell_kind kind)
{
    lm_desk_keep(d, list, sizeof(void *), kind);
    lm_desk_keep(d, capacity, sizeof *capacity, kind);
    lm_desk_keep(d, count, sizeof *count, kind);
    char *items;
    bool reused = *count < *capacity; /* the slot can be one that a shorter list left behind */
    if (d->out_of_memory || !lm_arena_grow(d->arena, list, capacity, *count + 1, size)) {
        d->out_of_memory = true;
        return false;
    }
    memcpy(&items, list, sizeof items);
    char *slot = items + *count * size;
    if (reused)
        lm_desk_keep(d, slot, size, kind);
    memcpy(slot, item, size);
    ++*count;
    return true;
}

/* Lines that were undone, and those that undid them, leave no change. */
static bool left_no_trace(const struct entry *entry, uint64_t line)
{
    const struct lm_line *own = &entry->shown.line;
    return entry->shown.undone != 0 || own->undoes > line;
}

/* The places that a line wrote, for lookups by later lines: open addressing, at most half full. */
struct places {
    const void **at;
    size_t mask;
    bool all; /* no memory for them: any place may be one */
};

static size_t slot_of(const struct places *p, const void *at)
{
    uint64_t hash = (uint64_t)(uintptr_t)at * 0x9E3779B97F4A7C15u;
    size_t slot = (size_t)(hash >> 32) & p->mask;
    while (p->at[slot] != NULL && p->at[slot] != at)
        slot = (slot + 1) & p->mask;
    return slot;
}

static struct places places_of(const struct lm_desk *d, size_t first, size_t end)
{
    struct places p = {.mask = 1};
    while (p.mask < 2 * (end - first) + 1)
        p.mask = 2 * p.mask + 1;
    p.at = lm_arena_alloc(d->arena, p.mask + 1, sizeof *p.at);
    p.all = p.at == NULL;
    for (size_t i = first; p.at != NULL && i < end; i++)
        if (cell_at(d, i)->kind == CELL_WRITTEN)
            p.at[slot_of(&p, cell_at(d, i)->at)] = cell_at(d, i)->at;
    return p;
}

static bool is_among(const struct places *p, const void *at)
{
    return p->all || p->at[slot_of(p, at)] != NULL;
}

/* Does ${entry}, whose cells are ${from} … ${to}, depend on one of ${p}?  A line of a section
 * depends on its participants: no entry of one can be removed before it. */
static bool builds_on(const struct lm_desk *d, const struct entry *entry, size_t from, size_t to,
                      const struct places *p)
{
    const struct lm_desk_section *s = entry->section;
    if (s != NULL && (is_among(p, &d->event.section_count) || is_among(p, &s->player_count)))
        return true;
    for (size_t i = from; i < to; i++)
        if (is_among(p, cell_at(d, i)->at))
            return true;
    return false;
}

/* Linear in the cells of the line and of later lines. */
size_t lm_desk_dependents(const struct lm_desk *d, uint64_t line, int64_t *out, size_t limit)
{
    size_t first = d->entries[line - 1]->first_cell, count = 0;
    size_t end = line < d->entry_count ? d->entries[line]->first_cell : d->cell_count;
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct places places = places_of(d, first, end);
    for (uint64_t other = line + 1; other <= d->entry_count && count < limit; other++) {
        const struct entry *entry = d->entries[other - 1];
        size_t to = other < d->entry_count ? d->entries[other]->first_cell : d->cell_count;
        if (!left_no_trace(entry, line) && builds_on(d, entry, entry->first_cell, to, &places))
            out[count++] = (int64_t)other;
    }
    lm_arena_reset(d->arena, mark);
    return count;
}

const void *lm_desk_before(const struct lm_desk *d, uint64_t line, const void *place)
{
    size_t end = line < d->entry_count ? d->entries[line]->first_cell : d->cell_count;
    for (size_t i = d->entries[line - 1]->first_cell; i < end; i++)
        if (cell_at(d, i)->at == place && cell_at(d, i)->kind == CELL_WRITTEN)
            return cell_at(d, i)->old;
    return NULL;
}

/* Restore the cells that line ${v}->line changed, latest change first. */
void lm_desk_apply_restore(struct taking *t)
{
    struct lm_desk *d = t->d;
    struct entry *target = d->entries[t->v->line - 1];
    size_t first = target->first_cell, end = d->entries[t->v->line]->first_cell;
    for (size_t i = end; i > first && !d->out_of_memory; i--) {
        struct cell cell = *cell_at(d, i - 1);
        if (cell.kind != CELL_WRITTEN)
            continue;
        lm_desk_keep(d, cell.at, cell.size, CELL_WRITTEN);
        memcpy(cell.at, cell.old, cell.size);
    }
    SET_FOR_GOOD(d, target->shown.undone, t->line->number);
    d->entries[d->entry_count - 1]->shown.line.undoes = target->shown.line.number;
}

/* ---- texts */

const char *lm_desk_copy(struct lm_desk *d, const char *text)
{
    const char *copy = lm_arena_copy(d->arena, text, strlen(text));
    if (copy == NULL)
        d->out_of_memory = true;
    return copy == NULL ? "" : copy;
}

bool lm_desk_same_name(const char *a, const char *b, struct lm_arena *arena)
{
    struct lm_mark mark = lm_arena_mark(arena);
    struct lm_text left = lm_text_in(arena), right = lm_text_in(arena);
    lm_text_add_folded(&left, a, strlen(a));
    lm_text_add_folded(&right, b, strlen(b));
    bool same = !left.failed && !right.failed && left.length > 0 &&
                strcmp(lm_text_string(&left), lm_text_string(&right)) == 0;
    lm_arena_reset(arena, mark);
    return same;
}

bool lm_desk_look_alike(const struct lm_desk_person *p, const struct line_fields *v,
                        struct lm_arena *arena)
{
    if (v->fide_id[0] != '\0' && p->fide_id[0] != '\0')
        return strcmp(p->fide_id, v->fide_id) == 0;
    bool year = p->birth[0] == '\0' || v->birth[0] == '\0' || strncmp(p->birth, v->birth, 4) == 0;
    return year && lm_desk_same_name(p->name, v->name, arena);
}

/* Distinguish players of the same name: by club and year, else by the order of entry. */
const char *lm_desk_distinction(const struct lm_desk_person *p, struct lm_arena *arena)
{
    bool year = strlen(p->birth) >= 4;
    if (p->club[0] != '\0')
        return lm_printed(arena, "%s (%s%s%.4s)", p->name, p->club, year ? ", " : "",
                          year ? p->birth : "");
    if (year)
        return lm_printed(arena, "%s (%.4s)", p->name, p->birth);
    return p->twin == 0 ? p->name : lm_printed(arena, "%s (%u)", p->name, p->twin);
}

/* Do the same for the public: without the year. */
static const char *told_apart_in_public(const struct lm_desk_person *p, struct lm_arena *arena)
{
    return p->club[0] == '\0' ? lm_printed(arena, "%s (%u)", p->name, p->twin)
                              : lm_printed(arena, "%s (%s, %u)", p->name, p->club, p->twin);
}

const char *lm_desk_name(const struct lm_desk_player *p, enum lm_desk_audience audience,
                         struct lm_arena *arena)
{
    const struct lm_desk_person *person = p->person;
    if (audience == LM_FOR_PUBLIC && person->pseudonym[0] != '\0')
        return person->pseudonym;
    bool twin = person->twin > 0 && person->merged[0] == '\0';
    if (person->name[0] != '\0' && !person->erased)
        return !twin || audience == LM_FOR_REPORT ? person->name
               : audience == LM_FOR_PUBLIC        ? told_apart_in_public(person, arena)
                                                  : lm_desk_distinction(person, arena);
    if (p->number != 0)
        return lm_printed(arena, "player %u", p->number);
    return lm_printed(arena, "person %s", person->id); /* erased before there were numbers */
}

const char *lm_desk_who(const struct taking *t, const struct lm_desk_player *p)
{
    return p == NULL ? "nobody" : lm_desk_name(p, LM_FOR_ARBITERS, t->d->arena);
}

/* ---- finding */

const char *lm_desk_section_title(const struct lm_desk_section *s)
{
    return s->title[0] == '\0' ? s->id : s->title;
}

struct lm_desk_section *lm_desk_section(const struct lm_desk *d, const char *id)
{
    const struct lm_desk_event *e = &d->event;
    if (id == NULL || id[0] == '\0')
        return e->section_count == 1 ? e->sections[0] : NULL;
    for (size_t i = 0; i < e->section_count; i++)
        if (strcmp(e->sections[i]->id, id) == 0)
            return e->sections[i];
    return NULL;
}

const struct lm_desk_person *lm_desk_person(const struct lm_desk *d, const char *id)
{
    int64_t number;
    if (id == NULL || id[0] != 'p' || strlen(id) > 10 ||
        !lm_parse_integer(id + 1, strlen(id) - 1, 1, UINT32_MAX, &number) ||
        (uint64_t)number > d->event.person_count)
        return NULL;
    const struct lm_desk_person *person = d->event.people[number - 1];
    return strcmp(person->id, id) == 0 ? person : NULL;
}

struct lm_desk_player *lm_desk_player_of(const struct lm_desk_section *s,
                                         const struct lm_desk_person *person)
{
    for (size_t i = 0; i < s->member_count; i++)
        if (s->members[i]->person == person && s->members[i]->standing != LM_REMOVED)
            return s->members[i];
    for (size_t i = 0; i < s->player_count; i++)
        if (s->players[i]->person == person && s->players[i]->standing != LM_REMOVED)
            return s->players[i];
    return NULL;
}

/* Ids ascend with the order of entry, except for players who joined from another section: the guess
 * is mostly right, and a binary search finds the others. */
static struct lm_desk_player *player_by_id(const struct lm_desk_section *s, uint32_t id)
{
    size_t low = 0, high = s->player_count;
    size_t guess = high == 0 ? 0 : id - (size_t)s->players[0]->person->key;
    if (guess < high && s->players[guess]->person->key == id)
        low = high = guess; /* no player joined or left in between */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->players[middle]->person->key < id)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < s->player_count && s->players[low]->person->key == id;
    return found && s->players[low]->standing != LM_REMOVED ? s->players[low] : NULL;
}

struct lm_desk_player *lm_desk_player(const struct lm_desk_section *s, const char *who)
{
    int64_t number = 0;
    uint32_t id = 0; /* of "p12", as Limmat writes it: up to nine digits; of a team "t3" */
    size_t digits = 0;
    for (const char *c = who + 1; who[0] == (s->teams ? 't' : 'p') && lm_is_digit(*c) && digits < 9;
         c++, digits++)
        id = id * 10 + (uint32_t)(*c - '0');
    if (digits > 0 && who[1] != '0' && who[1 + digits] == '\0') {
        struct lm_desk_player *found = player_by_id(s, id);
        if (found != NULL)
            return found;
    }
    bool by_number = lm_parse_integer(who, strlen(who), 1, LM_TPN_MAX, &number);
    for (size_t i = 0; i < s->player_count; i++) {
        struct lm_desk_player *p = s->players[i];
        bool found = by_number ? p->number == (uint32_t)number : strcmp(p->person->id, who) == 0;
        if (found && p->standing != LM_REMOVED)
            return p;
    }
    return NULL;
}

struct lm_desk_round *lm_desk_round(const struct lm_desk_section *s, uint32_t number)
{
    if (number < 1 || number > s->round_count)
        return NULL;
    struct lm_desk_round *r = s->rounds_played[number - 1];
    return r->state == LM_ROUND_NONE ? NULL : r;
}

const struct lm_desk_round *lm_desk_seen(const struct lm_desk_round *r)
{
    return r != NULL && r->state == LM_ROUND_ALTERED && r->wall != NULL ? r->wall : r;
}

bool lm_desk_is_published(const struct lm_desk_round *r)
{
    return r != NULL && r->state >= LM_ROUND_ALTERED && r->state != LM_ROUND_CANCELLED;
}

bool lm_desk_is_fixed(const struct lm_desk_section *s)
{
    return s->system->board != NULL && !s->system->knocks_out;
}

bool lm_desk_is_match_of_teams(const struct lm_desk_section *s)
{
    return strcmp(s->system->family, "scheveningen") == 0;
}

const char *lm_desk_table_article(const struct lm_desk_section *s)
{
    return s->system->criteria[0].article;
}

uint32_t lm_desk_on_wall(const struct lm_desk_section *s)
{
    size_t number = s->round_count;
    while (number > 0 && s->rounds_played[number - 1]->state < LM_ROUND_ALTERED)
        number--;
    return (uint32_t)number;
}

uint32_t lm_desk_published(const struct lm_desk_section *s)
{
    uint32_t last = lm_desk_on_wall(s), number = 1;
    if (!lm_desk_is_fixed(s))
        return last;
    while (number < last && s->rounds_played[number - 1]->state >= LM_ROUND_CLOSED)
        number++;
    return number < last ? number : last;
}

bool lm_desk_paired_since(const struct lm_desk_section *s, uint32_t round)
{
    return !lm_desk_is_fixed(s) && lm_desk_paired(s) > round;
}

bool lm_desk_started(const struct lm_desk_section *s)
{
    return lm_desk_published(s) > 0;
}

struct lm_desk_round *lm_desk_current(const struct lm_desk_section *s)
{
    return lm_desk_round(s, lm_desk_published(s));
}

struct lm_desk_round *lm_desk_proposed(const struct lm_desk_section *s)
{
    uint32_t last = lm_desk_paired(s);
    for (uint32_t number = lm_desk_is_fixed(s) ? 1 : last; number <= last; number++) {
        struct lm_desk_round *r = lm_desk_round(s, number);
        if (r != NULL && (r->state == LM_ROUND_PROPOSED || r->state == LM_ROUND_ALTERED))
            return r;
    }
    return NULL;
}

uint32_t lm_desk_paired(const struct lm_desk_section *s)
{
    size_t number = s->round_count;
    while (number > 0 && s->rounds_played[number - 1]->state == LM_ROUND_NONE)
        number--;
    return (uint32_t)number;
}

uint32_t lm_desk_next_round(const struct lm_desk_section *s)
{
    return lm_desk_published(s) + 1;
}

static struct lm_desk_board *board_numbered(const struct lm_desk_round *r, uint32_t number)
{
    if (number - 1 < r->board_count && r->boards[number - 1]->number == number)
        return r->boards[number - 1];
    for (size_t i = 0; i < r->board_count; i++)
        if (r->boards[i]->number == number)
            return r->boards[i];
    return NULL;
}

struct lm_desk_board *lm_desk_numbered(const struct lm_desk_round *r, const char *board)
{
    int64_t number;
    bool read = lm_parse_integer(board, strlen(board), 1, UINT32_MAX, &number);
    return read ? board_numbered(r, (uint32_t)number) : NULL;
}

/* Are the first ${length} bytes of ${id} the id of ${b}? */
static bool has_id(const struct lm_desk_board *b, const char *id, size_t length)
{
    return strncmp(b->id, id, length) == 0 && b->id[length] == '\0';
}

struct lm_desk_board *lm_desk_board(const struct lm_desk_section *s, const char *board)
{
    const char *dot = strchr(board, '.');
    size_t length = strlen(board);
    int64_t number;
    struct lm_desk_round *r = lm_desk_current(s);
    if (lm_desk_games_of(s) > 1)
        length -= lm_desk_game_part(board);
    if (dot != NULL) {
        if (!lm_parse_integer(board, (size_t)(dot - board), 1, LM_ROUNDS_MAX, &number))
            return NULL;
        r = lm_desk_round(s, (uint32_t)number);
    } else if (!lm_parse_integer(board, length, 1, UINT32_MAX, &number)) {
        return NULL;
    }
    if (dot == NULL)
        return r == NULL ? NULL : board_numbered(r, (uint32_t)number);
    /* most boards are at the place where they got their id */
    const char *place = dot + 1;
    size_t guess = (size_t)lm_take_number(&place, UINT32_MAX) - 1;
    if (r != NULL && guess < r->board_count && has_id(r->boards[guess], board, length))
        return r->boards[guess];
    for (size_t i = 0; r != NULL && i < r->board_count; i++)
        if (has_id(r->boards[i], board, length))
            return r->boards[i];
    return NULL;
}

struct lm_desk_board *lm_desk_board_of(const struct lm_desk_section *s, uint32_t round,
                                       const struct lm_desk_player *p)
{
    struct lm_desk_round *r = lm_desk_round(s, round);
    for (size_t i = 0; r != NULL && p != NULL && i < r->board_count; i++)
        if (r->boards[i]->white == p || r->boards[i]->black == p)
            return r->boards[i];
    return NULL;
}

struct lm_desk_idle *lm_desk_idle_of(struct lm_desk_round *r, const struct lm_desk_player *p)
{
    for (size_t i = 0; r != NULL && i < r->idle_count; i++)
        if (r->idle[i].player == p)
            return &r->idle[i];
    return NULL;
}

const char *lm_desk_round_state_name(uint8_t state)
{
    static const char *const names[] = {"none",    "proposed", "altered",  "published",
                                        "playing", "closed",   "cancelled"};
    return state <= LM_ROUND_CANCELLED ? names[state] : "";
}

/* ---- players */

bool lm_desk_in_play(const struct lm_desk_player *p, uint32_t round)
{
    if (p->standing == LM_REMOVED || round < p->first_round)
        return false;
    return p->standing == LM_PLAYS || (p->out_from != 0 && round < p->out_from);
}

uint8_t lm_desk_bye_of(const struct lm_desk_player *p, uint32_t round)
{
    return round < p->bye_capacity ? p->byes[round] : LM_BLANK;
}

bool lm_desk_left_out(const struct lm_desk_section *s, const struct lm_desk_round *r,
                      const struct lm_desk_player *p)
{
    return !lm_desk_is_fixed(s) && lm_desk_in_play(p, r->number) &&
           lm_desk_bye_of(p, r->number) == LM_BLANK && lm_desk_board_of(s, r->number, p) == NULL &&
           lm_desk_idle_of(lm_desk_round(s, r->number), p) == NULL;
}

char lm_desk_bye_letter(uint8_t kind)
{
    return kind == LM_PAB        ? 'U'
           : kind == LM_FULL_BYE ? 'F'
           : kind == LM_HALF_BYE ? 'H'
           : kind == LM_ZERO_BYE ? 'Z'
                                 : '-';
}

bool lm_desk_has_played(const struct lm_desk_player *p)
{
    const struct lm_desk_section *s = p->section;
    for (uint32_t round = 1; round <= lm_desk_published(s); round++) {
        const struct lm_desk_idle *idle = lm_desk_idle_of(lm_desk_round(s, round), p);
        if (lm_desk_board_of(s, round, p) != NULL || (idle != NULL && idle->kind == LM_PAB))
            return true;
    }
    return false;
}

int32_t lm_desk_rating_of(const struct lm_desk_section *s, int32_t fide, int32_t national,
                          int32_t rating)
{
    const char *by = s->rating_by;
    int32_t found = strcmp(by, "fide") == 0               ? fide
                    : strcmp(by, "national") == 0         ? national
                    : strcmp(by, "fide-or-national") == 0 ? (fide != 0 ? fide : national)
                    : strcmp(by, "national-or-fide") == 0 ? (national != 0 ? national : fide)
                    : strcmp(by, "higher") == 0           ? (fide > national ? fide : national)
                                                          : rating;
    return found;
}

/* The section's criterion for ${p}: the smaller is first. */
static int64_t equals_key(const struct lm_desk_section *s, const struct lm_desk_player *p)
{
    struct lm_date birth;
    const char *by = s->equals;
    bool young = strcmp(by, "youngest") == 0;
    if (strcmp(by, "entry") == 0)
        return p->entry;
    if (strcmp(by, "fide") == 0)
        return -p->fide;
    if (strcmp(by, "national") == 0)
        return -p->national;
    if (!young && strcmp(by, "oldest") != 0)
        return 0;
    if (!lm_parse_date(p->person->birth, strlen(p->person->birth), &birth))
        return INT64_MAX; /* unknown: behind the known dates */
    return young ? -(int64_t)lm_day_of(birth) : lm_day_of(birth);
}

struct ordered {
    struct lm_desk_player *player;
    int32_t strength;
    int title;
    int64_t key;
};

static struct ordered ordered_of(const struct lm_desk_section *s, struct lm_desk_player *p)
{
    return (struct ordered){p, lm_desk_strength(p), lm_title_rank(p->person->title),
                            equals_key(s, p)};
}

/* Players who are equal by all announced criteria keep the order of entry. */
static int by_strength(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;
    if (x->strength != y->strength)
        return x->strength > y->strength ? -1 : 1;
    if (x->title != y->title)
        return x->title - y->title;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    int names = strcmp(x->player->person->name, y->player->person->name);
    if (names != 0)
        return names;
    return x->player->entry < y->player->entry ? -1 : x->player->entry > y->player->entry;
}

struct lm_desk_player **lm_desk_order(const struct lm_desk_section *s, struct lm_arena *arena,
                                      size_t *count)
{
    struct ordered *all = lm_arena_alloc(arena, s->player_count, sizeof *all);
    struct lm_desk_player **out = lm_arena_alloc(arena, s->player_count, sizeof *out);
    size_t n = 0;
    if (all == NULL || out == NULL)
        return NULL;
    /* A player who announced a later withdrawal plays until then. */
    for (size_t i = 0; i < s->player_count; i++)
        if (lm_desk_in_play(s->players[i], s->players[i]->first_round))
            all[n++] = ordered_of(s, s->players[i]);
    lm_sort(all, n, sizeof *all, by_strength);
    for (size_t i = 0; i < n; i++)
        out[i] = all[i].player;
    *count = n;
    return out;
}

uint32_t lm_desk_number_for(const struct lm_desk_section *s, const struct lm_desk_player *late)
{
    struct lm_desk_player copy = *late;
    struct ordered own = ordered_of(s, &copy);
    uint32_t number = 1;
    copy.entry = UINT32_MAX;
    for (size_t i = 0; i < s->player_count; i++) {
        struct ordered other = ordered_of(s, s->players[i]);
        if (other.player->number >= number && other.player->standing != LM_REMOVED &&
            by_strength(&other, &own) < 0)
            number = other.player->number + 1;
    }
    return number;
}

struct lm_desk_player *lm_desk_add_player(struct taking *t, struct lm_desk_section *s,
                                          struct lm_desk_person *person)
{
    struct lm_desk *d = t->d;
    struct lm_desk_player *p = lm_arena_alloc(d->arena, 1, sizeof *p);
    if (p == NULL) {
        d->out_of_memory = true;
        return NULL;
    }
    *p = (struct lm_desk_player){.person = person,
                                 .section = s,
                                 .entry = (uint32_t)s->player_count,
                                 .first_round = 1,
                                 .source = "",
                                 .table = "",
                                 .captain = ""};
    return APPEND(d, s->players, s->player_count, s->player_capacity, p) ? p : NULL;
}

/* Give ${number} to ${p}; it and later numbers of other players move by one (C.04.2 art. 2.4). */
void lm_desk_give_number(struct taking *t, struct lm_desk_player *p, uint32_t number)
{
    struct lm_desk_section *s = p->section;
    for (size_t i = 0; i < s->player_count; i++)
        if (s->players[i]->number >= number)
            SET(t->d, s->players[i]->number, s->players[i]->number + 1);
    SET(t->d, p->number, number);
}

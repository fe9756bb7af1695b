/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layout of a file of Swiss-Manager: facts that echecsjs/tunx and
 * PetrMarekTytyot/swiss-manager-journey have published, compared with the 37 files of the former.
 * Sections begin with a number of four bytes; texts are UTF-16 with their length in front; numbers
 * have their low byte first.  The last section is a table of the others' offsets.
 *
 * A pairing is 21 bytes: White, Black, result.  Rounds follow each other without a mark.  In each
 * round every player occurs once, an unpaired one against 65534, so a round ends where a player
 * occurs again.  In all 37 files this gives the declared number of rounds, with every player in
 * each.
 */
#include "formats/tunx.h"

#include <string.h>

#include "base/texts.h"
#include "formats/heads.h"
#include "formats/reading.h"
#include "limmat/date.h"
#include "limmat/message.h"
#include "limmat/text.h"

enum {
    HEAD_SIZE = 0x6C,
    TABLE_FROM_END = 36, /* its mark, four places, reserved, and the last mark */
    PLAYER_TEXTS = 30,
    PLAYER_SIZE = 110,
    PAIRING_SIZE = 21,
    HEAD_TEXTS = 40,
    NOT_PAIRED = 0xFFFE,
    BYE = 0xFFFF
};

/* First bytes of the sections. */
enum {
    FILE_MARK = 0x93,
    CONFIG_MARK = 0x95,
    PLAYERS_MARK = 0xA5,
    PAIRINGS_MARK = 0xB3,
    TABLE_MARK = 0xD3
};

/* The bytes being read: from ${at} to ${end}. */
struct cursor {
    const unsigned char *bytes;
    size_t at, end;
    bool bad; /* fewer bytes than needed */
};

struct tunx {
    struct lm_reading r;
    const unsigned char *bytes;
    size_t length;
    size_t config, players_at, pairings_at, pairings_end;
    uint32_t players, rounds, current;
    struct lm_tournament *t;
};

static uint32_t number_at(const unsigned char *at, size_t size)
{
    uint32_t number = 0;
    for (size_t i = size; i-- > 0;)
        number = number << 8 | at[i];
    return number;
}

static bool has_mark(const struct tunx *f, size_t at, unsigned char mark)
{
    return at <= f->length && f->length - at >= 4 && f->bytes[at] == mark &&
           memcmp(f->bytes + at + 1, "\xFF\x89\x44", 3) == 0;
}

bool lm_tunx_looks_like(const char *bytes, size_t length)
{
    struct tunx f = {.bytes = (const unsigned char *)bytes, .length = length};
    return has_mark(&f, 0, FILE_MARK);
}

/* --- texts */

/* Append the unit ${unit}, or with ${*high}, the first half of a pair before it, both. */
static void add_unit(struct lm_text *out, uint32_t unit, uint32_t *high)
{
    bool second = unit >= 0xDC00 && unit < 0xE000, first = unit >= 0xD800 && unit < 0xDC00;
    if (*high != 0)
        lm_text_add_point(out,
                          second ? 0x10000 + ((*high - 0xD800) << 10) + (unit - 0xDC00) : 0xFFFD);
    else if (second)
        lm_text_add_point(out, 0xFFFD);
    if (!first && !second)
        lm_text_add_point(out, unit < 0x20 ? ' ' : unit);
    *high = first ? unit : 0;
}

/* Read the next text, without blanks around it. */
static const char *take_text(struct tunx *f, struct cursor *c)
{
    struct lm_text text = lm_text_in(f->r.arena);
    uint32_t high = 0;
    size_t count = c->end - c->at < 2 ? 0 : number_at(c->bytes + c->at, 2);
    c->bad |= c->end - c->at < 2 || (c->end - c->at - 2) / 2 < count;
    if (c->bad)
        return "";
    c->at += 2;
    for (size_t i = 0; i < count; i++, c->at += 2)
        add_unit(&text, number_at(c->bytes + c->at, 2), &high);
    f->r.failed |= text.failed;
    const char *from = lm_text_string(&text);
    size_t length = strlen(from);
    lm_trim(&from, &length);
    return lm_keep(&f->r, from, length);
}

static const char *day_of(struct tunx *f, uint32_t number)
{
    struct lm_text text = lm_text_in(f->r.arena);
    struct lm_date date;
    lm_text_print(&text, "%04u/%02u/%02u", number / 10000 % 10000, number / 100 % 100,
                  number % 100);
    f->r.failed |= text.failed;
    if (number == 0 || text.failed)
        return "";
    if (number % 10000 == 0) /* the year alone */
        return lm_keep(&f->r, lm_text_string(&text), 4);
    return lm_parse_date(lm_text_string(&text), text.length, &date) ? lm_text_string(&text) : "";
}

/* --- places in the file */

/* Find the section of the configuration, which begins after the texts of the head; the head is
 * complete. */
static bool find_config(struct tunx *f, const char **texts)
{
    struct cursor c = {.bytes = f->bytes, .at = HEAD_SIZE, .end = f->length};
    for (size_t i = 0; i < HEAD_TEXTS; i++)
        texts[i] = "";
    if (f->length < HEAD_SIZE + TABLE_FROM_END)
        return false;
    for (size_t i = 0; !c.bad && !has_mark(f, c.at, CONFIG_MARK) && i < 200; i++) {
        const char *text = take_text(f, &c);
        if (i < HEAD_TEXTS)
            texts[i] = text;
    }
    f->config = c.at + 4;
    return !c.bad && has_mark(f, c.at, CONFIG_MARK) && f->length - c.at >= 4 + 0x4F;
}

static bool find_sections(struct tunx *f)
{
    size_t table = f->length - TABLE_FROM_END;
    f->players_at = number_at(f->bytes + table + 8, 4);
    f->pairings_at = number_at(f->bytes + table + 12, 4);
    f->pairings_end = number_at(f->bytes + table + 16, 4);
    return has_mark(f, table, TABLE_MARK) && has_mark(f, f->players_at, PLAYERS_MARK) &&
           has_mark(f, f->pairings_at, PAIRINGS_MARK) && f->players_at < f->pairings_at &&
           f->pairings_at < f->pairings_end && f->pairings_end <= table;
}

/* --- players */

/* Ignore dates without a year; a federation's own title is not a FIDE title. */
static void take_player(struct tunx *f, struct cursor *c, uint32_t index,
                        struct lm_national *national)
{
    const char *texts[PLAYER_TEXTS];
    struct lm_text name = lm_text_in(f->r.arena), id = lm_text_in(f->r.arena);
    for (size_t i = 0; i < PLAYER_TEXTS; i++)
        texts[i] = take_text(f, c);
    c->bad |= c->end - c->at < PLAYER_SIZE;
    if (c->bad)
        return;
    const unsigned char *numbers = c->bytes + c->at;
    c->at += PLAYER_SIZE;
    struct lm_player *p = &f->t->players[index];
    uint32_t rating = number_at(numbers + 8, 2), own = number_at(numbers + 10, 2);
    uint32_t fide = number_at(numbers + 24, 4);
    lm_text_print(&name, "%s%s%s", texts[0], *texts[1] != '\0' ? ", " : "", texts[1]);
    if (fide != 0)
        lm_text_print(&id, "%u", fide);
    f->r.failed |= name.failed || id.failed;
    p->tpn = index + 1;
    p->name = lm_text_string(&name);
    p->title = lm_is_title(texts[4]) ? texts[4] : "";
    p->club = texts[9];
    p->federation = texts[10];
    p->rating = rating < 4000 ? (int32_t)rating : 0;
    p->sex = numbers[6] == 1 ? 'w' : 'm';
    p->fide_id = lm_text_string(&id);
    p->birth = day_of(f, number_at(numbers + 14, 4));
    *national = (struct lm_national){.rater = texts[10],
                                     .player = index,
                                     .sex = p->sex,
                                     .classification = "",
                                     .name = p->name,
                                     .rating = own < 4000 ? (int32_t)own : 0,
                                     .origin = "",
                                     .number = texts[5],
                                     .birth = p->birth};
}

static void read_players(struct tunx *f)
{
    struct cursor c = {.bytes = f->bytes, .at = f->players_at + 4, .end = f->pairings_at};
    struct lm_national *nationals = lm_arena_alloc(f->r.arena, f->players, sizeof *nationals);
    size_t count = 0;
    if (nationals == NULL) {
        f->r.failed = true;
        return;
    }
    for (uint32_t i = 0; i < f->players && !c.bad; i++) {
        take_player(f, &c, i, &nationals[count]);
        count += !c.bad && nationals[count].rating > 0 && strlen(nationals[count].rater) == 3;
    }
    if (c.bad)
        lm_refuse(&f->r, (struct lm_place){0}, "save the tournament again in Swiss-Manager",
                  "the list of players ends too early");
    f->t->nationals = nationals;
    f->t->national_count = count;
}

/* --- rounds */

/* Return a known result: White's and Black's.  Report others and leave them open. */
static bool result_of(uint32_t code, uint8_t *white, uint8_t *black)
{
    static const uint8_t results[][2] = {{LM_PENDING, LM_PENDING},
                                         {LM_WIN, LM_LOSS},
                                         {LM_DRAW, LM_DRAW},
                                         {LM_LOSS, LM_WIN},
                                         {LM_FORFEIT_WIN, LM_FORFEIT_LOSS},
                                         {LM_FORFEIT_LOSS, LM_FORFEIT_WIN},
                                         {LM_FORFEIT_LOSS, LM_FORFEIT_LOSS}};
    bool known = code < sizeof results / sizeof *results;
    *white = results[known ? code : 0][0];
    *black = results[known ? code : 0][1];
    return known;
}

/* Not paired: won, drawn or lost without a game is a bye of that worth. */
static uint8_t bye_of(uint32_t code)
{
    return code == 1 ? LM_FULL_BYE : code == 2 ? LM_HALF_BYE : LM_ZERO_BYE;
}

static void put_pairing(struct tunx *f, uint32_t round, uint32_t white, uint32_t black,
                        uint32_t code)
{
    struct lm_record *first = lm_record_of(f->t, white - 1, round);
    if (black == BYE || black == NOT_PAIRED) {
        *first = (struct lm_record){.opponent = LM_NOBODY,
                                    .result = black == BYE ? LM_PAB : bye_of(code)};
        return;
    }
    struct lm_record *second = lm_record_of(f->t, black - 1, round);
    *first = (struct lm_record){.opponent = black - 1, .colour = LM_WHITE};
    *second = (struct lm_record){.opponent = white - 1, .colour = LM_BLACK};
    if (!result_of(code, &first->result, &second->result))
        lm_doubt(&f->r, LM_DOUBT_FORM, (struct lm_place){.value = f->t->players[white - 1].name},
                 "enter it anew",
                 "a special result of round %u (%u), whose meaning is not known, is left open",
                 round, code);
}

/* Has one of the two already occurred in ${round}?  If not, mark both. */
static bool stands_again(uint32_t *seen, uint32_t round, uint32_t white, uint32_t black,
                         uint32_t players)
{
    bool again = seen[white - 1] == round || (black <= players && seen[black - 1] == round);
    if (!again) {
        seen[white - 1] = round;
        if (black <= players)
            seen[black - 1] = round;
    }
    return again;
}

/* Absences of rounds to come follow the paired rounds without a mark between them; leave them out.
 */
static void read_rounds(struct tunx *f)
{
    uint32_t *seen = lm_arena_alloc(f->r.arena, f->players, sizeof *seen), round = 1;
    f->r.failed |= seen == NULL;
    for (size_t at = f->pairings_at + 4; seen != NULL && at + PAIRING_SIZE <= f->pairings_end;
         at += PAIRING_SIZE) {
        const unsigned char *pairing = f->bytes + at;
        uint32_t white = number_at(pairing, 2), black = number_at(pairing + 2, 2);
        bool valid = white >= 1 && white <= f->players && black != white && black >= 1 &&
                     (black <= f->players || black >= NOT_PAIRED);
        if (valid && stands_again(seen, round, white, black, f->players))
            valid = !stands_again(seen, ++round, white, black, f->players);
        if (round > f->current)
            return;
        if (!valid) {
            lm_refuse(&f->r, (struct lm_place){0}, "save the tournament again in Swiss-Manager",
                      "round %u names a player who isn’t in the tournament", round);
            return;
        }
        put_pairing(f, round, white, black, number_at(pairing + 4, 2));
    }
    if (seen != NULL && round < f->current)
        lm_refuse(&f->r, (struct lm_place){0}, "save the tournament again in Swiss-Manager",
                  "it has %u rounds, but its head declares %u", round, f->current);
}

/* --- all of it */

static void read_head(struct tunx *f, const char *const *texts)
{
    enum { NAME = 0, PLACE = 5, CITY = 10, TEMPO = 14, FEDERATION = 20, CHIEF = 21 };
    struct lm_tournament *t = f->t;
    const unsigned char *config = f->bytes + f->config;
    t->name = texts[NAME];
    t->city = *texts[CITY] != '\0' ? texts[CITY] : texts[PLACE];
    t->time_control = texts[TEMPO];
    t->federation = strlen(texts[FEDERATION]) == 3 ? texts[FEDERATION] : "";
    t->chief_arbiter = texts[CHIEF];
    t->start = day_of(f, number_at(config + 0x47, 4));
    t->end = day_of(f, number_at(config + 0x4B, 4));
    t->type = config[0x0B] == 1 ? "Individual: Round-Robin" : "Individual: Swiss-System";
    t->rounds_total = f->rounds;
}

static struct lm_place place_in(void *context, uint32_t player, enum lm_part part, uint32_t round)
{
    const struct tunx *f = context;
    (void)round;
    bool about = part != LM_PART_START && part != LM_PART_END && part != LM_PART_DATES &&
                 part != LM_PART_LINEUP && part != LM_PART_FORFEIT;
    return (struct lm_place){.value = about ? f->t->players[player].name : NULL};
}

/* Is it a kind of file that is read?  If not, log why. */
static bool take_measures(struct tunx *f, const char **texts)
{
    static const char *const remedy =
        LM_MESSAGE("export the FIDE report (TRF) in Swiss-Manager and use that file");
    if (!find_config(f, texts) || !find_sections(f)) {
        lm_refuse(&f->r, (struct lm_place){0}, remedy,
                  "a Swiss-Manager file that is cut off, damaged or of an unknown version");
        return false;
    }
    const unsigned char *config = f->bytes + f->config;
    f->rounds = number_at(config, 2);
    f->current = config[0x11];
    f->players = number_at(config + 0x13, 2);
    if (config[0x0B] > 1)
        lm_refuse(&f->r, (struct lm_place){0}, remedy, "a Swiss-Manager team tournament");
    else if (f->players == 0)
        lm_refuse(&f->r, (struct lm_place){0}, "enter players first", "no players found in it");
    else if (f->players > (f->pairings_at - f->players_at) / PLAYER_SIZE ||
             f->rounds > LM_ROUNDS_MAX || f->current > f->rounds)
        lm_refuse(&f->r, (struct lm_place){0}, remedy,
                  "its numbers of players and rounds contradict each other");
    return f->r.errors == 0;
}

enum lm_status lm_tunx_read(const char *bytes, size_t length, const struct lm_read_options *options,
                            struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out)
{
    struct tunx f = {.r = lm_reading_new(options, arena, log),
                     .bytes = (const unsigned char *)bytes,
                     .length = length};
    const char *texts[HEAD_TEXTS];
    if (!take_measures(&f, texts) || f.r.failed)
        return lm_reading_end(&f.r);
    if (lm_tournament_new(arena, f.players, f.current, 1, &f.t) != LM_OK)
        return LM_LIMIT;
    read_head(&f, texts);
    read_players(&f);
    if (f.r.errors == 0)
        read_rounds(&f);
    if (f.r.errors > 0 || f.r.failed)
        return lm_reading_end(&f.r);
    struct lm_locator where = {&f, place_in};
    lm_settle(&f.r, f.t, &where);
    if (f.r.failed)
        return LM_LIMIT;
    lm_check_tournament(&f.r, f.t, &where);
    enum lm_status status = lm_reading_end(&f.r);
    if (status == LM_OK)
        *out = f.t;
    return status;
}

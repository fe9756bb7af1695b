/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layout of a file of Swiss-Chess: facts of the structure files that Gustaf Mossakowski, Jacob
 * Roggon and Falco Nogatz have published (github.com/fnogatz/SWT-structure-files).  A head of fixed
 * length; 19 bytes for each player and round, player by player, once a round is drawn; then a card
 * of fixed length for each player. Numbers have their low byte first, texts are Windows-1252 and
 * end with a NUL.
 *
 * Team tournaments, several games a round and other points than 1, 1/2, 0 are refused: their form
 * in the pairings is published only in part.
 */
#include "formats/swt.h"

#include <string.h>

#include "base/texts.h"
#include "formats/reading.h"
#include "limmat/text.h"

enum { VERSION_AT = 609, PAIRING_SIZE = 19, NO_NUMBER = 0 };

/* Differences between versions. */
struct layout {
    unsigned from; /* the version, in hundredths */
    size_t head, card;
    size_t id_size;         /* of a player's own number, at 217 of the card */
    size_t fide, fide_size; /* FIDE's number in the card */
    size_t points;          /* half-points in the card */
};

static const struct layout layouts[] = {{700, 3894, 292, 1, 139, 8, 233},
                                        {800, 13384, 655, 2, 324, 12, 292}};

struct swt {
    struct lm_reading r;
    const unsigned char *bytes;
    size_t length;
    const struct layout *layout;
    uint32_t players, rounds, drawn;
    const unsigned char *pairings, *cards;
    uint32_t *order; /* player index -> card */
    struct lm_tournament *t;
};

static uint32_t number_at(const unsigned char *at, size_t size)
{
    return size == 1 ? at[0] : (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static const struct layout *layout_of(const unsigned char *bytes, size_t length)
{
    const struct layout *found = NULL;
    unsigned version = length < VERSION_AT + 2 ? 0 : number_at(bytes + VERSION_AT, 2);
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (version >= layouts[i].from && version < 1000)
            found = &layouts[i];
    return found;
}

static bool is_switch(unsigned char byte)
{
    return byte == 0 || byte == 0xFF;
}

/* Files have no characteristic first bytes: check a version, and switches that are on or off.  The
 * completeness is checked when the file is read. */
bool lm_swt_looks_like(const char *text, size_t length)
{
    static const uint16_t switches[] = {0, 176, 180, 307, 311, 574, 579, 606, 652, 657};
    const unsigned char *bytes = (const unsigned char *)text;
    if (layout_of(bytes, length) == NULL || bytes[1] == 0 || bytes[5] > bytes[1] || bytes[2] != 0 ||
        bytes[4] != 0)
        return false;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (switches[i] >= length || !is_switch(bytes[switches[i]]))
            return false;
    return true;
}

/* --- texts */

/* Return the text of at most ${size} bytes at ${at}, without blanks around it. */
static const char *text_at(struct swt *f, const unsigned char *at, size_t size)
{
    struct lm_text text = lm_text_in(f->r.arena);
    const char *from = (const char *)at;
    size_t length = 0;
    while (length < size && from[length] != '\0')
        length++;
    lm_trim(&from, &length);
    lm_text_add_latin1(&text, from, length);
    f->r.failed |= text.failed;
    for (size_t i = 0; i < text.length; i++) /* control characters, which no one typed */
        text.bytes[i] = (unsigned char)text.bytes[i] < 0x20 ? ' ' : text.bytes[i];
    return lm_text_string(&text);
}

/* Return "Gib,David" as "Gib, David". */
static const char *name_of(struct swt *f, const unsigned char *card)
{
    struct lm_text name = lm_text_in(f->r.arena);
    for (const char *at = text_at(f, card, 32); *at != '\0'; at++) {
        lm_text_add_char(&name, *at);
        if (at[0] == ',' && at[1] != ' ' && at[1] != '\0')
            lm_text_add_char(&name, ' ');
    }
    f->r.failed |= name.failed;
    return lm_text_string(&name);
}

/* Return "19860615" as "1986/06/15", a year alone unchanged; "": none. */
static const char *birth_of(struct swt *f, const unsigned char *card)
{
    struct lm_text birth = lm_text_in(f->r.arena);
    const char *text = text_at(f, card + 128, 10);
    size_t digits = strspn(text, "0123456789");
    if (digits == 8)
        lm_text_print(&birth, "%.4s/%.2s/%.2s", text, text + 4, text + 6);
    else if (digits == 4)
        lm_text_add_bytes(&birth, text, 4);
    f->r.failed |= birth.failed;
    return lm_text_string(&birth);
}

static int32_t rating_of(const char *text)
{
    int64_t value = 0;
    return lm_parse_integer(text, strlen(text), 0, 9999, &value) ? (int32_t)value : 0;
}

/* Return "18.05.2013" as "2013/05/18", anything else unchanged. */
static const char *day_at(struct swt *f, size_t at)
{
    struct lm_text text = lm_text_in(f->r.arena);
    const char *day = text_at(f, f->bytes + at, 20);
    struct lm_date date;
    bool good = strlen(day) == 10 && day[2] == '.' && day[5] == '.';
    if (good)
        lm_text_print(&text, "%.4s/%.2s/%.2s", day + 6, day + 3, day);
    good = good && lm_parse_date(lm_text_string(&text), text.length, &date);
    return good ? lm_text_string(&text) : day;
}

static void read_head(struct swt *f)
{
    struct lm_tournament *t = f->t;
    const char *name = text_at(f, f->bytes + 790, 40), *title = text_at(f, f->bytes + 245, 60);
    t->name = *name != '\0' ? name : title;
    t->city = text_at(f, f->bytes + 831, 40);
    t->chief_arbiter = text_at(f, f->bytes + 872, 60);
    t->start = day_at(f, 1055);
    t->end = day_at(f, 1076);
    t->time_control = text_at(f, f->bytes + 1097, 20);
    t->type = f->bytes[596] == 1 ? "Individual: Round-Robin" : "Individual: Swiss-System";
    t->rounds_total = f->rounds;
}

/* --- players */

static const unsigned char *card_of(const struct swt *f, uint32_t card)
{
    return f->cards + (size_t)card * f->layout->card;
}

static uint32_t id_of(const struct swt *f, uint32_t card)
{
    return number_at(card_of(f, card) + 217, f->layout->id_size);
}

/* Find the card of each player, in ascending order of their numbers; each number must occur once.
 */
static void order_cards(struct swt *f)
{
    enum { IDS = 65536 };
    uint32_t *card_with = lm_arena_alloc(f->r.arena, IDS, sizeof *card_with), count = 0;
    f->order = lm_arena_alloc(f->r.arena, f->players, sizeof *f->order);
    if (card_with == NULL || f->order == NULL) {
        f->r.failed = true;
        return;
    }
    for (uint32_t i = 0; i < f->players; i++) {
        uint32_t id = id_of(f, i);
        if (id == NO_NUMBER || card_with[id] != 0)
            lm_refuse(
                &f->r, (struct lm_place){.field = "number", .value = name_of(f, card_of(f, i))},
                "save the tournament again in Swiss-Chess",
                id == NO_NUMBER ? "a player without a number" : "two players with the same number");
        card_with[id] = i + 1;
    }
    for (uint32_t id = 1; id < IDS && f->r.errors == 0; id++)
        if (card_with[id] != 0)
            f->order[count++] = card_with[id] - 1;
}

static void read_player(struct swt *f, uint32_t index)
{
    const unsigned char *card = card_of(f, f->order[index]);
    struct lm_player *p = &f->t->players[index];
    char sex = (char)(card[184] | 0x20);
    p->tpn = id_of(f, f->order[index]);
    p->name = name_of(f, card);
    p->club = text_at(f, card + 33, 32);
    p->title = text_at(f, card + 66, 3);
    p->rating = rating_of(text_at(f, card + 70, 4));
    p->federation = text_at(f, card + 105, 3);
    p->birth = birth_of(f, card);
    p->sex = (char)(sex == 'w' || sex == 'm' ? sex : 0);
    p->fide_id = text_at(f, card + f->layout->fide, f->layout->fide_size);
    p->withdrawn = card[184] == '*' ? f->drawn + 1 : 0;
    p->declared_points = f->drawn > 0 ? 5 * (int32_t)card[f->layout->points] : LM_NO_POINTS;
    p->declared_rank = f->drawn > 0 ? number_at(card + 221, f->layout->id_size) : 0;
    if (card[273] != 0)
        lm_note(&f->r, (struct lm_place){.value = p->name},
                "points added to the results are left out");
}

static uint32_t index_of(const struct swt *f, uint32_t id)
{
    return id == NO_NUMBER ? LM_NOBODY : lm_player_with_tpn(f->t, id);
}

/* Read the national ratings, of the player's own federation. */
static void read_nationals(struct swt *f)
{
    struct lm_national *all = lm_arena_alloc(f->r.arena, f->players, sizeof *all);
    size_t count = 0;
    if (all == NULL) {
        f->r.failed = true;
        return;
    }
    for (uint32_t i = 0; i < f->players; i++) {
        const struct lm_player *p = &f->t->players[i];
        int32_t rating = rating_of(text_at(f, card_of(f, f->order[i]) + 75, 4));
        if (rating == 0 || strlen(p->federation) != 3)
            continue;
        all[count++] = (struct lm_national){.rater = p->federation,
                                            .player = i,
                                            .sex = p->sex,
                                            .classification = "",
                                            .name = p->name,
                                            .rating = rating,
                                            .origin = "",
                                            .number = "",
                                            .birth = p->birth};
    }
    f->t->nationals = all;
    f->t->national_count = count;
}

/* --- results */

enum { COLOUR_AT = 8, OPPONENT_AT = 9, RESULT_AT = 11, STATUS_AT = 15 };

/* Decode the known part of byte RESULT_AT: the two low bits, 1 lost, 2 drawn, 3 won. */
static uint8_t played(unsigned points)
{
    static const uint8_t results[] = {LM_PENDING, LM_LOSS, LM_DRAW, LM_WIN};
    return results[points];
}

static uint8_t without_game(unsigned points, bool opponent)
{
    static const uint8_t byes[] = {LM_ZERO_BYE, LM_ZERO_BYE, LM_HALF_BYE, LM_PAB};
    static const uint8_t forfeits[] = {LM_FORFEIT_LOSS, LM_FORFEIT_LOSS, LM_HALF_BYE,
                                       LM_FORFEIT_WIN};
    return opponent ? forfeits[points] : byes[points];
}

/* The status: low digit 1 adjourned, 2 forfeited, 3 not nominated. */
static struct lm_record record_of(struct swt *f, const unsigned char *pairing, uint32_t index,
                                  uint32_t round)
{
    static const uint8_t colours[] = {LM_NO_COLOUR, LM_WHITE, LM_WHITE, LM_BLACK, LM_BLACK};
    unsigned colour = pairing[COLOUR_AT], points = pairing[RESULT_AT] & 3;
    unsigned status = pairing[STATUS_AT] & 15;
    struct lm_record record = {.opponent = LM_NOBODY};
    uint32_t id = number_at(pairing + OPPONENT_AT, 2), opponent = index_of(f, id);
    if (colour >= sizeof colours || (colour & 1 && opponent == LM_NOBODY) || opponent == index) {
        lm_refuse(&f->r, (struct lm_place){.field = "opponent", .value = f->t->players[index].name},
                  "save the tournament again in Swiss-Chess",
                  "round %u names a player who isn’t in the tournament", round);
        return record;
    }
    bool bye = !(colour & 1);
    if (colour == 0 || status == 3)
        record.result = colour == 0 && status != 3 && points == 0 ? LM_BLANK : LM_ZERO_BYE;
    else if (bye)
        record.result = without_game(points, false);
    else if (status == 2)
        record.result = without_game(points, true);
    else
        record.result = status == 1 && points == 0 ? LM_ADJOURNED : played(points);
    if (!bye && !lm_result_is_bye((enum lm_result)record.result)) {
        record.opponent = opponent;
        record.colour = colours[colour];
    }
    return record;
}

static void read_results(struct swt *f)
{
    for (uint32_t i = 0; i < f->players; i++)
        for (uint32_t round = 1; round <= f->drawn; round++) {
            size_t at = (size_t)f->order[i] * f->rounds + (round - 1);
            *lm_record_of(f->t, i, round) = record_of(f, f->pairings + at * PAIRING_SIZE, i, round);
        }
}

/* --- all of it */

/* The place in a file that is not text: the player. */
static struct lm_place place_in(void *context, uint32_t player, enum lm_part part, uint32_t round)
{
    const struct swt *f = context;
    (void)round;
    bool about = part != LM_PART_START && part != LM_PART_END && part != LM_PART_DATES &&
                 part != LM_PART_LINEUP && part != LM_PART_FORFEIT;
    return (struct lm_place){.value = about ? f->t->players[player].name : NULL};
}

/* Is it a kind of file that is read?  If not, log why. */
static bool take_measures(struct swt *f)
{
    static const char remedy[] = "export the FIDE report (TRF) in Swiss-Chess and use that file";
    const unsigned char *b = f->bytes;
    f->rounds = b[1];
    f->drawn = b[5];
    f->players = number_at(b + 7, 2);
    f->pairings = b + f->layout->head;
    size_t pairings = f->drawn == 0 ? 0 : (size_t)f->players * f->rounds * PAIRING_SIZE;
    f->cards = f->pairings + pairings;
    if (f->length < f->layout->head)
        lm_refuse(&f->r, (struct lm_place){0}, "use the whole file", "the file is cut short");
    else if (b[606] != 0)
        lm_refuse(&f->r, (struct lm_place){0}, remedy, "a Swiss-Chess team tournament");
    else if (b[597] > 1 || b[600] > 1)
        lm_refuse(&f->r, (struct lm_place){0}, remedy, "several games between the same opponents");
    else if (b[1336] != 0)
        lm_refuse(&f->r, (struct lm_place){0}, remedy, "points other than 1, ½ and 0");
    else if (b[596] > 1)
        lm_refuse(&f->r, (struct lm_place){0}, remedy, "neither a Swiss nor a round-robin");
    else if (f->length < f->layout->head + pairings + (size_t)f->players * f->layout->card)
        lm_refuse(&f->r, (struct lm_place){0}, "use the whole file", "the file is cut short");
    else if (f->players == 0)
        lm_refuse(&f->r, (struct lm_place){0}, "enter players first", "no players found in it");
    return f->r.errors == 0;
}

enum lm_status lm_swt_read(const char *bytes, size_t length, const struct lm_read_options *options,
                           struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out)
{
    struct swt f = {.r = lm_reading_new(options, arena, log),
                    .bytes = (const unsigned char *)bytes,
                    .length = length};
    if (!lm_swt_looks_like(bytes, length)) {
        lm_refuse(&f.r, (struct lm_place){0}, "use an SWT file",
                  "not a file of Swiss-Chess 7 or 8");
        return lm_reading_end(&f.r);
    }
    f.layout = layout_of(f.bytes, length);
    if (take_measures(&f))
        order_cards(&f);
    if (f.r.errors > 0 || f.r.failed)
        return lm_reading_end(&f.r);
    if (lm_tournament_new(arena, f.players, f.rounds, 1, &f.t) != LM_OK)
        return LM_LIMIT;
    read_head(&f);
    for (uint32_t i = 0; i < f.players; i++)
        read_player(&f, i);
    read_nationals(&f);
    read_results(&f);
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

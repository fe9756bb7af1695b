/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_DESK_H
#define LIMMAT_DESK_DESK_H

/*
 * Inside the desk.  An event kind is a row: fields, a check that must hold whenever the line is
 * read, a judgement and outcomes for when it is taken, and what it changes.
 *
 * Every change of the state goes through SET, which notes the old bytes: so a refused batch, a
 * question "what if" and a "restore" are one mechanism, and which later lines depend on a line is
 * computed from what they touched, not declared.
 */

#include "limmat/desk.h"
#include "limmat/ranking.h"
#include "limmat/told.h"

/* ---- changes -----------------------------------------------------------------------------------
 */

/* A larger thing is several cells.  They stand in blocks, which never move: an event has tens of
 * thousands of them. */
enum { CELL_BYTES = 8, CELL_BLOCK = 1024 };

enum cell_kind {
    CELL_WRITTEN,
    CELL_READ,    /* the line was right because of what stood there */
    CELL_FOR_GOOD /* a counter, a stamp: only forgetting the line takes it back */
};

struct cell {
    void *at;
    unsigned char old[CELL_BYTES];
    uint8_t size, kind;
};

/* A line that was taken, and which cells it touched. */
struct entry {
    struct lm_desk_entry shown;
    const struct lm_desk_section *section; /* it stands on who is there; NULL: on nobody */
    size_t first_cell;
};

/* A name that somebody has or had: where to look for those who are called the same. */
struct called {
    struct lm_desk_person *person;
    uint32_t hash;
    uint32_t next; /* of the same bucket, from 1; 0: the end */
};

struct lm_desk {
    struct lm_arena *arena;
    struct lm_journal *journal;
    const char *build;
    struct lm_desk_event event;
    struct entry **entries; /* [0] is line 1 */
    size_t entry_count, entry_capacity;
    struct cell **cells; /* blocks of CELL_BLOCK */
    size_t cell_count, block_count, block_capacity;
    struct called *names;
    uint32_t *name_buckets; /* index + 1 of the latest */
    size_t name_count, name_capacity, name_bucket_count;
    const struct row *last_row; /* of the last line: the next is mostly of its kind */
    bool out_of_memory;
};

void lm_desk_keep(struct lm_desk *d, void *at, size_t size, enum cell_kind kind);

/* Note that ${place} is evaluated several times. */
#define SET(d, place, value)                                                                       \
    do {                                                                                           \
        lm_desk_keep(d, &(place), sizeof(place), CELL_WRITTEN);                                    \
        (place) = (value);                                                                         \
    } while (0)
#define SET_FOR_GOOD(d, place, value)                                                              \
    do {                                                                                           \
        lm_desk_keep(d, &(place), sizeof(place), CELL_FOR_GOOD);                                   \
        (place) = (value);                                                                         \
    } while (0)
#define READ(d, place) lm_desk_keep(d, &(place), sizeof(place), CELL_READ)

/* Put ${item} behind a list of pointers or objects; false without memory. */
bool lm_desk_append(struct lm_desk *d, void *list, size_t *count, size_t *capacity, size_t size,
                    const void *item, enum cell_kind kind);
#define APPEND(d, list, count, capacity, item)                                                     \
    lm_desk_append(d, &(list), &(count), &(capacity), sizeof *(list), &(item), CELL_WRITTEN)

/* By which rules the tie-breaks of ${s} are, of an event that begins on ${start}: those that it was
 * opened under; NULL: a section that is opened now. */
enum lm_tie_break_edition lm_desk_tie_break_edition(const struct lm_desk_section *s,
                                                    const char *start);

/* Take back every change after the first ${cells}. */
void lm_desk_undo_cells(struct lm_desk *d, size_t cells);

/* ---- what an event says
 * -------------------------------------------------------------------------- */

/* All fields that any event has; each kind's rows name theirs.  Equal names mean equal things. */
struct said {
    const char *name, *title, *federation, *fide_id, *birth, *sex, *club, *contact, *note;
    const char *city, *zone, *start, *end, *arbiter, *pseudonym, *source, *table, *text, *what,
        *value;
    const char *id, *player, *other, *person, *board, *to, *system, *tie_breaks, *rate;
    const char *team, *captain, *board_colours;
    const char *edition, *tie_break_edition, *time_control, *games_link, *rating_use, *unrated,
        *keizer, *lists, *build, *departure, *format, *white, *black, *winner, *amount;
    int64_t round, rating, fide, national, rounds, half_byes, last_bye, line, number, version, from;
    int64_t until, time, offset, seed;
    int32_t win, draw, loss, pab, points;
    int32_t match_win, match_draw, match_loss, pab_games;
    int32_t white_points, black_points, white_games, black_games;
    int64_t board_count, line_up_minutes;
    uint8_t colour, acceleration, numbers_by, kind, result, as, present, no_half_bye, wished,
        granted, publicly;
    uint8_t keeps;        /* boards that have begun keep their numbers */
    uint8_t missed;       /* games of rounds that are over: 1 forfeited, 2 postponed */
    uint8_t second, then; /* of a match: the result of its second game */
    uint8_t made, again, turned, open, moved, asked, pab_to;
    struct lm_words players, deputies, pairs, idle, numbers, boards, adjustments, results, kept;
    struct lm_numbers bye_rounds, gave, ratings, sizes;
    int64_t cycles;
    uint8_t exchanged, third_place;
    struct lm_words apart;
    const char *month;
    int64_t fee, amount_paid, default_time, minutes;
    uint8_t by, shown, empty, least, rating_by, equals, scores, preferences, phones;
    struct lm_words came, line_ups; /* results of all games of a match; who sat, match by match */
};

/* An event being taken, or read again. */
struct taking {
    struct lm_desk *d;
    const struct row *row;
    const struct lm_desk_act *act; /* NULL: replay */
    size_t index;                  /* of the act in its batch */
    struct said *v;
    struct lm_desk_section *s;
    struct lm_desk_person *person;         /* "person" */
    struct lm_desk_player *player, *other; /* "player", "other" (also "white", "black") */
    struct lm_desk_player *team;           /* "team" */
    struct lm_desk_board *board;
    int game;                    /* of the match on ${board} that is named, from 0; -1: all */
    struct lm_desk_round *round; /* "round", or that of the board; NULL: there is none */
    const struct lm_line *line;  /* when it is applied */
    struct lm_log *log;
    struct verdict *verdict;
};

/* When what is being judged took place: a deadline looks at this, not at the moment of entry. */
int64_t lm_desk_took_place(const struct taking *t);

/* What judging came to. */
struct verdict {
    struct lm_desk_reason *reasons;
    size_t count, capacity;
    enum lm_desk_level level;
    const char *departs; /* the code of the reason that leaves FIDE mode; NULL: none */
    const char **remarks;
    size_t remark_count, remark_capacity;
};

struct row {
    struct lm_desk_kind kind;
    /* Must hold whenever the line is read; what is wrong is refused.  NULL: nothing. */
    void (*check)(struct taking *t);
    /* By the rules, when it is taken. */
    void (*judge)(struct taking *t);
    /* Look at the state that would result, when it is taken. */
    void (*after)(struct taking *t);
    /* Put what has to be found into the line; a failure is a reason. */
    void (*decide)(struct taking *t, struct lm_json_writer *w);
    void (*apply)(struct taking *t);
    /* The act that takes it back where "restore" cannot: its kind and fields. */
    const char *inverse;
    void (*invert)(const struct lm_desk *d, const struct entry *entry, struct lm_json_writer *w);
    const char *person; /* whom the private part is about: "player", "person"; NULL: nobody */
};

extern const struct row lm_desk_rows_hall[], lm_desk_rows_teams[];
extern const struct row lm_desk_rows_event[], lm_desk_rows_people[], lm_desk_rows_leave[],
    lm_desk_rows_lists[], lm_desk_rows_after[], lm_desk_rows_attendance[], lm_desk_rows_pair[],
    lm_desk_rows_edit[], lm_desk_rows_round[], lm_desk_rows_over[], lm_desk_rows_result[],
    lm_desk_rows_notes[];
const struct row *lm_desk_row_named(const char *name);

/* Add a reason.  ${code} is its token, with ${about} (NULL: nothing) behind a colon. */
void lm_desk_need(struct taking *t, enum lm_desk_level level, const char *code, const char *about,
                  const char *article, const char *remedy, const char *format, ...) LM_PRINTF(7, 8);
/* The same of a sentence that was made before. */
void lm_desk_need_said(struct taking *t, enum lm_desk_level level, const char *code,
                       const char *about, const char *article, const char *remedy,
                       const struct lm_told *said);
/* The remedy of the reason that was given last, when it is made of more than words. */
void lm_desk_instead(struct taking *t, const struct lm_told *remedy);

/* Is ${s} paired by the Dutch rules of 2006, which say themselves what holds around a pairing?
 * NULL: no. */
bool lm_desk_is_2006(const struct lm_desk_section *s);
/* The article of the section's own day that rules what ${article} of today rules; else that one. */
const char *lm_desk_article_of_day(const struct lm_desk_section *s, const char *article);
/* F6: is ${round} to be changed, though it is published and breaks neither B1 nor B2? */
void lm_desk_judge_published_2006(struct taking *t, const struct lm_desk_round *round);
/* F5: half a point for a player who is known not to play. */
void lm_desk_judge_half_bye_2006(struct taking *t);
/* The same for what leaves FIDE mode: two steps while in it, a confirmation after. */
void lm_desk_depart(struct taking *t, const char *code, const char *article, const char *remedy,
                    const char *format, ...) LM_PRINTF(5, 6);
/* A ### line of the report. */
void lm_desk_remark(struct taking *t, const char *format, ...) LM_PRINTF(2, 3);

#define REFUSE(t, code, article, remedy, ...)                                                      \
    lm_desk_need(t, LM_LEVEL_REFUSED, code, NULL, article, remedy, __VA_ARGS__)

enum lm_desk_answer lm_desk_answer_of(const struct verdict *v, const struct lm_desk_act *act);

/* ---- state
 * ----------------------------------------------------------------------------------------- */

const char *lm_desk_copy(struct lm_desk *d, const char *text);
const char *lm_desk_format(struct lm_arena *arena, const char *format, ...) LM_PRINTF(2, 3);
struct lm_desk_board *lm_desk_numbered(const struct lm_desk_round *r, const char *board);
struct lm_desk_idle *lm_desk_idle_of(struct lm_desk_round *r, const struct lm_desk_player *p);
/* The last round that is proposed or further; 0: none. */
uint32_t lm_desk_paired(const struct lm_desk_section *s);
/* The number of the round to be paired next. */
uint32_t lm_desk_next_round(const struct lm_desk_section *s);
/* The last published round; 0: none. */
uint32_t lm_desk_published(const struct lm_desk_section *s);
bool lm_desk_started(const struct lm_desk_section *s);
/* Are its rounds known before the first (a round-robin)?  Then they are paired and published all
 * together, and results come in whatever order. */
bool lm_desk_is_fixed(const struct lm_desk_section *s);
/* Of such a section: is it a match in which everybody of one team meets everybody of another? */
bool lm_desk_is_match_of_teams(const struct lm_desk_section *s);
/* Of such a section: the article of its table. */
const char *lm_desk_table_article(const struct lm_desk_section *s);
/* The last round on the wall: of a round-robin also those that are to come. */
uint32_t lm_desk_on_wall(const struct lm_desk_section *s);
/* Was a round paired by what ${round} came to? */
bool lm_desk_paired_since(const struct lm_desk_section *s, uint32_t round);
/* Refuse what has no sense where everybody meets everybody. */
void lm_desk_check_fixed(struct taking *t);
/* The table for all rounds that are not on the wall: the outcome of "pair", and taking it. */
void lm_desk_decide_table(struct taking *t, struct lm_json_writer *w);
void lm_desk_apply_table(struct taking *t);
/* Who steps into an odd field that plays already (situation 76): is there a free number, his games
 * as an outcome, and taking them. */
bool lm_desk_has_free_number(const struct lm_desk_section *s);
void lm_desk_judge_stepping_in(struct taking *t);
void lm_desk_decide_stepping_in(struct taking *t, struct lm_json_writer *w);
void lm_desk_apply_stepping_in(struct taking *t, struct lm_desk_player *p);
/* Other numbers make another table: what is proposed is thrown away. */
void lm_desk_drop_table(struct taking *t);
/* Rules of C.05 that boards made by hand break (VCL 101, 102). */
bool lm_desk_met_in_cycle(const struct lm_desk_section *s, const struct lm_desk_board *b);
bool lm_desk_thrice(const struct lm_desk_section *s, const struct lm_desk_player *p,
                    uint32_t round);
/* What leaving a round-robin means for ${t}->player's games from ${from} on: told, and done. */
void lm_desk_judge_games_left(struct taking *t, uint32_t from);
void lm_desk_forfeit_games_left(struct taking *t, uint32_t from);
/* A round object with number ${number}; it is appended if it is the next.  NULL: no memory. */
struct lm_desk_round *lm_desk_open_round(struct taking *t, uint32_t number);
/* Nothing of it yet; a board of it. */
void lm_desk_empty_round(struct taking *t, struct lm_desk_round *r);
struct lm_desk_board *lm_desk_new_board(struct taking *t, struct lm_desk_round *r,
                                        struct lm_desk_player *white, struct lm_desk_player *black);
bool lm_desk_is_published(const struct lm_desk_round *r);
char lm_desk_bye_letter(uint8_t kind);
/* What the bye of the pairing is worth where nothing else is announced. */
int32_t lm_desk_usual_pab(const struct lm_system *system, int32_t win, int32_t draw);
uint8_t lm_desk_result_index(const char *name);
/* How much of the name of a board is said of one of its games. */
size_t lm_desk_game_part(const char *board);
/* Was a game of it played?  Only then it was a meeting (C.04.2 art. 3.5, C.04.6 art. 1.2). */
bool lm_desk_was_played(const struct lm_desk_board *b);
/* The two sides of ${b} change places. */
void lm_desk_turn_sides(struct taking *t, struct lm_desk_board *b);
/* Enter the results of all games of ${b}, and what follows for the whole; not which line said so.
 */
void lm_desk_set_results(struct taking *t, struct lm_desk_board *b, const uint8_t *games);
/* "1-0 1/2-1/2" of ${games}[0..${count}), and back; "1-0" alone is said of every game. */
const char *lm_desk_results_text(const uint8_t *games, size_t count, struct lm_arena *arena);
bool lm_desk_read_results(const char *text, uint8_t *games, size_t count, struct lm_arena *arena);
bool lm_desk_has_played(const struct lm_desk_player *p);
struct lm_desk_player *lm_desk_player_of(const struct lm_desk_section *s,
                                         const struct lm_desk_person *person);
/* Who takes part and what he is called, for sentences. */
const char *lm_desk_who(const struct taking *t, const struct lm_desk_player *p);
/* The rating for the tournament that the section's method makes of those of lists; ${rating} where
 * it makes none. */
int32_t lm_desk_rating_of(const struct lm_desk_section *s, int32_t fide, int32_t national,
                          int32_t rating);
/* The method that record 172 names, as the section has it; "": none that is known. */
const char *lm_desk_rating_method(const char *record);
/* The order of numbers by rating, title, the section's criterion, entry: players in play, in the
 * arena. */
struct lm_desk_player **lm_desk_order(const struct lm_desk_section *s, struct lm_arena *arena,
                                      size_t *count);
/* The number that ${late} earns among those who have one, whenever he comes (VCL 156): by the same
 * order, behind those who are equal to him by all of it. */
uint32_t lm_desk_number_for(const struct lm_desk_section *s, const struct lm_desk_player *late);
/* ${section} as a tournament with round ${rounds} a proposal or not; ${leave} drops so many of the
 * wished prohibitions from the end. */
struct making {
    enum lm_desk_audience audience;
    uint32_t rounds;    /* so many rounds, and byes of the next */
    bool locked_absent; /* boards of round ${rounds} + 1 that have moves: their players are away */
    size_t leave;       /* so many of the last wished prohibitions are dropped … */
    uint32_t target;    /* … in this round; 0: the one after ${rounds} */
};

/* ---- teams */
/* How many games a match of ${s} has. */
uint8_t lm_desk_games_of(const struct lm_desk_section *s);
/* Whoever ${who} names: who takes part, else a person of a team. */
struct lm_desk_player *lm_desk_anybody(const struct lm_desk_section *s, const char *who);
/* A person of ${team} by id, or by his place among its boards ("3"). */
struct lm_desk_player *lm_desk_member_of(const struct lm_desk_player *team, const char *who);
/* The line of a person in ${team}: at the end of its boards. */
struct lm_desk_player *lm_desk_add_member(struct taking *t, struct lm_desk_player *team,
                                          struct lm_desk_person *person);
/* ${member} leaves his team, in which he has not sat. */
void lm_desk_drop_member(struct taking *t, struct lm_desk_player *member);
/* Has he sat in a published round? */
bool lm_desk_has_sat(const struct lm_desk_player *member);
/* Numbers of the persons, by those of their teams and their boards. */
void lm_desk_number_members(struct taking *t);
/* Who sits at the boards of a new match by line-ups and orders; ${b} is nobody's yet. */
void lm_desk_seat_match(struct taking *t, struct lm_desk_board *b);
/* The same for every match of ${team} that has not begun, once its order or line-up is another. */
void lm_desk_seat_again(struct taking *t, struct lm_desk_player *team);
/* What a game is that cannot be played, since nobody is lined up; 0: it can. */
uint8_t lm_desk_result_of_empty(const struct lm_desk_board *b, const struct lm_desk_game *game);
/* What teams cannot do, or only their persons. */
void lm_desk_check_teams(struct taking *t);
/* As lm_desk_make; for who is paired (${field}), and with the persons of teams (${whole}). */
enum lm_status lm_desk_make_teams(const struct lm_desk *d, const struct lm_desk_section *s,
                                  const struct making *how, struct lm_arena *arena,
                                  uint32_t **index, struct lm_desk_player ***players,
                                  struct lm_tournament **field, struct lm_tournament **whole);
/* The whole result of a match of games that ended so. */
uint8_t lm_desk_whole_of(const uint8_t *games, size_t count);

/* The next person, of whom nothing is said yet and who stands nowhere; NULL: no memory. */
struct lm_desk_person *lm_desk_new_person(struct lm_desk *d, const char *id);
struct lm_desk_player *lm_desk_add_player(struct taking *t, struct lm_desk_section *s,
                                          struct lm_desk_person *person);
void lm_desk_give_number(struct taking *t, struct lm_desk_player *p, uint32_t number);
/* Changes of a round that hang on what boards and byes it has; used by pairing and in the hall. */
void lm_desk_sit(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *white,
                 struct lm_desk_player *black);
size_t lm_desk_lift(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *p);
void lm_desk_add_idle(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *p,
                      uint8_t kind);
void lm_desk_renumber(struct taking *t, struct lm_desk_round *r);
/* Put on record where the boards of ${r} stand, which is published. */
void lm_desk_note_tables(struct taking *t, struct lm_desk_round *r);
bool lm_desk_is_locked(const struct lm_desk_board *b);
void lm_desk_check_current(struct taking *t);
void lm_desk_judge_seats(struct taking *t, const struct lm_desk_round *r,
                         struct lm_desk_player *const *about, size_t count);
/* Who did not appear, when the whole result of ${b} becomes ${after}. */
void lm_desk_count_forfeits(struct taking *t, const struct lm_desk_board *b, uint8_t after);
void lm_desk_set_start(struct taking *t, uint32_t round, int64_t when);
/* May they not meet, in whatever round? */
bool lm_desk_are_apart(const struct lm_desk_section *s, const struct lm_desk_player *a,
                       const struct lm_desk_player *b);
/* What was announced of clubs and federations holds for who enters later, too. */
void lm_desk_put_apart(struct taking *t, const char *club, const char *federation,
                       struct lm_json_writer *w);
void lm_desk_apply_apart(struct taking *t, struct lm_desk_player *player);
/* Does what is said of a new entry look like ${p}? */
bool lm_desk_look_alike(const struct lm_desk_person *p, const struct said *v,
                        struct lm_arena *arena);
/* Is somebody of this name and FIDE id ("" unknown) meant by the name and id of a sanction? */
bool lm_desk_is_sanctioned(const char *name, const char *fide_id, const char *sanctioned_name,
                           const char *sanctioned_id, struct lm_arena *arena);
/* "Müller, Hans (SK Thun, 1990)": the name of ${p} with what tells it from others of that name. */
const char *lm_desk_told_apart(const struct lm_desk_person *p, struct lm_arena *arena);
/* Are these the same name, however it is spelt? */
bool lm_desk_same_name(const char *a, const char *b, struct lm_arena *arena);
/* Set the bye of a round. */
void lm_desk_set_bye(struct taking *t, struct lm_desk_player *p, uint32_t round, uint8_t kind);
void lm_desk_apply_restore(struct taking *t);
size_t lm_desk_dependents(const struct lm_desk *d, uint64_t line, int64_t *out, size_t limit);
enum lm_status lm_desk_make(const struct lm_desk *d, const struct lm_desk_section *s,
                            const struct making *how, struct lm_arena *arena, uint32_t **index,
                            struct lm_desk_player ***players, struct lm_tournament **out);
/* How many wished prohibitions hold in ${round}. */
size_t lm_desk_wished(const struct lm_desk_section *s, uint32_t round);

/* The pairs of ${round} that break the rules least, White first, NULL opposite the bye, into
 * ${sides}[2 * players]: for where the rules allow none.  O(players^3). */
enum lm_status lm_desk_least(const struct lm_desk *d, const struct lm_desk_section *s,
                             uint32_t round, struct lm_arena *arena, struct lm_desk_player **sides,
                             size_t *pairs);

/* The rules that the boards of ${r} break, as reasons with tokens. */
struct breach {
    enum lm_desk_level level;
    const char *code, *about, *article;
    const struct lm_told *what;
};
enum lm_status lm_desk_find_breaches(const struct lm_desk *d, const struct lm_desk_section *s,
                                     const struct lm_desk_round *r, struct lm_arena *arena,
                                     struct breach **out, size_t *count);
/* "1-4 2-3 => 1-3 2-4" where ${round} is not what the rules give; "" where it is. */
enum lm_status lm_desk_departure(const struct lm_desk *d, const struct lm_desk_section *s,
                                 uint32_t round, struct lm_arena *arena, struct lm_log *log,
                                 const char **out);

#endif

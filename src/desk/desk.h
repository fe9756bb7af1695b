/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_DESK_H
#define LIMMAT_DESK_DESK_H

/*
 * Internals of the desk.  An event kind is a row: its fields, a check that must hold whenever the
 * line is read, judgement and outcomes for when it is taken, and its changes.
 *
 * Every change of the state goes through SET, which keeps the old bytes.  One mechanism thus serves
 * a refused batch, a "what if" question and a "restore"; and the later lines that depend on a line
 * are computed from the cells they touched, not declared.
 */

#include "limmat/desk.h"
#include "limmat/message.h"
#include "limmat/ranking.h"

/* ---- changes */

/* A larger object is several cells.  Cells lie in blocks, which never move: an event has tens of
 * thousands of them. */
enum { CELL_BYTES = 8, CELL_BLOCK = 1024 };

enum cell_kind {
    CELL_WRITTEN,
    CELL_READ,    /* the line was valid because of this value */
    CELL_FOR_GOOD /* a counter, a stamp: only forgetting the line restores the old value */
};

struct cell {
    void *at;
    unsigned char old[CELL_BYTES];
    uint8_t size, kind;
};

/* A line that was taken, and the cells it touched. */
struct entry {
    struct lm_desk_entry shown;
    const struct lm_desk_section *section; /* it depends on its participants; NULL: on none */
    size_t first_cell;
};

/* A present or former name of a person, for finding persons of the same name. */
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
    const struct row *last_row; /* of the last line: the next line is mostly of the same kind */
    bool out_of_memory;
};

void lm_desk_keep(struct lm_desk *d, void *at, size_t size, enum cell_kind kind);

/* ${place} is evaluated several times. */
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

/* Append ${item} to a list of pointers or objects; false without memory. */
bool lm_desk_append(struct lm_desk *d, void *list, size_t *count, size_t *capacity, size_t size,
                    const void *item, enum cell_kind kind);
#define APPEND(d, list, count, capacity, item)                                                     \
    lm_desk_append(d, &(list), &(count), &(capacity), sizeof *(list), &(item), CELL_WRITTEN)

/* Return the tie-break rules of ${s} in an event that begins on ${start}: the edition that the
 * section was opened under; ${s} NULL: the edition for a section opened now. */
enum lm_tie_break_edition lm_desk_tie_break_edition(const struct lm_desk_section *s,
                                                    const char *start);

/* Return the bytes that were at ${place} before line ${line} changed them; NULL: it did not. */
const void *lm_desk_before(const struct lm_desk *d, uint64_t line, const void *place);

/* Undo every change after the first ${cells}. */
void lm_desk_undo_cells(struct lm_desk *d, size_t cells);

/* ---- fields of an event */

/* All fields of all events; the rows of each kind name theirs.  Equal names have equal meanings. */
struct line_fields {
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
    uint8_t missed;       /* games of past rounds: 1 forfeited, 2 postponed */
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
    struct lm_words came, line_ups; /* results of all games of a match; line-ups by match */
};

/* An event being taken, or replayed. */
struct taking {
    struct lm_desk *d;
    const struct row *row;
    const struct lm_desk_act *act; /* NULL: replay */
    size_t index;                  /* of the act in its batch */
    struct line_fields *v;
    struct lm_desk_section *s;
    struct lm_desk_person *person;         /* "person" */
    struct lm_desk_player *player, *other; /* "player", "other" (also "white", "black") */
    struct lm_desk_player *team;           /* "team" */
    struct lm_desk_board *board;
    int game;                    /* the named game of the match on ${board}, from 0; -1: all */
    struct lm_desk_round *round; /* "round", or that of the board; NULL: none */
    const struct lm_line *line;  /* set when it is applied */
    struct lm_log *log;
    struct verdict *verdict;
};

/* Return when the judged event happened: deadlines depend on this, not on the time of entry. */
int64_t lm_desk_took_place(const struct taking *t);

/* The result of judging. */
struct verdict {
    struct lm_desk_reason *reasons;
    size_t count, capacity;
    enum lm_desk_level level;
    const char *departs; /* the code of the reason for leaving FIDE mode; NULL: none */
    const char **remarks;
    size_t remark_count, remark_capacity;
};

struct row {
    struct lm_desk_kind kind;
    /* Refuse what is wrong whenever the line is read.  NULL: nothing to check. */
    void (*check)(struct taking *t);
    /* Judge by the rules, when it is taken. */
    void (*judge)(struct taking *t);
    /* Judge the state that would result, when it is taken. */
    void (*after)(struct taking *t);
    /* Put the outcomes into the line; a failure is a reason. */
    void (*decide)(struct taking *t, struct lm_json_writer *w);
    void (*apply)(struct taking *t);
    /* The act that undoes it where "restore" cannot: its kind and fields. */
    const char *inverse;
    void (*invert)(const struct lm_desk *d, const struct entry *entry, struct lm_json_writer *w);
    const char *person; /* the person of the private part: "player", "person"; NULL: none */
};

extern const struct row lm_desk_rows_hall[], lm_desk_rows_teams[];
extern const struct row lm_desk_rows_event[], lm_desk_rows_people[], lm_desk_rows_leave[],
    lm_desk_rows_lists[], lm_desk_rows_after[], lm_desk_rows_attendance[], lm_desk_rows_pair[],
    lm_desk_rows_edit[], lm_desk_rows_round[], lm_desk_rows_over[], lm_desk_rows_result[],
    lm_desk_rows_notes[];
const struct row *lm_desk_row_named(const char *name);

/* Add a reason.  ${code} is its token, followed by a colon and ${about} (NULL: nothing). */
void lm_desk_need(struct taking *t, enum lm_desk_level level, const char *code, const char *about,
                  const char *article, const char *remedy, const char *format, ...) LM_PRINTF(7, 8);
/* Do the same with a ready-made sentence. */
void lm_desk_need_message(struct taking *t, enum lm_desk_level level, const char *code,
                          const char *about, const char *article, const char *remedy,
                          const struct lm_message *message);
/* Replace the remedy of the last reason, for remedies with parts. */
void lm_desk_instead(struct taking *t, const struct lm_message *remedy);

/* Is ${s} paired by the Dutch rules of 2006, with their own rules around a pairing?  NULL: no. */
bool lm_desk_is_2006(const struct lm_desk_section *s);
/* Return the article of the section's own day that corresponds to today's ${article}; else
 * ${article}. */
const char *lm_desk_article_of_day(const struct lm_desk_section *s, const char *article);
/* F6: judge a change of ${round} that is published and breaks neither B1 nor B2. */
void lm_desk_judge_published_2006(struct taking *t, const struct lm_desk_round *round);
/* F5: judge half a point for a player who is known not to play. */
void lm_desk_judge_half_bye_2006(struct taking *t);
/* Add a reason that leaves FIDE mode: two steps while in it, a confirmation afterwards. */
void lm_desk_depart(struct taking *t, const char *code, const char *article, const char *remedy,
                    const char *format, ...) LM_PRINTF(5, 6);
/* Add a ### line of the report. */
void lm_desk_remark(struct taking *t, const char *format, ...) LM_PRINTF(2, 3);

#define REFUSE(t, code, article, remedy, ...)                                                      \
    lm_desk_need(t, LM_LEVEL_REFUSED, code, NULL, article, remedy, __VA_ARGS__)

enum lm_desk_answer lm_desk_answer_of(const struct verdict *v, const struct lm_desk_act *act);

/* ---- state */

const char *lm_desk_copy(struct lm_desk *d, const char *text);
struct lm_desk_board *lm_desk_numbered(const struct lm_desk_round *r, const char *board);
struct lm_desk_idle *lm_desk_idle_of(struct lm_desk_round *r, const struct lm_desk_player *p);
/* Return the last round that is a draft or further; 0: none. */
uint32_t lm_desk_paired(const struct lm_desk_section *s);
/* Return the number of the round to be paired next. */
uint32_t lm_desk_next_round(const struct lm_desk_section *s);
/* Return the last published round; 0: none. */
uint32_t lm_desk_published(const struct lm_desk_section *s);
bool lm_desk_started(const struct lm_desk_section *s);
/* Are its rounds known before the first (a round-robin)?  Then they are paired and published all
 * together, and results come in any order. */
bool lm_desk_is_fixed(const struct lm_desk_section *s);
/* Of such a section: is it a match in which all players of one team meet all of another? */
bool lm_desk_is_match_of_teams(const struct lm_desk_section *s);
/* Return the article of such a section's table. */
const char *lm_desk_table_article(const struct lm_desk_section *s);
/* Return the last published round: of a round-robin also future ones. */
uint32_t lm_desk_on_wall(const struct lm_desk_section *s);
/* Was a round paired on the results of ${round}? */
bool lm_desk_paired_since(const struct lm_desk_section *s, uint32_t round);
/* Refuse acts that make no sense where all players meet. */
void lm_desk_check_fixed(struct taking *t);
/* Make the table for all unpublished rounds: the outcome of "pair", and its application. */
void lm_desk_decide_table(struct taking *t, struct lm_json_writer *w);
void lm_desk_apply_table(struct taking *t);
/* A player who joins an odd field that plays already (situation 76): is a number free?  Judge, find
 * the games as an outcome, and apply them. */
bool lm_desk_has_free_number(const struct lm_desk_section *s);
void lm_desk_judge_stepping_in(struct taking *t);
void lm_desk_decide_stepping_in(struct taking *t, struct lm_json_writer *w);
void lm_desk_apply_stepping_in(struct taking *t, struct lm_desk_player *p);
/* Discard the drafts: other numbers make another table. */
void lm_desk_drop_table(struct taking *t);
/* Rules of C.05 that boards made by hand can break (VCL 101, 102). */
bool lm_desk_met_in_cycle(const struct lm_desk_section *s, const struct lm_desk_board *b);
bool lm_desk_thrice(const struct lm_desk_section *s, const struct lm_desk_player *p,
                    uint32_t round);
/* ${t}->player leaves a round-robin from round ${from} on: judge the effect on the games, and apply
 * it. */
void lm_desk_judge_games_left(struct taking *t, uint32_t from);
void lm_desk_forfeit_games_left(struct taking *t, uint32_t from);
/* Return round ${number}; append it if it is the next.  NULL: no memory. */
struct lm_desk_round *lm_desk_open_round(struct taking *t, uint32_t number);
/* Empty a round; make a board of it. */
void lm_desk_empty_round(struct taking *t, struct lm_desk_round *r);
struct lm_desk_board *lm_desk_new_board(struct taking *t, struct lm_desk_round *r,
                                        struct lm_desk_player *white, struct lm_desk_player *black);
bool lm_desk_is_published(const struct lm_desk_round *r);
char lm_desk_bye_letter(uint8_t kind);
/* Return the usual value of the pairing-allocated bye, if none is announced. */
int32_t lm_desk_usual_pab(const struct lm_system *system, int32_t win, int32_t draw);
uint8_t lm_desk_result_index(const char *name);
/* Return the length of the part of ${board}, a board's name, that names one of its games. */
size_t lm_desk_game_part(const char *board);
/* Was a game of it played?  Only then the two have met (C.04.2 art. 3.5, C.04.6 art. 1.2). */
bool lm_desk_was_played(const struct lm_desk_board *b);
/* Exchange the two sides of ${b}. */
void lm_desk_turn_sides(struct taking *t, struct lm_desk_board *b);
/* Enter the results of all games of ${b}, and the resulting whole, but not the line's number. */
void lm_desk_set_results(struct taking *t, struct lm_desk_board *b, const uint8_t *games);
/* Write ${games}[0..${count}) as "1-0 1/2-1/2", and read it again; "1-0" alone applies to every
 * game. */
const char *lm_desk_results_text(const uint8_t *games, size_t count, struct lm_arena *arena);
bool lm_desk_read_results(const char *text, uint8_t *games, size_t count, struct lm_arena *arena);
bool lm_desk_has_played(const struct lm_desk_player *p);
struct lm_desk_player *lm_desk_player_of(const struct lm_desk_section *s,
                                         const struct lm_desk_person *person);
/* Return the participant's name, for sentences. */
const char *lm_desk_who(const struct taking *t, const struct lm_desk_player *p);
/* Return the rating for the tournament by the section's method, from the ratings of lists;
 * ${rating} if the method gives none. */
int32_t lm_desk_rating_of(const struct lm_desk_section *s, int32_t fide, int32_t national,
                          int32_t rating);
/* Return the section's method for record 172; "": unknown. */
const char *lm_desk_rating_method(const char *record);
/* Return the players in play in the order of their numbers: by rating, title, the section's
 * criterion, entry; in the arena. */
struct lm_desk_player **lm_desk_order(const struct lm_desk_section *s, struct lm_arena *arena,
                                      size_t *count);
/* Return the number for ${late} among numbered players, whatever the time of entry (VCL 156): by
 * the same order, behind players who are equal by all of it. */
uint32_t lm_desk_number_for(const struct lm_desk_section *s, const struct lm_desk_player *late);
/* Options for making a section a tournament of ${rounds} rounds, drafts included. */
struct making {
    enum lm_desk_audience audience;
    uint32_t rounds;    /* number of rounds, and byes of the next */
    bool locked_absent; /* players on boards of round ${rounds} + 1 with moves are absent */
    size_t leave;       /* number of wished prohibitions to drop from the end … */
    uint32_t target;    /* … in this round; 0: the one after ${rounds} */
};

/* ---- teams */
/* Return the number of games of a match of ${s}. */
uint8_t lm_desk_games_of(const struct lm_desk_section *s);
/* Find the participant ${who}, else a person of a team. */
struct lm_desk_player *lm_desk_anybody(const struct lm_desk_section *s, const char *who);
/* Find a person of ${team} by id, or by board ("3"). */
struct lm_desk_player *lm_desk_member_of(const struct lm_desk_player *team, const char *who);
/* Add a person to ${team}, at the end of its boards. */
struct lm_desk_player *lm_desk_add_member(struct taking *t, struct lm_desk_player *team,
                                          struct lm_desk_person *person);
/* Remove ${member}, who has not sat, from the team. */
void lm_desk_drop_member(struct taking *t, struct lm_desk_player *member);
/* Has ${member} sat in a published round? */
bool lm_desk_has_sat(const struct lm_desk_player *member);
/* Number the persons, by the numbers of their teams and their boards. */
void lm_desk_number_members(struct taking *t);
/* Seat the players of a new match by line-ups and board orders; ${b} is empty. */
void lm_desk_seat_match(struct taking *t, struct lm_desk_board *b);
/* Do the same for every match of ${team} that has not begun, after a change of its order or
 * line-up. */
void lm_desk_seat_again(struct taking *t, struct lm_desk_player *team);
/* Return the result of a game that cannot be played because a player is missing; 0: it can. */
uint8_t lm_desk_result_of_empty(const struct lm_desk_board *b, const struct lm_desk_game *game);
/* Refuse acts that are not for teams, or only for their persons. */
void lm_desk_check_teams(struct taking *t);
/* As lm_desk_make, with two results: the teams (${field}), and the event with their persons
 * (${whole}). */
enum lm_status lm_desk_make_teams(const struct lm_desk *d, const struct lm_desk_section *s,
                                  const struct making *how, struct lm_arena *arena,
                                  uint32_t **index, struct lm_desk_player ***players,
                                  struct lm_tournament **field, struct lm_tournament **whole);
/* Return the whole result of a match with these game results. */
uint8_t lm_desk_whole_of(const uint8_t *games, size_t count);

/* Make the next person, without data and in no section; NULL: no memory. */
struct lm_desk_person *lm_desk_new_person(struct lm_desk *d, const char *id);
struct lm_desk_player *lm_desk_add_player(struct taking *t, struct lm_desk_section *s,
                                          struct lm_desk_person *person);
void lm_desk_give_number(struct taking *t, struct lm_desk_player *p, uint32_t number);
/* Changes of a round's boards and byes, for pairing and for the hall. */
void lm_desk_sit(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *white,
                 struct lm_desk_player *black);
size_t lm_desk_lift(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *p);
void lm_desk_add_idle(struct taking *t, struct lm_desk_round *r, struct lm_desk_player *p,
                      uint8_t kind);
void lm_desk_renumber(struct taking *t, struct lm_desk_round *r);
/* Record the tables of the boards of ${r}, which is published. */
void lm_desk_note_tables(struct taking *t, struct lm_desk_round *r);
bool lm_desk_is_locked(const struct lm_desk_board *b);
void lm_desk_check_current(struct taking *t);
void lm_desk_judge_seats(struct taking *t, const struct lm_desk_round *r,
                         struct lm_desk_player *const *about, size_t count);
/* Count the players who did not appear, when the whole result of ${b} becomes ${after}. */
void lm_desk_count_forfeits(struct taking *t, const struct lm_desk_board *b, uint8_t after);
void lm_desk_set_start(struct taking *t, uint32_t round, int64_t when);
/* Are the two kept apart in any round? */
bool lm_desk_are_apart(const struct lm_desk_section *s, const struct lm_desk_player *a,
                       const struct lm_desk_player *b);
/* Apply announced prohibitions for clubs and federations to players who enter later. */
void lm_desk_put_apart(struct taking *t, const char *club, const char *federation,
                       struct lm_json_writer *w);
void lm_desk_apply_apart(struct taking *t, struct lm_desk_player *player);
/* Does a new entry with the fields ${v} look like ${p}? */
bool lm_desk_look_alike(const struct lm_desk_person *p, const struct line_fields *v,
                        struct lm_arena *arena);
/* Does a sanction's name and id match a person with this name and FIDE ID ("" unknown)? */
bool lm_desk_is_sanctioned(const char *name, const char *fide_id, const char *sanctioned_name,
                           const char *sanctioned_id, struct lm_arena *arena);
/* Return "Müller, Hans (SK Thun, 1990)": the name of ${p} with data that distinguish it from others
 * of the same name. */
const char *lm_desk_distinction(const struct lm_desk_person *p, struct lm_arena *arena);
/* Are these the same name, however spelt? */
bool lm_desk_same_name(const char *a, const char *b, struct lm_arena *arena);
/* Set the bye of ${p} in a round. */
void lm_desk_set_bye(struct taking *t, struct lm_desk_player *p, uint32_t round, uint8_t kind);
void lm_desk_apply_restore(struct taking *t);
size_t lm_desk_dependents(const struct lm_desk *d, uint64_t line, int64_t *out, size_t limit);
enum lm_status lm_desk_make(const struct lm_desk *d, const struct lm_desk_section *s,
                            const struct making *how, struct lm_arena *arena, uint32_t **index,
                            struct lm_desk_player ***players, struct lm_tournament **out);
/* Return the number of wished prohibitions that apply in ${round}. */
size_t lm_desk_wished(const struct lm_desk_section *s, uint32_t round);

/* Find the pairs of ${round} that break the rules least, White first, NULL opposite the bye, into
 * ${sides}[2 * players]: for rounds without a legal pairing.  O(players^3). */
enum lm_status lm_desk_least(const struct lm_desk *d, const struct lm_desk_section *s,
                             uint32_t round, struct lm_arena *arena, struct lm_desk_player **sides,
                             size_t *pairs);

/* A rule that the boards of a round break, as a reason with its token. */
struct breach {
    enum lm_desk_level level;
    const char *code, *about, *article;
    const struct lm_message *what;
};
enum lm_status lm_desk_find_breaches(const struct lm_desk *d, const struct lm_desk_section *s,
                                     const struct lm_desk_round *r, struct lm_arena *arena,
                                     struct breach **out, size_t *count);
/* Set ${*out} to "1-4 2-3 => 1-3 2-4" if ${round} differs from the rules' pairing, else "". */
enum lm_status lm_desk_departure(const struct lm_desk *d, const struct lm_desk_section *s,
                                 uint32_t round, struct lm_arena *arena, struct lm_log *log,
                                 const char **out);

#endif

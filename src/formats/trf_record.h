/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_TRF_RECORD_H
#define LIMMAT_FORMATS_TRF_RECORD_H

/* Inside the reader of TRF: the state for reading a record, by kind of record (trf_event.c,
 * trf_players.c, trf_teams.c, trf_wishes.c); trf_read.c has the table of all. */

#include "formats/lines.h"
#include "formats/reading.h"
#include "formats/trf.h"

struct trf {
    struct lm_reading r;
    struct lm_lines lines;
    struct lm_tournament *t;
    struct lm_line **line_of;                  /* per player: the 001 record */
    uint32_t *players;                         /* TPN up to ${highest} -> index or LM_NOBODY */
    uint32_t highest;                          /* TPN */
    uint32_t teams[LM_TRF_TEAM_MAX + 1];       /* team number -> index or LM_NOBODY */
    bool open_end;                             /* the last line has no end */
    bool team_ids;                             /* there are 310 records: 240 … 299 name teams */
    uint32_t seen_players;                     /* 001 records before the current line */
    const char *behind;                        /* code of the record before it; "": 001 */
    uint32_t *seen;                            /* records before it, by row of the table */
    uint32_t behind_count;                     /* of ${behind} */
    unsigned worth_given;                      /* set of results the point system names */
    unsigned start_line, end_line, dates_line; /* of 042, 052, 132 */
    bool pab_like_win;    /* the point system is one whose PAB defaults to a win */
    struct lm_roll named; /* players or teams already named in the list being read */
    struct lm_roll seats; /* players, in which team */
    struct lm_list nationals, byes, accelerations, prohibitions, adjustments, team_list, lineups,
        team_forfeits, kept, deputies, dates, options;
    struct lm_list lineup_lines, forfeit_lines; /* and the lines of these */
};

/* Rules for the ids of a record: each is named once; a board can be empty (0000). */
enum ids { PLAYERS, TEAMS, ROSTER, BOARDS };

enum pass { PASS_PLAYERS, PASS_TEAMS, PASS_REST };

struct record {
    const char *code;
    enum pass pass;
    void (*read)(struct trf *f, struct lm_line *line, const struct record *row);
    size_t offset; /* of the field in struct lm_tournament, for plain texts and numbers */
    const char *name;
};

/* --- trf_fields.c */

/* The index of the player with ${tpn}, or LM_NOBODY. */
uint32_t lm_trf_player(const struct trf *f, uint64_t tpn);

struct lm_place lm_trf_place_of(struct trf *f, const struct lm_line *line, const char *name,
                                struct lm_field field);

/* Read a whole number of ${field}, or ${otherwise} if it is blank; else refuse it. */
bool lm_trf_number_in(struct trf *f, const struct lm_line *line, const char *name,
                      struct lm_field field, int64_t low, int64_t high, int64_t otherwise,
                      int64_t *value);

/* Read the number in the columns ${first} to ${last}, 0 to ${high}; 0 if blank; else refuse it. */
uint32_t lm_trf_small_number(struct trf *f, struct lm_line *line, const char *name, unsigned first,
                             unsigned last, int64_t high);

/* Read points of ${field}, or ${otherwise} if it is blank; else refuse them. */
int32_t lm_trf_points_in(struct trf *f, const struct lm_line *line, const char *name,
                         struct lm_field field, int32_t otherwise);

/* Return the text in the columns ${first} to ${last}, without blanks around it. */
const char *lm_trf_text_in(struct trf *f, struct lm_line *line, unsigned first, unsigned last);

/* Return the character in ${column}; a blank beyond the end. */
char lm_trf_char_in(struct lm_line *line, unsigned column);

/* Keep a line that is not understood, to be written back unchanged. */
void lm_trf_keep_line(struct trf *f, const struct lm_line *line);

/* Return the index of the player or team with id ${field}; LM_NOBODY, refused, if there is none. */
uint32_t lm_trf_index_in(struct trf *f, const struct lm_line *line, struct lm_field field,
                         bool team);

/* Return the ids from ${column} to the end of the line, as indices. */
const uint32_t *lm_trf_ids_from(struct trf *f, struct lm_line *line, unsigned column, enum ids kind,
                                size_t *count);

/* --- trf_event.c */

void lm_trf_read_text(struct trf *f, struct lm_line *line, const struct record *row);
/* Read a count that has no effect; text that is not a number is kept unchanged. */
void lm_trf_read_count(struct trf *f, struct lm_line *line, const struct record *row);
/* 142 and XXR. */
void lm_trf_read_rounds(struct trf *f, struct lm_line *line, const struct record *row);
/* 152 */
void lm_trf_read_initial_colour(struct trf *f, struct lm_line *line, const struct record *row);
/* XXC: "rank", "white1", "black1", in any number and order. */
void lm_trf_read_configuration(struct trf *f, struct lm_line *line, const struct record *row);
void lm_trf_read_deputy(struct trf *f, struct lm_line *line, const struct record *row);
/* 132: dates of the rounds, in the columns of the rounds. */
void lm_trf_read_dates(struct trf *f, struct lm_line *line, const struct record *row);
/* 162, XXS, BB?: the worth of results. */
void lm_trf_read_worth(struct trf *f, struct lm_line *line, const struct record *row);
/* Complete the point system: if 162 or BB? is present, a PAB that it does not mention is worth a
 * win; an adjourned game that is not mentioned is worth a draw. */
void lm_trf_complete_worth(struct trf *f);
/* 362: match points. */
void lm_trf_read_team_points(struct trf *f, struct lm_line *line, const struct record *row);

/* --- trf_players.c */

/* false: no result has that letter. */
bool lm_trf_result_of_letter(char letter, uint8_t *result);
void lm_trf_read_player(struct trf *f, struct lm_line *line, const struct record *row);
/* The code of a federation instead of 001, and the TPN of a player. */
bool lm_trf_is_national(struct trf *f, struct lm_line *line);
void lm_trf_read_national(struct trf *f, struct lm_line *line);

/* --- trf_teams.c */

/* 013; beside records 310, which replace it, it adds nothing. */
void lm_trf_read_old_team(struct trf *f, struct lm_line *line, const struct record *row);
/* 310 */
void lm_trf_read_team(struct trf *f, struct lm_line *line, const struct record *row);
/* 320: the teams' pairing-allocated byes. */
void lm_trf_read_team_pab(struct trf *f, struct lm_line *line, const struct record *row);
/* 300 */
void lm_trf_read_lineup(struct trf *f, struct lm_line *line, const struct record *row);
/* 330 */
void lm_trf_read_team_forfeit(struct trf *f, struct lm_line *line, const struct record *row);

/* --- trf_wishes.c */

/* 240 */
void lm_trf_read_byes(struct trf *f, struct lm_line *line, const struct record *row);
/* XXZ: absent from the round to pair, whose number is only known at the end (round 0 until then).
 */
void lm_trf_read_absences(struct trf *f, struct lm_line *line, const struct record *row);
/* 250 */
void lm_trf_read_acceleration(struct trf *f, struct lm_line *line, const struct record *row);
/* XXA: fictitious points of one player, round by round from column 10. */
void lm_trf_read_player_acceleration(struct trf *f, struct lm_line *line, const struct record *row);
/* 260 */
void lm_trf_read_prohibition(struct trf *f, struct lm_line *line, const struct record *row);
/* XXP */
void lm_trf_read_lasting_prohibition(struct trf *f, struct lm_line *line, const struct record *row);
/* 299.  The sign of a penalty can be in front of the columns of its points. */
void lm_trf_read_adjustment(struct trf *f, struct lm_line *line, const struct record *row);

#endif

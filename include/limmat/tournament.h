/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TOURNAMENT_H
#define LIMMAT_TOURNAMENT_H

/*
 * A tournament: its results and its announcements.  Nothing here is computed by a rule.
 *
 * Units: points are integers in tenths.  Rounds count from 1.  Players are named by their *index*
 * in ${players} (0 … player_count-1) everywhere inside the library; the TPN (tournament pairing
 * number, C.04.2 art. 2) is data of the player, for people to read and write.  All texts are
 * UTF-8, NUL-terminated, never NULL ("" when not given), owned by the tournament's arena.
 */

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/date.h"
#include "limmat/export.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LM_NOBODY     UINT32_MAX
#define LM_NO_POINTS  INT32_MIN /* no points were declared */
#define LM_TPN_MAX    9999999u
#define LM_ROUNDS_MAX 999u

enum lm_colour { LM_NO_COLOUR, LM_WHITE, LM_BLACK };

/* A player's entry for one round (or one game of a match).  TRF letter behind each. */
enum lm_result {
    LM_BLANK,        /* ' '  nothing recorded: not paired, absent, or not yet */
    LM_PENDING,      /* opponent and colour are known, the result is not yet */
    LM_WIN,          /* '1'  played over the board */
    LM_DRAW,         /* '=' */
    LM_LOSS,         /* '0' */
    LM_UNRATED_WIN,  /* 'W'  played, but not for rating (less than one move) */
    LM_UNRATED_DRAW, /* 'D' */
    LM_UNRATED_LOSS, /* 'L' */
    LM_ADJOURNED,   /* 'X'  unknown result; a draw for pairing purposes unless 162 says otherwise */
    LM_FORFEIT_WIN, /* '+'  paired, not played */
    LM_FORFEIT_LOSS, /* '-' */
    LM_PAB,          /* 'U'  pairing-allocated bye */
    LM_FULL_BYE,     /* 'F' */
    LM_HALF_BYE,     /* 'H' */
    LM_ZERO_BYE,     /* 'Z'  known absence */
    LM_RESULT_COUNT
};

struct lm_record {
    uint32_t opponent; /* index, or LM_NOBODY */
    uint8_t colour;    /* enum lm_colour; of a forfeited game: the scheduled one */
    uint8_t result;    /* enum lm_result */
};

/* Was there an opponent over the board?  (C.04.2 art. 3.5: a forfeit isn't a meeting.) */
static inline bool lm_result_is_played(enum lm_result result)
{
    return result >= LM_WIN && result <= LM_ADJOURNED;
}

static inline bool lm_result_is_bye(enum lm_result result)
{
    return result >= LM_PAB && result <= LM_ZERO_BYE;
}

/* The points of each result: record 162, XXS, BB*.  ${value}[result][1] is for Black, [0] for White
 * and for results without colour. */
struct lm_point_system {
    int32_t value[LM_RESULT_COUNT][2];
};

/* 1, ½, 0; PAB and full-point bye like a win; half-point bye and adjourned like a draw. */
LM_API struct lm_point_system lm_points_standard(void);

/* The points ${game} for each of the ${games} games of a match; byes are for the whole match: a
 * full-point bye like winning, a half-point bye like drawing every game, a PAB worth a win like
 * winning all but one and drawing that (C.04.5 art. 1.4: 1½ of two); any other PAB stays. */
LM_API struct lm_point_system lm_points_of_matches(const struct lm_point_system *game,
                                                   uint8_t games);

struct lm_player {
    uint32_t tpn;      /* 1 … LM_TPN_MAX, unique */
    char sex;          /* 'm', 'w', or 0 when not given */
    const char *title; /* "GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "" or as written */
    const char *name;  /* "Lastname, Firstname" */
    int32_t rating;    /* FIDE rating; 0: none */
    const char *federation;
    const char *fide_id;     /* digits as written */
    const char *birth;       /* as written: "YYYY/MM/DD", "YYYY/00/00", "YYYY", … */
    int32_t declared_points; /* LM_NO_POINTS: none */
    uint32_t declared_rank;  /* 0: none */
    const char *club;        /* Limmat's JSON only */
    uint32_t lot;            /* drawing of lots, lower is better; 0: none drawn */
    uint32_t withdrawn;      /* first round after the withdrawal; 0: not withdrawn */
    uint32_t line;           /* line in the file, to name places; 0: none */
};

/* National Rating Support record of a player (three-letter code instead of 001). */
struct lm_national {
    const char *rater; /* federation whose rating it is; "INGO", "BCF" for those scales */
    uint32_t player;   /* index */
    char sex;
    const char *classification;
    const char *name;
    int32_t rating;
    const char *origin;
    const char *number;
    const char *birth;
};

/* The meaning of the ids in a row.  In a file with numbered teams (310), 240, 250, 260 and 299 name
 * teams; XXZ, XXA and XXP always name players, so one tournament can have both. */
enum lm_whom { LM_PLAYERS, LM_TEAMS };

/* Requested byes (record 240), also of rounds not yet paired.  XXZ is a zero-point bye. */
struct lm_requested_bye {
    uint8_t kind; /* LM_FULL_BYE, LM_HALF_BYE or LM_ZERO_BYE */
    uint8_t whom; /* enum lm_whom */
    uint32_t round;
    uint32_t player; /* index of a player, or a team */
};

/* Fictitious points (250, XXA) of TPNs ${first} … ${last} in rounds ${first_round} … ${last_round}.
 */
struct lm_acceleration {
    int32_t match_points; /* teams only */
    int32_t points;
    uint32_t first_round, last_round;
    uint32_t first, last; /* TPNs, or numbers of teams, inclusive */
    uint8_t whom;         /* enum lm_whom */
};

/* Players who must not meet each other (260, XXP). */
struct lm_prohibition {
    uint32_t first_round, last_round; /* XXP: 1 … LM_ROUNDS_MAX */
    const uint32_t *players;          /* indices of players, or teams */
    size_t count;
    uint8_t whom; /* enum lm_whom */
};

/* Points that do not come from results (299). */
struct lm_adjustment {
    char type;            /* 'W' 'D' 'L' 'F' 'H' 'Z' '+' '-', or ' ' for a penalty or bonus */
    int32_t match_points; /* teams only */
    int32_t points;       /* per player; for types other than ' ': the new value of such a result */
    uint32_t round;       /* 0: all rounds */
    const uint32_t *players; /* indices of players, or teams */
    size_t count;            /* 0, with a type other than ' ': all of them */
    uint8_t whom;            /* enum lm_whom */
};

struct lm_team {
    uint32_t number; /* 0 when the record (013) gives none */
    const char *name;
    const char *nickname;
    const char *strength; /* as written */
    int32_t match_points; /* LM_NO_POINTS: none declared */
    int32_t game_points;
    uint32_t rank;
    const uint32_t *players; /* indices in board order; LM_NOBODY: a board without a player */
    size_t count;
};

/* One team's line-up that is not the default one (300). */
struct lm_lineup {
    uint32_t round, team, opponent; /* team numbers */
    const uint32_t *players;        /* indices; LM_NOBODY: empty board */
    size_t count;
};

/* A forfeited team match (330): "+-", "-+", "--". */
struct lm_team_forfeit {
    char type[3];
    uint32_t round, white, black; /* team numbers */
};

/* A line kept as written: unknown records, comments, 801/802.  It was behind ${after} records of
 * the code ${behind}, so that writers can restore its place: "" is 001 (a player), "000" the
 * beginning of the file. */
struct lm_kept_line {
    const char *text;
    uint32_t after;
    const char *behind;
};

struct lm_tournament {
    struct lm_arena *arena;

    /* its kind */
    const char *name, *city, *federation;
    const char *start, *end;     /* as written */
    const char *type;            /* 092 */
    const char *type_code;       /* 192 */
    const char *chief_arbiter;   /* 102 */
    const char *const *deputies; /* 112, one each */
    size_t deputy_count;
    const char *time_control;       /* 122 */
    const char *time_control_code;  /* 222 */
    const char *pairing_controller; /* 182 */
    const char *rank_method;        /* 172, as written after the code */
    const char *tie_breaks;         /* 202 */
    const char *standings_order;    /* 212 */
    const char *colour_sequence;    /* 352 */
    const char *const *dates;       /* 132: one per round, as written */
    size_t date_count;
    const char *const *starts; /* one per round, "": unknown; lm_parse_moment; in no TRF */
    size_t start_count;
    const char *zone; /* of their clocks, for readers: "Europe/Zurich"; "": unknown */

    uint32_t declared_players, declared_rated, declared_teams; /* 062, 072, 082 */
    uint32_t rounds_total;   /* declared number of rounds (142, XXR); 0: not given */
    uint32_t rounds_paired;  /* up to the last round with a game, or with a bye for every player;
                              * see lm_tournament_count_rounds */
    uint8_t initial_colour;  /* 152, XXC: enum lm_colour; LM_NO_COLOUR: not given */
    bool rank_order;         /* XXC rank: pair by declared rank instead of TPN */
    uint8_t games_per_match; /* 1; Double-Swiss: 2 records per round and player, of a bye the first
                                has the kind and the others are blank */
    struct lm_point_system points;
    bool points_declared;   /* declared in the file; otherwise the standard is assumed */
    int32_t team_points[3]; /* 362: win, draw, loss */
    int32_t team_pab_match_points, team_pab_game_points; /* 320 */
    const uint32_t *team_pab;                            /* 320: team number per round, 0 none */
    size_t team_pab_count;

    struct lm_player *players; /* in ascending order of TPN */
    uint32_t player_count;
    /* ${player_count} rows of ${round_capacity} x games_per_match records, see lm_record_of. */
    struct lm_record *records;
    uint32_t round_capacity;

    const struct lm_national *nationals;
    size_t national_count;
    /* Of a view of teams (lm_team_view), per team and round like records: the secondary score. */
    const int32_t *second_points;
    const struct lm_tournament *event; /* of a view of teams: the event that it shows; else NULL */
    const struct lm_requested_bye *byes;
    size_t bye_count;
    const struct lm_acceleration *accelerations;
    size_t acceleration_count;
    const struct lm_prohibition *prohibitions;
    size_t prohibition_count;
    const struct lm_adjustment *adjustments;
    size_t adjustment_count;
    const struct lm_team *teams;
    size_t team_count;
    const struct lm_lineup *lineups;
    size_t lineup_count;
    const struct lm_team_forfeit *team_forfeits;
    size_t team_forfeit_count;
    const struct lm_kept_line *kept;
    size_t kept_count;

    /* System-specific options of Limmat's JSON ("options": {name: value}), as pairs of texts. */
    const char *const *options; /* name, value, name, value, … */
    size_t option_count;        /* pairs */
};

/* An empty tournament in ${*out} for ${players} players and ${rounds} rounds to be recorded, all
 * texts "", all records blank (opponent LM_NOBODY), the points of lm_points_of_matches. */
LM_API LM_MUST_CHECK enum lm_status lm_tournament_new(struct lm_arena *arena, uint32_t players,
                                                      uint32_t rounds, uint8_t games_per_match,
                                                      struct lm_tournament **out);

/* Room for at least ${rounds} rounds (records are moved; O(players x rounds)). */
LM_API LM_MUST_CHECK enum lm_status lm_tournament_reserve(struct lm_tournament *t, uint32_t rounds);

/* The first of the games_per_match records of ${player} in ${round} (from 1, within capacity). */
static inline struct lm_record *lm_record_of(const struct lm_tournament *t, uint32_t player,
                                             uint32_t round)
{
    assert(player < t->player_count && round >= 1 && round <= t->round_capacity);
    return t->records +
           ((size_t)player * t->round_capacity + (round - 1)) * (size_t)t->games_per_match;
}

/* Are the teams numbered (310)?  Then teams are paired and ranked, and requested byes,
 * accelerations, prohibitions and adjustments name teams unless their row says otherwise. */
static inline bool lm_ids_are_teams(const struct lm_tournament *t)
{
    return t->team_count > 0 && t->teams[t->team_count - 1].number != 0;
}

/* Of teams: do game points come first, by the code of record 192 (…_GP, …_GP_MP)? */
LM_API bool lm_game_points_first(const struct lm_tournament *t);

/* Check ${t} for what every other call relies on: indices in range, texts not NULL, numbers unique
 * and ascending, every game recorded by both players, no player twice in a round or a team, points
 * within 9999.9.  Readers guarantee this; pass a tournament made by hand here first.  LM_INVALID:
 * ${log} (can be NULL) has every mistake with its player and round.  O(players x rounds + players
 * of teams squared). */
LM_API LM_MUST_CHECK enum lm_status lm_tournament_check(const struct lm_tournament *t,
                                                        struct lm_log *log);

/* The index of the player with TPN ${tpn}, or LM_NOBODY.  O(log n). */
LM_API uint32_t lm_player_with_tpn(const struct lm_tournament *t, uint32_t tpn);

/* Return the place of ${title} in the order of C.04.2: 0 GM, IM, WGM, FM, WIM, CM, WFM, 7 WCM; 8:
 * none. */
LM_API int lm_title_rank(const char *title);

/* Set ${rounds_paired} from the records: the last round in which a player has an opponent or a
 * forfeit, or in which all players except withdrawn ones have a bye.  Byes of only some players,
 * even a PAB, were entered in advance and don't make a round. */
LM_API void lm_tournament_count_rounds(struct lm_tournament *t);

/* If the number of rounds isn't declared, set it to the rounds on record.  Returns whether it did;
 * the report of a whole tournament can lack it. */
LM_API bool lm_close_rounds(struct lm_tournament *t);

/* Points of ${player} for ${round} alone: results by the point system, and the 299 assignments of
 * that round; all games of a match. */
LM_API int32_t lm_round_points(const struct lm_tournament *t, uint32_t player, uint32_t round);

/* Points of every player from rounds 1 … ${round}, 299 assignments included, into
 * ${points}[player_count].  O(players x rounds + adjustments). */
LM_API void lm_points_after(const struct lm_tournament *t, uint32_t round, int32_t *points);

/* Do the encoded type (192) or the type in words (092) of ${t} declare that its pairings were known
 * before the first round (1), or that they were not (-1)?  0: neither. */
LM_API int lm_type_says_predetermined(const struct lm_tournament *t);

/* Does the encoded type (192), or else the type in words (092), of ${t} declare a Scheveningen
 * match, in which each player of one team meets each player of another? */
LM_API bool lm_type_says_match(const struct lm_tournament *t);

/* The two teams of such a match (docs/scheveningen.md art. 1.2). */
struct lm_sides {
    const uint32_t *members[2]; /* player indices in the order of the team's numbers; NULL: the
                                   field's own order, the first team first */
    uint32_t count[2];          /* members of each */
};

/* Return the teams of ${t}, if it has exactly two; else the halves of its numbers, the first of an
 * odd field the larger.  Texts and lists are those of ${t}.  O(1). */
LM_API struct lm_sides lm_sides_of(const struct lm_tournament *t);

/* The player index of number ${number} (from 0) of team ${side}, 0 or 1; LM_NOBODY: none.
 */
LM_API uint32_t lm_sides_member(const struct lm_sides *s, int side, uint32_t number);

/* In a round-robin, has ${player} withdrawn by the end of ${round} with less than half of the games
 * completed (C.05 art. 6.6.1)?  Then the results stay in the table and for rating, but the points
 * of the player and of the opponents from these games don't count in the standings. O(rounds +
 * byes). */
LM_API bool lm_left_before_half(const struct lm_tournament *t, uint32_t player, uint32_t round);

/* Points that count in the standings, as lm_points_after; in a round-robin (by the type of ${t})
 * without the points of and against players who withdrew before half of their games. */
LM_API void lm_points_standing(const struct lm_tournament *t, uint32_t round, int32_t *points);

/* ${t}, whose teams are numbered (310), as a tournament whose participants are the teams: their
 * numbers are the TPNs, a record is a match with the colour of board 1.  Scores are match points,
 * or ${by_games} game points.  Memory in ${arena}; texts are shared.  O(records + teams x
 * line-ups). */
LM_API LM_MUST_CHECK enum lm_status lm_team_view(const struct lm_tournament *t, bool by_games,
                                                 struct lm_arena *arena,
                                                 struct lm_tournament **out);

/* The players of team ${team} (an index) in ${round}, in board order: its own line-up (300), or the
 * default one.  ${*count} of them; LM_NOBODY is an empty board. */
LM_API const uint32_t *lm_team_line_up(const struct lm_tournament *t, uint32_t team, uint32_t round,
                                       size_t *count);

/* Points of ${team} (an index) by board in ${round}, into ${points}[${boards}]: of a default
 * line-up those who had a game, closed up.  O(line-ups + players of the team). */
LM_API void lm_team_board_points(const struct lm_tournament *t, uint32_t team, uint32_t round,
                                 uint32_t boards, int32_t *points);

/* Does the team named first in a match have White on ${board}, from 0?  By 352, else in turns. */
LM_API bool lm_team_first_has_white(const struct lm_tournament *t, size_t board);

/* Find a player of ${team} whose opponent in ${round} has another board in the line-ups: one of the
 * two is wrong, and the match result is doubtful.  LM_NOBODY: none.  O(boards x players of
 * teams). */
LM_API uint32_t lm_team_seated_apart(const struct lm_tournament *t, uint32_t team, uint32_t round);

/* The number of boards of a match: that of the largest one so far; else the number of letters in
 * 352; else the size of the smallest team. */
LM_API uint32_t lm_team_boards(const struct lm_tournament *t);

/* Enter the match of teams ${white} and ${black} (indices) as games of ${boards} boards with
 * pending results; the colours of boards by 352, else in turns.  Boards without a player on both
 * sides, or with a player who sits already, stay blank.  ${round} is within capacity. */
LM_API void lm_team_enter_match(struct lm_tournament *t, uint32_t round, uint32_t white,
                                uint32_t black, uint32_t boards);

/* Enter the pairing-allocated bye of ${team} (320); if its value is not declared, that of a draw.
 * LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_team_enter_bye(struct lm_tournament *t, uint32_t round,
                                                      uint32_t team);

/* The bye of the whole ${team} (an index) in ${round} by the columns of its players: what every
 * player with an entry has.  LM_BLANK: the players have games, different byes or nothing. */
LM_API enum lm_result lm_team_bye(const struct lm_tournament *t, uint32_t team, uint32_t round);

/* Match and game points of a team's bye of ${kind} with ${boards} boards: the PAB by record 320,
 * or without it those of a draw. */
LM_API void lm_team_bye_points(const struct lm_tournament *t, enum lm_result kind, int32_t boards,
                               int32_t points[2]);

/* Replace the match and game points of ${team}'s ${result} in ${round} if a 299 record of a type
 * does.  Of the two, a 0 beside other points replaces nothing. */
LM_API void lm_team_adjust(const struct lm_tournament *t, uint32_t team, uint32_t round,
                           enum lm_result result, int32_t points[2]);

/* Does the ${type} of a 299 record mean ${result}? */
LM_API bool lm_is_of_type(char type, enum lm_result result);

/* Enter ${result} for all players of ${team} in a round in which it does not play. */
LM_API void lm_team_enter_absence(struct lm_tournament *t, uint32_t round, uint32_t team,
                                  enum lm_result result);

/* The meaning of the players' declared ranks.  Some programs fill the column with the players' own
 * numbers, or exchange the two: they number the players by points, and the ranks are the numbers by
 * which they were paired. */
enum lm_rank_use {
    LM_RANKS_PLACES,    /* places, or none are declared */
    LM_RANKS_NUMBERS,   /* copies of the numbers, not places */
    LM_RANKS_EXCHANGED, /* the players are numbered by their points, and their ranks are not places
                         */
    LM_RANKS_PAIR       /* the players are paired by them (XXC rank) */
};
LM_API enum lm_rank_use lm_rank_use(const struct lm_tournament *t);

/* Are the players numbered by their declared points?  Then the numbers used for pairing are
 * unknown.  No for few players or scores, where it can be chance. */
LM_API bool lm_numbered_by_points(const struct lm_tournament *t);

/* Add to ${points}[player_count] the points of the byes requested for the round to pair: TRF(x)
 * declares points with them. */
LM_API void lm_points_add_next_byes(const struct lm_tournament *t, int32_t *points);

/* The value of option ${name}, or NULL. */
LM_API const char *lm_option(const struct lm_tournament *t, const char *name);

/* Return the address where the games of ${t} can be seen, from its comment "### Games: https://…";
 * "": none. O(comments). */
LM_API const char *lm_games_link(const struct lm_tournament *t);

/* Is ${text} a valid link: an https address of at most 200 bytes that need no escape?  Is
 * ${comment} such a comment?  Make the comment for ${link}, in ${arena}; NULL: no memory. */
LM_API bool lm_is_games_link(const char *text);
LM_API bool lm_is_record_of_games(const char *comment);
LM_API const char *lm_record_of_games(const char *link, struct lm_arena *arena);

#ifdef __cplusplus
}
#endif
#endif

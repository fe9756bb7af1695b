/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pair the small tournaments of a stream of TRF files again, round by round, by the reference, and
 * compare: check_vectors [last] < FILES; with ${last}, only the last round of each.  Each file
 * begins with its record 012.  The exit status is 0 if all rounds agree.
 */
#include "dutch_2026.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 128, LINE = 512, MOST_PRESENT = 16 };

struct entrant {
    int tpn;
    int rounds;
    struct {
        int opponent;
        char colour;
        char result;
        int virtual_points;
    } round[REF_ROUNDS];
};

struct tournament {
    char name[LINE];
    int count;
    struct entrant entrant[PLAYERS];
    int rounds;
    int total_rounds;
    char initial_colour;
    int bye; /* points of a pairing-allocated bye, in tenths */
    int forbidden_count;
    struct {
        int first;
        int last;
        int one;
        int two;
    } forbidden[REF_FORBIDDEN];
};

struct counts {
    bool last_only;
    int tournaments;
    int rounds;
    int different;
};

/* ---- Reading ------------------------------------------------------------------------------ */

static int number_at(const char *line, size_t column, size_t width)
{
    char field[16] = "";
    if (strlen(line) > column)
        snprintf(field, sizeof field, "%.*s", (int)width, line + column);
    return atoi(field);
}

/* Points in tenths: "01.0" is 10. */
static int points_at(const char *line, size_t column)
{
    const char *dot = strchr(line + column, '.');
    return number_at(line, column, 4) * 10 + (dot != NULL ? dot[1] - '0' : 0);
}

static struct entrant *entrant_of(struct tournament *tournament, int tpn)
{
    for (int i = 0; i < tournament->count; i++)
        if (tournament->entrant[i].tpn == tpn)
            return &tournament->entrant[i];
    fprintf(stderr, "%s: nobody has the number %d\n", tournament->name, tpn);
    exit(2);
}

static void read_player(struct tournament *tournament, const char *line)
{
    if (tournament->count == PLAYERS) {
        fprintf(stderr, "%s: too many players\n", tournament->name);
        exit(2);
    }
    struct entrant *entrant = &tournament->entrant[tournament->count++];
    *entrant = (struct entrant){.tpn = number_at(line, 4, 4)};
    for (size_t at = 91; strlen(line) > at + 7 && entrant->rounds < REF_ROUNDS; at += 10) {
        const int round = entrant->rounds++;
        entrant->round[round].opponent = number_at(line, at, 4);
        entrant->round[round].colour = line[at + 5];
        entrant->round[round].result = line[at + 7];
    }
    if (entrant->rounds > tournament->rounds)
        tournament->rounds = entrant->rounds;
}

static void read_forbidden(struct tournament *tournament, const char *ids, int first, int last)
{
    int id[16];
    int count = 0;
    for (char *end; count < 16 && *ids != '\0'; ids = end) {
        id[count] = (int)strtol(ids, &end, 10);
        if (end == ids)
            break;
        count++;
    }
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count && tournament->forbidden_count < REF_FORBIDDEN; b++) {
            const int i = tournament->forbidden_count++;
            tournament->forbidden[i].first = first;
            tournament->forbidden[i].last = last;
            tournament->forbidden[i].one = id[a];
            tournament->forbidden[i].two = id[b];
        }
}

/* XXA: a player's virtual points of each round */
static void read_virtual_points(struct tournament *tournament, const char *line)
{
    struct entrant *entrant = entrant_of(tournament, number_at(line, 4, 4));
    for (size_t at = 9, round = 0; strlen(line) > at + 3 && round < REF_ROUNDS; at += 5, round++)
        entrant->round[round].virtual_points = points_at(line, at);
}

/* 250: virtual points of a range of players in a range of rounds */
static void read_acceleration(struct tournament *tournament, const char *line)
{
    for (int tpn = number_at(line, 22, 4); tpn <= number_at(line, 27, 4); tpn++)
        for (int round = number_at(line, 14, 3); round <= number_at(line, 18, 3); round++)
            entrant_of(tournament, tpn)->round[round - 1].virtual_points = points_at(line, 9);
}

static void read_line(struct tournament *tournament, const char *line)
{
    if (strncmp(line, "001", 3) == 0)
        read_player(tournament, line);
    else if (strncmp(line, "XXR", 3) == 0 || strncmp(line, "142", 3) == 0)
        tournament->total_rounds = atoi(line + 4);
    else if (strncmp(line, "XXC", 3) == 0 || strncmp(line, "152", 3) == 0)
        tournament->initial_colour = (char)tolower(line[4]);
    else if (strncmp(line, "BBU", 3) == 0)
        tournament->bye = points_at(line, 4);
    else if (strncmp(line, "XXA", 3) == 0)
        read_virtual_points(tournament, line);
    else if (strncmp(line, "250", 3) == 0)
        read_acceleration(tournament, line);
    else if (strncmp(line, "XXP", 3) == 0)
        read_forbidden(tournament, line + 4, 1, REF_ROUNDS);
    else if (strncmp(line, "260", 3) == 0)
        read_forbidden(tournament, line + 12, number_at(line, 4, 3), number_at(line, 8, 3));
}

/* ---- Replaying ---------------------------------------------------------------------------- */

static int points_of(const struct tournament *tournament, char result)
{
    if (result == 'U')
        return tournament->bye;
    return strchr("1+F", result) != NULL ? 10 : strchr("=H", result) != NULL ? 5 : 0;
}

static bool paired_in(const struct entrant *entrant, int round)
{
    return entrant->round[round].opponent != 0 || entrant->round[round].result == 'U';
}

/* A player who has been paired by now has arrived (article 5.2.5); a requested bye is not enough.
 */
static bool arrived_by(const struct entrant *entrant, int round)
{
    for (int r = 0; r <= round; r++)
        if (paired_in(entrant, r))
            return true;
    return false;
}

static struct ref_player player_before(const struct tournament *tournament,
                                       const struct entrant *entrant, int round)
{
    struct ref_player player = {.tpn = entrant->tpn,
                                .present = paired_in(entrant, round),
                                .arrived = arrived_by(entrant, round),
                                .score = entrant->round[round].virtual_points};
    for (int r = 0; r < round; r++) {
        const char result = entrant->round[r].result;
        const bool played = strchr("10=", result) != NULL;
        player.record[r] = (struct ref_record){.opponent = entrant->round[r].opponent,
                                               .colour = entrant->round[r].colour,
                                               .played = played,
                                               .pab = result == 'U',
                                               .points = points_of(tournament, result),
                                               .virtual_points = entrant->round[r].virtual_points};
        player.score += player.record[r].points;
    }
    return player;
}

/* Return false if too many players are present.  Players who were never present are left out of the
 * state. */
static bool state_before(const struct tournament *tournament, int round, struct ref_state *state)
{
    *state = (struct ref_state){.round = round + 1,
                                .total_rounds = tournament->total_rounds,
                                .initial_colour = tournament->initial_colour,
                                .win = 10,
                                .draw = 5};
    int present = 0;
    for (int i = 0; i < tournament->count; i++) {
        if (state->count == REF_PLAYERS)
            return false;
        const struct entrant *entrant = &tournament->entrant[i];
        state->player[state->count++] = player_before(tournament, entrant, round);
        present += paired_in(entrant, round);
    }
    for (int i = 0; i < tournament->forbidden_count; i++) {
        if (round + 1 < tournament->forbidden[i].first || round + 1 > tournament->forbidden[i].last)
            continue;
        state->forbidden[state->forbidden_count][0] = tournament->forbidden[i].one;
        state->forbidden[state->forbidden_count++][1] = tournament->forbidden[i].two;
    }
    return present <= MOST_PRESENT;
}

/* Does the file have these pairs with these colours, and this bye? */
static bool agrees(struct tournament *tournament, int round, const struct ref_pairing *pairing)
{
    for (int i = 0; i < pairing->pairs; i++) {
        const struct entrant *white = entrant_of(tournament, pairing->pair[i].white);
        if (white->round[round].opponent != pairing->pair[i].black ||
            white->round[round].colour != 'w')
            return false;
    }
    return pairing->pab == 0 || entrant_of(tournament, pairing->pab)->round[round].result == 'U';
}

static void show_bracket(const struct ref_bracket *bracket)
{
    printf("  bracket of %d:", bracket->score);
    for (int i = 0; i < bracket->players; i++)
        printf("%s %d", i == bracket->moved_down ? " |" : "", bracket->player[i]);
    for (int i = 0; i < bracket->downfloaters; i++)
        printf("%s %d", i == 0 ? ", down" : "", bracket->downfloater[i]);
    for (int c = 5; c < REF_CRITERIA; c++)
        for (int i = 0; i < bracket->c[c].count; i++)
            printf("%s%d", i > 0 ? "," : c == 5 ? "; C5=" : " ", bracket->c[c].item[i]);
    printf("\n");
}

static void show_difference(const struct tournament *tournament, int round,
                            const struct ref_pairing *pairing)
{
    printf("%s round %d\n  file:", tournament->name, round + 1);
    for (int i = 0; i < tournament->count; i++) {
        const struct entrant *entrant = &tournament->entrant[i];
        if (entrant->round[round].colour == 'w')
            printf(" %d-%d", entrant->tpn, entrant->round[round].opponent);
        if (entrant->round[round].result == 'U')
            printf(" bye %d", entrant->tpn);
    }
    printf("\n  reference:");
    for (int i = 0; i < pairing->pairs; i++)
        printf(" %d-%d", pairing->pair[i].white, pairing->pair[i].black);
    printf(" bye %d\n", pairing->pab);
    for (int i = 0; i < pairing->brackets; i++)
        show_bracket(&pairing->bracket[i]);
}

static void replay(struct tournament *tournament, struct counts *counts)
{
    int compared = 0;
    for (int round = counts->last_only ? tournament->rounds - 1 : 0; round < tournament->rounds;
         round++) {
        struct ref_state state;
        struct ref_pairing pairing;
        if (!state_before(tournament, round, &state))
            continue;
        compared++;
        if (ref_dutch_2026_pair(&state, &pairing) == 0 && agrees(tournament, round, &pairing))
            continue;
        counts->different++;
        show_difference(tournament, round, &pairing);
    }
    counts->tournaments += compared > 0;
    counts->rounds += compared;
}

int main(int count, char **argument)
{
    static struct tournament tournament;
    struct counts counts = {.last_only = count > 1 && strcmp(argument[1], "last") == 0};
    char line[LINE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "012", 3) == 0) {
            if (tournament.count > 0)
                replay(&tournament, &counts);
            tournament = (struct tournament){.bye = 10};
            memcpy(tournament.name, line, sizeof line);
        }
        read_line(&tournament, line);
    }
    replay(&tournament, &counts);
    printf("%d tournaments, %d rounds, %d different\n", counts.tournaments, counts.rounds,
           counts.different);
    return counts.different != 0 || counts.rounds == 0;
}

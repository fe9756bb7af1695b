/* SPDX-License-Identifier: Apache-2.0 */
/* The players of a report: record 001, compared with the rating list. */
#include <inttypes.h>
#include <string.h>

#include "base/sort.h"
#include "limmat/identity.h"
#include "rating/report.h"

/* A fault of the player ${p}, in ${column} of the record. */
static struct lm_fault of_player(const char *code, enum lm_fault_weight weight, const char *article,
                                 uint32_t p, unsigned column)
{
    return (struct lm_fault){.code = code,
                             .weight = weight,
                             .article = article,
                             .record = "001",
                             .player = p,
                             .column = column};
}

static bool is_empty(const char *text)
{
    return text[strspn(text, " 0/.-")] == '\0';
}

/* --- ids --- */

/* Inspect the id; ${likely} (NULL: without the list, or not in it) is the remedy to propose. */
static void inspect_id(struct inspection *in, uint32_t p, const char *likely)
{
    const struct lm_player *player = &in->t->players[p];
    size_t digits = strspn(player->fide_id, "0123456789");
    if (is_empty(player->fide_id))
        lm_report_add_fault(
            in, of_player("id-missing", LM_FAULT_REFUSED, "TRF26 001, B.02 10.1", p, COLUMN_ID),
            likely != NULL ? likely
                           : "look the id up (`limmat rate lookup`); players without one get it "
                             "from their federation, by name, date of birth and sex",
            "player %" PRIu32 " %s has no FIDE ID", player->tpn, player->name);
    else if (player->fide_id[digits] != '\0' || digits > 10)
        lm_report_add_fault(
            in, of_player("id-malformed", LM_FAULT_REFUSED, "TRF26 001, B.02 10.1", p, COLUMN_ID),
            likely != NULL
                ? likely
                : "give the FIDE ID, digits only; national numbers go into a record of their own",
            "player %" PRIu32 " %s: %s is no FIDE ID", player->tpn, player->name, player->fide_id);
}

struct holder {
    const char *id;
    uint32_t player;
};

static int by_id(const void *left, const void *right)
{
    const struct holder *a = left;
    const struct holder *b = right;
    int order = strcmp(a->id, b->id);
    return order != 0 ? order : a->player < b->player ? -1 : a->player > b->player;
}

static void inspect_ids_twice(struct inspection *in)
{
    struct holder *holders = lm_arena_alloc(in->arena, in->t->player_count, sizeof *holders);
    if (holders == NULL) {
        in->failed = true;
        return;
    }
    for (uint32_t p = 0; p < in->t->player_count; p++)
        holders[p] = (struct holder){in->t->players[p].fide_id, p};
    lm_sort(holders, in->t->player_count, sizeof *holders, by_id);
    for (uint32_t i = 1; i < in->t->player_count; i++)
        if (!is_empty(holders[i].id) && strcmp(holders[i - 1].id, holders[i].id) == 0)
            lm_report_add_fault(
                in,
                of_player("id-twice", LM_FAULT_REFUSED, "TRF26 001", holders[i].player, COLUMN_ID),
                "correct one of the two ids",
                "players %" PRIu32 " and %" PRIu32 " have the same FIDE ID %s",
                in->t->players[holders[i - 1].player].tpn, in->t->players[holders[i].player].tpn,
                holders[i].id);
}

/* --- data of a person --- */

static const char *const titles[] = {"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"};

static bool is_title(const char *text)
{
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i], text) == 0)
            return true;
    return false;
}

static void inspect_name(struct inspection *in, uint32_t p)
{
    const struct lm_player *player = &in->t->players[p];
    const char *blank = strchr(player->name, ' ');
    char first[4] = "";
    if (blank != NULL && blank - player->name < 4)
        memcpy(first, player->name, (size_t)(blank - player->name));
    if (is_title(first))
        lm_report_add_fault(
            in, of_player("title-in-name", LM_FAULT_DOUBTFUL, "TRF26 001", p, COLUMN_NAME),
            "titles have columns 11 to 13", "player %" PRIu32 ": the name %s holds a title",
            player->tpn, player->name);
    else if (strpbrk(player->name, "0123456789?*") != NULL || player->name[0] == '\0')
        lm_report_add_fault(in,
                            of_player("name-odd", LM_FAULT_DOUBTFUL, "TRF26 001", p, COLUMN_NAME),
                            "write Lastname, Firstname", "player %" PRIu32 ": \"%s\" is no name",
                            player->tpn, player->name);
    else if (strchr(player->name, ',') == NULL && blank != NULL)
        lm_report_add_fault(
            in, of_player("name-without-comma", LM_FAULT_DOUBTFUL, "TRF26 001", p, COLUMN_NAME),
            "write Lastname, Firstname", "player %" PRIu32 ": no comma in %s", player->tpn,
            player->name);
}

static void inspect_title_and_sex(struct inspection *in, uint32_t p)
{
    const struct lm_player *player = &in->t->players[p];
    if (player->title[0] != '\0' && !is_title(player->title))
        lm_report_add_fault(
            in, of_player("title-unknown", LM_FAULT_DOUBTFUL, "TRF26 001", p, COLUMN_TITLE),
            "GM, IM, WGM, FM, WIM, CM, WFM or WCM; national titles are none of FIDE's",
            "player %" PRIu32 " %s: %s is no title of FIDE", player->tpn, player->name,
            player->title);
    if (player->sex == '\0')
        lm_report_add_fault(
            in, of_player("sex-missing", LM_FAULT_DOUBTFUL, "TRF26 001", p, COLUMN_SEX), "m or w",
            "player %" PRIu32 " %s: m or w is not said", player->tpn, player->name);
    else if (player->sex == 'm' && player->title[0] == 'W' && is_title(player->title))
        lm_report_add_fault(
            in, of_player("sex-and-title", LM_FAULT_DOUBTFUL, "TRF26 001", p, COLUMN_SEX),
            "correct m, or the title", "player %" PRIu32 " %s: m, and a %s", player->tpn,
            player->name, player->title);
}

static bool is_possible_birth(const struct inspection *in, int32_t born)
{
    enum { YOUNGEST = 3, OLDEST = 110 };
    int32_t year = in->event->start == LM_NO_DAY ? 0 : lm_date_of(in->event->start).year;
    return year == 0 || (born <= year - YOUNGEST && born >= year - OLDEST);
}

static void inspect_birth(struct inspection *in, uint32_t p)
{
    const struct lm_player *player = &in->t->players[p];
    struct lm_date date;
    bool newcomer = is_empty(player->fide_id);
    if (is_empty(player->birth))
        lm_report_add_fault(
            in,
            of_player("birth-missing", newcomer ? LM_FAULT_REFUSED : LM_FAULT_DOUBTFUL,
                      "TRF26 001, B.02 7.1.2", p, COLUMN_BIRTH),
            newcomer ? "without it no player can get a FIDE ID" : "give the year at least",
            "player %" PRIu32 " %s: the birth is missing", player->tpn, player->name);
    else if (!lm_parse_date(player->birth, strlen(player->birth), &date))
        lm_report_add_fault(
            in, of_player("birth-unclear", LM_FAULT_DOUBTFUL, "TRF26 001", p, COLUMN_BIRTH),
            "write 1990/05/31, or 1990", "player %" PRIu32 " %s: %s is no day", player->tpn,
            player->name, player->birth);
    else if (!is_possible_birth(in, date.year))
        lm_report_add_fault(
            in, of_player("birth-impossible", LM_FAULT_REFUSED, "TRF26 001", p, COLUMN_BIRTH),
            "correct the year", "player %" PRIu32 " %s: born in %d, played in %d", player->tpn,
            player->name, date.year, lm_date_of(in->event->start).year);
}

static bool is_in_list(const struct lm_registry *list, const char *federation)
{
    for (size_t i = 0; list != NULL && i < list->count; i++)
        if (strcmp(list->people[i].federation, federation) == 0)
            return true;
    return false;
}

static void inspect_federation(struct inspection *in, uint32_t p)
{
    const struct lm_player *player = &in->t->players[p];
    if (player->federation[0] == '\0') {
        lm_report_add_fault(in,
                            of_player("player-federation-missing", LM_FAULT_DOUBTFUL,
                                      "TRF26 001, B.02 10.1", p, COLUMN_FEDERATION),
                            "give the federation's code; FID for players without one",
                            "player %" PRIu32 " %s: the federation is missing", player->tpn,
                            player->name);
        return;
    }
    if (lm_is_federation(player->federation) || is_in_list(in->list, player->federation))
        return;
    lm_report_add_fault(in,
                        of_player("player-federation-unknown", LM_FAULT_DOUBTFUL,
                                  "TRF26 001, B.02 10.1", p, COLUMN_FEDERATION),
                        lm_report_federation_remedy(in, player->federation),
                        "player %" PRIu32 " %s: no federation of FIDE has the code %s", player->tpn,
                        player->name, player->federation);
}

static bool is_possible_rating(const struct inspection *in, int32_t rating)
{
    enum { HIGHEST = 2950 };
    return rating == 0 || (rating >= in->rules->floor && rating <= HIGHEST);
}

static void inspect_rating(struct inspection *in, uint32_t p)
{
    const struct lm_player *player = &in->t->players[p];
    if (is_possible_rating(in, player->rating))
        return;
    struct lm_text article = lm_text_in(in->arena);
    lm_text_print(&article, "B.02 %s", in->rules->numbered_as_2024 ? "7.1.2" : "0.6");
    lm_report_add_fault(in,
                        of_player("rating-impossible", LM_FAULT_DOUBTFUL, lm_text_string(&article),
                                  p, COLUMN_RATING),
                        "leave the column empty for players without a FIDE rating; a national "
                        "rating has a separate record (the federation's code instead of 001)",
                        "player %" PRIu32 " %s: nobody has %" PRId32 " in a list of FIDE",
                        player->tpn, player->name, player->rating);
}

static void inspect_rank(struct inspection *in, uint32_t p)
{
    const struct lm_player *player = &in->t->players[p];
    if (player->declared_rank == 0)
        lm_report_add_fault(
            in, of_player("rank-missing", LM_FAULT_REFUSED, "TRF26 001", p, COLUMN_RANK),
            "write the final ranks: `limmat standings -f trf` does",
            "player %" PRIu32 " %s has no rank", player->tpn, player->name);
}

/* --- comparison with the rating list --- */

/* Return the report's rating with its origin: another list, another month. */
static const char *origin_of(struct inspection *in, const struct lm_person *person, int32_t rating)
{
    enum lm_chess chess = in->event->chess;
    const struct lm_track *track = &person->tracks[chess];
    size_t past = track->record == NULL ? 0 : track->record->past_count;
    if (rating == 0)
        return lm_report_print(in, "%" PRId32 ", unrated", rating);
    if (track->rating == rating && track->since != LM_NO_DAY) {
        struct lm_text day = lm_text_in(in->arena);
        lm_text_add_date(&day, lm_date_of(track->since), '-');
        return lm_report_print(in, "%" PRId32 ", which came into force on %s", rating,
                               lm_text_string(&day));
    }
    for (size_t i = past; i > 0; i--)
        if (track->record->past[i - 1].rating == rating)
            return lm_report_print(in, "%" PRId32 ", that of an earlier list", rating);
    for (int other = 0; other < LM_CHESS_KINDS; other++)
        if (other != (int)chess && person->tracks[other].rating == rating)
            return lm_report_print(in, "%" PRId32 ", the %s rating", rating,
                                   lm_chess_name((enum lm_chess)other));
    return lm_report_print(in, "%" PRId32, rating);
}

static void compare_rating(struct inspection *in, uint32_t p, const struct lm_person *person)
{
    const struct lm_player *player = &in->t->players[p];
    int32_t listed = 0;
    int32_t k;
    if (in->event->start == LM_NO_DAY || !is_possible_rating(in, player->rating))
        return;
    lm_track_on(&person->tracks[in->event->chess], in->event->start, &listed, &k);
    if (player->rating == listed)
        return;
    lm_report_add_fault(
        in,
        of_player("rating-differs", LM_FAULT_DOUBTFUL,
                  in->event->chess == LM_STANDARD ? "B.02 8.3.1" : "B.02 7.3.1", p, COLUMN_RATING),
        listed == 0
            ? LM_MESSAGE("leave the column empty: on the first day the player had no rating")
            : lm_report_print(in, "the list of the first day counts: write %" PRId32, listed),
        "player %" PRIu32 " %s: %s; the list of the first day has %" PRId32, player->tpn,
        player->name, origin_of(in, person, player->rating), listed);
}

static void compare_title(struct inspection *in, uint32_t p, const struct lm_person *person)
{
    const struct lm_player *player = &in->t->players[p];
    if (player->title[0] == '\0' || !is_title(player->title) ||
        strcmp(player->title, person->title) == 0 ||
        strcmp(player->title, person->women_title) == 0)
        return;
    const char *listed = person->title[0] != '\0' ? person->title : person->women_title;
    lm_report_add_fault(in,
                        of_player("title-differs", LM_FAULT_DOUBTFUL, "TRF26 001", p, COLUMN_TITLE),
                        "titles are those of the list of the first day",
                        "player %" PRIu32 " %s: %s, on the list %s", player->tpn, player->name,
                        player->title, listed[0] != '\0' ? listed : LM_MESSAGE("no title"));
}

/* "1300006 Favre, Luc FRA 2001" */
static void add_person(struct lm_text *out, const struct lm_person *person)
{
    lm_text_print(out, "%" PRIu32 " %s %s", person->id, person->name, person->federation);
    if (person->born != 0)
        lm_text_print(out, " %" PRId32, person->born / 10000);
}

static const char *proposal(struct inspection *in, const struct lm_identity_case *one)
{
    struct lm_text likely = lm_text_in(in->arena), other = lm_text_in(in->arena);
    if (one->likely == LM_NOBODY)
        return one->person == LM_NOBODY
                   ? LM_MESSAGE("correct the id, or ask the player's federation for it")
                   : LM_MESSAGE("check whether it is the same person, and correct the id or the "
                                "data");
    add_person(&likely, &in->list->people[one->likely]);
    if (one->likely_too == LM_NOBODY)
        return lm_report_print(in, "likely %s: write that id", lm_text_string(&likely));
    add_person(&other, &in->list->people[one->likely_too]);
    return lm_report_print(in, "likely %s or %s: write that id", lm_text_string(&likely),
                           lm_text_string(&other));
}

static bool is_confirmed(const struct lm_rating_event *event, uint32_t id)
{
    for (size_t i = 0; i < event->confirmed_count; i++)
        if (event->confirmed[i] == id)
            return true;
    return false;
}

static void tell_identity(struct inspection *in, uint32_t p, const struct lm_identity_case *one)
{
    const struct lm_player *player = &in->t->players[p];
    struct lm_text text = lm_text_in(in->arena);
    bool other = one->fit.verdict == LM_IDENTITY_OTHER;
    if (one->person == LM_NOBODY && one->claim.id != 0)
        lm_report_add_fault(in,
                            of_player("id-unknown", LM_FAULT_REFUSED, "B.02 10.1", p, COLUMN_ID),
                            proposal(in, one), "player %" PRIu32 " %s: nobody has the FIDE ID %s",
                            player->tpn, player->name, player->fide_id);
    else if (one->person == LM_NOBODY)
        inspect_id(in, p, one->likely == LM_NOBODY ? NULL : proposal(in, one));
    if (one->person == LM_NOBODY)
        return;
    const struct lm_person *person = &in->list->people[one->person];
    lm_identity_say(one, person, &text);
    unsigned column = one->fit.name >= LM_NAME_NEAR ? COLUMN_NAME
                      : one->fit.born_differs       ? COLUMN_BIRTH
                      : one->fit.federation_differs ? COLUMN_FEDERATION
                      : one->fit.sex_differs        ? COLUMN_SEX
                                                    : COLUMN_RATING;
    lm_report_add_fault(in,
                        of_player(other ? "id-of-another" : "person-differs",
                                  other ? LM_FAULT_REFUSED : LM_FAULT_DOUBTFUL, "B.02 10.1", p,
                                  other ? COLUMN_ID : column),
                        proposal(in, one),
                        other ? "player %" PRIu32 " %s is not the person of that FIDE ID: %s"
                              : "player %" PRIu32 " %s: %s",
                        player->tpn, player->name, lm_text_string(&text));
}

/* The report's data of a player, regardless of the list; the rating is compared separately, and
 * exactly. */
static struct lm_identity_case case_of(struct inspection *in, uint32_t p)
{
    const struct lm_player *player = &in->t->players[p];
    struct lm_date birth = {0};
    int64_t id = 0;
    if (!lm_parse_date(player->birth, strlen(player->birth), &birth))
        birth.year = 0;
    bool born = is_possible_birth(in, birth.year);
    bool federation =
        lm_is_federation(player->federation) || is_in_list(in->list, player->federation);
    bool has_id = lm_parse_integer(player->fide_id, strlen(player->fide_id), 1, UINT32_MAX, &id);
    const struct lm_person *person = has_id ? lm_registry_find(in->list, (uint32_t)id) : NULL;
    struct lm_identity_case one = {
        .claim = {.id = has_id ? (uint32_t)id : 0,
                  .name = player->name,
                  .federation = federation ? player->federation : "",
                  .born = born ? birth.year : 0,
                  .woman = player->sex == 'w',
                  .rating = player->rating},
        .fit = {.verdict = LM_IDENTITY_OTHER},
        .person = person == NULL ? LM_NOBODY : (uint32_t)(person - in->list->people),
    };
    if (person != NULL && is_confirmed(in->event, (uint32_t)id))
        one.fit.verdict = LM_IDENTITY_SAME;
    else if (person != NULL)
        one.fit = lm_identity_judge(&one.claim, person, in->arena);
    return one;
}

static bool differs_in_more_than_rating(const struct lm_identity_fit *fit)
{
    return fit->name >= LM_NAME_NEAR || fit->born_differs || fit->federation_differs ||
           fit->sex_differs;
}

static void compare_with_person(struct inspection *in, uint32_t p,
                                const struct lm_identity_case *one)
{
    bool other = one->fit.verdict == LM_IDENTITY_OTHER;
    if (other || differs_in_more_than_rating(&one->fit))
        tell_identity(in, p, one);
    if (other || one->person == LM_NOBODY)
        return;
    compare_rating(in, p, &in->list->people[one->person]);
    compare_title(in, p, &in->list->people[one->person]);
}

static void inspect_against_list(struct inspection *in)
{
    uint32_t count = in->t->player_count;
    struct lm_identity_case *cases = lm_arena_alloc(in->arena, count, sizeof *cases);
    struct lm_identity_case *doubts = lm_arena_alloc(in->arena, count, sizeof *doubts);
    size_t doubtful = 0;
    if (cases == NULL || doubts == NULL) {
        in->failed = true;
        return;
    }
    for (uint32_t p = 0; p < count; p++) {
        cases[p] = case_of(in, p);
        if (cases[p].fit.verdict != LM_IDENTITY_SAME)
            doubts[doubtful++] = cases[p];
    }
    if (lm_identity_propose(in->list, doubts, doubtful, in->arena) != LM_OK)
        in->failed = true;
    size_t next = 0;
    for (uint32_t p = 0; p < count; p++) {
        bool doubted = cases[p].fit.verdict != LM_IDENTITY_SAME;
        compare_with_person(in, p, doubted ? &doubts[next] : &cases[p]);
        next += doubted ? 1 : 0;
    }
}

void lm_report_inspect_people(struct inspection *in)
{
    for (uint32_t p = 0; p < in->t->player_count; p++) {
        if (in->list == NULL)
            inspect_id(in, p, NULL);
        inspect_name(in, p);
        inspect_title_and_sex(in, p);
        inspect_birth(in, p);
        inspect_federation(in, p);
        inspect_rating(in, p);
        inspect_rank(in, p);
    }
    inspect_ids_twice(in);
    if (in->list != NULL)
        inspect_against_list(in);
}

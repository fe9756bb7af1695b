/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formats/cells.h"
#include "formats/json.h"
#include "formats/json_schema.h"
#include "formats/reading.h"
#include "formats/trf.h"
#include "limmat/json.h"

enum { TEAMS_MAX = 9999 };

struct json {
    struct lm_reading r;
    struct lm_tournament *t;
    const struct lm_json *root;
    const struct lm_json **player_nodes; /* per player */
    struct lm_numbers numbers;
    enum lm_whom whom;    /* kind of the ids in the object being read */
    struct lm_roll named; /* players or teams already named in the list being read */
    struct lm_roll seats; /* players, in which team */
};

/* ---- complaints ---- */

static struct lm_place place_of(const struct lm_json *node)
{
    const char *value = node->text != NULL ? node->text : lm_json_type_name(node->type);
    return (struct lm_place){node->line, node->column, node->key, value};
}

static void refuse(struct json *f, const struct lm_json *node, const char *remedy)
{
    lm_refuse(&f->r, place_of(node), remedy, "not a value that is possible here");
}

static void *items(struct json *f, size_t count, size_t size)
{
    void *array = lm_arena_alloc(f->r.arena, count, size);
    f->r.failed |= array == NULL;
    return array;
}

/* ---- single values ---- */

static const char *text_of(struct json *f, const struct lm_json *node)
{
    const char *text = lm_json_string(node);
    if (text == NULL)
        refuse(f, node, "write a text in quotes");
    return text == NULL ? "" : text;
}

static int64_t number_of(struct json *f, const struct lm_json *node, int64_t low, int64_t high)
{
    int64_t value = low;
    if (!lm_json_integer(node, low, high, &value)) {
        struct lm_text remedy = lm_text_in(f->r.arena);
        lm_text_print(&remedy, "write a whole number from %lld to %lld", (long long)low,
                      (long long)high);
        refuse(f, node, lm_text_string(&remedy));
    }
    return value;
}

static int32_t points_of(struct json *f, const struct lm_json *node)
{
    int32_t tenths = 0;
    if (!lm_json_tenths(node, &tenths))
        refuse(f, node, "write points as 2.5");
    return tenths;
}

/* Return the index of the text in ${words} (NULL-terminated). */
static size_t word_of(struct json *f, const struct lm_json *node, const char *const *words,
                      const char *remedy)
{
    const char *text = lm_json_string(node);
    for (size_t i = 0; text != NULL && words[i] != NULL; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    refuse(f, node, remedy);
    return 0;
}

static uint32_t player_of(struct json *f, const struct lm_json *node)
{
    int64_t tpn;
    uint32_t index = LM_NOBODY;
    if (lm_json_integer(node, 1, LM_TPN_MAX, &tpn))
        index = lm_number_index(&f->numbers, (uint64_t)tpn);
    if (index != LM_NOBODY)
        return index;
    lm_refuse(&f->r, place_of(node), "write the \"tpn\" of a player", "no player has this number");
    return LM_NOBODY;
}

static uint32_t team_of(struct json *f, const struct lm_json *node)
{
    int64_t number;
    for (uint32_t i = 0; i < f->t->team_count && lm_json_integer(node, 1, LM_TPN_MAX, &number); i++)
        if (f->t->teams[i].number == number)
            return i;
    lm_refuse(&f->r, place_of(node), "write the \"number\" of a team", "no team has this number");
    return LM_NOBODY;
}

/* Return the number of an existing team, or 0 for none. */
static uint32_t team_number_of(struct json *f, const struct lm_json *node)
{
    int64_t zero;
    uint32_t team = lm_json_integer(node, 0, 0, &zero) ? LM_NOBODY : team_of(f, node);
    return team == LM_NOBODY ? 0 : f->t->teams[team].number;
}

static uint32_t id_of(struct json *f, const struct lm_json *node)
{
    return f->whom == LM_TEAMS ? team_of(f, node) : player_of(f, node);
}

static char letter_of(struct json *f, const struct lm_json *node, const char *letters,
                      const char *remedy)
{
    const char *text = lm_json_string(node);
    if (text != NULL && text[0] != '\0' && text[1] == '\0' && strchr(letters, text[0]) != NULL)
        return text[0];
    refuse(f, node, remedy);
    return letters[0];
}

static const char *code_of(struct json *f, const struct lm_json *node)
{
    const char *text = lm_json_string(node);
    if (text != NULL && ((strlen(text) == 3 && lm_trf_is_rater(text)) || strcmp(text, "INGO") == 0))
        return text;
    refuse(f, node, "write a federation's code of three capital letters, INGO or BCF");
    return "";
}

/* ---- lists ---- */

static bool is_array(struct json *f, const struct lm_json *node)
{
    if (node->type == LM_JSON_ARRAY)
        return true;
    refuse(f, node, "write an array: [ … ]");
    return false;
}

static void read_texts(struct json *f, const struct lm_json *node, const char *const **out,
                       size_t *count)
{
    const char **texts = is_array(f, node) ? items(f, node->length, sizeof *texts) : NULL;
    if (texts == NULL)
        return;
    for (const struct lm_json *child = node->first; child != NULL; child = child->next)
        texts[(*count)++] = text_of(f, child);
    *out = texts;
}

static void read_team_numbers(struct json *f, const struct lm_json *node, const uint32_t **out,
                              size_t *count)
{
    uint32_t *numbers = is_array(f, node) ? items(f, node->length, sizeof *numbers) : NULL;
    if (numbers == NULL)
        return;
    for (const struct lm_json *child = node->first; child != NULL; child = child->next)
        numbers[(*count)++] = team_number_of(f, child);
    *out = numbers;
}

static bool named_before(struct json *f, uint32_t index, enum lm_json_look look,
                         const struct lm_json *node)
{
    struct lm_place place = place_of(node);
    place.field = look == IDS && f->whom == LM_TEAMS ? "team" : "player";
    if (look == ROSTER)
        return lm_in_team_already(&f->r, &f->seats, index, place);
    return lm_named_again(&f->r, &f->named, index, place,
                          look == BOARDS ? "the second board is left empty"
                                         : "the second is left out");
}

/* IDS, ROSTER and BOARDS: each is named once; in BOARDS a board can be empty (0). */
static void read_ids(struct json *f, const struct lm_json *node, enum lm_json_look look,
                     const uint32_t **out, size_t *count)
{
    uint32_t *ids = is_array(f, node) ? items(f, node->length, sizeof *ids) : NULL;
    if (ids == NULL)
        return;
    f->named.list++;
    for (const struct lm_json *child = node->first; child != NULL; child = child->next) {
        int64_t zero;
        bool empty = look != IDS && lm_json_integer(child, 0, 0, &zero);
        uint32_t index = empty ? LM_NOBODY : look == IDS ? id_of(f, child) : player_of(f, child);
        if (index != LM_NOBODY && named_before(f, index, look, child)) {
            empty = look == BOARDS;
            index = LM_NOBODY;
        }
        if (empty || index != LM_NOBODY)
            ids[(*count)++] = index;
    }
    *out = ids;
}

static void read_span(struct json *f, const struct lm_json *node, uint32_t *first, uint32_t *last,
                      int64_t high)
{
    int64_t low = 0, end = 0;
    if (node->type == LM_JSON_ARRAY && node->length == 2 &&
        lm_json_integer(node->first, 1, high, &low) &&
        lm_json_integer(node->first->next, low, high, &end)) {
        *first = (uint32_t)low;
        *last = (uint32_t)end;
    } else {
        refuse(f, node, "write [first, last]");
    }
}

static void read_team_points(struct json *f, const struct lm_json *node, int32_t points[3])
{
    if (node->type != LM_JSON_ARRAY || node->length != 3) {
        refuse(f, node, "write [win, draw, loss]");
        return;
    }
    for (const struct lm_json *child = node->first; child != NULL; child = child->next)
        *points++ = points_of(f, child);
}

static bool is_object(struct json *f, const struct lm_json *node)
{
    if (node->type == LM_JSON_OBJECT)
        return true;
    refuse(f, node, "write an object: { … }");
    return false;
}

/* Read one number for both colours, or [white, black]. */
static void read_worth(struct json *f, const struct lm_json *node, int32_t value[2])
{
    if (node->type == LM_JSON_ARRAY && node->length == 2) {
        value[0] = points_of(f, node->first);
        value[1] = points_of(f, node->first->next);
    } else {
        value[0] = value[1] = points_of(f, node);
    }
}

/* Derive undeclared values from the declared ones: for a game, then for a match of several. */
static void read_point_system(struct json *f, const struct lm_json *node,
                              struct lm_point_system *points, bool *declared)
{
    unsigned given = 0; /* set of results */
    if (!is_object(f, node))
        return;
    *declared = true;
    struct lm_point_system game = lm_points_standard(), match;
    for (size_t i = 0; i < LM_RESULT_COUNT; i++) {
        const struct lm_json_result *row = &lm_json_results[i];
        const struct lm_json *worth = lm_json_get(node, row->key);
        given |= worth != NULL ? 1u << row->result : 0;
        if (worth != NULL)
            read_worth(f, worth, game.value[row->result]);
        else
            memcpy(game.value[row->result], game.value[row->like], sizeof game.value[row->like]);
    }
    match = lm_points_of_matches(&game, f->t->games_per_match);
    for (unsigned result = 0; result < LM_RESULT_COUNT; result++)
        memcpy(points->value[result],
               (given >> result & 1) != 0 ? game.value[result] : match.value[result],
               sizeof match.value[result]);
}

static void read_options(struct json *f, const struct lm_json *node, const char *const **out,
                         size_t *count)
{
    const char **options = is_object(f, node) ? items(f, node->length, 2 * sizeof *options) : NULL;
    if (options == NULL)
        return;
    for (const struct lm_json *child = node->first; child != NULL; child = child->next) {
        options[2 * *count] = child->key;
        options[2 * (*count)++ + 1] = text_of(f, child);
    }
    *out = options;
}

/* ---- objects by their shape ---- */

/* Set a member of a new item to its default. */
static void set_default(const struct json *f, const struct lm_json_member *member, void *field,
                        void *other)
{
    static const uint32_t for_ever[2] = {1, LM_ROUNDS_MAX};
    static const int32_t no_points = LM_NO_POINTS;
    static const char *const no_text = "";
    if (member->look == TEXT)
        memcpy(field, &no_text, sizeof no_text);
    else if (member->look == DECLARED)
        memcpy(field, &no_points, sizeof no_points);
    else if (member->look == ADJUSTMENT)
        *(char *)field = ' ';
    else if (member->look == WHOM)
        *(uint8_t *)field = (uint8_t)f->whom;
    else if (member->look == ROUND_SPAN) {
        memcpy(field, &for_ever[0], sizeof for_ever[0]);
        memcpy(other, &for_ever[1], sizeof for_ever[1]);
    }
}

static void *field_at(void *item, size_t offset)
{
    return (char *)item + offset;
}

static void read_object(struct json *f, const struct lm_json *node,
                        const struct lm_json_shape *shape, void *item);

static void read_list(struct json *f, const struct lm_json *node, const struct lm_json_shape *shape,
                      void *out, size_t *count)
{
    char *list = is_array(f, node) ? items(f, node->length, shape->size) : NULL;
    if (list == NULL)
        return;
    const enum lm_whom usual = lm_ids_are_teams(f->t) ? LM_TEAMS : LM_PLAYERS;
    for (const struct lm_json *child = node->first; child != NULL; child = child->next) {
        char *item = list + shape->size * *count;
        f->whom = usual;
        f->seats.list = (uint32_t)*count + 1;
        for (size_t i = 0; i < shape->count; i++)
            set_default(f, &shape->members[i], item + shape->members[i].field,
                        item + shape->members[i].other);
        read_object(f, child, shape, item);
        ++*count;
    }
    memcpy(out, &list, sizeof list);
}

static void read_players(struct json *f, const struct lm_json_shape *shape);
static void read_results(struct json *f, const struct lm_json *node, uint32_t player);

static const char *const sexes[] = {"m", "w", NULL};
static const char *const colours[] = {"white", "black", NULL};
static const char *const whoms[] = {"players", "teams", NULL};
static const char *const forfeits[] = {"+-", "-+", "--", NULL};

static void read_value(struct json *f, const struct lm_json *node,
                       const struct lm_json_member *member, void *item)
{
    void *field = field_at(item, member->field), *other = field_at(item, member->other);
    switch (member->look) {
    case TEXT:
        *(const char **)field = text_of(f, node);
        break;
    case CODE:
        *(const char **)field = code_of(f, node);
        break;
    case TEXTS:
        read_texts(f, node, field, other);
        break;
    case NUMBER:
        *(uint32_t *)field = (uint32_t)number_of(f, node, 0, member->high);
        break;
    case ROUND:
        *(uint32_t *)field = (uint32_t)number_of(f, node, 1, LM_ROUNDS_MAX);
        break;
    case TEAM:
        *(uint32_t *)field = team_number_of(f, node);
        break;
    case TEAM_NUMBERS:
        read_team_numbers(f, node, field, other);
        break;
    case SMALL:
        *(uint8_t *)field = (uint8_t)number_of(f, node, 1, member->high);
        break;
    case RATING:
        *(int32_t *)field = (int32_t)number_of(f, node, 0, member->high);
        break;
    case POINTS:
    case DECLARED:
        *(int32_t *)field = points_of(f, node);
        break;
    case TEAM_POINTS:
        read_team_points(f, node, field);
        break;
    case FLAG:
        if (!lm_json_boolean(node, field))
            refuse(f, node, "write true or false");
        break;
    case SEX:
        *(char *)field = sexes[word_of(f, node, sexes, "write \"m\" or \"w\"")][0];
        break;
    case COLOUR:
        *(uint8_t *)field =
            (uint8_t)(LM_WHITE + word_of(f, node, colours, "write \"white\" or \"black\""));
        break;
    case BYE:
        *(uint8_t *)field =
            (uint8_t)(strchr(lm_trf_letters, letter_of(f, node, "FHZ", "write F, H or Z")) -
                      lm_trf_letters);
        break;
    case ADJUSTMENT:
        *(char *)field = letter_of(f, node, " WDLFHZ+-", "write one of W D L F H Z + -");
        break;
    case FORFEIT:
        memcpy(field, forfeits[word_of(f, node, forfeits, "write \"+-\", \"-+\" or \"--\"")], 3);
        break;
    case PLAYER:
        *(uint32_t *)field = player_of(f, node);
        break;
    case WHOM:
        f->whom = (enum lm_whom)word_of(f, node, whoms, "write \"players\" or \"teams\"");
        *(uint8_t *)field = (uint8_t)f->whom;
        break;
    case ID:
        *(uint32_t *)field = id_of(f, node);
        break;
    case IDS:
    case ROSTER:
    case BOARDS:
        read_ids(f, node, member->look, field, other);
        break;
    case PLAYER_SPAN:
        read_span(f, node, field, other, LM_TPN_MAX);
        break;
    case ROUND_SPAN:
        read_span(f, node, field, other, LM_ROUNDS_MAX);
        break;
    case LIST:
        read_list(f, node, member->shape, field, other);
        break;
    case POINT_SYSTEM:
        read_point_system(f, node, field, other);
        break;
    case OPTIONS:
        read_options(f, node, field, other);
        break;
    case PLAYERS:
        if (is_array(f, node))
            read_players(f, member->shape);
        break;
    case RESULTS:
        read_results(f, node, (uint32_t)((struct lm_player *)item - f->t->players));
        break;
    }
}

/* Is a member of this look required, as it has no default? */
static bool is_required(enum lm_json_look look)
{
    return look == CODE || look == ROUND || look == BYE || look == FORFEIT || look == PLAYER ||
           look == ID || look == PLAYER_SPAN;
}

/* An unknown member is most likely misspelt. */
static void doubt_unknown(struct json *f, const struct lm_json *node,
                          const struct lm_json_shape *shape)
{
    for (const struct lm_json *child = node->first; child != NULL; child = child->next) {
        size_t i = 0;
        while (i < shape->count && strcmp(shape->members[i].key, child->key) != 0)
            i++;
        if (i == shape->count && strcmp(child->key, "format") != 0)
            lm_doubt(&f->r, LM_DOUBT_FORM, place_of(child), "see docs/format-json.md",
                     "an unknown member; it is left out");
    }
}

static void read_object(struct json *f, const struct lm_json *node,
                        const struct lm_json_shape *shape, void *item)
{
    if (!is_object(f, node))
        return;
    doubt_unknown(f, node, shape);
    for (size_t i = 0; i < shape->count && !f->r.failed; i++) {
        const struct lm_json *value = lm_json_get(node, shape->members[i].key);
        if (value != NULL)
            read_value(f, value, &shape->members[i], item);
        else if (is_required(shape->members[i].look))
            lm_refuse(&f->r, place_of(node), "see docs/format-json.md",
                      "the member \"%s\" is missing", shape->members[i].key);
    }
}

/* ---- players ---- */

static void read_results(struct json *f, const struct lm_json *node, uint32_t player)
{
    if (!is_array(f, node))
        return;
    uint32_t round = 0;
    for (const struct lm_json *child = node->first; child != NULL; child = child->next)
        if (++round <= f->t->round_capacity)
            lm_cell_read(&f->r, &f->numbers, place_of(child), lm_json_string(child),
                         f->t->games_per_match, lm_record_of(f->t, player, round));
}

/* Return the TPN of a player's object and its place; 0 if it has none. */
static uint32_t tpn_of(const struct lm_json *node, struct lm_place *place)
{
    const struct lm_json *number = lm_json_get(node, "tpn");
    int64_t tpn;
    *place = place_of(number == NULL ? node : number);
    return lm_json_integer(number, 1, LM_TPN_MAX, &tpn) ? (uint32_t)tpn : 0;
}

/* Number the players' objects. */
static enum lm_status number_players(struct json *f, const struct lm_json *players)
{
    uint32_t *tpns = items(f, players->length, sizeof *tpns);
    struct lm_place *places = items(f, players->length, sizeof *places);
    const struct lm_json **nodes = items(f, players->length, sizeof *nodes);
    f->player_nodes = items(f, players->length, sizeof *f->player_nodes);
    if (f->r.failed)
        return LM_LIMIT;
    uint32_t count = 0;
    for (const struct lm_json *node = players->first; node != NULL; node = node->next, count++) {
        tpns[count] = tpn_of(node, &places[count]);
        nodes[count] = node;
    }
    lm_numbers_make(&f->r, tpns, places, count, &f->numbers);
    for (uint32_t i = 0; i < f->numbers.count; i++)
        f->player_nodes[i] = nodes[f->numbers.order[i]];
    return f->r.failed ? LM_LIMIT : LM_OK;
}

static uint32_t count_rounds(struct json *f, const struct lm_json *players)
{
    uint32_t rounds = 0;
    for (const struct lm_json *node = players->first; node != NULL; node = node->next) {
        const struct lm_json *results = lm_json_get(node, "results");
        if (results == NULL || results->type != LM_JSON_ARRAY)
            continue;
        if (results->length > LM_ROUNDS_MAX)
            lm_refuse(&f->r, place_of(results), NULL, "more than %u rounds", LM_ROUNDS_MAX);
        else if (results->length > rounds)
            rounds = (uint32_t)results->length;
    }
    return rounds;
}

/* Make the tournament with its numbered players, so that records can be read in any order. */
static enum lm_status find_players(struct json *f, const struct lm_json *root)
{
    static const struct lm_json nobody = {.type = LM_JSON_ARRAY};
    const struct lm_json *players = lm_json_get(root, "players");
    if (players == NULL || players->type != LM_JSON_ARRAY)
        players = &nobody; /* a wrong type is refused when the member is read */
    int64_t games = 1;
    (void)lm_json_integer(lm_json_get(root, "games_per_match"), 1, 16, &games);
    if (players->length > LM_TPN_MAX)
        return LM_LIMIT;
    enum lm_status status = number_players(f, players);
    if (status != LM_OK)
        return status;
    return lm_tournament_new(f->r.arena, f->numbers.count, count_rounds(f, players), (uint8_t)games,
                             &f->t);
}

static void read_players(struct json *f, const struct lm_json_shape *shape)
{
    for (uint32_t i = 0; i < f->t->player_count; i++) {
        f->t->players[i].line = f->player_nodes[i]->line;
        read_object(f, f->player_nodes[i], shape, &f->t->players[i]);
    }
}

/* ---- the whole ---- */

static struct lm_place place_in_list(const struct lm_json *list, uint32_t index)
{
    const struct lm_json *node = list->first;
    while (index-- > 0)
        node = node->next;
    return (struct lm_place){.line = node->line, .column = node->column};
}

static struct lm_place place_in_player(void *context, uint32_t player, enum lm_part part,
                                       uint32_t round)
{
    static const char *const keys[] = {"results", "points", "rank", "fide_id",
                                       "birth",   "start",  "end",  "dates"};
    const struct json *f = context;
    if (part == LM_PART_LINEUP || part == LM_PART_FORFEIT)
        return place_in_list(
            lm_json_get(f->root, part == LM_PART_LINEUP ? "lineups" : "team_forfeits"), player);
    if (player == LM_NOBODY) {
        const struct lm_json *member = lm_json_get(f->root, keys[part]);
        return member == NULL ? (struct lm_place){0} : place_of(member);
    }
    const struct lm_json *node = lm_json_get(f->player_nodes[player], keys[part]);
    if (part == LM_PART_ROUND && node != NULL) {
        node = node->first;
        for (uint32_t i = 1; i < round && node != NULL; i++)
            node = node->next;
    }
    return place_of(node == NULL ? f->player_nodes[player] : node);
}

/* Check that all teams have numbers, or none, and no two the same. */
static void check_teams(struct json *f)
{
    const struct lm_tournament *t = f->t;
    if (t->team_count > TEAMS_MAX)
        lm_refuse(&f->r, (struct lm_place){.field = "teams"}, NULL, "more than %d teams",
                  TEAMS_MAX);
    for (size_t i = 0; i < t->team_count && t->team_count <= TEAMS_MAX; i++) {
        bool taken = i > 0 && (t->teams[i].number == 0) != (t->teams[0].number == 0);
        for (size_t k = 0; k < i && t->teams[i].number != 0; k++)
            taken |= t->teams[k].number == t->teams[i].number;
        if (taken)
            lm_refuse(&f->r, (struct lm_place){.field = "teams", .value = t->teams[i].name},
                      "give each team its own number, or none a number",
                      "a team without a number of its own");
    }
}

bool lm_json_looks_like(const char *bytes, size_t length)
{
    size_t at = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < length && strchr(" \t\r\n", bytes[at]) != NULL && bytes[at] != '\0')
        at++;
    return at < length && bytes[at] == '{';
}

static size_t teams_and_players(const struct json *f, const struct lm_json *root)
{
    const struct lm_json *teams = lm_json_get(root, "teams");
    return f->t->player_count + (teams == NULL ? 0 : teams->length);
}

static enum lm_status read_root(struct json *f, const struct lm_json *root)
{
    const char *format = lm_json_string(lm_json_get(root, "format"));
    if (format == NULL || strcmp(format, LM_JSON_VERSION) != 0) {
        const struct lm_json *node = lm_json_get(root, "format");
        lm_refuse(&f->r, place_of(node == NULL ? root : node),
                  "write \"format\": \"" LM_JSON_VERSION "\" at the beginning",
                  "not a tournament in a version that is known");
        return LM_INVALID;
    }
    f->root = root;
    enum lm_status status = find_players(f, root);
    if (status != LM_OK)
        return status;
    f->named = lm_roll_new(&f->r, teams_and_players(f, root));
    f->seats = lm_roll_new(&f->r, f->t->player_count);
    if (f->r.failed)
        return LM_LIMIT;
    read_object(f, root, &lm_json_tournament, f->t);
    check_teams(f);
    if (f->r.failed)
        return LM_LIMIT;
    struct lm_locator where = {f, place_in_player};
    lm_settle(&f->r, f->t, &where);
    if (f->r.failed)
        return LM_LIMIT;
    lm_check_tournament(&f->r, f->t, &where);
    return lm_reading_end(&f->r);
}

enum lm_status lm_json_tournament_read(const char *bytes, size_t length,
                                       const struct lm_read_options *options,
                                       struct lm_arena *arena, struct lm_log *log,
                                       struct lm_tournament **out)
{
    struct json f = {.r = lm_reading_new(options, arena, log)};
    struct lm_json *root;
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        length -= 3;
    }
    enum lm_status status = lm_json_parse(bytes, length, arena, log, &root);
    if (status == LM_OK)
        status = read_root(&f, root);
    if (status == LM_OK)
        *out = f.t;
    return status;
}

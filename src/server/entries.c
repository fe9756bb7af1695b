/* SPDX-License-Identifier: Apache-2.0 */
#include "server/entries.h"

#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/date.h"
#include "server/clocks.h"
#include "server/handlers.h"
#include "server/inbox.h"
#include "server/outbox.h"
#include "server/secrets.h"
#include "site/pages.h"

enum {
    UNCONFIRMED_SECONDS = 2 * 86400,
    LINK_SECONDS = 366 * 86400,
    FORGOTTEN_SECONDS = 60 * 86400
};

static const char *const states[] = {[ENTRY_NEW] = "new",
                                     [ENTRY_ASKS] = "asks",
                                     [ENTRY_WAITS] = "waits",
                                     [ENTRY_IN] = "in",
                                     [ENTRY_DENIED] = "denied"};

/* --- facts */

int64_t fact_number(const struct lm_json *facts, const char *name)
{
    const char *text = lm_json_text(facts, name);
    int64_t number = 0;
    return lm_parse_integer(text, strlen(text), 0, INT64_MAX / 2, &number) ? number : 0;
}

/* Write the form fields of ${v} as members of the open object. */
static void put_form(struct visit *v, struct lm_json_writer *w)
{
    const struct form_field *fields = v->handler->fields;
    for (size_t i = 0; fields[i].name != NULL; i++)
        if (fields[i].kind != FORM_FILE && value(v, i)->length > 0)
            lm_json_put_string(w, fields[i].name, value(v, i)->text);
}

/* --- announcements */

static const char *announcement_key(struct visit *v, const char *section)
{
    return section == NULL ? visit_print(v, "announcement %s", v->event->slug)
                           : visit_print(v, "announcement %s %s", v->event->slug, section);
}

enum lm_status announcement_of(struct visit *v, const char *section, const struct lm_json **out)
{
    struct store_record record;
    struct lm_json *node = NULL;
    enum lm_status status = store_get(v->server->store, STORE_SETTING, announcement_key(v, section),
                                      v->now, v->arena, &record, &v->log);
    const char *text = status == LM_OK && record.key != NULL ? record.value : "{}";
    if (status == LM_OK)
        status = lm_json_parse(text, strlen(text), v->arena, &v->log, &node);
    *out = node;
    return status;
}

enum lm_status announcement_keep(struct visit *v, const char *section, const char *file)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    put_form(v, &w);
    if (*file != '\0')
        lm_json_put_string(&w, "file", file);
    lm_json_end(&w, '}');
    const struct store_record record = {.key = announcement_key(v, section),
                                        .scope = v->event->slug,
                                        .value = lm_text_string(&text)};
    return text.failed ? LM_LIMIT : store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

bool announcement_is_open(const struct lm_json *facts)
{
    return *lm_json_text(facts, "open") != '\0';
}

bool announcement_takes_entries(struct visit *v, const struct lm_json *facts)
{
    const char *closes = lm_json_text(facts, "closes");
    if (!announcement_is_open(facts) || *lm_json_text(facts, "entries") == '\0' ||
        !event_is_home(v))
        return false;
    int64_t end = *closes == '\0' ? LM_NO_TIME : moment_at(v, closes);
    return end == LM_NO_TIME || v->now < end;
}

/* --- conditions */

/* Is ${word} one of ${words}, separated by spaces or commas? */
static bool is_among(const char *word, const char *words)
{
    size_t length = strlen(word);
    for (const char *at = words; length > 0 && *at != '\0';) {
        at += strspn(at, " ,");
        size_t here = strcspn(at, " ,");
        if (here == length && strncmp(at, word, length) == 0)
            return true;
        at += here;
    }
    return false;
}

const char *section_refuses(struct visit *v, const struct lm_json *facts, const struct entrant *who)
{
    int64_t low = fact_number(facts, "rating_from"), high = fact_number(facts, "rating_to");
    int64_t first = fact_number(facts, "born_from"), last = fact_number(facts, "born_to");
    const char *federations = lm_json_text(facts, "federations"), *sex = lm_json_text(facts, "sex");
    if (low > 0 && who->rating < low)
        return visit_say_of(v, LM_KEY("entry.no-rating-low"), lm_value_number("rating", low));
    if (high > 0 && who->rating > high)
        return visit_say_of(v, LM_KEY("entry.no-rating-high"), lm_value_number("rating", high));
    if (first > 0 && who->born < first)
        return visit_say_of(v, LM_KEY("entry.no-born-before"),
                            lm_value_text("year", visit_print(v, "%lld", (long long)first)));
    if (last > 0 && (who->born == 0 || who->born > last))
        return visit_say_of(v, LM_KEY("entry.no-born-after"),
                            lm_value_text("year", visit_print(v, "%lld", (long long)last)));
    if (*federations != '\0' && !is_among(who->federation, federations))
        return visit_say_of(v, LM_KEY("entry.no-federation"),
                            lm_value_text("federations", federations));
    if (*sex != '\0' && strcmp(sex, who->sex) != 0)
        return visit_word(v, LM_KEY("entry.no-sex"));
    return "";
}

static void add_condition(struct lm_text *text, const char *condition)
{
    lm_text_print(text, "%s%s", text->length == 0 ? "" : " · ", condition);
}

/* Add the range of two members of ${facts} with one of three sentences.  The values are texts, so
 * that a year gets no thousands separator. */
static void add_span(struct visit *v, struct lm_text *text, const struct lm_json *facts,
                     const char *from, const char *to, const char *const keys[3])
{
    const char *low = lm_json_text(facts, from), *high = lm_json_text(facts, to);
    const struct lm_value values[] = {lm_value_text("from", low), lm_value_text("to", high)};
    if (*low == '\0' && *high == '\0')
        return;
    const char *key = *high == '\0' ? keys[0] : *low == '\0' ? keys[1] : keys[2];
    add_condition(text, visit_say(v, key, values, 2));
}

const char *section_conditions(struct visit *v, const struct lm_json *facts)
{
    struct lm_text text = lm_text_in(v->arena);
    const char *const rating[] = {LM_KEY("entry.rating-from"), LM_KEY("entry.rating-to"),
                                  LM_KEY("entry.rating-span")};
    const char *const born[] = {LM_KEY("entry.born-from"), LM_KEY("entry.born-to"),
                                LM_KEY("entry.born-span")};
    add_span(v, &text, facts, "rating_from", "rating_to", rating);
    add_span(v, &text, facts, "born_from", "born_to", born);
    if (*lm_json_text(facts, "federations") != '\0')
        add_condition(&text, lm_json_text(facts, "federations"));
    if (strcmp(lm_json_text(facts, "sex"), "w") == 0)
        add_condition(&text, visit_word(v, LM_KEY("entry.women")));
    return lm_text_string(&text);
}

/* --- fees */

/* A line of fees: an amount and its conditions; 0 and "": no condition. */
struct fee_line {
    int64_t amount, born;
    char until[12], titles[64], sex[2];
};

static bool is_sex(const char *word)
{
    return strcmp(word, "w") == 0 || strcmp(word, "m") == 0;
}

/* Read one condition at ${*at} into ${out}. */
static bool read_fee_condition(const char **at, const char *end, struct fee_line *out)
{
    char word[64];
    enum { UNTIL, BORN, TITLE, SEX, CONDITIONS };
    static const char *const names[] = {"until ", "born ", "title ", "sex "};
    size_t which = 0, length = 0;
    struct lm_date date;
    while (which < CONDITIONS && strncmp(*at, names[which], strlen(names[which])) != 0)
        which++;
    if (which == CONDITIONS)
        return false;
    const char *from = *at + strlen(names[which]);
    if (which == TITLE) /* titles extend to the next condition */
        while (from + length < end && strspn(from + length, "ABCDEFGHIJKLMNOPQRSTUVWXYZ ,") > 0)
            length++;
    else
        length = strcspn(from, " \r\n");
    if (length == 0 || length >= sizeof word || from + length > end)
        return false;
    memcpy(word, from, length);
    word[length] = '\0';
    *at = from + length;
    switch (which) {
    case UNTIL:
        memcpy(out->until, word, length < sizeof out->until ? length + 1 : 1);
        return length == 10 && lm_parse_date(word, length, &date);
    case BORN:
        return lm_parse_integer(word, length, 1900, 2100, &out->born);
    case TITLE:
        memcpy(out->titles, word, length + 1);
        return true;
    default:
        out->sex[0] = *word;
        return is_sex(word);
    }
}

static bool read_fee(const char *at, const char *end, struct fee_line *out)
{
    size_t digits = strspn(at, "0123456789");
    *out = (struct fee_line){0};
    if (!lm_parse_integer(at, digits, 0, 1000000, &out->amount))
        return false;
    at += digits;
    if (at < end && *at != ' ')
        return false;
    for (at += strspn(at, " "); at < end; at += strspn(at, " "))
        if (!read_fee_condition(&at, end, out))
            return false;
    return true;
}

static bool is_fee_of(const struct fee_line *fee, const struct entrant *who, const char *today)
{
    return (*fee->until == '\0' || strcmp(today, fee->until) <= 0) &&
           (fee->born == 0 || who->born >= fee->born) &&
           (*fee->titles == '\0' || is_among(who->title, fee->titles)) &&
           (*fee->sex == '\0' || strcmp(who->sex, fee->sex) == 0);
}

/* Read the line at ${*at} and advance to the next; ${*empty}: it is blank. false: it can't be read.
 */
static bool next_fee(const char **at, struct fee_line *out, bool *empty)
{
    size_t length = strcspn(*at, "\n"), whole = length;
    const char *line = *at;
    while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == ' '))
        length--;
    *empty = length == 0;
    *at += whole;
    *at += **at != '\0';
    return *empty || read_fee(line, line + length, out);
}

bool fee_of(const char *fees, const struct entrant *who, const char *today, int64_t *owed,
            unsigned *wrong)
{
    unsigned line = 0;
    bool any = false, empty;
    struct fee_line fee;
    *owed = 0;
    for (const char *at = fees; *at != '\0';) {
        line++;
        if (!next_fee(&at, &fee, &empty)) {
            *wrong = line;
            return false;
        }
        if (!empty && who != NULL && is_fee_of(&fee, who, today) && (!any || fee.amount < *owed)) {
            *owed = fee.amount;
            any = true;
        }
    }
    return true;
}

/* Return the titles as written, separated by commas. */
static const char *titles_said(struct visit *v, const char *titles)
{
    struct lm_text text = lm_text_in(v->arena);
    for (const char *at = titles + strspn(titles, " ,"); *at != '\0'; at += strspn(at, " ,")) {
        size_t length = strcspn(at, " ,");
        lm_text_print(&text, "%s%.*s", text.length == 0 ? "" : ", ", (int)length, at);
        at += length;
    }
    return lm_text_string(&text);
}

/* Add ${fee} for players: "50 · until 30 June 2026 · born 2008 or later · GM, IM". */
static void add_fee(struct visit *v, const struct fee_line *fee, struct lm_text *text)
{
    const char *born = visit_print(v, "%lld", (long long)fee->born);
    const char *const parts[] = {
        *fee->until == '\0' ? ""
                            : visit_say_of(v, LM_KEY("entry.until"),
                                           lm_value_text("date", site_dates(v->language, fee->until,
                                                                            "", v->arena))),
        fee->born == 0 ? ""
                       : visit_say_of(v, LM_KEY("entry.born-from"), lm_value_text("from", born)),
        titles_said(v, fee->titles),
        *fee->sex == '\0'  ? ""
        : *fee->sex == 'w' ? visit_word(v, LM_KEY("entry.woman"))
                           : visit_word(v, LM_KEY("entry.man"))};
    if (fee->amount == 0)
        lm_text_add(text, visit_word(v, LM_KEY("entry.free")));
    else
        lm_text_print(text, "%lld", (long long)fee->amount);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (*parts[i] != '\0')
            lm_text_print(text, " · %s", parts[i]);
}

const char *fees_said(struct visit *v, const char *fees)
{
    struct lm_text text = lm_text_in(v->arena);
    struct fee_line fee;
    bool empty;
    for (const char *at = fees; *at != '\0' && next_fee(&at, &fee, &empty);) {
        if (empty)
            continue;
        if (text.length > 0)
            lm_text_add(&text, "\n");
        add_fee(v, &fee, &text);
    }
    return lm_text_string(&text);
}

/* --- rooms */

static const char *folded(struct visit *v, const char *name)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_folded(&text, name, strlen(name));
    return lm_text_string(&text);
}

/* Is ${table} in the ranges "1-20, 41" up to ${end}?  ${*reads} false: they are invalid. */
static bool in_ranges(const char *at, const char *end, int64_t table, bool *reads)
{
    bool in = false;
    *reads = at < end;
    while (*reads && at < end) {
        int64_t from = 0, to = 0;
        size_t first = strspn(at, "0123456789");
        *reads = lm_parse_integer(at, first, 1, 100000, &from);
        at += first;
        to = from;
        if (*reads && at < end && *at == '-') {
            size_t last = strspn(at + 1, "0123456789");
            *reads = lm_parse_integer(at + 1, last, from, 100000, &to);
            at += 1 + last;
        }
        in |= table >= from && table <= to;
        if (at < end && strspn(at, ", ") == 0)
            *reads = false;
        at += strspn(at, ", ");
    }
    return in && *reads;
}

const char *room_of(struct visit *v, const char *rooms, const char *table, unsigned *wrong)
{
    int64_t number = 0;
    unsigned line = 0;
    *wrong = 0;
    if (table != NULL && !lm_parse_integer(table, strlen(table), 1, 100000, &number))
        return ""; /* a table with a name of its own */
    for (const char *at = rooms; *at != '\0'; at += *at != '\0') {
        const char *end = at + strcspn(at, "\n"), *colon = end;
        bool reads = true;
        line++;
        while (colon > at && *colon != ':')
            colon--;
        const char *ranges = colon + 1 + strspn(colon + 1, " ");
        if (at < end && in_ranges(ranges, end, number, &reads) && table != NULL && colon > at)
            return visit_print(v, "%.*s", (int)(colon - at), at);
        if (at < end && (!reads || colon == at) && *wrong == 0)
            *wrong = line;
        at = end;
    }
    return "";
}

const char *room_in(struct visit *v, const struct lm_desk_section *s, const char *table)
{
    const struct lm_json *facts;
    unsigned wrong;
    return announcement_of(v, s->id, &facts) == LM_OK
               ? room_of(v, lm_json_text(facts, "rooms"), table, &wrong)
               : "";
}

bool is_own_sector(struct visit *v, const struct lm_desk_section *s, const char *table)
{
    const struct lm_json *facts;
    unsigned wrong;
    if (announcement_of(v, s->id, &facts) != LM_OK || *lm_json_text(facts, "sectors") == '\0')
        return false;
    const char *arbiter = room_of(v, lm_json_text(facts, "sectors"), table, &wrong);
    return *arbiter != '\0' &&
           strcmp(folded(v, arbiter), folded(v, session_name_of(v, v->who.account))) == 0;
}

/* --- places */

bool section_needs_no_name(const struct visit *v, const struct lm_desk_section *s)
{
    return lm_desk_event(v->event->desk)->section_count == 1 &&
           (*s->title == '\0' || strcmp(s->title, s->id) == 0);
}

int64_t places_left(const struct lm_desk_section *s, const struct lm_json *facts)
{
    int64_t places = fact_number(facts, "places"), taken = 0;
    for (size_t i = 0; i < s->player_count; i++)
        taken += s->players[i]->standing == LM_PLAYS;
    return places == 0 ? INT64_MAX : taken >= places ? 0 : places - taken;
}

/* --- entries */

static const char *entry_scope(struct visit *v)
{
    return visit_print(v, "entries %s", v->event->slug);
}

static const char *entry_key(struct visit *v, const char *digest)
{
    return visit_print(v, "entry %s %s", v->event->slug, digest);
}

static enum lm_status read_entry(struct visit *v, const struct store_record *record,
                                 struct entry_record *out)
{
    struct lm_json *node;
    enum lm_status status =
        lm_json_parse(record->value, strlen(record->value), v->arena, &v->log, &node);
    if (status != LM_OK)
        return status;
    *out = (struct entry_record){
        .digest = strrchr(record->key, ' ') + 1,
        .facts = node,
        .order = fact_number(node, "order"),
        .section = lm_desk_section(v->event->desk, lm_json_text(node, "section"))};
    while (out->state + 1 < ENTRY_STATES &&
           strcmp(states[out->state], lm_json_text(node, "state")) != 0)
        out->state++;
    return LM_OK;
}

static int by_order(const void *a, const void *b)
{
    const struct entry_record *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Was the entry's person erased from the event?  Then the entry is deleted, too. */
static bool is_erased(const struct visit *v, const struct entry_record *e)
{
    const struct lm_desk_person *p =
        lm_desk_person(v->event->desk, lm_json_text(e->facts, "person"));
    return p != NULL && p->erased;
}

enum lm_status entries_list(struct visit *v, struct entry_record **out, size_t *count)
{
    struct store_record *records;
    size_t found = 0;
    *count = 0;
    enum lm_status status = store_list(v->server->store, STORE_SETTING, entry_scope(v), v->now,
                                       v->arena, &records, &found, &v->log);
    *out = status == LM_OK ? lm_arena_alloc(v->arena, found + 1, sizeof **out) : NULL;
    if (*out == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < found && status == LM_OK; i++) {
        if (*records[i].value == '\0')
            continue;
        status = read_entry(v, &records[i], &(*out)[*count]);
        if (status == LM_OK && is_erased(v, &(*out)[*count]))
            status = entry_forget(v, &(*out)[*count]);
        else
            ++*count;
    }
    if (*count > 1)
        lm_sort(*out, *count, sizeof **out, by_order);
    return status;
}

/* Return the scope of further links; each record holds the digest of the entry's first link. */
static const char *link_scope(struct visit *v)
{
    return visit_print(v, "entry links %s", v->event->slug);
}

enum lm_status entry_add_link(struct visit *v, const struct entry_record *e, const char *key)
{
    char digest[SECRETS_DIGEST];
    secrets_digest(key, strlen(key), digest);
    const struct store_record record = {entry_key(v, digest), link_scope(v), e->digest,
                                        v->now + LINK_SECONDS};
    return store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

/* Return the request id of the line that enters the entry with ${digest}.  It lets every machine
 * with the journal match links to players. */
static const char *entry_request(struct visit *v, const char *digest)
{
    return visit_print(v, "entry-%.40s", digest);
}

const char *entry_person(struct visit *v, const char *digest)
{
    const struct lm_desk *desk = v->event->desk;
    const char *request = entry_request(v, digest);
    for (uint64_t n = lm_desk_number(desk); n > 0; n--)
        if (strcmp(lm_desk_entry(desk, n)->line.request, request) == 0)
            return lm_desk_entry(desk, n)->line.person;
    return "";
}

/* Get the record of the link that ends with ${key}; ${record->key} is NULL if there is none. */
static enum lm_status record_of_link(struct visit *v, const char *key, struct store_record *record)
{
    char digest[SECRETS_DIGEST];
    *record = (struct store_record){.key = NULL};
    secrets_digest(key, strlen(key), digest);
    enum lm_status status = store_get(v->server->store, STORE_SETTING, entry_key(v, digest), v->now,
                                      v->arena, record, &v->log);
    if (status == LM_OK && record->key != NULL && strcmp(record->scope, link_scope(v)) == 0)
        status = store_get(v->server->store, STORE_SETTING, entry_key(v, record->value), v->now,
                           v->arena, record, &v->log);
    if (status == LM_OK && record->key != NULL && *record->value == '\0')
        record->key = NULL; /* forgotten */
    return status;
}

enum lm_status entry_of_link(struct visit *v, const char *key, struct entry_record *out)
{
    struct store_record record;
    enum lm_status status = record_of_link(v, key, &record);
    if (status == LM_OK && record.key != NULL)
        status = read_entry(v, &record, out);
    if (status == LM_OK && (record.key == NULL || is_erased(v, out)))
        return visit_refuse(v, 404, "%s", visit_word(v, LM_KEY("entry.no-such")));
    return status;
}

const char *entry_person_of_link(struct visit *v, const char *key)
{
    char digest[SECRETS_DIGEST];
    struct store_record record;
    struct entry_record e;
    secrets_digest(key, strlen(key), digest);
    const char *person = entry_person(v, digest);
    if (*person == '\0' && record_of_link(v, key, &record) == LM_OK && record.key != NULL &&
        read_entry(v, &record, &e) == LM_OK)
        person = lm_json_text(e.facts, "person");
    return person;
}

const struct lm_desk_player *entry_player(const struct visit *v, const struct entry_record *e)
{
    const char *person = lm_json_text(e->facts, "person");
    (void)v;
    if (e->section == NULL || *person == '\0')
        return NULL;
    return lm_desk_player(e->section, person);
}

struct entrant entry_entrant(const struct entry_record *e)
{
    return (struct entrant){.rating = fact_number(e->facts, "rating"),
                            .born = fact_number(e->facts, "born"),
                            .federation = lm_json_text(e->facts, "federation"),
                            .sex = lm_json_text(e->facts, "sex"),
                            .title = lm_json_text(e->facts, "title")};
}

/* Does ${e} have this name or this FIDE ID? */
static bool is_alike(struct visit *v, const struct entry_record *e, const char *name,
                     const char *fide_id)
{
    const char *id = lm_json_text(e->facts, "fide_id");
    return (*id != '\0' && strcmp(id, fide_id) == 0) ||
           strcmp(folded(v, lm_json_text(e->facts, "name")), folded(v, name)) == 0;
}

static bool is_look_alike(struct visit *v, const struct entry_record *e,
                          const struct lm_desk_player *p)
{
    return p->standing != LM_REMOVED && p != entry_player(v, e) &&
           is_alike(v, e, p->person->name, p->person->fide_id);
}

bool entry_has_twin(struct visit *v, const struct entry_record *e, const struct entry_record *all,
                    size_t count)
{
    const struct lm_desk_event *event = lm_desk_event(v->event->desk);
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i].digest, e->digest) != 0 && all[i].state != ENTRY_DENIED &&
            all[i].state != ENTRY_IN &&
            is_alike(v, e, lm_json_text(all[i].facts, "name"),
                     lm_json_text(all[i].facts, "fide_id")))
            return true;
    for (size_t i = 0; i < event->section_count; i++)
        for (size_t k = 0; k < event->sections[i]->player_count; k++)
            if (is_look_alike(v, e, event->sections[i]->players[k]))
                return true;
    return false;
}

enum lm_status entry_look_alikes(struct visit *v, const struct entry_record *e,
                                 const struct lm_desk_player ***out, size_t *count)
{
    const struct lm_desk_event *event = lm_desk_event(v->event->desk);
    size_t capacity = 0;
    *out = NULL;
    *count = 0;
    for (size_t i = 0; i < event->section_count; i++)
        for (size_t k = 0; k < event->sections[i]->player_count; k++) {
            if (!is_look_alike(v, e, event->sections[i]->players[k]))
                continue;
            if (!lm_arena_grow(v->arena, out, &capacity, *count + 1, sizeof **out))
                return LM_LIMIT;
            (*out)[(*count)++] = event->sections[i]->players[k];
        }
    return LM_OK;
}

struct entry_record *entry_again(struct visit *v, const struct entry_record *e,
                                 struct entry_record *all, size_t count)
{
    const char *mail = folded(v, lm_json_text(e->facts, "mail"));
    for (size_t i = 0; i < count; i++) {
        const struct lm_desk_player *p = entry_player(v, &all[i]);
        bool over = all[i].state == ENTRY_DENIED ||
                    (all[i].state == ENTRY_IN && (p == NULL || p->standing != LM_PLAYS));
        if (!over && strcmp(mail, folded(v, lm_json_text(all[i].facts, "mail"))) == 0 &&
            is_alike(v, e, lm_json_text(all[i].facts, "name"),
                     lm_json_text(all[i].facts, "fide_id")))
            return &all[i];
    }
    return NULL;
}

enum lm_status entry_set(struct visit *v, struct entry_record *e,
                         const struct entry_change *changes)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    struct lm_json *node;
    lm_json_begin(&w, NULL, '{');
    for (const struct lm_json *at = e->facts->first; at != NULL; at = at->next) {
        bool kept = strcmp(at->key, "state") != 0;
        for (const struct entry_change *c = changes; kept && c->name != NULL; c++)
            kept = strcmp(at->key, c->name) != 0;
        if (kept)
            lm_json_put_node(&w, at->key, at);
    }
    for (const struct entry_change *c = changes; c->name != NULL; c++)
        if (*c->text != '\0')
            lm_json_put_string(&w, c->name, c->text);
    lm_json_put_string(&w, "state", states[e->state]);
    lm_json_end(&w, '}');
    if (text.failed)
        return LM_LIMIT;
    enum lm_status status =
        lm_json_parse(lm_text_string(&text), text.length, v->arena, &v->log, &node);
    if (status == LM_OK) {
        e->facts = node;
        e->text = lm_text_string(&text);
        e->order = fact_number(node, "order");
        e->section = lm_desk_section(v->event->desk, lm_json_text(node, "section"));
    }
    return status;
}

/* Compute when entries are deleted; 0: never. */
static enum lm_status keep_until(struct visit *v, int64_t *until)
{
    const struct lm_desk_event *event = lm_desk_event(v->event->desk);
    const char *end = *event->end == '\0' ? event->start : event->end;
    const struct lm_json *facts;
    struct lm_date day;
    enum lm_status status = announcement_of(v, NULL, &facts);
    int64_t days = status == LM_OK ? fact_number(facts, "keep_days") : 0;
    *until = days > 0 && lm_parse_date(end, strlen(end), &day)
                 ? ((int64_t)lm_day_of(day) + days + 1) * 86400
                 : 0;
    return status;
}

enum lm_status entry_put(struct visit *v, struct entry_record *e,
                         const struct entry_change *changes)
{
    int64_t until = 0;
    enum lm_status status = entry_set(v, e, changes);
    if (status == LM_OK)
        status = keep_until(v, &until);
    const struct store_record record = {
        .key = entry_key(v, e->digest),
        .scope = entry_scope(v),
        .value = e->text,
        .until = e->state == ENTRY_NEW ? v->now + UNCONFIRMED_SECONDS : until};
    if (status == LM_OK)
        status = store_put(v->server->store, STORE_SETTING, &record, &v->log);
    if (status == LM_OK)
        inbox_tell(v);
    return status;
}

/* Leave an empty record for a while, so that copies of the event delete it, too (belongings.h). */
enum lm_status entry_forget(struct visit *v, const struct entry_record *e)
{
    const struct store_record record = {entry_key(v, e->digest), entry_scope(v), "",
                                        v->now + FORGOTTEN_SECONDS};
    return store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

/* --- entering players */

static void put_if(struct act *act, const char *name, const char *text)
{
    if (*text != '\0')
        lm_json_put_string(&act->json, name, text);
}

/* Fill the act "enter". A minor without an adult's consent to their name gets a pseudonym. If
 * entries are kept only ${for_a_time}, mail addresses and the adult's name stay out of the journal.
 */
static void fill_enter(struct visit *v, struct act *act, const struct entry_record *e,
                       bool for_a_time)
{
    const struct lm_json *f = e->facts;
    static const char *const texts[] = {"name", "fide_id", "sex", "club", "title", "federation"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        put_if(act, texts[i], lm_json_text(f, texts[i]));
    put_if(act, "birth", lm_json_text(f, "born"));
    if (!for_a_time)
        put_if(act, "contact", lm_json_text(f, "mail"));
    if (*lm_json_text(f, "adult") != '\0' && !for_a_time)
        put_if(act, "note",
               visit_say_of(v, LM_KEY("entry.consented"),
                            lm_value_text("adult", lm_json_text(f, "adult"))));
    if (*lm_json_text(f, "adult") != '\0' && *lm_json_text(f, "shown") == '\0')
        lm_json_put_string(&act->json, "pseudonym", "N. N.");
    if (fact_number(f, "rating") == 0)
        return;
    lm_json_put_integer(&act->json, "rating", fact_number(f, "rating"));
    if (*lm_json_text(f, "source") != '\0')
        lm_json_put_integer(&act->json, "fide", fact_number(f, "rating"));
    put_if(act, "source", lm_json_text(f, "source"));
}

/* Enter ${act} in the name of the players, not of an arbiter; ${*why} as in act_try. */
static enum lm_status try_act(struct visit *v, struct act *act, const char *request,
                              const char **why)
{
    struct who before = v->who;
    v->who.account = "players";
    act->act.by = v->who.account;
    enum lm_status status = act_try(v, act, request, why);
    v->who = before;
    return status;
}

/* Enter the requested half-point byes; those that the desk refuses remain visible in the entry. */
static enum lm_status try_byes(struct visit *v, const struct entry_record *e, const char *person)
{
    struct act act;
    const char *why = NULL, *at = lm_json_text(e->facts, "byes");
    if (*at == '\0')
        return LM_OK;
    act_begin(v, &act, "bye", e->section->id);
    lm_json_put_string(&act.json, "player", person);
    lm_json_put_string(&act.json, "kind", "half");
    lm_json_begin_inline(&act.json, "rounds", '[');
    for (; *at != '\0'; at += strcspn(at, " "), at += *at == ' ') {
        int64_t round = 0;
        if (lm_parse_integer(at, strcspn(at, " "), 1, LM_ROUNDS_MAX, &round))
            lm_json_put_integer(&act.json, NULL, round);
    }
    lm_json_end(&act.json, ']');
    return try_act(v, &act, visit_print(v, "bye-%.40s", e->digest), &why);
}

enum lm_status entry_admit(struct visit *v, struct entry_record *e, bool over)
{
    const struct lm_json *rules;
    struct act act;
    const char *why = NULL;
    int64_t until = 0;
    enum lm_status status = announcement_of(v, e->section->id, &rules);
    if (status == LM_OK)
        status = keep_until(v, &until);
    if (status != LM_OK)
        return status;
    if (!over && places_left(e->section, rules) == 0) {
        e->state = ENTRY_WAITS;
        return entry_put(v, e, &(const struct entry_change){NULL, NULL});
    }
    act_begin(v, &act, "enter", e->section->id);
    fill_enter(v, &act, e, until != 0);
    status = try_act(v, &act, entry_request(v, e->digest), &why);
    if (status != LM_OK)
        return status;
    e->state = why == NULL ? ENTRY_IN : ENTRY_ASKS;
    const char *person = why == NULL ? entry_person(v, e->digest) : "";
    const struct entry_change changes[] = {
        {"person", person}, {"why", why == NULL ? "" : why}, {NULL, NULL}};
    status = entry_put(v, e, changes);
    return status == LM_OK && why == NULL ? try_byes(v, e, person) : status;
}

/* The line's request id makes the link lead to the player, wherever the event is run. */
enum lm_status entry_merge(struct visit *v, struct entry_record *e, const struct lm_desk_player *p)
{
    struct act act;
    const char *why = NULL;
    const struct lm_desk_person *known = p->person;
    const struct {
        const char *field, *now, *message;
    } facts[] = {{"fide_id", known->fide_id, lm_json_text(e->facts, "fide_id")},
                 {"sex", known->sex, lm_json_text(e->facts, "sex")},
                 {"club", known->club, lm_json_text(e->facts, "club")},
                 {"birth", known->birth, lm_json_text(e->facts, "born")},
                 {"contact", known->contact, lm_json_text(e->facts, "mail")}};
    int64_t until;
    enum lm_status status = keep_until(v, &until);
    size_t count = sizeof facts / sizeof *facts - (until != 0); /* without the mail address */
    if (status != LM_OK)
        return status;
    act_begin(v, &act, "edit", p->section->id);
    lm_json_put_string(&act.json, "player", known->id);
    for (size_t i = 0; i < count; i++)
        if (*facts[i].now == '\0')
            put_if(&act, facts[i].field, facts[i].message);
    lm_json_put_string(&act.json, "name", known->name);
    status = try_act(v, &act, entry_request(v, e->digest), &why);
    if (status == LM_OK && why != NULL)
        return visit_refuse(v, 422, "%s", why);
    e->state = ENTRY_IN;
    return status == LM_OK
               ? entry_put(v, e,
                           (const struct entry_change[]){
                               {"person", known->id}, {"section", p->section->id}, {NULL, NULL}})
               : status;
}

enum lm_status entries_move_up(struct visit *v)
{
    struct entry_record *all;
    size_t count;
    enum lm_status status = entries_list(v, &all, &count);
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        const struct lm_json *rules;
        struct entry_record *e = &all[i];
        if (e->state != ENTRY_WAITS || e->section == NULL)
            continue;
        status = announcement_of(v, e->section->id, &rules);
        if (status != LM_OK || places_left(e->section, rules) == 0)
            continue;
        status = entry_admit(v, e, false);
        if (status == LM_OK && e->state == ENTRY_IN)
            status = entry_mail(v, e, LM_KEY("entry.mail-up"), LM_KEY("entry.mail-up-text"), "");
    }
    return status;
}

enum lm_status entries_keep(struct visit *v)
{
    struct entry_record *all;
    size_t count;
    enum lm_status status = entries_list(v, &all, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (all[i].state != ENTRY_NEW)
            status = entry_put(v, &all[i], &(const struct entry_change){NULL, NULL});
    return status;
}

size_t entries_asking(struct visit *v)
{
    struct entry_record *all;
    size_t count, asking = 0;
    if (entries_list(v, &all, &count) != LM_OK)
        return 0;
    for (size_t i = 0; i < count; i++)
        asking += all[i].state == ENTRY_ASKS;
    return asking;
}

enum lm_status entry_mail(struct visit *v, const struct entry_record *e, const char *subject,
                          const char *text, const char *link)
{
    const char *mail = lm_json_text(e->facts, "mail");
    const struct lm_value values[] = {lm_value_text("event", lm_desk_event(v->event->desk)->name),
                                      lm_value_text("link", link),
                                      lm_value_text("why", lm_json_text(e->facts, "why"))};
    if (*mail == '\0')
        return LM_OK;
    const struct lm_language *reader = v->language;
    v->language = lm_language_named(lm_json_text(e->facts, "language"));
    enum lm_status status =
        outbox_later(v, mail, visit_say(v, subject, values, 3), visit_say(v, text, values, 3));
    v->language = reader;
    return status;
}

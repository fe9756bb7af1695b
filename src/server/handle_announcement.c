/* SPDX-License-Identifier: Apache-2.0 */
/* The announcement of an event: what players read before it starts, and the organiser's forms. */
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "server/clocks.h"
#include "server/entries.h"
#include "server/handlers.h"
#include "server/inbox.h"
#include "server/qr.h"
#include "server/secrets.h"
#include "server/templates.h"
#include "site/pages.h"

enum { REGULATIONS_BYTES = 1 << 20, FEES_BYTES = 2000 };

static const char *section_title(struct visit *v, const struct lm_desk_section *s)
{
    return section_needs_no_name(v, s) ? lm_desk_event(v->event->desk)->name
                                       : lm_desk_section_title(s);
}

static const char *places_said(struct visit *v, const struct lm_desk_section *s,
                               const struct lm_json *facts)
{
    int64_t left = places_left(s, facts);
    if (left == INT64_MAX)
        return "";
    return left == 0 ? visit_word(v, LM_KEY("entry.full"))
                     : visit_say_of(v, LM_KEY("entry.places-left"), lm_value_number("count", left));
}

static enum lm_status add_sections(struct visit *v, const struct announced_row **out, size_t *count)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct announced_row *rows = lm_arena_alloc(v->arena, e->section_count, sizeof *rows);
    enum lm_status status = rows == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; status == LM_OK && i < e->section_count; i++) {
        const struct lm_desk_section *s = e->sections[i];
        const struct lm_json *facts;
        status = announcement_of(v, s->id, &facts);
        if (status != LM_OK)
            break;
        rows[(*count)++] = (struct announced_row){.id = s->id,
                                                  .title = section_title(v, s),
                                                  .named = !section_needs_no_name(v, s),
                                                  .conditions = section_conditions(v, facts),
                                                  .fees = fees_said(v, lm_json_text(facts, "fees")),
                                                  .places = places_said(v, s, facts)};
        if (visit_may_in(v, s->id, RIGHT_EVENT))
            rows[i].edit = section_url(v, s, "announcement");
    }
    *out = rows;
    return status;
}

/* Add the starts of the rounds, as far as they are set. */
static enum lm_status add_times(struct visit *v, struct announcement_page *page)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    size_t most = 0;
    for (size_t i = 0; i < e->section_count; i++)
        most += e->sections[i]->rounds;
    struct announced_time *times = lm_arena_alloc(v->arena, most, sizeof *times);
    for (size_t i = 0; times != NULL && i < e->section_count; i++)
        for (uint32_t round = 1; round <= e->sections[i]->rounds; round++) {
            const char *begins = round_begins(v, e->sections[i], round);
            const char *what =
                visit_say_of(v, LM_KEY("desk.round"), lm_value_number("round", round));
            if (*begins == '\0')
                continue;
            times[page->time_count++] = (struct announced_time){
                e->section_count == 1
                    ? what
                    : visit_print(v, "%s, %s", section_title(v, e->sections[i]), what),
                begins};
        }
    page->times = times;
    return times == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status add_announced(struct visit *v, struct announcement_page *page)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct announced_time *notes = lm_arena_alloc(v->arena, e->note_count, sizeof *notes);
    for (size_t i = e->note_count; notes != NULL && i-- > 0;)
        if (note_is_announced(v, e->notes[i]))
            notes[page->note_count++] =
                (struct announced_time){e->notes[i]->text, visit_clock(v, e->notes[i]->at, true)};
    page->notes = notes;
    return notes == NULL ? LM_LIMIT : LM_OK;
}

static int by_strength(const void *a, const void *b)
{
    const struct announced_player *x = a, *y = b;
    int section = strcmp(x->section, y->section);
    if (section != 0)
        return section;
    return x->rating != y->rating ? (y->rating > x->rating ? 1 : -1) : strcmp(x->name, y->name);
}

/* Add the players in pairing order; minors only with their public data. */
static enum lm_status add_players(struct visit *v, struct announcement_page *page)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    size_t most = 0;
    for (size_t i = 0; i < e->section_count; i++)
        most += e->sections[i]->player_count;
    struct announced_player *rows = lm_arena_alloc(v->arena, most, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < e->section_count; i++)
        for (size_t k = 0; k < e->sections[i]->player_count; k++) {
            const struct lm_desk_player *p = e->sections[i]->players[k];
            if (p->standing != LM_PLAYS)
                continue;
            rows[page->player_count++] = (struct announced_player){
                .name = public_name(v, p),
                .title = p->person->title,
                .federation = p->person->federation,
                .section = e->section_count == 1 ? "" : section_title(v, e->sections[i]),
                .rating = p->rating};
        }
    if (page->player_count > 1)
        lm_sort(rows, page->player_count, sizeof *rows, by_strength);
    page->players = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

static struct desk_head announcement_head(struct visit *v, const char *title)
{
    struct desk_head head = section_head(v, NULL, TABS, title);
    head.section_count = 0;
    head.mark = "";
    head.live = (struct site_url){NULL}; /* live updates would discard input */
    if (!visit_may(v, RIGHT_DESK)) {
        head.tab_count = 0;
        head.home = site_local(v->arena, "/e/%s/announcement", v->event->slug);
    }
    return head;
}

static enum lm_status fill_announcement(struct visit *v, const struct lm_json *facts,
                                        struct announcement_page *page)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const char *slug = v->event->slug, *closes = lm_json_text(facts, "closes");
    *page = (struct announcement_page){
        .head = announcement_head(v, visit_word(v, LM_KEY("entry.announcement"))),
        .when = site_dates(v->language, e->start, e->end, v->arena),
        .venue = *lm_json_text(facts, "venue") == '\0' ? e->city : lm_json_text(facts, "venue"),
        .regulations = lm_json_text(facts, "regulations"),
        .contact = lm_json_text(facts, "contact"),
        .currency = lm_json_text(facts, "currency"),
        .address = visit_print(v, "%s/e/%s/announcement", v->server->url, slug),
        .closes = "",
        .state = announcement_is_open(facts) ? "" : visit_word(v, LM_KEY("entry.not-open-yet"))};
    if (*closes != '\0')
        page->closes = visit_print(
            v, "%s, %s%s%s%s",
            site_dates(v->language, visit_print(v, "%.10s", closes), "", v->arena), closes + 11,
            *e->zone == '\0' ? "" : " (", e->zone, *e->zone == '\0' ? "" : ")");
    page->code = qr_picture(page->address, visit_word(v, LM_KEY("desk.qr")), v->arena);
    if (announcement_takes_entries(v, facts))
        page->enter = site_local(v->arena, "/e/%s/register", slug);
    if (*lm_json_text(facts, "file") != '\0')
        page->file = site_local(v->arena, "/e/%s/announcement/regulations.pdf", slug);
    page->poster = site_local(v->arena, "/e/%s/announcement/poster", slug);
    if (visit_may(v, RIGHT_WHOLE))
        page->edit = site_local(v->arena, "/e/%s/announcement/edit", slug);
    if (visit_may(v, RIGHT_ACROSS))
        page->entries = site_local(v->arena, "/e/%s/entries", slug);
    enum lm_status status = add_sections(v, &page->rows, &page->row_count);
    if (status == LM_OK)
        status = add_announced(v, page);
    if (status == LM_OK)
        status = add_times(v, page);
    return status == LM_OK ? add_players(v, page) : status;
}

/* Get the announcement; before it is open only the organiser can see it. */
static enum lm_status announcement_take(struct visit *v, struct announcement_page *page)
{
    const struct lm_json *facts;
    enum lm_status status = announcement_of(v, NULL, &facts);
    if (status == LM_OK && !announcement_is_open(facts) && !visit_may(v, RIGHT_DESK))
        return visit_refuse(v, 404, "%s", visit_word(v, LM_KEY("entry.not-announced")));
    return status == LM_OK ? fill_announcement(v, facts, page) : status;
}

static enum lm_status show_announcement(struct visit *v)
{
    struct announcement_page page;
    enum lm_status status = announcement_take(v, &page);
    if (status == LM_OK)
        page_desk_announcement(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_poster(struct visit *v)
{
    struct announcement_page page;
    enum lm_status status = announcement_take(v, &page);
    if (status == LM_OK)
        page_desk_poster(&v->reply->body, v->language, &page);
    return status;
}

/* --- the organiser's forms */

enum {
    OPEN,
    ENTRIES,
    REGULATIONS,
    CONTACT,
    VENUE,
    CLOSES,
    CURRENCY,
    PAY,
    REGULATIONS_FILE,
    NO_FILE,
    KEEP_DAYS
};

static const struct form_field event_fields[] = {
    [OPEN] = {"open", FORM_CHECK, 0, 0, NULL, false},
    [ENTRIES] = {"entries", FORM_CHECK, 0, 0, NULL, false},
    [REGULATIONS] = {"regulations", FORM_LINES, 0, REGULATIONS_BYTES, NULL, false},
    [CONTACT] = {"contact", FORM_TEXT, 0, 200, NULL, false},
    [VENUE] = {"venue", FORM_TEXT, 0, 200, NULL, false},
    [CLOSES] = {"closes", FORM_TEXT, 0, 16, NULL, false},
    [CURRENCY] = {"currency", FORM_TEXT, 0, 8, NULL, false},
    [PAY] = {"pay", FORM_TEXT, 0, 300, NULL, false},
    [REGULATIONS_FILE] = {"regulations_file", FORM_FILE, 0, REGULATIONS_BYTES, NULL, false},
    [NO_FILE] = {"no_file", FORM_CHECK, 0, 0, NULL, false},
    [KEEP_DAYS] = {"keep_days", FORM_NUMBER, 0, 3650, NULL, false},
    {0}};

static enum lm_status show_event_form(struct visit *v)
{
    const struct lm_json *facts;
    enum lm_status status = announcement_of(v, NULL, &facts);
    if (status != LM_OK)
        return status;
    struct announcement_form page = {
        .head = announcement_head(v, visit_word(v, LM_KEY("entry.edit-announcement"))),
        .token = v->who.token,
        .action = site_local(v->arena, "/e/%s/announcement/edit", v->event->slug),
        .page = site_local(v->arena, "/e/%s/announcement", v->event->slug),
        .regulations = lm_json_text(facts, "regulations"),
        .contact = lm_json_text(facts, "contact"),
        .venue = lm_json_text(facts, "venue"),
        .closes = lm_json_text(facts, "closes"),
        .currency = lm_json_text(facts, "currency"),
        .pay = lm_json_text(facts, "pay"),
        .keep_days = lm_json_text(facts, "keep_days"),
        .open = announcement_is_open(facts),
        .file = *lm_json_text(facts, "file") != '\0',
        .entries = *lm_json_text(facts, "entries") != '\0'};
    status = add_sections(v, &page.rows, &page.row_count);
    if (status == LM_OK)
        page_desk_announcement_form(&v->reply->body, v->language, &page);
    return status;
}

static const char *regulations_key(struct visit *v)
{
    return visit_print(v, "regulations %s", v->event->slug);
}

/* Store a new file; otherwise keep the present one unless it is to be removed. */
static enum lm_status keep_regulations(struct visit *v, const char **kind)
{
    const struct form_value *file = value(v, REGULATIONS_FILE);
    const struct lm_json *facts;
    enum lm_status status = announcement_of(v, NULL, &facts);
    *kind = status == LM_OK && !value(v, NO_FILE)->given ? lm_json_text(facts, "file") : "";
    if (status == LM_OK && value(v, NO_FILE)->given)
        status = store_remove(v->server->store, STORE_SETTING, regulations_key(v), &v->log);
    if (status != LM_OK || file->length == 0)
        return status;
    if (strncmp(file->text, "%PDF-", 5) != 0)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("entry.bad-file")));
    *kind = "pdf";
    const struct store_record record = {regulations_key(v),
                                        visit_print(v, "regulations %s", v->event->slug),
                                        secrets_letters(file->text, file->length, v->arena), 0};
    return *record.value == '\0' ? LM_LIMIT
                                 : store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

/* Send the file as a download: an uploaded file is never shown as a page of this server. */
static enum lm_status send_regulations(struct visit *v)
{
    struct store_record record;
    const struct lm_json *facts;
    size_t length = 0;
    enum lm_status status = announcement_of(v, NULL, &facts);
    if (status == LM_OK)
        status = store_get(v->server->store, STORE_SETTING, regulations_key(v), v->now, v->arena,
                           &record, &v->log);
    if (status != LM_OK)
        return status;
    bool seen = announcement_is_open(facts) || visit_may(v, RIGHT_DESK);
    const char *bytes =
        record.key == NULL || !seen ? NULL : secrets_bytes(record.value, v->arena, &length);
    if (bytes == NULL)
        return visit_refuse(v, 404, "%s", visit_word(v, LM_KEY("entry.not-announced")));
    lm_text_add_bytes(&v->reply->body, bytes, length);
    v->reply->type = "application/pdf";
    v->reply->file = visit_print(v, "%s-regulations.pdf", v->event->slug);
    return LM_OK;
}

static enum lm_status keep_event(struct visit *v)
{
    const char *pay = value(v, PAY)->text;
    if (value(v, CLOSES)->length > 0 && (strlen(value(v, CLOSES)->text) != 16 ||
                                         moment_at(v, value(v, CLOSES)->text) == LM_NO_TIME))
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("entry.bad-time")));
    if (*pay != '\0' && site_https(v->arena, pay).address == NULL)
        return visit_refuse(v, 422, "%s", visit_word(v, LM_KEY("entry.bad-pay")));
    const char *file = "";
    enum lm_status status = keep_regulations(v, &file);
    if (status == LM_OK)
        status = announcement_keep(v, NULL, file);
    if (status == LM_OK)
        status = entries_keep(v);
    return status == LM_OK ? visit_go(v, "/e/%s/announcement", v->event->slug) : status;
}

enum { PLACES, RATING_FROM, RATING_TO, BORN_FROM, BORN_TO, FEDERATIONS, SEX, FEES, ROOMS, SECTORS };

static const struct form_field section_fields[] = {
    [PLACES] = {"places", FORM_NUMBER, 0, 10000, NULL, false},
    [RATING_FROM] = {"rating_from", FORM_NUMBER, 0, 4000, NULL, false},
    [RATING_TO] = {"rating_to", FORM_NUMBER, 0, 4000, NULL, false},
    [BORN_FROM] = {"born_from", FORM_TEXT, 0, 10, NULL, false},
    [BORN_TO] = {"born_to", FORM_TEXT, 0, 10, NULL, false},
    [FEDERATIONS] = {"federations", FORM_TEXT, 0, 100, NULL, false},
    [SEX] = {"sex", FORM_CHOICE, 0, 1, "w", false},
    [FEES] = {"fees", FORM_LINES, 0, FEES_BYTES, NULL, false},
    [ROOMS] = {"rooms", FORM_LINES, 0, FEES_BYTES, NULL, false},
    [SECTORS] = {"sectors", FORM_LINES, 0, FEES_BYTES, NULL, false},
    {0}};

/* Return what was typed into ${field}, else what is announced. */
static const char *typed_or(struct visit *v, const struct lm_json *facts, size_t field)
{
    return value(v, field)->given ? value(v, field)->text
                                  : lm_json_text(facts, section_fields[field].name);
}

/* The form of ${s}; with ${why} it comes back, with ${wrong} marked. */
static enum lm_status write_section_form(struct visit *v, struct lm_desk_section *s,
                                         const char *why, size_t wrong)
{
    const struct lm_json *facts;
    enum lm_status status = announcement_of(v, s->id, &facts);
    if (status != LM_OK)
        return status;
    const struct announcement_form page = {
        .head = announcement_head(v, section_title(v, s)),
        .token = v->who.token,
        .action = section_url(v, s, "announcement"),
        .page = site_local(v->arena, "/e/%s/announcement", v->event->slug),
        .places = typed_or(v, facts, PLACES),
        .rating_from = typed_or(v, facts, RATING_FROM),
        .rating_to = typed_or(v, facts, RATING_TO),
        .born_from = typed_or(v, facts, BORN_FROM),
        .born_to = typed_or(v, facts, BORN_TO),
        .federations = typed_or(v, facts, FEDERATIONS),
        .fees = typed_or(v, facts, FEES),
        .rooms = typed_or(v, facts, ROOMS),
        .sectors = typed_or(v, facts, SECTORS),
        .women = strcmp(why == NULL ? lm_json_text(facts, "sex") : value(v, SEX)->text, "w") == 0,
        .why = why,
        .bad_from = wrong == BORN_FROM,
        .bad_to = wrong == BORN_TO,
        .bad_fees = wrong == FEES,
        .bad_rooms = wrong == ROOMS,
        .bad_sectors = wrong == SECTORS};
    v->reply->status = why == NULL ? 200 : 422;
    page_desk_announced_section(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status show_section_form(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    return status == LM_OK ? write_section_form(v, s, NULL, SIZE_MAX) : status;
}

/* Why can the conditions not be kept?  NULL: they can; else ${*wrong} is the field. */
static const char *why_no_conditions(struct visit *v, size_t *wrong)
{
    static const struct {
        size_t field;
        const char *key;
    } lines[] = {{FEES, LM_KEY("entry.bad-fee")},
                 {ROOMS, LM_KEY("entry.bad-room")},
                 {SECTORS, LM_KEY("entry.bad-sector")}};
    for (*wrong = BORN_FROM; *wrong <= BORN_TO; ++*wrong)
        if (value(v, *wrong)->length > 0 && year_of_birth(v, value(v, *wrong)->text) == 0)
            return visit_say_of(v, LM_KEY("entry.bad-year"),
                                lm_value_text("year", visit_print(v, "%.4s", visit_today(v))));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *text = value(v, *wrong = lines[i].field)->text;
        unsigned line = 0;
        int64_t owed;
        if (*wrong == FEES)
            (void)fee_of(text, NULL, visit_today(v), &owed, &line);
        else
            (void)room_of(v, text, NULL, &line);
        if (line > 0)
            return visit_say_of(v, lines[i].key, lm_value_number("line", line));
    }
    return NULL;
}

static enum lm_status keep_section(struct visit *v)
{
    struct lm_desk_section *s;
    size_t wrong;
    enum lm_status status = section_take(v, &s);
    const char *why = status == LM_OK ? why_no_conditions(v, &wrong) : NULL;
    if (why != NULL)
        return write_section_form(v, s, why, wrong);
    if (status == LM_OK)
        status = announcement_keep(v, s->id, "");
    if (status == LM_OK)
        inbox_tell(v);
    if (status == LM_OK)
        status = entries_move_up(v);
    return status == LM_OK ? visit_go(v, "/e/%s/announcement/edit", v->event->slug) : status;
}

#define A "/e/:event/announcement"

const struct handler announcement_handlers[] = {
    {false, A, RIGHT_LOOK, NULL, "what is announced of an event", show_announcement, true},
    {false, A "/poster", RIGHT_LOOK, NULL, "the announcement as a poster", show_poster, true},
    {false, A "/regulations.pdf", RIGHT_LOOK, NULL, "the regulations of an event", send_regulations,
     true},
    {false, A "/edit", RIGHT_WHOLE, NULL, "the form of the announcement", show_event_form, false},
    {true, A "/edit", RIGHT_WHOLE, event_fields, "announce the event", keep_event, false},
    {false, "/e/:event/:section/announcement", RIGHT_EVENT, NULL,
     "the conditions and fees of a section", show_section_form, false},
    {true, "/e/:event/:section/announcement", RIGHT_EVENT, section_fields,
     "set the conditions and fees of a section", keep_section, false},
    {0}};

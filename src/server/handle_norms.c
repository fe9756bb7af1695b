/* SPDX-License-Identifier: Apache-2.0 */
/* Title norms of a section, and the data for FIDE's forms IT3 (report) and IT1 (certificate). */
#include <string.h>

#include "limmat/event_files.h"
#include "limmat/report_form.h"
#include "server/handlers.h"
#include "server/paper.h"
#include "server/templates.h"
#include "site/said.h"

/* Add the fields of ${form} that have a value or lack one. */
static enum lm_status add_form(struct visit *v, const char *title, const struct lm_form *form,
                               struct norms_page *page)
{
    struct form_card *card = &page->forms[page->form_count++];
    struct form_row *rows = lm_arena_alloc(v->arena, form->count, sizeof *rows);
    *card = (struct form_card){.title = title, .fields = rows};
    for (size_t i = 0; rows != NULL && i < form->count; i++) {
        const struct lm_form_field *f = &form->fields[i];
        if (*f->value != '\0' || f->missing != NULL)
            rows[card->field_count++] =
                (struct form_row){f->label, f->missing != NULL ? f->missing : f->value, f->article,
                                  f->missing != NULL};
    }
    page->missing += (int64_t)form->missing;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

/* Add a certificate for each norm reached. */
static enum lm_status add_certificates(struct visit *v, const struct lm_tournament *t,
                                       const struct lm_norms *norms, struct norms_page *page)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < norms->count; i++) {
        struct lm_form form = {.fields = NULL};
        if (norms->all[i].state != LM_NORM_REACHED)
            continue;
        status = lm_certificate_form(t, norms, &norms->all[i], v->arena, &form);
        if (status == LM_OK)
            status = add_form(
                v,
                visit_say_of(v, LM_KEY("desk.norm-certificate"),
                             lm_value_text("player", t->players[norms->all[i].player].name)),
                &form, page);
        page->reached++;
    }
    return status;
}

static enum lm_status show_norms(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_tournament *t;
    struct lm_rating_event event;
    struct lm_norms *norms = NULL;
    struct lm_form form = {.fields = NULL};
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = paper_tournament(v, s, LM_FOR_REPORT, &t);
    if (status != LM_OK)
        return status;
    struct norms_page page = {
        .head = section_head(v, s, TAB_FILES, visit_word(v, LM_KEY("desk.norms"))),
        .trf = section_url(v, s, "tournament.trf"),
        .back = section_url(v, s, "files")};
    if (s->teams || t->rounds_paired == 0) {
        page.none = visit_word(v, LM_KEY("desk.before-first"));
        page_desk_norms(&v->reply->body, v->language, &page);
        return LM_OK;
    }
    status = lm_event_from_tournament(t, v->event->slug, v->arena, &event);
    if (status == LM_OK)
        status = lm_norms_of(t, NULL, v->arena, &norms);
    if (status == LM_OK)
        status = lm_report_form(t, &event, norms, v->arena, &form);
    if (status != LM_OK)
        return status;
    page.forms = lm_arena_alloc(v->arena, norms->count + 1, sizeof *page.forms);
    if (page.forms == NULL)
        return LM_LIMIT;
    status = add_form(v, visit_word(v, LM_KEY("desk.norm-report")), &form, &page);
    if (status == LM_OK)
        status = add_certificates(v, t, norms, &page);
    page.lead = visit_say(v, LM_KEY("desk.norms-lead"),
                          (const struct lm_value[]){lm_value_number("norms", page.reached),
                                                    lm_value_number("missing", page.missing)},
                          2);
    if (status == LM_OK)
        page_desk_norms(&v->reply->body, v->language, &page);
    return status;
}

const struct handler norms_handlers[] = {{false, "/e/:event/:section/norms", RIGHT_PRIVATE, NULL,
                                          "title norms with what FIDE's forms IT1 and IT3 ask",
                                          show_norms, false},
                                         {0}};

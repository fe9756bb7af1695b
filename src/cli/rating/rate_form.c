/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate form`: the data for FIDE's report form and its certificates of title results. */
#include <string.h>

#include "cli/rating/rate.h"
#include "limmat/report_form.h"

enum { FORMAT, STRICT };

static const struct option options[] = {
    [FORMAT] = FORMAT_OPTION("text|json"), [STRICT] = STRICT_OPTION, LANGUAGE_OPTION, {0}};

static void write_text(struct run *run, const char *head, const struct lm_form *form)
{
    struct table table = table_new(run->arena, "lll");
    lm_text_print(&run->out, "%s\n", head);
    for (size_t i = 0; i < form->count; i++) {
        const struct lm_form_field *field = &form->fields[i];
        if (*field->value == '\0' && field->missing == NULL)
            continue;
        table_add(&table, field->label);
        if (field->missing != NULL)
            table_print(&table, "MISSING: %s", field->missing);
        else
            table_add(&table, field->value);
        table_add(&table, field->article);
    }
    table_write(&table, &run->out);
}

static void write_json(const char *name, const struct lm_form *form, struct lm_json_writer *w)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "form", name);
    lm_json_begin(w, "fields", '[');
    for (size_t i = 0; i < form->count; i++) {
        const struct lm_form_field *field = &form->fields[i];
        lm_json_begin(w, NULL, '{');
        lm_json_put_string(w, "name", field->name);
        lm_json_put_string(w, "label", field->label);
        lm_json_put_string(w, "value", field->value);
        if (*field->article != '\0')
            lm_json_put_string(w, "article", field->article);
        if (field->missing != NULL)
            lm_json_put_string(w, "missing", field->missing);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

static enum lm_status write_certificates(struct run *run, const struct lm_tournament *t,
                                         const struct lm_norms *norms, struct lm_json_writer *w,
                                         size_t *missing)
{
    bool json = run->values[FORMAT].number == 1;
    for (size_t i = 0; i < norms->count; i++) {
        struct lm_form form;
        if (norms->all[i].state != LM_NORM_REACHED)
            continue;
        if (lm_certificate_form(t, norms, &norms->all[i], run->arena, &form) != LM_OK)
            return LM_LIMIT;
        *missing += form.missing;
        if (json)
            write_json("IT1", &form, w);
        else
            write_text(run, "\nIT1, certificate of a title result", &form);
    }
    return LM_OK;
}

static enum lm_status rate_form(struct run *run)
{
    struct lm_tournament *t;
    struct lm_rating_event event;
    struct lm_norms *norms;
    struct lm_form form;
    bool json = run->values[FORMAT].number == 1;
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    const char *path = run->operands[0];
    enum lm_status status =
        load_tournament(path, run->values[STRICT].text != NULL, run->arena, run->log, &t);
    if (status == LM_OK)
        status = event_of_tournament(t, path, run->arena, run->log, &event);
    if (status == LM_OK)
        status = lm_norms_of(t, NULL, run->arena, &norms);
    if (status == LM_OK)
        status = lm_report_form(t, &event, norms, run->arena, &form);
    if (status != LM_OK)
        return status;
    size_t missing = form.missing;
    if (json) {
        lm_json_begin(&w, NULL, '[');
        write_json("IT3", &form, &w);
    } else {
        write_text(run, "IT3, tournament report form", &form);
    }
    status = write_certificates(run, t, norms, &w, &missing);
    if (json) {
        lm_json_end(&w, ']');
        lm_text_add_char(&run->out, '\n');
    } else {
        lm_text_print(&run->out, "\n%zu fields are missing\n", missing);
    }
    return status;
}

const struct command rate_form_command = {
    .name = "rate form",
    .operands = "FILE",
    .summary = "the data of FIDE's tournament report form (IT3) and of certificates (IT1)",
    .description =
        "Event, officials, schedule and time control, the field of players as B.01 counts it\n"
        "(federations, foreigners, titles, 1.4.3d, 1.5.6), title results; for each of them the\n"
        "certificate with its games.  Missing data is named with the place to enter it: a record\n"
        "of FILE, or a key of NAME.rating.json beside it (venue, organizer, registered, pgn).",
    .example = "limmat rate form open.trf",
    .options = options,
    .least = 1,
    .most = 1,
    .run = rate_form,
};

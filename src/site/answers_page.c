/* SPDX-License-Identifier: Apache-2.0 */
/* Answers to a participant's questions about the last round: on the page of a player, or of a team
 * if teams are paired. */
#include <string.h>

#include "limmat/check.h"
#include "limmat/why.h"
#include "site/pages.h"
#include "site/said.h"

/* Answers being collected. */
struct asking {
    const struct site_event *e;
    uint32_t side; /* the subject: a team, or a player */
    struct lm_arena *arena;
    struct site_answers *out;
};

static enum lm_status add_whys(const struct asking *f)
{
    const struct site_reasons *why = &f->e->last;
    const struct lm_language *language = f->e->names->language;
    struct lm_whys whys;
    enum lm_status status = lm_why_player(f->e->system, why->position, why->pairing, f->side,
                                          LM_NOBODY, language, f->arena, &whys);
    struct site_answer *answers = lm_arena_alloc(f->arena, whys.count, sizeof *answers);
    if (status != LM_OK || answers == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < whys.count; i++) {
        const struct lm_why *one = &whys.all[i];
        struct lm_text question = lm_text_in(f->arena);
        struct site_sentence *sentences =
            lm_arena_alloc(f->arena, one->more_count + 1, sizeof *sentences);
        if (sentences == NULL)
            return LM_LIMIT;
        lm_say(&question, language, &(struct lm_sentence){lm_question_key(one->question), NULL, 0});
        sentences[0] = (struct site_sentence){one->text, one->article};
        for (size_t k = 0; k < one->more_count; k++)
            sentences[k + 1] = (struct site_sentence){one->more[k], ""};
        answers[i] =
            (struct site_answer){lm_text_string(&question), sentences, one->more_count + 1};
    }
    f->out->answers = answers;
    f->out->answer_count = whys.count;
    return LM_OK;
}

/* If the side did not get the rules' pairing, that comes first. */
static enum lm_status add_departure(const struct asking *f)
{
    const struct site_event *e = f->e;
    const struct site_reasons *why = &e->last;
    struct lm_difference d;
    enum lm_status status = lm_compare_played(lm_system_in_round(e->system, e->t, why->round),
                                              why->position, why->pairing, f->arena, &d);
    if (status != LM_OK || !lm_player_differs(&d, f->side))
        return status;
    struct lm_text title = lm_text_in(f->arena);
    struct site_answer *answers =
        lm_arena_alloc(f->arena, f->out->answer_count + 1, sizeof *answers);
    struct site_sentence *sentences = lm_arena_alloc(f->arena, 2, sizeof *sentences);
    if (answers == NULL || sentences == NULL)
        return LM_LIMIT;
    uint32_t board;
    const struct lm_pair *played = lm_pairing_of_player(d.found, f->side, &board);
    lm_say(&title, e->names->language,
           &(struct lm_sentence){LM_KEY("page.why.otherwise"), NULL, 0});
    sentences[0] = (struct site_sentence){lm_departure_note(&d, e->names->language, f->arena), ""};
    if (played != NULL)
        sentences[1] =
            (struct site_sentence){site_played_pair(e, why->round, played, f->arena), ""};
    answers[0] = (struct site_answer){lm_text_string(&title), sentences, played == NULL ? 1 : 2};
    if (f->out->answer_count > 0)
        memcpy(answers + 1, f->out->answers, f->out->answer_count * sizeof *answers);
    f->out->answers = answers;
    f->out->answer_count++;
    return LM_OK;
}

enum lm_status site_answer(const struct site_event *e, uint32_t side, struct lm_arena *arena,
                           struct site_answers *out)
{
    const struct site_reasons *why = &e->last;
    const struct asking f = {e, side, arena, out};
    *out = (struct site_answers){0};
    if (why->pairing == NULL)
        return LM_OK;
    out->round = why->round;
    out->page = site_own(e->names, arena, "why-%u.html#p%u", why->round, site_sides(e)[side].tpn);
    enum lm_status status = add_whys(&f);
    return status == LM_OK ? add_departure(&f) : status;
}

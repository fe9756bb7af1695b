/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat page`: the page with which a browser pairs a file, as a self-contained file. */

#include "cli/core/command.h"
#include "limmat/words.h"
#include "site/site.h"

enum { OUT, LANGUAGE };

static const struct option options[] = {
    [OUT] = {'o', "output", TEXT, "FILE", 0, 0, "output file; \"pair.html\" when not given"},
    [LANGUAGE] = {0, "lang", TEXT, "LANG", 0, 0,
                  "its language: " LANGUAGE_CODES "; LANG or English when not given"},
    {0}};

static enum lm_status page(struct run *run)
{
    const char *name = run->values[LANGUAGE].text;
    const struct lm_language *language =
        name == NULL ? language_of_reader() : lm_language_named(name);
    if (language == NULL)
        return lm_log_add(run->log, LM_ERROR, (struct lm_place){.field = "--lang", .value = name},
                          LANGUAGE_CODES, "unknown language");
    run->destination = run->values[OUT].text == NULL ? "pair.html" : run->values[OUT].text;
    return site_write_pair_alone(language, run->arena, &run->out);
}

const struct command page_command = {
    .name = "page",
    .operands = "",
    .summary = "make a page, as one file, that pairs files in any browser",
    .description =
        "You can open it from a disk, a stick or a web host, on any system, even offline.  Drop a\n"
        "TRF, JSON or CSV on it, enter results, pair the next round with its reasons and download\n"
        "the file.  Nothing leaves the device.  Sites of `limmat publish` and `limmat serve` have\n"
        "the same page.",
    .example = "limmat page -o pair.html",
    .options = options,
    .least = 0,
    .most = 0,
    .run = page,
};

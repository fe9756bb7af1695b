/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "site/pages.h"

/* All pages; the fourth column is true for files shared by all languages. */
const struct site_page site_pages[] = {
    {"event", "index.html", SITE_ONCE, false, site_write_event},
    {"players", "players.html", SITE_ONCE, false, site_write_players},
    {"round", "round-%u.html", SITE_ROUNDS, false, site_write_round},
    {"names", "names-%u.html", SITE_ROUNDS, false, site_write_names},
    {"standings", "standings-%u.html", SITE_PLAYED, false, site_write_standings},
    {"scores", "scores-%u.html", SITE_SCORES, false, site_write_scores},
    {"teams", "teams.html", SITE_ONCE, false, site_write_teams},
    {"bracket", "bracket.html", SITE_ONCE, false, site_write_bracket},
    {"team", "team-%u.html", SITE_TEAMS, false, site_write_team},
    {"crosstable", "crosstable.html", SITE_ONCE, false, site_write_crosstable},
    {"prizes", "prizes.html", SITE_ONCE, false, site_write_prizes},
    {"norms", "norms.html", SITE_ONCE, false, site_write_norms},
    {"statistics", "statistics.html", SITE_ONCE, false, site_write_statistics},
    {"federations", "federations.html", SITE_ONCE, false, site_write_federations},
    {"clubs", "clubs.html", SITE_ONCE, false, site_write_clubs},
    {"categories", "categories.html", SITE_ONCE, false, site_write_categories},
    {"ratings", "ratings.html", SITE_ONCE, false, site_write_changes},
    {"embed", "embed.html", SITE_ONCE, false, site_write_embedded},
    {"verify", "verify.html", SITE_ONCE, false, site_write_verify},
    {"why", "why-%u.html", SITE_EXPLAINED, false, site_write_why},
    {"player", "player-%u.html", SITE_PLAYERS, false, site_write_player},
    {"calendar", "player-%u.ics", SITE_PLAYERS, false, site_write_calendar},
    {"dates", "event.ics", SITE_ONCE, false, site_write_dates},
    {"share", "share.png", SITE_ONCE, false, site_write_share},
    {"share-round", "round-%u.png", SITE_ROUNDS, false, site_write_share_round},
    {"share-player", "player-%u.png", SITE_PLAYERS, false, site_write_share_player},
    {"feed", "feed.xml", SITE_ONCE, false, site_write_feed},
    {"trf", "tournament.trf", SITE_ONCE, true, site_write_trf},
    {"json", "tournament.json", SITE_ONCE, true, site_write_json},
    {"csv", "tournament.csv", SITE_ONCE, true, site_write_csv},
    {"journal", "event.journal", SITE_ONCE, true, site_write_journal},
    {0},
};

void site_add_asset(struct lm_text *out, const struct embedded *asset)
{
    lm_text_print(out, "%s-%s.%s", asset->name, asset->tag, asset->extension);
}

static const char *asset_named(const char *name, const char *extension, struct lm_arena *arena)
{
    struct lm_text file = lm_text_in(arena);
    for (const struct embedded *asset = site_assets; asset->name != NULL; asset++)
        if (strcmp(asset->name, name) == 0 && strcmp(asset->extension, extension) == 0)
            site_add_asset(&file, asset);
    return lm_text_string(&file);
}

const char *site_sentences_of(const struct lm_language *language, const char *folder,
                              struct lm_arena *arena)
{
    const char *name = asset_named(lm_printed(arena, "words-%s", language->code), "txt", arena);
    return *name == '\0' ? "" : lm_printed(arena, "%s%s", folder, name);
}

/* Does the module of pages lack ${system} (LM_FOR_PAGES, pairing/system.c)? */
static bool is_only_in_whole(const struct lm_system *system)
{
    static const char *const names[] = {"dutch-2012", "dutch-2006", "dubov-1997"};
    for (size_t i = 0; system != NULL && i < sizeof names / sizeof *names; i++)
        if (strcmp(system->name, names[i]) == 0)
            return true;
    return false;
}

const char *site_module_for(const struct site_event *e, const char *folder, struct lm_arena *arena)
{
    bool whole = is_only_in_whole(e->system) || is_only_in_whole(lm_system_of(e->t, NULL));
    return lm_printed(arena, "%s%s", folder,
                      whole ? e->names->verify.whole : e->names->verify.wasm);
}

struct site_names site_names_of(const char *base, struct lm_arena *arena)
{
    return (struct site_names){.language = lm_english(),
                               .suffix = "",
                               .first = true,
                               .base = base,
                               .style = asset_named("style", "css", arena),
                               .more = asset_named("more", "css", arena),
                               .script = asset_named("limmat", "js", arena),
                               .words = asset_named("words", "js", arena),
                               .suppose = asset_named("whatif", "js", arena),
                               .picture = asset_named("social", "png", arena),
                               .verify = {.page = asset_named("verify", "js", arena),
                                          .worker = asset_named("verify-worker", "js", arena),
                                          .engine = asset_named("engine", "js", arena),
                                          .wasm = asset_named("engine", "wasm", arena),
                                          .whole = asset_named("engine-whole", "wasm", arena)},
                               .pair = {.page = asset_named("pair", "js", arena),
                                        .look = asset_named("pair", "css", arena)}};
}

struct site_names site_names_in(const struct site_names *names,
                                const struct site_language *languages, size_t count, size_t index)
{
    struct site_names own = *names;
    own.language = languages[index].language;
    own.suffix = languages[index].suffix;
    own.first = index == 0;
    own.languages = languages;
    own.language_count = count;
    return own;
}

const struct site_language *site_every_language(struct lm_arena *arena, size_t *count)
{
    const struct lm_language *known = lm_languages(count);
    struct site_language *all = lm_arena_alloc(arena, *count, sizeof *all);
    for (size_t i = 0; all != NULL && i < *count; i++) {
        struct lm_text suffix = lm_text_in(arena);
        if (i > 0)
            lm_text_print(&suffix, ".%s", known[i].code);
        all[i] = (struct site_language){&known[i], lm_text_string(&suffix)};
    }
    return all;
}

size_t site_language_at(const struct site_language *languages, size_t count, const char *path)
{
    const char *ending = strrchr(path, '.');
    for (size_t i = 1; ending != NULL && i < count; i++) {
        size_t length = strlen(languages[i].suffix);
        if ((size_t)(ending - path) > length &&
            memcmp(ending - length, languages[i].suffix, length) == 0)
            return i;
    }
    return 0;
}

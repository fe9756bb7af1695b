/* SPDX-License-Identifier: Apache-2.0 */
/* Cards to cut out: place cards, cards with codes, badges, table numbers; and the list of
 * everything that can be printed and downloaded. */
#include <string.h>

#include "server/broadcast.h"
#include "server/handlers.h"
#include "server/paper.h"
#include "server/qr.h"
#include "server/templates.h"
#include "site/pages.h"

enum { ON_A_SHEET = 8 };

static struct place_card card_of(struct visit *v, const struct lm_desk_section *s,
                                 const struct lm_desk_player *p)
{
    struct place_card card = {p->number, paper_titled(v, p), paper_below(v, p), {NULL}, NULL};
    if (p->number == 0)
        return card;
    card.address = visit_print(v, "%s/p/%s/%s/player-%u.html", v->server->url, v->event->slug,
                               s->id, p->number);
    card.code = qr_picture(card.address, visit_word(v, LM_KEY("desk.qr")), v->arena);
    return card;
}

/* The kinds of cards: how many fit on a sheet, and the names in their addresses and pages. */
static const struct look {
    const char *name, *query, *title;
    size_t each;
    enum card_kind kind;
} looks[] = {
    {"", "paper/cards", LM_KEY("desk.place-cards"), 1, CARD_PLACE},
    {"codes", "paper/cards?look=codes", LM_KEY("desk.cards-codes"), ON_A_SHEET, CARD_CODE},
    {"badges", "paper/cards?look=badges", LM_KEY("desk.badges"), ON_A_SHEET, CARD_BADGE},
    {"tables", "paper/cards?look=tables", LM_KEY("desk.table-numbers"), ON_A_SHEET, CARD_TABLE}};

enum { LOOKS = sizeof looks / sizeof *looks };

static const struct form_field cards_fields[] = {
    {"look", FORM_CHOICE, 0, 10, "|codes|badges|tables", false},
    {"who", FORM_TEXT, 0, 20, NULL, false}, /* a single player, at the desk */
    SHEET_FIELD,
    {0}};

/* Return a card with the number of a table. */
static struct place_card table_card(struct visit *v, size_t number)
{
    return (struct place_card){(uint32_t)number, visit_print(v, "%zu", number), "", {NULL}, NULL};
}

/* Add the cards of ${look}, arranged so that cut stacks laid on each other are in order. */
static enum lm_status add_cards(struct visit *v, const struct lm_desk_section *s,
                                const struct look *look, struct cards_page *page)
{
    size_t count = 0;
    struct lm_desk_player **players = paper_players(v, s, &count);
    const char *who = value(v, 1)->text;
    for (size_t i = 0, all = count; players != NULL && *who != '\0' && i < all; i++)
        if (strcmp(players[i]->person->id, who) == 0) {
            players[0] = players[i];
            count = 1;
        }
    size_t shown = look->kind != CARD_TABLE ? count : (count + 1) / 2;
    size_t sheets = (shown + look->each - 1) / look->each;
    struct place_card *cards = lm_arena_alloc(v->arena, sheets * look->each, sizeof *cards);
    if (cards == NULL || players == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < sheets * look->each; i++) {
        size_t at = i % look->each * sheets + i / look->each;
        struct place_card card = {.name = "", .below = ""}; /* empty: keeps the stack's order */
        if (at < shown)
            card = look->kind == CARD_TABLE ? table_card(v, at + 1) : card_of(v, s, players[at]);
        cards[page->card_count++] = card;
    }
    page->cards = cards;
    return LM_OK;
}

static enum lm_status show_cards(struct visit *v)
{
    struct lm_desk_section *s;
    enum pdf_paper paper;
    const struct look *look = looks;
    enum lm_status status = section_take(v, &s);
    struct tab *others = lm_arena_alloc(v->arena, LOOKS, sizeof *others);
    if (status == LM_OK && others == NULL)
        return LM_LIMIT;
    if (status != LM_OK)
        return status;
    for (size_t i = 0; i < LOOKS; i++) {
        bool here = strcmp(value(v, 0)->length == 0 ? "" : value(v, 0)->text, looks[i].name) == 0;
        if (here)
            look = &looks[i];
        others[i] = (struct tab){section_url(v, s, "%s", looks[i].query),
                                 visit_word(v, looks[i].title), here};
    }
    struct cards_page page = {
        .head = section_head(v, s, TAB_FILES, visit_word(v, look->title)),
        .kind = look->kind,
        .codes = look->kind == CARD_CODE,
        .badges = look->kind == CARD_BADGE,
        .tables = look->kind == CARD_TABLE,
        .pdf_a4 = paper_pdf_url(
            v, visit_print(v, "?look=%s&who=%s&pdf=a4", look->name, value(v, 1)->text)),
        .pdf_letter = paper_pdf_url(
            v, visit_print(v, "?look=%s&who=%s&pdf=letter", look->name, value(v, 1)->text)),
        .event = lm_desk_event(v->event->desk)->name,
        .section = lm_desk_event(v->event->desk)->section_count > 1 ? lm_desk_section_title(s) : "",
        .others = others,
        .other_count = LOOKS};
    status = add_cards(v, s, look, &page);
    if (status != LM_OK)
        return status;
    if (paper_wants_pdf(v, &paper))
        return paper_send_pdf(v, pdf_cards(&page, paper, &v->reply->body));
    page_desk_cards(&v->reply->body, v->language, &page);
    return LM_OK;
}

/* --- files */

/* The lists of printouts and downloads being filled. */
struct listing {
    struct visit *v;
    const struct lm_desk_section *s;
    struct file_group *groups;
    size_t count;
};

enum { GROUPS = 5, IN_A_GROUP = 12 };

static void begin_group(struct listing *l, const char *title)
{
    l->groups[l->count++] = (struct file_group){
        .title = title, .files = lm_arena_alloc(l->v->arena, IN_A_GROUP, sizeof(struct tab))};
}

static void add_file(struct listing *l, struct site_url url, const char *label)
{
    struct file_group *group = &l->groups[l->count - 1];
    if (group->files != NULL && group->file_count < IN_A_GROUP)
        group->files[group->file_count++] = (struct tab){url, label, false};
}

static const char *of_round(struct visit *v, const char *key, uint32_t round)
{
    return visit_say_of(v, key, lm_value_number("round", round));
}

static void list_round(struct listing *l, uint32_t r)
{
    struct visit *v = l->v;
    const struct lm_desk_section *s = l->s;
    begin_group(l, of_round(v, LM_KEY("desk.round"), r));
    add_file(l, section_url(v, s, "paper/boards/%u", r),
             of_round(v, LM_KEY("desk.file-by-board"), r));
    if (!s->teams)
        add_file(l, section_url(v, s, "paper/points/%u", r),
                 of_round(v, LM_KEY("desk.file-with-points"), r));
    add_file(l, section_url(v, s, "paper/names/%u", r),
             of_round(v, LM_KEY("desk.file-by-name"), r));
    add_file(l, section_url(v, s, "paper/slips/%u", r), of_round(v, LM_KEY("desk.file-slips"), r));
    add_file(l, section_url(v, s, "wall"), visit_word(v, LM_KEY("desk.file-wall")));
}

static void list_event(struct listing *l, bool desk)
{
    struct visit *v = l->v;
    const struct lm_desk_section *s = l->s;
    begin_group(l, visit_word(v, LM_KEY("desk.lists")));
    add_file(l, section_url(v, s, "standings"), visit_word(v, LM_KEY("page.standings")));
    add_file(l, section_url(v, s, "paper/arbiters"), visit_word(v, LM_KEY("desk.arbiters")));
    if (!desk)
        return;
    add_file(l, section_url(v, s, "paper/starting-ranks"),
             visit_word(v, LM_KEY("desk.starting-ranks")));
    add_file(l, section_url(v, s, "prizes"), visit_word(v, LM_KEY("page.prizes")));
    add_file(l, section_url(v, s, "paper/check-in"), visit_word(v, LM_KEY("desk.check-in-list")));
    if (!s->teams && visit_may(v, RIGHT_PRIVATE))
        add_file(l, section_url(v, s, "norms"), visit_word(v, LM_KEY("desk.norms")));
    if (v->server->office != NULL && visit_may(v, RIGHT_PRIVATE))
        add_file(l, section_url(v, s, "rating-office"), visit_word(v, LM_KEY("office.send-from")));
    begin_group(l, visit_word(v, LM_KEY("desk.cards-and-badges")));
    for (size_t i = 0; i < LOOKS; i++)
        add_file(
            l, section_url(v, s, "%s", looks[i].query),
            visit_word(v, looks[i].kind == CARD_CODE ? LM_KEY("desk.file-cards") : looks[i].title));
}

/* List files for other programs. */
static void list_programs(struct listing *l, uint32_t round)
{
    struct visit *v = l->v;
    const struct lm_desk_section *s = l->s;
    begin_group(l, visit_word(v, LM_KEY("desk.other-programs")));
    add_file(l, section_url(v, s, "tournament.txt"), visit_word(v, LM_KEY("desk.file-trf16")));
    if (round > 0)
        add_file(l, section_url(v, s, "games.pgn?round=%u", round),
                 of_round(v, LM_KEY("desk.file-pgn"), round));
    if (visit_may(v, RIGHT_EVENT))
        add_file(l, section_url(v, s, "broadcast"), visit_word(v, LM_KEY("desk.broadcast")));
}

static void list_downloads(struct listing *l)
{
    struct visit *v = l->v;
    const struct lm_desk_section *s = l->s;
    begin_group(l, visit_word(v, LM_KEY("desk.downloads")));
    add_file(
        l, site_local(v->arena, "/p/%s/%s/index%s.html", v->event->slug, s->id, language_suffix(v)),
        visit_word(v, LM_KEY("desk.file-public")));
    add_file(l, section_url(v, s, "tournament.trf"),
             visit_may(v, RIGHT_PRIVATE) ? visit_word(v, LM_KEY("desk.file-trf")) : "TRF26");
    add_file(l, section_url(v, s, "tournament.json"), "JSON");
    add_file(l, section_url(v, s, "standings.csv"), visit_word(v, LM_KEY("desk.file-csv")));
    if (visit_may(v, RIGHT_LOG))
        add_file(l, site_local(v->arena, "/e/%s/journal", v->event->slug),
                 visit_word(v, LM_KEY("desk.file-journal")));
    if (visit_may(v, RIGHT_WHOLE))
        add_file(l, site_local(v->arena, "/e/%s/along", v->event->slug),
                 visit_word(v, LM_KEY("desk.file-along")));
}

static enum lm_status show_files(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    const struct lm_desk_round *round = lm_desk_current(s);
    const struct lm_desk_round *made = lm_desk_proposed(s);
    round = visit_may(v, RIGHT_DRAFT) && made != NULL ? made : round;
    struct listing l = {
        .v = v, .s = s, .groups = lm_arena_alloc(v->arena, GROUPS, sizeof *l.groups)};
    if (l.groups == NULL)
        return LM_LIMIT;
    if (round != NULL)
        list_round(&l, round->number);
    list_event(&l, visit_may(v, RIGHT_DESK));
    list_downloads(&l);
    const struct lm_desk_round *last = lm_desk_current(s);
    list_programs(&l, last == NULL ? 0 : last->number);
    for (size_t i = 0; i < l.count; i++)
        if (l.groups[i].files == NULL)
            return LM_LIMIT;
    struct files_page page = {
        .head = section_head(v, s, TAB_FILES, visit_word(v, LM_KEY("desk.paper"))),
        .groups = l.groups,
        .group_count = l.count};
    page_desk_files(&v->reply->body, v->language, &page);
    return LM_OK;
}

#define P "/e/:event/:section/"

const struct handler cards_handlers[] = {
    {false, P "paper/cards", RIGHT_DESK, cards_fields, "place cards, or small ones with codes",
     show_cards, false},
    {false, P "files", RIGHT_LOOK, NULL, "what can be printed and taken away", show_files, false},
    {false, P "broadcast", RIGHT_EVENT, NULL, "the broadcast of the section on Lichess",
     broadcast_show, false},
    {true, P "broadcast", RIGHT_EVENT, broadcast_fields,
     "send the boards to a broadcast on Lichess", broadcast_start, false},
    {true, P "broadcast/stop", RIGHT_EVENT, NULL, "stop the broadcast, and forget its token",
     broadcast_stop, false},
    {0}};

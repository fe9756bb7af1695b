/* SPDX-License-Identifier: Apache-2.0 */
#include "server/rights.h"

#include <string.h>

#include "server/events.h"
#include "server/server.h"

/* --- rights, and the scope each needs */

/* The least scope of a grant that gives a right in a place. */
enum reach {
    REACH_ACCOUNT, /* any: the right holds at every address */
    REACH_SECTION,
    REACH_EVENT, /* all of an event, or of a championship */
    REACH_SERVER
};

static const struct {
    const char *name;
    enum reach reach;
} rights[RIGHTS] = {[RIGHT_LOOK] = {"look", REACH_ACCOUNT},
                    [RIGHT_DESK] = {"desk", REACH_SECTION},
                    [RIGHT_CHECK_IN] = {"check-in", REACH_SECTION},
                    [RIGHT_KIOSK] = {"kiosk", REACH_SECTION},
                    [RIGHT_RESULT] = {"result", REACH_SECTION},
                    [RIGHT_OVERWRITE] = {"overwrite", REACH_SECTION},
                    [RIGHT_DRAFT] = {"draft", REACH_SECTION},
                    [RIGHT_PRIVATE] = {"private", REACH_SECTION},
                    [RIGHT_PEOPLE] = {"people", REACH_SECTION},
                    [RIGHT_ROUND] = {"round", REACH_SECTION},
                    [RIGHT_EVENT] = {"event", REACH_SECTION},
                    [RIGHT_LOG] = {"log", REACH_EVENT},
                    [RIGHT_ACROSS] = {"across", REACH_EVENT},
                    [RIGHT_WHOLE] = {"whole", REACH_EVENT},
                    [RIGHT_SEIZE] = {"seize", REACH_EVENT},
                    [RIGHT_PLAY] = {"play", REACH_EVENT},
                    [RIGHT_NAMED] = {"named", REACH_EVENT},
                    [RIGHT_DIRECT] = {"direct", REACH_EVENT},
                    [RIGHT_LIST] = {"list", REACH_ACCOUNT},
                    [RIGHT_INVITE] = {"invite", REACH_ACCOUNT},
                    [RIGHT_OFFICE] = {"office", REACH_ACCOUNT},
                    [RIGHT_RATINGS] = {"ratings", REACH_SERVER},
                    [RIGHT_SERVER] = {"server", REACH_SERVER}};

/* --- roles: sets of rights */

#define BIT(right) (1 << RIGHT_##right)
_Static_assert(RIGHTS < 31, "a set of rights is an int");

enum {
    VISITOR = BIT(LOOK),
    PLAYER = VISITOR | BIT(PLAY) | BIT(NAMED),
    DIRECTOR = PLAYER | BIT(DIRECT),
    KIOSK = VISITOR | BIT(KIOSK),
    CHECK_IN = VISITOR | BIT(DESK) | BIT(CHECK_IN),
    RESULTS = KIOSK | BIT(DESK) | BIT(RESULT),
    ARBITER = CHECK_IN | RESULTS | BIT(OVERWRITE) | BIT(DRAFT) | BIT(PRIVATE) | BIT(PEOPLE) |
              BIT(LIST) | BIT(ROUND) | BIT(LOG) | BIT(ACROSS),
    CHIEF = ARBITER | BIT(EVENT) | BIT(WHOLE),
    OFFICER = VISITOR | BIT(OFFICE) | BIT(RATINGS),
    ADMINISTRATOR =
        CHIEF | OFFICER | BIT(SEIZE) | BIT(INVITE) | BIT(SERVER) | BIT(PLAY) | BIT(DIRECT)
};

static const struct {
    const char *name, *title;
    rights_set rights;
} roles[ROLES] = {
    [ROLE_VISITOR] = {"visitor", LM_MESSAGE("visitor"), VISITOR},
    [ROLE_PLAYER] = {"player", LM_MESSAGE("player"), PLAYER},
    [ROLE_KIOSK] = {"kiosk", LM_MESSAGE("kiosk"), KIOSK},
    [ROLE_DIRECTOR] = {"director", LM_MESSAGE("director"), DIRECTOR},
    [ROLE_OFFICER] = {"officer", LM_MESSAGE("rating officer"), OFFICER},
    [ROLE_CHECK_IN] = {"check-in", LM_MESSAGE("check-in"), CHECK_IN},
    [ROLE_RESULTS] = {"results", LM_MESSAGE("results"), RESULTS},
    [ROLE_ARBITER] = {"arbiter", LM_MESSAGE("arbiter"), ARBITER},
    [ROLE_CHIEF] = {"chief", LM_MESSAGE("chief arbiter"), CHIEF},
    [ROLE_ADMINISTRATOR] = {"administrator", LM_MESSAGE("administrator"), ADMINISTRATOR}};

const char *right_name(enum right right)
{
    return rights[right].name;
}

const char *role_title(enum role role)
{
    return roles[role].title;
}

const char *role_name(enum role role)
{
    return roles[role].name;
}

enum role role_named(const char *name)
{
    for (size_t i = ROLES; i-- > 1;)
        if (strcmp(roles[i].name, name) == 0)
            return (enum role)i;
    return ROLE_VISITOR;
}

/* --- grants */

struct grant {
    enum role role;
    const char *scope; /* "open", "open/main", the slug of a championship; "": the server */
};

void rights_give(struct visit *v, enum role role, const char *scope)
{
    struct grant *grant = lm_arena_alloc(v->arena, 1, sizeof *grant);
    if (grant != NULL)
        *grant = (struct grant){role, scope};
    v->grant = grant;
}

static struct grant grant_of(const struct visit *v)
{
    return v->grant == NULL ? (struct grant){ROLE_VISITOR, ""} : *v->grant;
}

/* Is the scope a championship? An event can have the same slug: the role decides. */
static bool is_of_championship(const struct grant *g)
{
    return g->role == ROLE_PLAYER || g->role == ROLE_DIRECTOR;
}

/* Return the reach of ${g} at ${section} (NULL: none) of ${slug}, an event or a championship. */
static enum reach reach_at(const struct grant *g, bool championship, const char *slug,
                           const char *section)
{
    size_t length = strlen(slug);
    if (*g->scope == '\0')
        return REACH_SERVER;
    if (championship != is_of_championship(g) || strncmp(g->scope, slug, length) != 0)
        return REACH_ACCOUNT;
    if (g->scope[length] == '\0')
        return REACH_EVENT;
    bool here =
        g->scope[length] == '/' && section != NULL && strcmp(g->scope + length + 1, section) == 0;
    return here ? REACH_SECTION : REACH_ACCOUNT;
}

/* Return the rights of ${role} that need no more reach than ${most}. */
static rights_set within(enum role role, enum reach most)
{
    rights_set out = VISITOR;
    for (unsigned i = 0; i < RIGHTS; i++)
        if (rights[i].reach <= most)
            out |= roles[role].rights & (rights_set)1 << i;
    return out;
}

static bool begins(const struct visit *v, const char *pattern)
{
    return strncmp(v->handler->pattern, pattern, strlen(pattern)) == 0;
}

void rights_settle(struct visit *v)
{
    const struct grant g = grant_of(v);
    bool championship = begins(v, "/c/:");
    enum reach reach = *g.scope == '\0' ? REACH_SERVER : REACH_ACCOUNT;
    if (championship || begins(v, "/e/:"))
        reach = reach_at(&g, championship, v->parts[0],
                         begins(v, "/e/:event/:section") ? v->parts[1] : NULL);
    v->rights = within(g.role, reach);
}

bool visit_may_in(const struct visit *v, const char *section, enum right right)
{
    const struct grant g = grant_of(v);
    return (within(g.role, reach_at(&g, false, v->event->slug, section)) >> right & 1) != 0;
}

bool rights_cover(const struct visit *v, const char *scope)
{
    const struct grant g = grant_of(v);
    size_t length = strlen(g.scope);
    return length == 0 || (!is_of_championship(&g) && strncmp(scope, g.scope, length) == 0 &&
                           (scope[length] == '\0' || scope[length] == '/'));
}

bool rights_elsewhere(const struct visit *v, enum right right)
{
    return (within(grant_of(v).role, REACH_SERVER) >> right & 1) != 0;
}

const char *rights_text(struct visit *v)
{
    return visit_word(v,
                      visit_print(v, "%s%s", LM_KEY("desk.role."), roles[grant_of(v).role].name));
}

const char *rights_home(struct visit *v)
{
    const struct grant g = grant_of(v);
    if (is_of_championship(&g))
        return visit_print(v, "/c/%s", g.scope);
    if (g.role == ROLE_OFFICER)
        return "/office";
    if (g.role == ROLE_KIOSK && *g.scope != '\0')
        return visit_print(v, strchr(g.scope, '/') == NULL ? "/e/%s" : "/e/%s/kiosk", g.scope);
    return "/";
}

static const char office_scope[] = "federation:";

const char *rights_federation(const struct visit *v)
{
    const struct grant g = grant_of(v);
    if ((roles[g.role].rights & BIT(OFFICE)) == 0)
        return NULL;
    if (*g.scope == '\0')
        return "";
    return strncmp(g.scope, office_scope, sizeof office_scope - 1) == 0
               ? g.scope + sizeof office_scope - 1
               : NULL;
}

const char *rights_championship(const struct visit *v)
{
    const struct grant g = grant_of(v);
    return is_of_championship(&g) ? g.scope : "";
}

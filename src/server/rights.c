/* SPDX-License-Identifier: Apache-2.0 */
/* Who may do what: one table. */
#include <string.h>

#include "server/server.h"

static const struct {
    const char *name, *title;
    bool may[RIGHTS];
} roles[ROLES] = {
    [ROLE_VISITOR] = {"visitor", LM_TOLD("visitor"), {[RIGHT_LOOK] = true}},
    [ROLE_PLAYER] = {"player", LM_TOLD("player"), {[RIGHT_LOOK] = true, [RIGHT_PLAY] = true}},
    [ROLE_KIOSK] = {"kiosk", LM_TOLD("kiosk"), {[RIGHT_LOOK] = true, [RIGHT_KIOSK] = true}},
    [ROLE_DIRECTOR] = {"director",
                       LM_TOLD("director"),
                       {[RIGHT_LOOK] = true, [RIGHT_PLAY] = true, [RIGHT_DIRECT] = true}},
    [ROLE_CHECK_IN] = {"check-in",
                       LM_TOLD("check-in"),
                       {[RIGHT_LOOK] = true, [RIGHT_DESK] = true, [RIGHT_CHECK_IN] = true}},
    [ROLE_RESULTS] =
        {"results",
         LM_TOLD("results"),
         {[RIGHT_LOOK] = true, [RIGHT_DESK] = true, [RIGHT_KIOSK] = true, [RIGHT_RESULT] = true}},
    [ROLE_ARBITER] = {"arbiter",
                      LM_TOLD("arbiter"),
                      {[RIGHT_LOOK] = true,
                       [RIGHT_DESK] = true,
                       [RIGHT_CHECK_IN] = true,
                       [RIGHT_KIOSK] = true,
                       [RIGHT_RESULT] = true,
                       [RIGHT_PEOPLE] = true,
                       [RIGHT_ROUND] = true}},
    [ROLE_CHIEF] = {"chief",
                    LM_TOLD("chief arbiter"),
                    {[RIGHT_LOOK] = true,
                     [RIGHT_DESK] = true,
                     [RIGHT_CHECK_IN] = true,
                     [RIGHT_KIOSK] = true,
                     [RIGHT_RESULT] = true,
                     [RIGHT_PEOPLE] = true,
                     [RIGHT_ROUND] = true,
                     [RIGHT_EVENT] = true}},
    [ROLE_ADMINISTRATOR] = {"administrator",
                            LM_TOLD("administrator"),
                            {[RIGHT_LOOK] = true,
                             [RIGHT_DESK] = true,
                             [RIGHT_CHECK_IN] = true,
                             [RIGHT_KIOSK] = true,
                             [RIGHT_RESULT] = true,
                             [RIGHT_PEOPLE] = true,
                             [RIGHT_ROUND] = true,
                             [RIGHT_EVENT] = true,
                             [RIGHT_SERVER] = true,
                             [RIGHT_PLAY] = true,
                             [RIGHT_DIRECT] = true}},
};

bool role_may(enum role role, enum right right)
{
    return roles[role].may[right];
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

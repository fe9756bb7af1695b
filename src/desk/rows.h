/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_ROWS_H
#define LIMMAT_DESK_ROWS_H

/* Macros for the rows of event kinds. */

#include "desk/desk.h"

#define FIELD(name, title, type, use, names, choices, low, high, member)                           \
    {                                                                                              \
        name, title, type, use, names, choices, low, high, offsetof(struct line_fields, member)    \
    }
#define TEXT_OF(name, title, use, bytes)                                                           \
    FIELD(#name, title, LM_FIELD_TEXT, use, NULL, NULL, 0, bytes, name)
#define ID_OF(name, title, use, names)                                                             \
    FIELD(#name, title, LM_FIELD_ID, use, names, NULL, 0, 0, name)
#define NUMBER_OF(name, title, use, low, high)                                                     \
    FIELD(#name, title, LM_FIELD_NUMBER, use, NULL, NULL, low, high, name)
#define POINTS_OF(name, title, use, low, high)                                                     \
    FIELD(#name, title, LM_FIELD_POINTS, use, NULL, NULL, low, high, name)
#define CHOICE_OF(name, title, use, choices)                                                       \
    FIELD(#name, title, LM_FIELD_CHOICE, use, NULL, choices, 0, 0, name)
#define YES_NO_OF(name, title, use)                                                                \
    FIELD(#name, title, LM_FIELD_YES_NO, use, NULL, NULL, 0, 0, name)

#define PLAYER(use)  ID_OF(player, "player", use, "player")
#define ANYBODY(use) ID_OF(player, "player", use, "anybody")
#define TEAM(use)    ID_OF(team, "team", use, "team")
#define BOARD        ID_OF(board, "board", LM_REQUIRED, "board")
#define ROUND(use)                                                                                 \
    FIELD("round", "round", LM_FIELD_NUMBER, use, "round", NULL, 1, LM_ROUNDS_MAX, round)
#define WHY          TEXT_OF(text, "reason", LM_PRIVATE, 4000)
#define FIELDS(list) .fields = list, .field_count = sizeof list / sizeof *list

#endif

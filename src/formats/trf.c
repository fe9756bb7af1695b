/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/trf.h"

#include <string.h>

const char lm_trf_letters[LM_RESULT_COUNT + 1] = "  1=0WDLX+-UFHZ";

enum {
    WINS = 1 << LM_WIN | 1 << LM_UNRATED_WIN,
    DRAWS = 1 << LM_DRAW | 1 << LM_UNRATED_DRAW,
    LOSSES = 1 << LM_LOSS | 1 << LM_UNRATED_LOSS,
    ABSENCES = 1 << LM_ZERO_BYE | 1 << LM_BLANK
};

const struct lm_trf_worth lm_trf_worths[] = {
    {"162", "W", WINS | 1 << LM_FORFEIT_WIN | 1 << LM_FULL_BYE, 3},
    {"162", "D", DRAWS | 1 << LM_HALF_BYE, 3},
    {"162", "L", LOSSES, 3},
    {"162", "A", ABSENCES | 1 << LM_FORFEIT_LOSS, 3},
    {"162", "P", 1 << LM_PAB, 3},
    {"162", "X", 1 << LM_ADJOURNED, 3},
    {"XXS", "W", WINS | 1 << LM_FORFEIT_WIN | 1 << LM_FULL_BYE, 3},
    {"XXS", "D", DRAWS | 1 << LM_HALF_BYE, 3},
    {"XXS", "WW", WINS, 1},
    {"XXS", "BW", WINS, 2},
    {"XXS", "WD", DRAWS, 1},
    {"XXS", "BD", DRAWS, 2},
    {"XXS", "WL", LOSSES, 1},
    {"XXS", "BL", LOSSES, 2},
    {"XXS", "ZPB", ABSENCES, 3},
    {"XXS", "HPB", 1 << LM_HALF_BYE, 3},
    {"XXS", "FPB", 1 << LM_FULL_BYE, 3},
    {"XXS", "PAB", 1 << LM_PAB, 3},
    {"XXS", "FW", 1 << LM_FORFEIT_WIN, 3},
    {"XXS", "FL", 1 << LM_FORFEIT_LOSS, 3},
    {"BBW", "", WINS | 1 << LM_FORFEIT_WIN | 1 << LM_FULL_BYE, 3},
    {"BBD", "", DRAWS | 1 << LM_HALF_BYE, 3},
    {"BBL", "", LOSSES, 3},
    {"BBZ", "", ABSENCES, 3},
    {"BBF", "", 1 << LM_FORFEIT_LOSS, 3},
    {"BBU", "", 1 << LM_PAB, 3},
};
const size_t lm_trf_worth_count = sizeof lm_trf_worths / sizeof *lm_trf_worths;

void lm_trf_set_worth(struct lm_point_system *points, const struct lm_trf_worth *worth,
                      int32_t tenths)
{
    for (unsigned result = 0; result < LM_RESULT_COUNT; result++)
        for (unsigned colour = 0; colour < 2; colour++)
            if ((worth->results >> result & 1) != 0 && (worth->colours >> colour & 1) != 0)
                points->value[result][colour] = tenths;
}

bool lm_trf_is_rater(const char *text)
{
    for (size_t i = 0; i < 3; i++)
        if (text[i] < 'A' || text[i] > 'Z')
            return false;
    return memcmp(text, "XX", 2) != 0 && memcmp(text, "BB", 2) != 0;
}

bool lm_trf_looks_like(const char *bytes, size_t length)
{
    static const char *const starts[] = {"001 ", "012 ", "022 ", "032 ", "042 ", "052 ", "062 ",
                                         "092 ", "102 ", "142 ", "162 ", "XXR ", "XXC ", "### "};
    for (size_t at = 0; at < length;) {
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
            if (length - at >= 4 && memcmp(bytes + at, starts[i], 4) == 0)
                return true;
        while (at < length && bytes[at] != '\n' && bytes[at] != '\r')
            at++;
        while (at < length && (bytes[at] == '\n' || bytes[at] == '\r'))
            at++;
    }
    return false;
}

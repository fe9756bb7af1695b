/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_HOLE_H
#define LIMMAT_SITE_HOLE_H

/*
 * The types allowed in a hole of a template, and their escaping: the type decides, and a type
 * without a row here does not compile.  The macros are for the code that scripts/templates.py
 * makes; it picks one by the place of the hole.
 *
 *                       text    plain text*  attribute  address
 *   const char *        escaped escaped      escaped    no
 *   an integer          digits  digits       digits     digits
 *   site_points         3½      3½           3½         no
 *   site_change         +4.2    +4.2         +4.2       no
 *   site_url            no      no           no         escaped
 *   site_html           as is   no           no         no
 *
 * * in <title>, <option> and the like, which hold nothing but text.
 *
 * A text that is NULL is empty.  Escaping makes of any bytes a text that HTML and XML accept: & < >
 * " ' become references; bytes that are not UTF-8, control characters and noncharacters become
 * U+FFFD; invisible marks that change the direction of later text are dropped.  Where an element is
 * allowed, a text with right-to-left letters is put into a <bdi>, so that it cannot reorder its
 * neighbours.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/text.h"
#include "limmat/words.h"

/* Points, printed as 3½; with a decimal if they are not halves. */
struct site_points {
    int32_t tenths;
};

/* A difference in hundredths, printed with its sign and one decimal, halves away from zero. */
struct site_change {
    int32_t hundredths;
};

/* An address made by Limmat: only site_local, site_outside and site_https make one. */
struct site_url {
    const char *address;
};

/* Markup made by Limmat from escaped parts only. */
struct site_html {
    const char *markup;
};

/* Make an address within the site by printf from constant texts, numbers and slugs. */
struct site_url site_local(struct lm_arena *arena, const char *format, ...) LM_PRINTF(2, 3);

/* Return ${prefix}${digits}, or no address when ${digits} is not one to twelve digits. */
struct site_url site_outside(struct lm_arena *arena, const char *prefix, const char *digits);

/* Return ${url}, which a user typed, or no address unless it is a plain https address. */
struct site_url site_https(struct lm_arena *arena, const char *url);

void site_add_escaped(struct lm_text *out, const char *text);
void site_add_isolated(struct lm_text *out, const char *text);
void site_add_signed(struct lm_text *out, int64_t number);
void site_add_unsigned(struct lm_text *out, uint64_t number);
void site_add_points(struct lm_text *out, struct site_points points);
void site_add_change(struct lm_text *out, struct site_change change);
void site_add_url(struct lm_text *out, struct site_url url);
void site_add_html(struct lm_text *out, struct site_html html);

/* Append the sentence of ${key}, escaped as a whole; isolated where an element is allowed. */
void site_add_sentence(struct lm_text *out, const struct lm_language *language, const char *key,
                       const struct lm_value *values, size_t count);
void site_add_plain_sentence(struct lm_text *out, const struct lm_language *language,
                             const char *key, const struct lm_value *values, size_t count);

struct lm_value site_value_of_points(const char *name, struct site_points points);

bool site_holds_text(const char *text);
bool site_holds_number(int64_t number);
bool site_holds_count(uint64_t number);
bool site_holds_url(struct site_url url);
bool site_holds_html(struct site_html html);

/* clang-format off */
#define SITE_INTEGERS                                                                              \
    signed char: site_add_signed, short: site_add_signed, int: site_add_signed,                    \
    long: site_add_signed, long long: site_add_signed, unsigned char: site_add_unsigned,           \
    unsigned short: site_add_unsigned, unsigned: site_add_unsigned,                                \
    unsigned long: site_add_unsigned, unsigned long long: site_add_unsigned
#define SITE_NUMBERS                                                                               \
    SITE_INTEGERS, struct site_points: site_add_points, struct site_change: site_add_change

#define SITE_TEXT(out, value)                                                                      \
    _Generic((value), SITE_NUMBERS, char *: site_add_isolated, const char *: site_add_isolated,    \
             struct site_html: site_add_html)(out, value)
#define SITE_PLAIN(out, value)                                                                     \
    _Generic((value), SITE_NUMBERS, char *: site_add_escaped,                                      \
             const char *: site_add_escaped)(out, value)
#define SITE_ATTRIBUTE(out, value) SITE_PLAIN(out, value)
#define SITE_ADDRESS(out, value)                                                                   \
    _Generic((value), SITE_INTEGERS, struct site_url: site_add_url)(out, value)

/* The types of a sentence's values. */
#define SITE_VALUE(name, value)                                                                    \
    _Generic((value), char *: lm_value_text, const char *: lm_value_text,                          \
             struct site_points: site_value_of_points, signed char: lm_value_number,               \
             short: lm_value_number, int: lm_value_number, long: lm_value_number,                  \
             long long: lm_value_number, unsigned char: lm_value_number,                           \
             unsigned short: lm_value_number, unsigned: lm_value_number)(name, value)

/* Is there a value?  A text that is not empty, a number that is not 0. */
#define SITE_HOLDS(value)                                                                          \
    _Generic((value), bool: site_holds_count, char *: site_holds_text,                             \
             const char *: site_holds_text, struct site_url: site_holds_url,                       \
             struct site_html: site_holds_html, signed char: site_holds_number,                    \
             short: site_holds_number, int: site_holds_number, long: site_holds_number,            \
             long long: site_holds_number, unsigned char: site_holds_count,                        \
             unsigned short: site_holds_count, unsigned: site_holds_count,                         \
             unsigned long: site_holds_count, unsigned long long: site_holds_count)(value)
/* clang-format on */

#endif

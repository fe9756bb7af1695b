/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_XML_H
#define LIMMAT_FORMATS_XML_H

/* XML as spreadsheets write it: tags one after the other, with the text before each. There are no
 * document types, and only the five named entities and numeric ones, so that no text grows while it
 * is read; prefixes of names are left out.  The tags must nest correctly to the end: if the text
 * breaks off, or is not XML, ${fault} is set and no more tags come. */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/text.h"

enum lm_xml_fault {
    LM_XML_GOOD,
    LM_XML_CUT, /* it ends inside a tag or an element */
    LM_XML_BAD  /* tags that do not close each other, a document type, more than … */
};

/* … elements inside each other; workbooks have 30. */
enum { LM_XML_DEPTH_MOST = 100 };

struct lm_xml {
    const char *at, *end;
    enum lm_xml_fault fault;
    size_t depth;
    struct {
        const char *name;
        size_t length;
    } open[LM_XML_DEPTH_MOST]; /* the first ${depth} */
    const char *text;          /* between the tag before and this one */
    size_t text_length;
    const char *name; /* of this tag, without prefix */
    size_t name_length;
    bool closing, empty; /* </a>, <a/> */
    const char *attributes;
    size_t attributes_length;
    bool failed; /* no memory for an attribute */
};

struct lm_xml lm_xml_of(const char *bytes, size_t length);

/* Go to the next tag; false: there are no more, or ${x}->fault. */
bool lm_xml_next(struct lm_xml *x);

/* Is it the tag ${name}, opening (also <a/>) or closing? */
bool lm_xml_opens(const struct lm_xml *x, const char *name);
bool lm_xml_closes(const struct lm_xml *x, const char *name);

/* The value of the attribute ${name} of this tag, decoded into ${arena}; NULL: it is absent, or
 * memory has run out, which ${x} remembers. */
const char *lm_xml_attribute(struct lm_xml *x, const char *name, struct lm_arena *arena);

/* Append the text before this tag, decoded. */
void lm_xml_add_text(const struct lm_xml *x, struct lm_text *out);

/* Append ${bytes} as XML text or attribute. */
void lm_xml_add_escaped(struct lm_text *out, const char *bytes);

#endif

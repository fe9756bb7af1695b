/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_ENTRY_PAGES_H
#define LIMMAT_SERVER_ENTRY_PAGES_H

/* Data of the pages before an event starts: announcement, registration, entries (entry.html). */

#include "site/hole.h"

struct announced_row {
    const char *id, *title, *conditions, *fees, *places;
    struct site_url edit;
    bool chosen;
    bool named; /* the section has its own name */
};

struct announced_time {
    const char *what, *when;
};

struct announced_player {
    const char *name, *title, *federation, *section;
    int32_t rating;
};

struct announcement_page {
    struct desk_head head;
    const char *when, *venue, *regulations, *contact, *closes, *currency, *state, *address;
    const struct announced_row *rows;
    size_t row_count;
    const struct announced_time *times;
    size_t time_count;
    const struct announced_time *notes; /* announcements with their time, last first */
    size_t note_count;
    const struct announced_player *players; /* in pairing order */
    size_t player_count;
    struct site_url enter, edit, entries, poster, file;
    struct site_html code;
};

/* The organiser's form for the event or a section. */
struct announcement_form {
    struct desk_head head;
    const char *token;
    struct site_url action, page;
    const char *regulations, *contact, *venue, *closes, *currency, *pay, *keep_days;
    bool open, entries, file;
    const char *places, *rating_from, *rating_to, *born_from, *born_to, *federations, *fees, *rooms,
        *sectors;
    bool women, bad_from, bad_to, bad_fees, bad_rooms, bad_sectors;
    const char *why; /* the form is refused; NULL: it isn't */
    const struct announced_row *rows;
    size_t row_count;
};

struct register_found {
    const char *title, *name, *federation;
    int32_t rating;
    struct site_url url;
};

struct register_round {
    uint32_t round;
    bool chosen;
};

struct register_page {
    struct desk_head head;
    const char *token, *typed, *why, *key;
    struct site_url find, action, back;
    const struct register_found *rows;
    size_t row_count;
    const char *only; /* the id of the only section; "": there are several */
    const struct announced_row *sections;
    size_t section_count;
    const struct register_round *rounds;
    size_t round_count;
    const char *name, *fide_id, *federation, *rating, *born, *club, *mail, *adult;
    uint32_t byes; /* most half-point byes in any section */
    bool searched, shown, consent, woman, man, known, mails, changes, has_list, bad_born;
};

/* The page of an entry, for its sender. */
struct entry_page {
    struct desk_head head;
    const char *token, *state, *why, *link, *name, *section, *owed, *reference;
    struct site_url act, change, back, pay;
    struct site_url another; /* enters another player, right after an entry */
    struct site_html code;
    bool unconfirmed, may_change, may_withdraw, once, mailed, again;
};

struct choice_row;

struct entry_row {
    const char *digest, *name, *title, *federation, *section, *state, *look, *note, *owed, *token;
    int32_t rating;
    struct site_url act;
    const struct choice_row *same; /* players who could be this one */
    size_t same_count;
    bool asks;
};

struct entries_page {
    struct desk_head head;
    const struct entry_row *rows;
    size_t row_count;
    struct site_url file, page, payments, message, report;
};

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SERVICE_PAGES_H
#define LIMMAT_SERVER_SERVICE_PAGES_H

/* Data of the results service's templates: one struct for each page (pages.h includes it). */

struct submit_page {
    struct desk_head head;
    struct site_url action, privacy, results, guide;
    struct site_url recover; /* none: the server sends no mail */
    const char *command;     /* "curl -T open.trf https://…/submit" */
};

struct finding_row {
    const char *where, *what, *remedy, *article;
    bool grave, mended;
};

struct mend_row {
    const char *name, *label;
};

struct deed_row {
    const char *when, *what, *more;
    unsigned version;
    bool may_restore;
    const struct choice_row *changes; /* their labels */
    size_t change_count;
};

/* The sender's page of a submission, before and after publication. */
struct sent_page {
    struct desk_head head;
    const char *name, *what, *until, *address, *trouble;
    struct site_url mail, confirm;
    bool mails, has_mail; /* a mail address can be stored; one is */
    const char *doubts;   /* doubts about the waiting version; "": none waits */
    const char *alike, *public_address;
    struct site_url preview, publish, drop, mend, facts, version, hide, show, erase, restore,
        public_page, same, history;
    bool is_draft, is_public, is_held, is_hidden, by_server;
    const char *reason;
    const struct finding_row *findings;
    size_t finding_count;
    const struct mend_row *mends;
    size_t mend_count;
    const char *said_name, *said_city, *said_federation, *said_start, *said_end, *said_games;
    uint32_t said_rounds;
    const char *order;               /* origin of the standings' order */
    const struct choice_row *orders; /* orders to choose from, the current one first */
    size_t order_count;
    bool births, minors;
    uint32_t minor_count;
    const struct deed_row *deeds;
    size_t deed_count;
};

struct recover_page {
    struct desk_head head;
    struct site_url action, submit;
    bool asked;
};

struct history_page {
    struct desk_head head;
    const char *name;
    struct site_url event, report;
    const struct deed_row *deeds;
    size_t deed_count;
};

struct result_row {
    struct site_url url;
    const char *name, *place, *federation, *dates;
    uint32_t players, rounds;
    bool today; /* today is one of its days */
};

struct found_person {
    struct site_url url;
    const char *title, *name, *federation;
    int born;
    uint32_t events;
};

struct results_page {
    struct desk_head head;
    struct site_url action, submit, privacy, guide, all, earlier, later;
    bool taking; /* tournaments can be submitted */
    bool first;  /* no search yet */
    const char *words, *federation, *message;
    const struct choice_row *years, *federations; /* the chosen one first */
    size_t year_count, federation_count;
    const struct result_row *rows;
    size_t row_count;
    const struct found_person *people;
    size_t person_count;
};

struct part_row {
    struct site_url url;
    const char *name, *dates;
    struct site_points points;
    uint32_t games;
    int32_t rating;
};

struct somebody_page {
    struct desk_head head;
    const char *name, *title, *federation, *fide_id;
    struct site_url fide;
    int born;
    const struct part_row *rows;
    size_t row_count;
};

struct guide_page {
    struct desk_head head;
    struct site_url submit, recover, results, pair, privacy; /* recover: none without mail */
    bool taking;
};

/* Actions of a person who follows a player by mail; none of the four: it has ended. */
struct follow_page {
    struct desk_head head;
    bool asked, waits, follows;
    struct site_url confirm, stop;
};

struct privacy_page {
    struct desk_head head;
    bool taking;
    int draft_days;
};

struct queue_row {
    const char *slug;
    struct site_url url, act, history;
    const char *name, *when, *reason;
    uint32_t players;
    const struct choice_row *reports;
    size_t report_count;
};

struct moderation_page {
    struct desk_head head;
    const char *token, *words;
    struct site_url several, earlier, later; /* of the latest */
    const struct queue_row *held, *reported, *hidden, *recent;
    size_t held_count, reported_count, hidden_count, recent_count;
};

#endif

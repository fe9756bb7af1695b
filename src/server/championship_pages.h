/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIP_PAGES_H
#define LIMMAT_SERVER_CHAMPIONSHIP_PAGES_H

/* Data for the templates of championships, one struct a page (pages.h includes it). */

/* A task of a player or director, required or optional. */
struct champ_duty {
    const char *what, *article, *by, *otherwise;
    bool late;
    struct site_url url; /* the page for it */
};

struct champ_match_row {
    struct site_url url;
    const char *name, *first, *second, *state;
};

/* A button: a small form. */
struct champ_button {
    const char *name, *value, *label, *leads;
    bool refused; /* ${leads} is the reason */
};

struct champ_hidden {
    const char *name, *value;
};

/* A case for a director. */
struct champ_case {
    const char *what, *article, *by, *token, *request, *facts, *otherwise;
    bool late, why, time;
    struct site_url action, url;
    struct champ_hidden *hiddens;
    size_t hidden_count;
    struct champ_button *buttons;
    size_t button_count;
    const char *zone;           /* the time zone of the time to enter */
    const char *first, *second; /* players who may have been absent; NULL: not asked */
    /* For a case of several matches: a tick for each (the decision applies to the ticked ones), and
     * their single cases below. */
    const struct champ_tick *ticks;
    size_t tick_count;
    const struct champ_case *members;
    size_t member_count;
};

/* A match in a case of several; it is included unless the director clears its tick. */
struct champ_tick {
    const char *value, *label;
};

/* A moment in the reader's time zone, and in the others'. */
struct champ_moment {
    const char *own, *others;
};

struct champ_offer {
    const char *by, *instant, *fault;
    struct champ_moment at;
    bool both, past, may_accept;
};

/* An offer in the calendar, or the agreed time. */
struct champ_slot {
    const char *label; /* "18:30"; "" on the hour */
    const char *seconds, *title, *look, *mark;
    bool may_accept, may_set; /* at most one is true; pressing it sets the time */
};

/* An hour of a day. */
struct champ_cell {
    const char *seconds; /* it can be offered; NULL: it cannot */
    const char *title;
    bool gone, faulty; /* faulty: an offer would not count */
    const struct champ_slot *slots;
    size_t slot_count;
};

struct champ_hour {
    const char *own, *other; /* in the two zones; other: "" if equal */
    const struct champ_cell *cells;
    size_t cell_count;
};

struct champ_day {
    const char *label;
};

struct champ_week {
    const char *label, *own, *other; /* own, other: the two time zones; other: NULL if equal */
    bool first;
    const struct champ_day *days;
    size_t day_count;
    const struct champ_hour *hours;
    size_t hour_count;
};

struct champ_game {
    uint32_t number;
    struct site_points first, second, first_total, second_total;
    bool alone; /* only one of the players has reported it */
};

/* A message, as shown to its reader. */
struct champ_letter {
    const char *number, *when, *by, *text, *token, *match;
    struct site_url url; /* of the match */
    bool removed, may_remove, open, closed;
};

/* The addresses of a match's forms. */
struct champ_urls {
    struct site_url offer, accept, time, move, result, armageddon, pause, bid, wait, here, absent,
        left, correct, dispute, rematch;
};

/* A step of a match, of those that its players take in turn. */
struct champ_step {
    const char *what;
    bool here;
};

struct champ_match_page {
    struct desk_head head;
    const char *token, *request, *id, *name, *first, *second, *state, *opponent, *zone_name;
    bool mine, director;
    struct champ_urls urls;
    const struct champ_duty *duties;
    size_t duty_count;
    struct champ_moment time;
    const char *complete, *chooser, *low, *high;
    const char *mover, *moved_to; /* the player who wants another time: "you", a name; NULL: none */
    const char *reporter;         /* from whose side games are entered: "you", a name */
    struct champ_moment move;
    bool may_move, may_answer, may_take_back;
    const struct champ_offer *offers;
    size_t offer_count;
    bool may_offer, may_choose, may_assign, may_accept;
    bool may_press; /* the calendar is a form */
    bool may_set;   /* one hour of it can be chosen, or assigned */
    bool one;       /* one hour is marked, to become the time or to be requested instead */
    struct champ_moment both; /* a moment offered by both */
    const struct champ_week *weeks;
    size_t week_count;
    const struct champ_game *games;
    size_t game_count;
    struct site_url fetch;      /* fetches games from Lichess; empty: not possible */
    const char *fetched, *more; /* a sentence; the games for a button to enter, NULL */
    const char *fetched_trouble;
    const char *confirm, *clock, *all_games;
    uint32_t confirm_from, confirm_to, confirm_count, next;
    bool early; /* no time is agreed, but the players may have played */
    bool may_play, may_break, may_correct, armageddon;
    const char *waits, *waits_until; /* since when the reader reports an absence; until when */
    const char *alone, *alone_until; /* the only reporter, and until when; NULL: none */
    const char *proposed;            /* the games that count once the reader confirms them */
    const char *finished;            /* the Armageddon result that the opponent reported */
    bool may_dispute, may_deny, waits_for_other;
    const char *accused, *accused_until; /* the opponent's report, likewise; NULL: none */
    const char *reported;                /* for other readers: a report of an absence */
    const char *left, *right;            /* the reader, the opponent; for others, as paired */
    struct site_points left_score, right_score;
    bool counts; /* a score can be shown */
    const struct champ_step *steps;
    size_t step_count;
    bool may_rematch, goes_on;                 /* goes_on: the players can agree on another day */
    bool began, may_wait, may_claim, may_here; /* began: a player can leave the match */
    bool may_rule, may_clear; /* the director can set or clear the time at any time */
    const char *bids, *white, *black;
    uint32_t black_seconds;
    bool may_bid, may_finish;
    bool may_read; /* the thread, as a player of it or director */
    const struct champ_letter *letters;
    size_t letter_count;
    struct site_url say, remove, write;
    const struct champ_log_row *rows;
    size_t row_count;
};

/* A link by mail that confirms its address. */
struct champ_mail_page {
    struct desk_head head;
    const char *token, *what;
    struct site_url action;
};

struct champ_letters_page {
    struct desk_head head;
    const char *token, *match, *about; /* about: the name of the match */
    struct site_url action, answer;
    bool director;
    const struct champ_choice *players;
    size_t player_count;
    const struct champ_letter *letters;
    size_t letter_count;
};

/* A browser in which a person is signed in. */
struct champ_device {
    const char *key, *since, *token;
    bool mine;
};

struct champ_devices_page {
    struct desk_head head;
    struct site_url action;
    const struct champ_device *devices;
    size_t device_count;
};

/* A championship for signing in again. */
struct champ_again {
    const char *title;
    struct site_url home, mail, lichess; /* empty where that way does not work */
};

struct champ_sign_in_page {
    struct desk_head head;
    struct site_url action;
    const char *sent; /* the address to which a link was sent; NULL: none */
    const struct champ_again *agains;
    size_t again_count;
};

struct champ_withdraw_page {
    struct desk_head head;
    const char *token, *request, *player, *trouble;
    struct site_url action;
    const struct needs_reason *rows; /* consequences */
    size_t row_count;
};

struct champ_rank {
    uint32_t place;
    const char *name, *keys, *seeding, *with, *why;
};

struct champ_pairing_page {
    struct desk_head head;
    const char *token, *request, *title, *article;
    bool next, by_hand;  /* by_hand: the director enters the pairs */
    const char *pairs;   /* of a round by hand, one a line */
    const char *trouble; /* why they cannot be published; "": they can, or are not tried yet */
    const struct needs_reason *again; /* repeated pairings, and their rounds */
    size_t again_count;
    struct site_url pair;
    const struct champ_rank *ranks;
    size_t rank_count;
};

/* The finding of an article on an application. */
struct champ_finding {
    const char *what, *article, *verdict;
    bool against;
};

struct champ_verdict {
    const char *what, *trouble; /* "": it can be entered */
    bool good;
    const struct champ_finding *findings;
    size_t finding_count;
};

struct champ_application {
    const char *player, *facts, *token;
    const char *message; /* the facts, in words */
    struct site_url action;
    struct champ_verdict verdict;
};

struct champ_apply_page {
    struct desk_head head;
    const char *token, *player, *created, *games, *before, *seeding, *owner, *marked, *cheated,
        *zone;
    bool bot, looked;
    struct site_url action, rules, lichess;
    struct champ_verdict verdict;
};

struct champ_perf {
    const char *name, *rating, *games;
    bool here; /* the rating that counts in this championship */
};

/* The account data of a player who signs in through Lichess. */
struct champ_lichess_page {
    struct desk_head head;
    const char *mine;    /* a token that the form must contain */
    const char *trouble; /* "": none */
    const char *account, *player, *created, *all, *games, *before;
    bool marked, bot, known; /* known: they take part already, or have entered their details */
    struct site_url action, begin;
    const struct champ_perf *perfs;
    size_t perf_count;
    struct champ_verdict verdict;
};

struct champ_reminder {
    const char *key, *player, *subject, *text, *language, *way, *state, *token;
    bool doubtful; /* it may have been sent, or have failed */
};

struct champ_outbox_page {
    struct desk_head head;
    const char *token;
    struct site_url action, channel;
    bool sends;
    const char *hooks, *channel_address; /* the prefixes of addresses; NULL: nothing is posted */
    struct site_url tongue;
    const struct champ_choice *tongues; /* the languages for the channel */
    size_t tongue_count;
    const struct champ_reminder *reminders;
    size_t reminder_count;
};

struct champ_choice {
    const char *value, *label;
    struct site_url url;
    bool chosen;
};

/* An event that concerns the reader. */
struct champ_notice {
    const char *when, *what, *why;
    struct site_url url;
};

struct champ_home_page {
    struct desk_head head;
    const char *token, *state, *now, *me, *rehearsal, *champion;
    const char *clock_at; /* of a rehearsal, for the user who sets it */
    const struct champ_duty *duties;
    size_t duty_count;
    const struct champ_case *tasks;
    size_t task_count;
    const struct champ_match_row *matches;
    size_t match_count;
    bool director, player, nothing, only_news;
    struct site_url outbox, mail, letters, withdraw, automatic, devices, sign_in;
    bool is_automatic;     /* rounds are published automatically when due */
    uint32_t letter_count; /* letters that wait for a director */
    const char *unsure;    /* the mail address that is not confirmed yet; NULL */
    const char *mail_address, *hooks, *hook_address; /* prefixes of hooks; NULL */
    struct site_url hook;
    struct site_url apply, rules, pages, people, pair, clock, calendar, zone, key;
    const char *zone_name;
    const struct champ_application *applications;
    size_t application_count;
    uint32_t good_count; /* the number of them that meet every article */
    struct site_url applications_url;
    struct site_url simulation;
    struct site_url lichess, lichess_use; /* to sign in through it; to set it up */
    const struct champ_choice *variants;
    size_t variant_count;
    const struct champ_notice *notices;
    size_t notice_count;
    const char *last_line, *last_at; /* the last line that ${seen} marks as read */
    struct site_url seen;
    bool waiting;                   /* the reader's application is under review */
    const char *rejected;           /* why it was rejected */
    const struct champ_duty *lates; /* overdue tasks of players */
    size_t late_count;
};

struct champ_log_row {
    uint64_t number;
    const char *line; /* the number, in words */
    const char *when, *who, *what, *why, *token;
    struct site_url back; /* empty: it cannot be undone here */
    bool undone;
};

struct champ_log_page {
    struct desk_head head;
    const char *token, *fingerprint;
    const struct champ_log_row *rows;
    size_t row_count;
    struct site_url journal, secrets, along;
};

/* A round of a simulated championship. */
struct champ_plan_row {
    const char *stage, *round, *matches, *from, *by, *unplayed; /* from, by: NULL without dates */
};

struct champ_plan {
    const char *entrants, *runs; /* NULL: not requested */
    const char *rounds, *matches, *last, *decisions, *trouble;
    bool undated; /* some rounds have no dates */
    const struct champ_plan_row *rows;
    size_t row_count;
};

struct champ_plan_page {
    struct desk_head head;
    struct site_url action;
    struct champ_plan plan;
};

struct champ_new_page {
    struct desk_head head;
    const char *token, *own, *settings, *from;
    struct site_url action, form;
    const struct champ_choice *choices;
    size_t choice_count;
    const struct needs_reason *complaints;
    size_t complaint_count;
    bool suggested, ask_everybody;
    struct champ_plan plan;
};

/* A criterion of a ranking, in a form. */
struct champ_form_rank {
    const char *name, *label;
    const struct champ_choice *choices;
    size_t choice_count;
};

struct champ_form_stage {
    const char *number, *type, *title, *rounds, *games, *clock, *win, *draw, *loss, *first;
    const char *seats, *before; /* seats: the players by the template; before: the stage before */
    uint32_t usual, players; /* rounds for so many players; 0: the template has a rule for them */
    bool swiss, ranked;      /* swiss: it has rounds; ranked: it has points and a ranking */
    bool several;            /* it can have more than two players */
    bool keep, all, some;    /* the choice of its players */
    bool later, removable;   /* later: a stage precedes it; removable: there are other stages */
    const struct champ_form_rank *ranks;
    size_t rank_count;
};

/* A day of the week, in a form. */
struct champ_form_day {
    const char *name, *label;
    const struct champ_choice *choices;
    size_t choice_count;
};

struct champ_form_holder {
    const char *name, *title, *player;
};

struct champ_form_page {
    struct desk_head head;
    const char *token, *from, *title, *directors, *start, *until, *created, *games, *games_at,
        *seed_at, *offers, *apart, *per_date, *grace, *forfeits, *json, *entrants,
        *week; /* the day on which the template's weeks begin */
    struct site_url action, own;
    bool dated, deals, asks_account, asks_games, seeds, judges;
    const struct champ_choice *templates;
    size_t template_count;
    const struct champ_form_holder *holders;
    size_t holder_count;
    const struct champ_form_day *days;
    size_t day_count;
    const struct champ_form_stage *stages;
    size_t stage_count;
    const char *list; /* the list of the stages */
    const struct champ_choice *kinds;
    size_t kind_count; /* 0: no stage can be added */
    const struct needs_reason *complaints;
    size_t complaint_count;
    struct champ_plan plan;
};

/* A participant, applicant or director. */
struct champ_person_row {
    const char *name, *what, *seeding, *zone, *token;
    bool in, out, unseeded; /* unseeded: no application, no rating */
};

struct champ_people_page {
    struct desk_head head;
    const char *token, *address, *whom;
    struct site_html code;
    struct site_url key, out, back, seed;
    const struct champ_choice *grounds;
    size_t ground_count;
    const struct champ_person_row *rows;
    size_t row_count;
};

#endif

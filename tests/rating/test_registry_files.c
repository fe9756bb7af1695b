/* SPDX-License-Identifier: Apache-2.0 */
/* Registry files and FIDE's lists: written files are read again, and found in the bytes. */
#include "../unit/check.h"
#include "editions.h"

#include <stdlib.h>
#include <string.h>

#include "formats/registry_line.h"
#include "formats/shared.h"
#include "limmat/random.h"
#include "limmat/registry_files.h"

static struct lm_arena *arena;

static bool append(void *context, const char *bytes, size_t length)
{
    lm_text_add_bytes(context, bytes, length);
    return true;
}

static struct lm_sink sink_to(struct lm_text *text)
{
    return (struct lm_sink){append, text};
}

static int32_t day(int16_t year, uint8_t month, uint8_t number)
{
    return lm_day_of((struct lm_date){year, month, number});
}

static void folds_to(const char *name, const char *folded)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_folded(&text, name, strlen(name));
    assert_string_equal(lm_text_string(&text), folded);
}

static void names_are_folded(void **state)
{
    (void)state;
    folds_to("Łukasz Đặng, Þórður", "lukasz dang thordur");
    folds_to("Sørensen, Bo-Åge", "sorensen bo age");
    folds_to("  O'Brien,  J.  ", "obrien j");
    folds_to("Weiß, Ægir İnönü", "weiss aegir inonu");
    folds_to("Nguye\xCC\x82\xCC\x83n", "nguyen"); /* combining marks */
    folds_to("Карпов", "Карпов");
    folds_to("", "");
    folds_to("...", "");
}

static struct lm_registry sample(void)
{
    struct lm_registry registry = lm_registry_in(arena, day(2013, 8, 1));
    static const struct {
        uint32_t id;
        const char *name;
        int16_t rating;
    } people[] = {{1503014, "Carlsen, Magnus", 2862},
                  {100, "Łuczak, Andrzej", 2300},
                  {200, "Luczak, Adam", 0},
                  {300, "Ærø, Søren & <Søn>", 1800},
                  {4000000000u, "Zwingli", 1000}};
    for (size_t i = 0; i < sizeof people / sizeof *people; i++) {
        struct lm_person *person = lm_registry_add(&registry, people[i].id);
        person->name = people[i].name;
        memcpy(person->federation, "NOR", 4);
        person->sex = i == 3 ? 'F' : 'M';
        person->born = 19901130;
        struct lm_track *track = &person->tracks[LM_STANDARD];
        track->rating = people[i].rating;
        if (track->rating != 0)
            *track = (struct lm_track){.since = day(2013, 7, 1),
                                       .last = lm_month_of(registry.list),
                                       .rating = people[i].rating,
                                       .games = 9,
                                       .total = 77,
                                       .k = 10,
                                       .top = true};
    }
    struct lm_track *track = &registry.people[2].tracks[LM_STANDARD];
    struct lm_pooled pooled = {
        .month = 24164, .event = "T 7, of 'x'", .result = {4, 25, lm_fraction_of(6037, 4), 0}};
    struct lm_waiting waiting = {"L1", 300, 1800, 5};
    struct lm_past_rating past = {day(2012, 1, 1), 1010, 30};
    track->prior = track->delisted = true;
    track->since = registry.list;
    assert_true(lm_track_add_pooled(track, arena, pooled));
    assert_true(lm_track_add_waiting(track, arena, waiting));
    assert_true(lm_track_add_past(track, arena, past));
    uint32_t twice;
    assert_true(lm_registry_sort(&registry, &twice));
    return registry;
}

static struct lm_text written(const struct lm_registry *registry)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_log log = {.arena = arena};
    assert_int_equal(lm_registry_write(registry, sink_to(&text), arena, &log), LM_OK);
    return text;
}

static void a_registry_survives_its_file(void **state)
{
    (void)state;
    struct lm_registry registry = sample();
    struct lm_text first = written(&registry);
    struct lm_registry again;
    struct lm_log log = {.arena = arena};
    assert_int_equal(lm_registry_read(first.bytes, first.length, arena, &log, &again), LM_OK);
    assert_int_equal(again.count, 5);
    assert_int_equal(again.list, registry.list);
    assert_string_equal(lm_registry_find(&again, 200)->tracks[0].record->pool[0].event,
                        "T 7, of 'x'");
    registry.people[0].tracks[LM_STANDARD].top = false; /* has been 2300, never 2400 */
    registry.people[0].tracks[LM_STANDARD].high = true;
    struct lm_text third = written(&registry);
    struct lm_registry high;
    assert_int_equal(lm_registry_read(third.bytes, third.length, arena, &log, &high), LM_OK);
    assert_true(high.people[0].tracks[LM_STANDARD].high);
    assert_false(high.people[0].tracks[LM_STANDARD].top);
    assert_true(lm_registry_find(&again, registry.people[0].id)->tracks[LM_STANDARD].high);
    struct lm_text second = written(&again);
    assert_string_equal(first.bytes, second.bytes);
}

/* Let three workers take turns, backwards where order does not matter. */
static void take_turns(const struct lm_task *task, size_t workers)
{
    for (size_t i = 0; i < task->parts; i++) {
        size_t part = task->hand_on == NULL ? task->parts - 1 - i : i;
        task->make(task->context, part, (part * 7 + 1) % workers);
        if (task->hand_on != NULL)
            task->hand_on(task->context, part, (part * 7 + 1) % workers);
    }
}

/* Names that mostly begin alike, some with gaps in other places. */
static struct lm_registry many(uint32_t count)
{
    static const char *const words[] = {"Aleksandrovitsch-Meier",
                                        "Ale ks",
                                        "Alexander",
                                        "O’Konor",
                                        "O",
                                        "Konor",
                                        "Łuczak",
                                        "van",
                                        "X",
                                        "\xFF"};
    struct lm_registry registry = lm_registry_in(arena, day(2013, 8, 1));
    struct lm_random random = lm_random_from(7);
    for (uint32_t id = 1; id <= count; id++) {
        struct lm_text name = lm_text_in(arena);
        uint64_t size = lm_random_below(&random, 5);
        for (uint64_t i = 0; i < size; i++)
            lm_text_print(&name, "%s%s",
                          i == 0   ? ""
                          : i == 1 ? ", "
                                   : " ",
                          words[lm_random_below(&random, sizeof words / sizeof *words)]);
        lm_registry_add(&registry, 3 * id)->name = lm_text_string(&name);
    }
    return registry;
}

static void a_crew_writes_and_reads_the_same(void **state)
{
    (void)state;
    struct lm_arena *arenas[3];
    struct lm_crew crew = {.workers = 3, .arenas = arenas, .share = take_turns};
    struct lm_log log = {.arena = arena};
    struct lm_registry registry = many(20000), again;
    struct lm_text alone = written(&registry), together = lm_text_in(arena);
    for (int i = 0; i < 3; i++)
        assert_int_equal(lm_arena_new(&arenas[i], NULL, 0), LM_OK);
    assert_int_equal(
        lm_registry_write_by(&crew, &registry, (struct lm_earlier){0}, sink_to(&together), &log),
        LM_OK);
    assert_string_equal(alone.bytes, together.bytes);
    assert_int_equal(lm_registry_read_by(&crew, alone.bytes, alone.length, &log, &again), LM_OK);
    for (int i = 1; i < 3; i++)
        lm_arena_absorb(arenas[0], arenas[i]);
    assert_string_equal(written(&again).bytes, alone.bytes);
    lm_arena_free(arenas[0]);
}

/* Check the index of names by comparing its entries. */
static void the_index_of_names_is_in_order(void **state)
{
    (void)state;
    struct lm_registry registry = many(3000);
    struct lm_text text = written(&registry);
    const char *line = strstr(text.bytes, "names\n") + 6, *end = strstr(text.bytes, "words\n");
    size_t lines = 0;
    for (const char *next; line < end; line = next, lines++) {
        next = strchr(line, '\n') + 1;
        if (next == end)
            continue;
        size_t own = strcspn(line, "\t"), other = strcspn(next, "\t");
        int order = memcmp(line, next, own < other ? own : other);
        assert_true(order <= 0 && (order < 0 || own <= other));
        if (order == 0 && own == other)
            assert_true(strtoul(line + own, NULL, 10) < strtoul(next + other, NULL, 10));
    }
    assert_int_equal(lines, 3000);
}

static void what_could_not_be_read_back_is_not_written(void **state)
{
    (void)state;
    static const char *const names[] = {"A\tB", "A\nB", "A\rB", "\x01", "A\x1B[2J", "A\x7F"};
    struct lm_log log = {.arena = arena};
    struct lm_text text = lm_text_in(arena);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct lm_registry registry = sample();
        registry.people[1].name = names[i];
        log.errors = 0;
        assert_int_equal(lm_registry_write(&registry, sink_to(&text), arena, &log), LM_INVALID);
        assert_int_equal(log.errors, 1);
        assert_string_equal(log.all[log.count - 1].field, "name");
    }
    struct lm_registry registry = sample();
    memcpy(registry.people[0].title, "G\t", 3);
    assert_int_equal(lm_registry_write(&registry, sink_to(&text), arena, &log), LM_INVALID);
    assert_string_equal(log.all[log.count - 1].field, "titles");
    registry = sample();
    lm_registry_find(&registry, 200)->tracks[LM_STANDARD].record->pool[0].event = "a|b";
    assert_int_equal(lm_registry_write(&registry, sink_to(&text), arena, &log), LM_INVALID);
    assert_string_equal(log.all[log.count - 1].field, "standard");
    registry = sample();
    lm_registry_find(&registry, 200)->tracks[LM_STANDARD].record->waiting[0].league = "a\nb";
    assert_int_equal(lm_registry_write(&registry, sink_to(&text), arena, &log), LM_INVALID);
    assert_int_equal(text.length, 0);
}

static void people_are_found_in_the_bytes(void **state)
{
    (void)state;
    struct lm_registry registry = sample();
    struct lm_text text = written(&registry);
    struct lm_person person;
    for (size_t i = 0; i < registry.count; i++) {
        assert_true(
            lm_registry_lookup(text.bytes, text.length, registry.people[i].id, arena, &person));
        assert_string_equal(person.name, registry.people[i].name);
    }
    assert_false(lm_registry_lookup(text.bytes, text.length, 1, arena, &person));
    assert_false(lm_registry_lookup(text.bytes, text.length, 250, arena, &person));
    assert_false(lm_registry_lookup(text.bytes, text.length, UINT32_MAX, arena, &person));
    uint32_t ids[4];
    assert_int_equal(lm_registry_search(text.bytes, text.length, "luczak", ids, 4), 2);
    assert_int_equal(ids[0], 200); /* Adam before Andrzej */
    assert_int_equal(ids[1], 100);
    assert_int_equal(lm_registry_search(text.bytes, text.length, "luczak", ids, 1), 1);
    assert_int_equal(lm_registry_search(text.bytes, text.length, "aero s", ids, 4), 1);
    assert_int_equal(lm_registry_search(text.bytes, text.length, "zz", ids, 4), 0);
}

/* Words in any order, abbreviated, by sound, with other gaps. */
static void people_are_found_by_their_words(void **state)
{
    (void)state;
    static const struct {
        const char *typed;
        size_t count;
        uint32_t first;
    } cases[] = {{"andrz", 1, 100},       {"andrz luc", 1, 100}, {"luczak a", 2, 200},
                 {"lutschak", 0, 0},      {"a l", 0, 0},         {"luczak zz", 0, 0},
                 {"oconnor pat", 1, 300}, {"o conn", 1, 300},    {"pat oc", 1, 300},
                 {"muller", 1, 400},      {"muell", 1, 400},     {"", 0, 0}};
    struct lm_registry registry = lm_registry_in(arena, lm_day_of((struct lm_date){2026, 11, 1}));
    static const struct {
        uint32_t id;
        const char *name;
    } people[] = {{100, "Luczak, Andrzej"},
                  {200, "Luczak, Adam"},
                  {300, "O'Connor, Pat"},
                  {400, "Müller, Jan Luc"}};
    for (size_t i = 0; i < sizeof people / sizeof *people; i++)
        lm_registry_add(&registry, people[i].id)->name = people[i].name;
    struct lm_text text = written(&registry);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t ids[4] = {0};
        size_t count = lm_registry_search_words(text.bytes, text.length, cases[i].typed, ids, 0, 4);
        if (count != cases[i].count || (count > 0 && ids[0] != cases[i].first))
            fail_msg("%s: %zu, first %u", cases[i].typed, count, ids[0]);
    }
}

/* A file of version 1: the same without the index of words. */
static void files_of_version_1_are_read(void **state)
{
    (void)state;
    struct lm_registry registry = sample(), again;
    struct lm_text text = written(&registry), old = lm_text_in(arena);
    struct lm_log log = {.arena = arena};
    const char *words = strstr(lm_text_string(&text), "\nwords\n") + 1;
    const char *names = strstr(lm_text_string(&text), "\nnames\n") + 1;
    lm_text_add_bytes(&old, text.bytes, (size_t)(words - text.bytes));
    lm_text_print(&old, "end %018zu %010zu\n", (size_t)(names - text.bytes), registry.count);
    memcpy(strchr(old.bytes, '3'), "1", 1);
    assert_int_equal(lm_registry_read(old.bytes, old.length, arena, &log, &again), LM_OK);
    assert_int_equal(again.count, registry.count);
    uint32_t ids[4];
    assert_int_equal(lm_registry_search(old.bytes, old.length, "luczak", ids, 4), 2);
    assert_int_equal(lm_registry_search_words(old.bytes, old.length, "adam", ids, 0, 4), 1);
    struct lm_text made = written(&again);
    assert_string_equal(made.bytes, text.bytes);
}

/* A file of version 2: the same without a sum. */
static struct lm_text of_version_2(const struct lm_text *text)
{
    struct lm_text old = lm_text_in(arena);
    lm_text_add_bytes(&old, text->bytes, text->length - strlen(" 0123456789abcdef\n"));
    lm_text_add_char(&old, '\n');
    memcpy(strchr(old.bytes, '3'), "2", 1);
    return old;
}

static void files_of_version_2_are_read(void **state)
{
    (void)state;
    struct lm_registry of[] = {sample(), lm_registry_in(arena, day(2013, 8, 1))}, again;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct lm_text text = written(&of[i]), old = of_version_2(&text);
        struct lm_log log = {.arena = arena};
        assert_int_equal(lm_registry_read(old.bytes, old.length, arena, &log, &again), LM_OK);
        struct lm_text made = written(&again);
        assert_string_equal(made.bytes, text.bytes);
    }
}

static struct lm_text written_behind(const struct lm_registry *registry,
                                     const struct lm_text *earlier)
{
    struct lm_crew crew = lm_crew_alone(&arena);
    struct lm_text text = lm_text_in(arena);
    struct lm_log log = {.arena = arena};
    assert_int_equal(lm_registry_write_by(&crew, registry,
                                          (struct lm_earlier){earlier->bytes, earlier->length},
                                          sink_to(&text), &log),
                     LM_OK);
    return text;
}

static void is_written_as_ever(const struct lm_registry *registry, const struct lm_text *earlier)
{
    assert_string_equal(written_behind(registry, earlier).bytes, written(registry).bytes);
}

/* Indices of an earlier file are used if they are right, and recognised if they are not: however it
 * is damaged, the output is the same. */
static void an_earlier_file_changes_nothing(void **state)
{
    (void)state;
    enum { STEP = 5 };
    struct lm_registry registry = sample();
    struct lm_text first = written(&registry), old = of_version_2(&first);
    registry.people[0].tracks[LM_STANDARD].rating++;
    registry.list = day(2013, 9, 1);
    struct lm_text whole = written(&registry);
    is_written_as_ever(&registry, &first);
    is_written_as_ever(&registry, &old);
    for (size_t i = 0; i < first.length; i += STEP) {
        first.bytes[i] ^= 1;
        assert_string_equal(written_behind(&registry, &first).bytes, whole.bytes);
        first.bytes[i] ^= 1;
    }
    registry.people[0].name = "Somebody Else";
    is_written_as_ever(&registry, &first);
    registry.people[0].name = "Łuczak, Andrzej";
    registry.people[0].id--;
    is_written_as_ever(&registry, &first);
    registry.people[0].id++;
    registry.count--;
    is_written_as_ever(&registry, &first);
}

struct watch {
    const char *bytes;
    bool seen;
};

static bool watch_for(void *context, const char *bytes, size_t length)
{
    struct watch *watch = context;
    (void)length;
    watch->seen = watch->seen || bytes == watch->bytes;
    return true;
}

/* The indices go to the sink directly from the earlier file. */
static void the_indices_of_an_earlier_file_are_taken(void **state)
{
    (void)state;
    struct lm_registry registry = sample();
    struct lm_text text = written(&registry);
    struct lm_crew crew = lm_crew_alone(&arena);
    struct lm_log log = {.arena = arena};
    struct registry_indices indices;
    assert_true(lm_registry_indices_in(text.bytes, text.length, &indices));
    struct watch watch = {indices.bytes, false};
    assert_int_equal(lm_registry_write_by(&crew, &registry,
                                          (struct lm_earlier){text.bytes, text.length},
                                          (struct lm_sink){watch_for, &watch}, &log),
                     LM_OK);
    assert_true(watch.seen);
}

/* Every possible truncation of a registry file is noticed. */
static void half_a_file_is_refused(void **state)
{
    (void)state;
    struct lm_registry registry = sample();
    struct lm_text text = written(&registry);
    for (size_t length = 0; length < text.length; length++) {
        struct lm_registry again;
        struct lm_log log = {.arena = arena};
        assert_int_equal(lm_registry_read(text.bytes, length, arena, &log, &again), LM_INVALID);
        assert_int_equal(log.errors, 1);
    }
}

static void what_is_too_long_or_too_much_is_refused(void **state)
{
    (void)state;
    struct lm_registry registry = sample();
    struct lm_text text = written(&registry);
    struct lm_registry again;
    struct lm_log log = {.arena = arena};
    memcpy(strstr(text.bytes, "NOR\tM\t"), "NORW\t\t", 6); /* a federation has three letters */
    assert_int_equal(lm_registry_read(text.bytes, text.length, arena, &log, &again), LM_INVALID);
    assert_string_equal(log.all[0].field, "federation");
    struct lm_track track;
    static const char good[] = "1800,20,20130701,5,1,24163,|w300,1800,10,L1";
    static const char bad[] = "1800,20,20130701,5,1,24163,|w300,1800,11,L1";
    assert_true(lm_track_read(good, strlen(good), arena, &track));
    assert_false(lm_track_read(bad, strlen(bad), arena, &track));
}

static void a_spoilt_line_is_named(void **state)
{
    (void)state;
    struct lm_registry registry = sample();
    struct lm_text text = written(&registry);
    struct lm_registry again;
    struct lm_log log = {.arena = arena};
    *strstr(text.bytes, "2862,10") = 'x';
    assert_int_equal(lm_registry_read(text.bytes, text.length, arena, &log, &again), LM_INVALID);
    assert_int_equal(log.all[0].line, 5); /* 100, 200, 300, then Carlsen */
    assert_string_equal(log.all[0].field, "standard");
}

/* Feed ${text} in pieces of ${size} bytes. */
static struct lm_registry fed(const struct lm_text *text, size_t size, struct lm_log *log,
                              enum lm_status *status)
{
    struct lm_registry registry = lm_registry_in(arena, day(2013, 8, 1));
    struct lm_fide_reader *reader = lm_fide_reader_new(&registry, LM_STANDARD, log);
    *status = LM_OK;
    for (size_t at = 0; *status == LM_OK && at < text->length; at += size)
        *status = lm_fide_reader_feed(reader, text->bytes + at,
                                      size < text->length - at ? size : text->length - at);
    if (*status == LM_OK)
        *status = lm_fide_reader_end(reader);
    return registry;
}

/* Each of FIDE's formats, in pieces of every size, gives the list back. */
static void fides_formats_are_read_as_written(void **state)
{
    (void)state;
    struct lm_registry registry = sample();
    const struct lm_rating_rules *rules = lm_rating_rules_named(book(), "rating-2013");
    static const size_t sizes[] = {1, 7, 64, 1000000};
    for (int format = 0; format < LM_FIDE_LISTS; format++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            struct lm_text text = lm_text_in(arena);
            struct lm_text again = lm_text_in(arena);
            struct lm_log log = {.arena = arena};
            enum lm_status status;
            assert_int_equal(lm_fide_list_write(&registry, rules, (enum lm_fide_list)format,
                                                LM_STANDARD, sink_to(&text), arena),
                             LM_OK);
            struct lm_registry read = fed(&text, sizes[i], &log, &status);
            assert_int_equal(status, LM_OK);
            assert_int_equal(read.count, 4); /* one is unrated */
            assert_string_equal(read.people[1].name, "Ærø, Søren & <Søn>");
            assert_int_equal(read.people[2].tracks[LM_STANDARD].rating, 2862);
            assert_int_equal(lm_fide_list_write(&read, rules, (enum lm_fide_list)format,
                                                LM_STANDARD, sink_to(&again), arena),
                             LM_OK);
            assert_string_equal(text.bytes, again.bytes);
        }
}

/* Lines as FIDE publishes them: the combined list, and an old one with touching header words. */
static void published_lines(void **state)
{
    (void)state;
    static const char combined[] =
        "ID Number      Name                                                         Fed Sex Tit "
        " WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\r\n"
        "1503014        Carlsen, Magnus                                              NOR M   GM  "
        "                         2839  0   10 2824  0   10 2881  0   10 1990      \r\n"
        "700070         Polgar, Judit                                                HUN F   GM  "
        " GM   IO                  2675  0   10                           1976  wi  \r\n"
        "10292519       A C J John                                                   IND M       "
        "                         1063  3   40                          1987      \r\n";
    static const char legacy[] =
        "ID_NUMBER NAME                             TitlFed JUL06 GamesBorn      Flag\n"
        "  4100018 Kasparov, Garry                  g   RUS 2812    0  1963.04.13 i\n";
    struct lm_text text = lm_text_in(arena);
    struct lm_log log = {.arena = arena};
    enum lm_status status;
    lm_text_add(&text, combined);
    struct lm_registry read = fed(&text, 100, &log, &status);
    assert_int_equal(status, LM_OK);
    assert_int_equal(read.count, 3);
    assert_int_equal(read.people[1].tracks[LM_BLITZ].rating, 2881);
    assert_int_equal(read.people[1].tracks[LM_BLITZ].k, 10);
    assert_string_equal(read.people[0].women_title, "GM");
    assert_int_equal(read.people[0].tracks[LM_RAPID].rating, 0);
    assert_int_equal(read.people[0].born, 19760000);
    assert_int_equal(lm_listing_of(lm_rating_rules_named(book(), "rating-2013"), &read.people[0],
                                   LM_STANDARD, read.list),
                     LM_LISTED_INACTIVE);
    assert_int_equal(read.people[2].tracks[LM_STANDARD].games, 3);
    text.length = 0;
    lm_text_add(&text, legacy);
    read = fed(&text, 100, &log, &status);
    assert_int_equal(status, LM_OK);
    assert_string_equal(read.people[0].name, "Kasparov, Garry");
    assert_string_equal(read.people[0].federation, "RUS");
    assert_int_equal(read.people[0].tracks[LM_STANDARD].rating, 2812);
    assert_true(read.people[0].tracks[LM_STANDARD].top);
}

static void refuses(const char *bytes)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_log log = {.arena = arena};
    enum lm_status status;
    lm_text_add(&text, bytes);
    for (size_t size = 1; size < 200; size += 50) {
        log.errors = 0;
        fed(&text, size, &log, &status);
        assert_int_equal(status, LM_INVALID);
        assert_true(log.errors > 0);
    }
}

static void spoilt_lists_are_refused(void **state)
{
    (void)state;
    refuses("");
    refuses("no list at all\n");
    refuses("<!DOCTYPE x [<!ENTITY a \"b\">]><playerslist></playerslist>\n");
    refuses("<playerslist>\n<player><fideid>7</fideid><name>A</nam></player></playerslist>\n");
    refuses(
        "<playerslist>\n<player><fideid>7</fideid><name>&evil;</name></player></playerslist>\n");
    refuses("<playerslist>\n<player><fideid>7</fideid>\n");
    refuses("<playerslist>\n<player><name>A</name></player></playerslist>\n");
    refuses("ID Number Name Fed\n7         A    SUI\n7         B    SUI\n");
    refuses("ID Number Name Fed\nx         A    SUI\n");
}

static int open_arena(void **state)
{
    (void)state;
    return lm_arena_new(&arena, NULL, 0) != LM_OK;
}

static int close_arena(void **state)
{
    (void)state;
    lm_arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_folded),
        cmocka_unit_test(a_registry_survives_its_file),
        cmocka_unit_test(a_crew_writes_and_reads_the_same),
        cmocka_unit_test(the_index_of_names_is_in_order),
        cmocka_unit_test(what_could_not_be_read_back_is_not_written),
        cmocka_unit_test(people_are_found_in_the_bytes),
        cmocka_unit_test(people_are_found_by_their_words),
        cmocka_unit_test(files_of_version_1_are_read),
        cmocka_unit_test(files_of_version_2_are_read),
        cmocka_unit_test(an_earlier_file_changes_nothing),
        cmocka_unit_test(the_indices_of_an_earlier_file_are_taken),
        cmocka_unit_test(half_a_file_is_refused),
        cmocka_unit_test(what_is_too_long_or_too_much_is_refused),
        cmocka_unit_test(a_spoilt_line_is_named),
        cmocka_unit_test(fides_formats_are_read_as_written),
        cmocka_unit_test(published_lines),
        cmocka_unit_test(spoilt_lists_are_refused),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}

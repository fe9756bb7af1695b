/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "check.h"

#include "journal/fields.h"
#include "journal_hooks.h"
#include "limmat/journal.h"

struct fixture {
    struct lm_arena *arena;
    struct lm_log log;
    struct lm_journal *journal;
    struct lm_text lines, secrets;
};

static struct fixture begin(const struct lm_journal_hooks *hooks)
{
    struct fixture f = {0};
    assert_int_equal(lm_arena_new(&f.arena, NULL, 0), LM_OK);
    f.log.arena = f.arena;
    f.lines = lm_text_in(f.arena);
    f.secrets = lm_text_in(f.arena);
    assert_int_equal(lm_journal_new(f.arena, hooks, &f.journal), LM_OK);
    return f;
}

static struct lm_entry entry_of(const char *event, const char *fields)
{
    return (struct lm_entry){
        .at = 1000, .happened = LM_NO_TIME, .event = event, .by = "vh", .fields = fields};
}

static struct lm_line wrote(struct fixture *f, struct lm_entry entry)
{
    struct lm_line line;
    assert_int_equal(lm_journal_write(f->journal, &entry, &f->log, &f->lines, &f->secrets, &line),
                     LM_OK);
    return line;
}

/* Five lines, the second and fourth with a private part about p1 and p2. */
static struct fixture five(void)
{
    struct fixture f = begin(&test_hooks);
    for (int i = 0; i < 5; i++) {
        struct lm_entry entry = entry_of("enter", "\"rating\":2000");
        entry.at = 1000 + i;
        if (i == 1 || i == 3) {
            entry.secrets = "\"name\":\"Meier\"";
            entry.person = i == 1 ? "p1" : "p2";
        }
        (void)wrote(&f, entry);
    }
    return f;
}

struct seen {
    uint64_t count;
    uint64_t secrets;
    int64_t happened;
};

static enum lm_status look(void *context, const struct lm_line *line, struct lm_log *log)
{
    struct seen *seen = context;
    (void)log;
    seen->count++;
    seen->secrets += line->secret != NULL;
    seen->happened = line->happened;
    return LM_OK;
}

static enum lm_status read_again(struct fixture *f, const char *bytes, size_t length,
                                 const struct lm_text *secrets, struct seen *seen)
{
    struct lm_journal *other;
    assert_int_equal(lm_journal_new(f->arena, &test_hooks, &other), LM_OK);
    if (secrets != NULL)
        assert_int_equal(
            lm_journal_add_private(other, lm_text_string(secrets), secrets->length, &f->log),
            LM_OK);
    *seen = (struct seen){0};
    enum lm_status status = lm_journal_read(other, bytes, length, look, seen, &f->log);
    if (status == LM_OK)
        assert_string_equal(lm_journal_head(other), lm_journal_head(f->journal));
    return status;
}

static void a_line_says_what_happened(void **state)
{
    (void)state;
    struct fixture f = begin(NULL);
    struct lm_entry entry = entry_of("result", "\"board\":\"1.7\",\"result\":\"1-0\"");
    static const char *const reasons[] = {"met:p4:p7"};
    entry.happened = 940;
    entry.section = "A";
    entry.request = "r-1";
    entry.was = "null";
    entry.acknowledged = reasons;
    entry.acknowledged_count = 1;
    struct lm_line line = wrote(&f, entry);
    assert_string_equal(lm_text_string(&f.lines),
                        "{\"v\":1,\"n\":1,\"at\":\"1970-01-01T00:16:40Z\",\"happened\":"
                        "\"1970-01-01T00:15:40Z\",\"by\":\"vh\",\"req\":\"r-1\",\"section\":\"A\","
                        "\"event\":\"result\",\"board\":\"1.7\",\"result\":\"1-0\",\"was\":null,"
                        "\"acknowledged\":[\"met:p4:p7\"]}\n");
    assert_int_equal(line.number, 1);
    assert_int_equal(line.happened, 940);
    assert_int_equal(line.was->type, LM_JSON_NULL);
    assert_int_equal(lm_journal_find_request(f.journal, "r-1"), 1);
    lm_arena_free(f.arena);
}

static void a_wrong_clock_blocks_nothing(void **state)
{
    (void)state;
    struct fixture f = begin(&test_hooks);
    struct lm_entry late = entry_of("a", NULL), early = entry_of("b", NULL);
    late.at = 2000;
    (void)wrote(&f, late);
    struct lm_line line = wrote(&f, early);
    assert_int_equal(line.at, 2000);
    struct seen seen;
    assert_int_equal(read_again(&f, lm_text_string(&f.lines), f.lines.length, NULL, &seen), LM_OK);
    assert_int_equal(seen.count, 2);
    lm_arena_free(f.arena);
}

static void a_request_makes_one_line(void **state)
{
    (void)state;
    struct fixture f = begin(NULL);
    struct lm_entry entry = entry_of("a", NULL);
    struct lm_line line;
    char ids[200][8];
    for (int i = 0; i < 200; i++) {
        (void)snprintf(ids[i], sizeof ids[i], "r%d", i);
        entry.request = ids[i];
        (void)wrote(&f, entry);
    }
    entry.request = ids[77];
    assert_int_equal(lm_journal_write(f.journal, &entry, &f.log, &f.lines, &f.secrets, &line),
                     LM_INVALID);
    assert_int_equal(lm_journal_find_request(f.journal, "r77"), 78);
    struct lm_journal_mark mark = lm_journal_mark(f.journal);
    entry.request = "new";
    (void)wrote(&f, entry);
    lm_journal_reset(f.journal, &mark);
    assert_int_equal(lm_journal_find_request(f.journal, "new"), 0);
    assert_int_equal(lm_journal_number(f.journal), 200);
    assert_int_equal(lm_journal_find_request(f.journal, "r199"), 200);
    lm_arena_free(f.arena);
}

static void private_parts_come_back(void **state)
{
    (void)state;
    struct fixture f = five();
    struct seen seen;
    assert_null(strstr(lm_text_string(&f.lines), "Meier"));
    assert_int_equal(read_again(&f, lm_text_string(&f.lines), f.lines.length, &f.secrets, &seen),
                     LM_OK);
    assert_int_equal(seen.secrets, 2);
    lm_arena_free(f.arena);
}

static const char *line_at(const struct lm_text *text, unsigned number, size_t *length)
{
    const char *at = lm_text_string(text);
    while (--number > 0)
        at = strchr(at, '\n') + 1;
    *length = (size_t)(strchr(at, '\n') + 1 - at);
    return at;
}

static enum lm_status keep_line(void *context, const struct lm_line *line, struct lm_log *log)
{
    struct lm_line *kept = context;
    (void)log;
    assert_null(lm_json_get(line->object, "by")); /* the line itself has it */
    assert_non_null(lm_json_get(line->object, "rating"));
    kept[line->number - 1] = *line;
    return LM_OK;
}

/* A line's tree is freed with the next line, and read again on request. */
static void a_line_can_be_had_again(void **state)
{
    (void)state;
    struct fixture f = five();
    struct lm_journal *other;
    struct lm_line kept[5];
    assert_int_equal(lm_journal_new(f.arena, &test_hooks, &other), LM_OK);
    assert_int_equal(lm_journal_read(other, f.lines.bytes, f.lines.length, keep_line, kept, &f.log),
                     LM_OK);
    for (unsigned i = 0; i < 5; i++) {
        const struct lm_json *object = NULL;
        struct lm_text again = lm_text_in(f.arena);
        struct lm_json_writer w = lm_json_writer_to(&again, true);
        size_t length;
        const char *line = line_at(&f.lines, i + 1, &length);
        assert_int_equal(lm_line_object(&kept[i], f.arena, &object), LM_OK);
        assert_int_equal(object->line, i + 1);
        lm_json_put_node(&w, NULL, object);
        assert_int_equal(again.length, length - 1);
        assert_memory_equal(again.bytes, line, length - 1);
    }
    lm_arena_free(f.arena);
}

/* ---- two ways to read a line
 * --------------------------------------------------------------------------------- */

/* Write the reader's result of a line as text: all its members, or the error. */
static void write_read(enum lm_status status, const struct lm_common *common,
                       const struct lm_json *object, const struct lm_log *log, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, true);
    if (status != LM_OK) {
        for (size_t i = 0; i < log->count; i++)
            assert_int_equal(lm_diagnostic_write(&log->all[i], out), LM_OK);
        return;
    }
    lm_text_print(out, "%lld %lld %lld %lld %lld|%s|%s|%s|%s|%s|%s|%zu", (long long)common->version,
                  (long long)common->number, (long long)common->at, (long long)common->happened,
                  (long long)common->undoes, common->event, common->section, common->by,
                  common->request, common->previous, common->sealed, common->acknowledged.count);
    for (size_t i = 0; i < common->acknowledged.count; i++)
        lm_text_print(out, " %s", common->acknowledged.items[i]);
    lm_text_print(out, " %u:%u ", object->line, object->column);
    for (const struct lm_json *node = object->first; node != NULL; node = node->next)
        lm_text_print(out, "%s@%u:%u ", node->key, node->line, node->column);
    lm_json_begin(&w, NULL, '{');
    for (const struct lm_json *node = object->first; node != NULL; node = node->next)
        if (node->type == LM_JSON_NUMBER) /* it has no end of its own */
            lm_text_print(out, "%.*s", (int)node->length, node->text);
        else
            lm_json_put_node(&w, node->key, node);
    lm_json_end(&w, '}');
}

static void reads_the_same(struct lm_arena *arena, const char *line, size_t length)
{
    struct lm_mark mark = lm_arena_mark(arena);
    struct lm_json_nodes nodes = {0};
    struct lm_json *object = NULL;
    struct lm_common common = {0};
    struct lm_log short_log = {.arena = arena}, long_log = {.arena = arena};
    struct lm_text by_short = lm_text_in(arena), by_long = lm_text_in(arena);
    const char *kept = NULL;
    char *copy = lm_arena_copy(arena, line, length);
    enum lm_status status =
        lm_common_read(line, length, 3, &nodes, arena, &short_log, &kept, &object, &common);
    write_read(status, &common, object, &short_log, &by_short);
    if (status == LM_OK) {
        char *again = lm_arena_copy(arena, kept, length);
        lm_json_restore(again, length);
        assert_memory_equal(again, line, length);
    }
    nodes = (struct lm_json_nodes){0};
    status = lm_common_read_any(copy, length, 3, &nodes, arena, &long_log, &object, &common);
    write_read(status, &common, object, &long_log, &by_long);
    if (strcmp(lm_text_string(&by_short), lm_text_string(&by_long)) != 0)
        fail_msg("%.*s\n  %s\n  %s", (int)length, line, lm_text_string(&by_short),
                 lm_text_string(&by_long));
    lm_arena_reset(arena, mark);
}

/* Read ${line} unchanged, and with any byte left out, doubled, replaced, or preceded by another. */
static void reads_the_same_however_damaged(struct lm_arena *arena, const char *line, size_t length)
{
    static const char damage[] = "\"\\,{}[]: 0a9F-\x01\xC3";
    struct lm_mark mark = lm_arena_mark(arena);
    char *other = lm_arena_alloc(arena, length + 2, 1);
    reads_the_same(arena, line, length);
    for (size_t i = 0; i < length; i++) {
        memcpy(other, line, i);
        memcpy(other + i, line + i + 1, length - i - 1);
        reads_the_same(arena, other, length - 1);
        for (size_t k = 0; k < sizeof damage - 1; k++) {
            memcpy(other, line, length);
            other[i] = damage[k];
            reads_the_same(arena, other, length);
            memcpy(other + i + 1, line + i, length - i);
            reads_the_same(arena, other, length + 1);
        }
    }
    lm_arena_reset(arena, mark);
}

/* Common members can be after the event, alone, or after another member. */
static void common_members_are_read_wherever_they_stand(struct lm_arena *arena)
{
    static const char *const values[] = {"\"a\"", "1", "[\"a\"]", "\"2026-07-16T11:00:00Z\"",
                                         "\"a\",\"y\":1"};
    for (size_t i = 0; lm_line_members()[i] != NULL; i++)
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
            struct lm_text line = lm_text_in(arena);
            lm_text_print(&line,
                          "{\"v\":1,\"n\":2,\"at\":\"2026-07-16T11:00:00Z\",\"by\":\"a\","
                          "\"event\":\"x\",\"%s\":%s}",
                          lm_line_members()[i], values[k]);
            reads_the_same(arena, lm_text_string(&line), line.length);
        }
}

/* The fast way for a line in the usual form, and the general one: they never differ in their
 * reading or their complaint. */
static void both_ways_to_read_a_line_are_one(void **state)
{
    (void)state;
    struct fixture f = begin(&test_hooks);
    static const char *const reasons[] = {"met:p4:p7", "late"};
    struct lm_entry whole = {.at = 1784200000,
                             .happened = 1784100000,
                             .event = "result",
                             .section = "A",
                             .by = "vh",
                             .request = "r-1",
                             .acknowledged = reasons,
                             .acknowledged_count = 2,
                             .undoes = 1,
                             .was = "\"0-1\"",
                             .fields =
                                 "\"board\":\"1.7\",\"n1\":[1,{\"prev\":\"x\"}],\"t\":\"\xC3\xA4\"",
                             .secrets = "\"name\":\"Meier\"",
                             .person = "p1"};
    (void)wrote(&f, entry_of("open", NULL));
    (void)wrote(&f, entry_of("close", NULL));
    (void)wrote(&f, entry_of("result", "\"board\":\"1.7\""));
    (void)wrote(&f, whole);
    for (unsigned i = 1; i <= 4; i++) {
        size_t length;
        const char *line = line_at(&f.lines, i, &length);
        reads_the_same_however_damaged(f.arena, line, length - 1);
    }
    common_members_are_read_wherever_they_stand(f.arena);
    static const char *const odd[] = {
        "{\"v\":1,\"n\":2,\"at\":\"2026-07-16T11:00:00Z\",\"by\":\"a\",\"event\":\"x\" \"y\":1}",
        "{\"v\":1,\"n\":2,\"at\":\"2026-07-16T11:00:00Z\",\"by\":\"a\",\"event\":\"x\",}",
        "{\"v\":1,\"n\":2,\"at\":\"2026-07-16T11:00:00Z\",\"by\":\"a\",\"event\":\"x\",\"n\":3}",
        ("{\"v\":1,\"n\":2,\"at\":\"2026-07-16T11:00:00Z\",\"by\":\"a\",\"event\":\"x\","
         "\"section\":\"A\"}"),
        "{\"n\":2,\"v\":1,\"event\":\"x\",\"at\":\"2026-07-16T11:00Z\",\"by\":\"a\"}",
        "{\"v\":1,\"n\":2,\"at\":\"16 July 2026T11:00Z  \",\"by\":\"a\",\"event\":\"x\"} "};
    /* the text before the last member is not what it seems */
    static const char *const middles[] = {"\"prev\":\"ab\"", "\"x\":{\"a\":1", "\"x\":\"y", "",
                                          "\"x\":1,"};
    for (size_t i = 0; i < sizeof middles / sizeof *middles; i++) {
        struct lm_text line = lm_text_in(f.arena);
        lm_text_print(&line,
                      "{\"v\":1,\"n\":2,\"at\":\"2026-07-16T11:00:00Z\",\"by\":\"a\","
                      "\"event\":\"x\",%s,\"prev\":\"%s\"}",
                      middles[i], lm_journal_head(f.journal));
        reads_the_same(f.arena, line.bytes, line.length);
    }
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        reads_the_same_however_damaged(f.arena, odd[i], strlen(odd[i]));
    lm_arena_free(f.arena);
}

/* A clock that was ten years ahead for two lines, one that is an hour behind, and a dead one. */
static void wrong_clock_spoils_its_own_lines_only(void **state)
{
    (void)state;
    enum { HOUR = 3600, TEN_YEARS = 315576000 };
    const int64_t now = 1784210400; /* July 2026 */
    const struct {
        int64_t clock, at;
    } lines[] = {{now, now},
                 {now + TEN_YEARS, now + TEN_YEARS},
                 {now + TEN_YEARS + 60, now + TEN_YEARS + 60},
                 {now + 120, now + 120},
                 {now + 120 - HOUR, now + 120},
                 {1000, now + 120},
                 {now + 180, now + 180}};
    enum { LINES = sizeof lines / sizeof *lines };
    struct fixture f = begin(&test_hooks);
    struct seen seen;
    for (size_t i = 0; i < LINES; i++) {
        struct lm_entry entry = entry_of("enter", NULL);
        entry.at = lines[i].clock;
        assert_int_equal(wrote(&f, entry).at, lines[i].at);
    }
    assert_int_equal(read_again(&f, lm_text_string(&f.lines), f.lines.length, &f.secrets, &seen),
                     LM_OK);
    assert_int_equal(seen.count, LINES);
    lm_arena_free(f.arena);
}

static void erasing_leaves_the_chain(void **state)
{
    (void)state;
    struct fixture f = five();
    struct lm_text left = lm_text_in(f.arena);
    const char *const gone[] = {"p1"};
    struct lm_journal_audit audit;
    struct seen seen;
    assert_int_equal(lm_journal_erase(lm_text_string(&f.secrets), f.secrets.length, gone, 1,
                                      f.arena, &f.log, &left),
                     LM_OK);
    assert_null(strstr(lm_text_string(&left), "p1"));
    assert_int_equal(read_again(&f, lm_text_string(&f.lines), f.lines.length, &left, &seen), LM_OK);
    assert_int_equal(seen.count, 5);
    assert_int_equal(seen.secrets, 1);
    assert_int_equal(lm_journal_verify(lm_text_string(&f.lines), f.lines.length,
                                       lm_text_string(&left), left.length, NULL, &test_hooks,
                                       f.arena, &f.log, &audit),
                     LM_OK);
    assert_int_equal(audit.count, 0);
    assert_int_equal(audit.sealed, 2);
    assert_int_equal(audit.erased, 1);
    lm_arena_free(f.arena);
}

/* Return the only finding about ${bytes}. */
static struct lm_journal_finding finding_of(struct fixture *f, const char *bytes, size_t length,
                                            const char *secrets, size_t secrets_length,
                                            const char *head)
{
    struct lm_journal_audit audit;
    assert_int_equal(lm_journal_verify(bytes, length, secrets, secrets_length, head, &test_hooks,
                                       f->arena, &f->log, &audit),
                     LM_OK);
    assert_int_equal(audit.count, 1);
    return audit.findings[0];
}

static void verify_names_the_byte_changed(void **state)
{
    (void)state;
    struct fixture f = five();
    const char *head = lm_journal_head(f.journal);
    for (unsigned number = 1; number <= 5; number++) {
        size_t length;
        size_t from = (size_t)(line_at(&f.lines, number, &length) - lm_text_string(&f.lines));
        for (size_t i = from; i < from + length - 1; i++) {
            struct lm_text copy = lm_text_in(f.arena);
            lm_text_add_bytes(&copy, lm_text_string(&f.lines), f.lines.length);
            copy.bytes[i] ^= 1;
            struct lm_journal_audit audit;
            struct seen seen;
            assert_int_equal(lm_journal_verify(copy.bytes, copy.length, lm_text_string(&f.secrets),
                                               f.secrets.length, head, &test_hooks, f.arena, NULL,
                                               &audit),
                             LM_OK);
            assert_true(audit.count >= 1);
            bool named = false;
            for (size_t k = 0; k < audit.count; k++)
                named |= audit.findings[k].place == number;
            assert_true(named);
            if (number < 5)
                assert_int_equal(read_again(&f, copy.bytes, copy.length, NULL, &seen), LM_INVALID);
        }
    }
    lm_arena_free(f.arena);
}

static void verify_names_what_is_left_out_or_swapped(void **state)
{
    (void)state;
    struct fixture f = five();
    size_t third, fourth;
    const char *three = line_at(&f.lines, 3, &third), *four = line_at(&f.lines, 4, &fourth);
    const char *all = lm_text_string(&f.lines), *secrets = lm_text_string(&f.secrets);
    struct lm_text without = lm_text_in(f.arena), swapped = lm_text_in(f.arena);
    lm_text_add_bytes(&without, all, (size_t)(three - all));
    lm_text_add(&without, four);
    lm_text_add_bytes(&swapped, all, (size_t)(three - all));
    lm_text_add_bytes(&swapped, four, fourth);
    lm_text_add_bytes(&swapped, three, third);
    lm_text_add(&swapped, four + fourth);
    struct lm_journal_finding found =
        finding_of(&f, without.bytes, without.length, secrets, f.secrets.length, NULL);
    assert_int_equal(found.fault, LM_LINE_MISSING);
    assert_int_equal(found.number, 3);
    found = finding_of(&f, swapped.bytes, swapped.length, secrets, f.secrets.length, NULL);
    assert_int_equal(found.fault, LM_LINES_SWAPPED);
    assert_int_equal(found.place, 3);
    /* cut in the middle, and at the end */
    found = finding_of(&f, all, f.lines.length - 5, secrets, f.secrets.length, NULL);
    assert_int_equal(found.fault, LM_LINE_CUT);
    assert_int_equal(lm_journal_whole(all, f.lines.length - 5), (size_t)(four + fourth - all));
    found = finding_of(&f, all, (size_t)(four + fourth - all), secrets, f.secrets.length,
                       lm_journal_head(f.journal));
    assert_int_equal(found.fault, LM_HEAD_DIFFERENT);
    lm_arena_free(f.arena);
}

static void verify_looks_at_private_parts(void **state)
{
    (void)state;
    struct fixture f = five();
    struct lm_text other = lm_text_in(f.arena);
    lm_text_add_bytes(&other, lm_text_string(&f.secrets), f.secrets.length);
    strstr(other.bytes, "Meier")[0] = 'B';
    struct lm_journal_finding found =
        finding_of(&f, lm_text_string(&f.lines), f.lines.length, other.bytes, other.length, NULL);
    assert_int_equal(found.fault, LM_SECRET_CHANGED);
    assert_int_equal(found.number, 2);
    struct seen seen;
    assert_int_equal(read_again(&f, lm_text_string(&f.lines), f.lines.length, &other, &seen),
                     LM_INVALID);
    lm_arena_free(f.arena);
}

/* ---- fields ---------------------------------------------------------------------------------- */

struct values {
    const char *name, *who, *day;
    int64_t round, when;
    int32_t points;
    uint8_t kind, sure;
    struct lm_words ids, texts, pairs;
    struct lm_numbers rounds;
};

static const char *const kinds[] = {"half", "full", NULL};

#define ROW(name, type, use, choices, low, high, field)                                            \
    {                                                                                              \
        name, name, type, use, NULL, choices, low, high, offsetof(struct values, field)            \
    }

static const struct lm_field rows[] = {
    ROW("name", LM_FIELD_TEXT, LM_REQUIRED | LM_PRIVATE, NULL, 0, 10, name),
    ROW("who", LM_FIELD_ID, LM_OPTIONAL, NULL, 0, 0, who),
    ROW("day", LM_FIELD_DATE, LM_OPTIONAL, NULL, 0, 0, day),
    ROW("round", LM_FIELD_NUMBER, LM_REQUIRED, NULL, 1, 9, round),
    ROW("when", LM_FIELD_INSTANT, LM_OPTIONAL, NULL, 0, 0, when),
    ROW("points", LM_FIELD_POINTS, LM_OPTIONAL, NULL, 0, 30, points),
    ROW("kind", LM_FIELD_CHOICE, LM_OPTIONAL, kinds, 0, 0, kind),
    ROW("sure", LM_FIELD_YES_NO, LM_OPTIONAL, NULL, 0, 0, sure),
    ROW("ids", LM_FIELD_IDS, LM_OPTIONAL, NULL, 0, 0, ids),
    ROW("texts", LM_FIELD_TEXTS, LM_OPTIONAL, NULL, 0, 10, texts),
    ROW("pairs", LM_FIELD_PAIRS, LM_OUTCOME, NULL, 0, 0, pairs),
    ROW("rounds", LM_FIELD_NUMBERS, LM_OPTIONAL, NULL, 1, 9, rounds),
};

enum { ROWS = sizeof rows / sizeof *rows };

static const char *typed[ROWS] = {
    "Ann",    "p-1",         "2026-07-16", "3",  "2026-07-16T14:00:00Z", "2.5", "full", "yes",
    "p1, p2", "one day;two", "p1-p2 p3",   "1 4"};

static void what_is_typed_is_read(void **state)
{
    (void)state;
    struct fixture f = begin(NULL);
    struct lm_text text = lm_text_in(f.arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    struct lm_json *object;
    struct values v;
    lm_json_begin(&w, NULL, '{');
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(lm_field_put_text(&rows[i], typed[i], &w, &f.log), LM_OK);
    lm_json_end(&w, '}');
    assert_int_equal(lm_json_parse(text.bytes, text.length, f.arena, &f.log, &object), LM_OK);
    assert_int_equal(lm_fields_read(rows, ROWS, object, object, NULL, false, f.arena, &f.log, &v),
                     LM_OK);
    assert_string_equal(v.name, "Ann");
    assert_int_equal(v.round, 3);
    assert_int_equal(v.points, 25);
    assert_int_equal(v.kind, 2);
    assert_int_equal(v.sure, LM_YES);
    assert_int_equal(v.ids.count, 2);
    assert_string_equal(v.texts.items[0], "one day");
    assert_int_equal(v.pairs.count, 4);
    assert_string_equal(v.pairs.items[1], "p2");
    assert_string_equal(v.pairs.items[3], "");
    assert_int_equal(v.rounds.items[1], 4);
    lm_arena_free(f.arena);
}

static void refused(const char *json, bool wish, const char *field, size_t errors)
{
    struct fixture f = begin(NULL);
    struct lm_json *object;
    struct values v;
    assert_int_equal(lm_json_parse(json, strlen(json), f.arena, &f.log, &object), LM_OK);
    assert_int_equal(lm_fields_read(rows, ROWS, object, NULL, NULL, wish, f.arena, &f.log, &v),
                     LM_INVALID);
    assert_int_equal(f.log.errors, errors);
    assert_string_equal(f.log.all[0].field, field);
    assert_non_null(f.log.all[0].remedy);
    lm_arena_free(f.arena);
}

static void wrong_fields_are_refused(void **state)
{
    (void)state;
    refused("{\"name\":\"Ann\"}", true, "round", 1);
    refused("{\"round\":1}", true, "name", 1);
    refused("{\"round\":10}", false, "round", 1);
    refused("{\"round\":1,\"nmae\":\"Ann\"}", false, "nmae", 1);
    refused("{\"round\":1,\"name\":\"Ann\",\"pairs\":[]}", true, "pairs", 1);
    refused("{\"round\":1,\"kind\":\"no\",\"points\":3.5,\"who\":\"a b\"}", false, "who", 3);
    refused("{\"round\":1,\"pairs\":[[\"a\",\"b\",\"c\"]]}", false, "pairs", 1);
    refused("{\"round\":1,\"name\":\"\"}", true, "name", 1);
}

static enum lm_status ignore(void *context, const struct lm_line *line, struct lm_log *log)
{
    (void)context, (void)line, (void)log;
    return LM_OK;
}

static void a_line_of_more_than_a_megabyte_is_refused(void **state)
{
    (void)state;
    static char line[LM_JOURNAL_LINE + 2];
    struct fixture f = begin(&test_hooks);
    memset(line, 'x', LM_JOURNAL_LINE + 1);
    line[LM_JOURNAL_LINE + 1] = '\n';
    assert_int_equal(lm_journal_read(f.journal, line, sizeof line, ignore, NULL, &f.log),
                     LM_INVALID);
    assert_string_equal(f.log.all[0].what, "the line is too long");
    line[LM_JOURNAL_LINE] = '\0';
    struct lm_text fields = lm_text_in(f.arena);
    lm_text_print(&fields, "\"text\":\"%s\"", line);
    struct lm_entry entry = entry_of("note", lm_text_string(&fields));
    struct lm_line out;
    assert_int_equal(lm_journal_write(f.journal, &entry, &f.log, &f.lines, &f.secrets, &out),
                     LM_LIMIT);
    assert_int_equal(f.lines.length, 0);
    lm_arena_free(f.arena);
}

static bool no_random(void *context, uint8_t *bytes, size_t length)
{
    (void)context, (void)bytes, (void)length;
    return false;
}

static void nothing_private_is_written_without_salt(void **state)
{
    (void)state;
    const struct lm_journal_hooks hooks = {test_digest, no_random, NULL};
    struct fixture f = begin(&hooks);
    struct lm_line line;
    struct lm_entry entry = entry_of("enter", "\"rating\":2000");
    (void)wrote(&f, entry);
    size_t length = f.lines.length;
    entry.secrets = "\"name\":\"Meier\"";
    assert_int_equal(lm_journal_write(f.journal, &entry, &f.log, &f.lines, &f.secrets, &line),
                     LM_IO);
    assert_int_equal(f.log.errors, 1);
    assert_int_equal(f.lines.length, length);
    assert_int_equal(f.secrets.length, 0);
    assert_int_equal(lm_journal_number(f.journal), 1);
    lm_arena_free(f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_says_what_happened),
        cmocka_unit_test(a_wrong_clock_blocks_nothing),
        cmocka_unit_test(a_request_makes_one_line),
        cmocka_unit_test(private_parts_come_back),
        cmocka_unit_test(a_line_can_be_had_again),
        cmocka_unit_test(both_ways_to_read_a_line_are_one),
        cmocka_unit_test(nothing_private_is_written_without_salt),
        cmocka_unit_test(a_line_of_more_than_a_megabyte_is_refused),
        cmocka_unit_test(erasing_leaves_the_chain),
        cmocka_unit_test(verify_names_the_byte_changed),
        cmocka_unit_test(verify_names_what_is_left_out_or_swapped),
        cmocka_unit_test(verify_looks_at_private_parts),
        cmocka_unit_test(what_is_typed_is_read),
        cmocka_unit_test(wrong_fields_are_refused),
        cmocka_unit_test(wrong_clock_spoils_its_own_lines_only),
    };
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}

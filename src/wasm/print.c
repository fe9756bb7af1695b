/* SPDX-License-Identifier: Apache-2.0 */

/*
 * vsnprintf with what the library's formats contain: that of libc brings long doubles and wide
 * characters, 6 kB to fetch.  Another format is a trap, and no silent mistake.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct print {
    char *to;
    size_t room, length; /* length: of all that was written, with or without room */
};

/* What stands between a % and its letter. */
struct form {
    bool zeros, plus;
    int width, precision; /* precision -1: none */
    int longs;            /* of the letters l and z */
};

static void put(struct print *p, const char *bytes, size_t count)
{
    for (; count > 0; count--, bytes++, p->length++)
        if (p->length + 1 < p->room)
            p->to[p->length] = *bytes;
}

static void pad(struct print *p, const char *by, int width, size_t length)
{
    for (; width > (int)length; width--)
        put(p, by, 1);
}

static void put_number(struct print *p, const struct form *f, uint64_t size, unsigned base,
                       const char *sign)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[size % base];
    while ((size /= base) > 0);
    size_t count = sizeof digits - at, length = count + strlen(sign);
    if (!f->zeros)
        pad(p, " ", f->width, length);
    put(p, sign, strlen(sign));
    if (f->zeros)
        pad(p, "0", f->width, length);
    put(p, digits + at, count);
}

static const char *read_form(const char *at, struct form *f, va_list *arguments)
{
    *f = (struct form){.precision = -1};
    for (; *at == '0' || *at == '+'; at++)
        *(*at == '0' ? &f->zeros : &f->plus) = true;
    int *number = &f->width;
    for (;; at++)
        if (*at == '.')
            *(number = &f->precision) = 0;
        else if (*at == '*')
            *number = va_arg(*arguments, int);
        else if (*at >= '0' && *at <= '9')
            *number = 10 * *number + *at - '0';
        else
            break;
    for (; *at == 'l' || *at == 'z'; at++)
        f->longs++; /* of which one is 32 bits, as none is */
    return at;
}

static void put_argument(struct print *p, const struct form *f, char letter, va_list *arguments)
{
    if (letter == 's') {
        const char *text = va_arg(*arguments, const char *);
        size_t length = 0;
        while ((f->precision < 0 || length < (size_t)f->precision) && text[length] != '\0')
            length++;
        pad(p, " ", f->width, length);
        put(p, text, length);
    } else if (f->precision >= 0) {
        __builtin_trap();
    } else if (letter == 'd') {
        int64_t number = f->longs > 1 ? va_arg(*arguments, int64_t) : va_arg(*arguments, int32_t);
        put_number(p, f, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 10,
                   number < 0 ? "-"
                   : f->plus  ? "+"
                              : "");
    } else if (letter == 'u' || letter == 'x') {
        uint64_t number =
            f->longs > 1 ? va_arg(*arguments, uint64_t) : va_arg(*arguments, uint32_t);
        put_number(p, f, number, letter == 'u' ? 10 : 16, "");
    } else if (letter == 'c') {
        put(p, &(char){(char)va_arg(*arguments, int)}, 1);
    } else {
        __builtin_trap();
    }
}

int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list arguments)
{
    struct print p = {to, room, 0};
    va_list rest;
    va_copy(rest, arguments);
    for (const char *at = format; *at != '\0'; at++) {
        const char *plain = at;
        while (*at != '\0' && *at != '%')
            at++;
        put(&p, plain, (size_t)(at - plain));
        if (*at == '\0')
            break;
        if (at[1] == '%') {
            put(&p, ++at, 1);
            continue;
        }
        struct form f;
        at = read_form(at + 1, &f, &rest);
        put_argument(&p, &f, *at, &rest);
    }
    va_end(rest);
    if (room > 0)
        to[p.length < room ? p.length : room - 1] = '\0';
    return (int)p.length;
}

int snprintf(char *restrict to, size_t room, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to, room, format, arguments);
    va_end(arguments);
    return length;
}

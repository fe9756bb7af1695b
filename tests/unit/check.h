/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_CHECK_H
#define LIMMAT_TESTS_CHECK_H

/* cmocka needs these before it, in this order; every unit test includes this one file instead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif

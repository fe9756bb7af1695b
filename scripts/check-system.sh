#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Only src/os/ knows the operating system: no header of POSIX or Windows stands in another layer, and of the
# standard's own neither <time.h>, <signal.h>, <locale.h> nor <threads.h>.  (src/wasm/ is a system of its own.)
# And nobody sorts by qsort, which leaves who is equal in the order of the system: base/sort.h does not.
set -euo pipefail
cd "$(dirname "$0")/.."

system='unistd|fcntl|pthread|dirent|strings|poll|signal|termios|time|locale|threads|semaphore|sched|spawn|ftw|glob'
system="$system|fnmatch|grp|pwd|libgen|dlfcn|syslog|netdb|ifaddrs|utime|langinfo|iconv|windows|winsock2|io|direct|process"
if git ls-files --cached --others --exclude-standard 'src/*.[ch]' 'include/*.h' | grep -v '^src/os/' | grep -v '^src/wasm/' |
    xargs -r grep -nE "^ *# *include <(($system)\.h|(sys|arpa|netinet|net|linux)/.*)>" /dev/null; then
    echo "only src/os/ includes these: give it a function there (files.h, threads.h, clock.h, zone.h, …)"
    exit 1
fi
if git ls-files --cached --others --exclude-standard 'src/*.c' | grep -v '^src/base/sort.c$' | xargs -r grep -nE '\bqsort\(' /dev/null; then
    echo "lm_sort (base/sort.h) keeps the order of who is equal on every system; qsort does not"
    exit 1
fi

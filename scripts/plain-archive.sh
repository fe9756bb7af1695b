#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# plain-archive.sh LIBDIR: run by `meson install`.  The static library is built with what link-time
# optimisation needs beside its code; who embeds it gets the code alone, for any linker.
set -euo pipefail
cd "$MESON_INSTALL_DESTDIR_PREFIX/$1"
objcopy --remove-section '.gnu.lto_*' --remove-section '.gnu.debuglto_*' --strip-symbol __gnu_lto_slim liblimmat.a

# SPDX-License-Identifier: Apache-2.0
# Two commands matter: `make run` shows the main job on real input, `make test` passes every test.
# The rest is for those who work on Limmat.  Meson does the building; this file only calls it.

.PHONY: run build deb install uninstall lib test-deps test test-long test-quick test-packages test-deb windows test-windows release bench docs screenshots fuzz format deps clean

deps:
	@scripts/deps.sh

build: deps
	@scripts/build.sh release

# The library and its headers alone, into build-lib: nothing but a C compiler, Meson and Python.
lib:
	@scripts/deps.sh lib
	@scripts/build.sh lib

# Into PREFIX (/usr/local), or below DESTDIR.
install: build
	@[ -z "$(PREFIX)" ] || meson configure build --prefix="$(abspath $(PREFIX))"
	@[ -z "$(PREFIX)" ] || scripts/build.sh release
	@meson install -C build --no-rebuild --quiet

uninstall:
	@ninja -C build uninstall

# Nothing but what it runs: no test programs, no manual.
run: deps
	@scripts/build.sh release limmat limmat-serve limmat-fetch
	@scripts/run.sh

test-deps:
	@scripts/deps.sh test

test: test-deps build
	@scripts/test.sh short

test-long: test-deps build
	@scripts/test.sh long

# For people at work: the library under the sanitizers.
test-quick: deps
	@scripts/build.sh debug meson-test-prereq && meson test -C build-debug --no-rebuild --suite unit

# Each package built from nothing, installed elsewhere and used; minutes.
test-packages: test-deps build
	@tests/python/packages.sh

# build-windows/limmat.exe: whole, in one file; docs/windows.md.  What it is linked with is made once.
windows: deps
	@scripts/deps.sh windows
	@packaging/windows/build.sh

# It under wine: the suites of the command, of the server and of a browser at it; minutes.
test-windows: test-deps build windows
	@ninja -C build tests/page_tools.stamp >/dev/null
	@tests/windows/run.sh

# The Debian packages, into build/deb.
deb:
	@scripts/deps.sh deb
	@scripts/deb.sh binary

# Built twice, looked at by lintian, tested, installed in a clean root, used and taken away again; for root, a
# quarter of an hour.
test-deb:
	@scripts/deps.sh deb
	@tests/debian/packages.sh

# All that is handed out of this commit, with digests and an SBOM, into build/release; half an hour.
release:
	@scripts/deps.sh test deb windows
	@scripts/release.sh

bench: build
	@scripts/bench.sh

# The documents as a site with a search, into build/docs.
docs:
	@scripts/deps.sh docs
	@mkdocs build --quiet

# Every kind of published page as people see it, into build/screenshots.
screenshots: test-deps build
	@ninja -C build screenshots

fuzz: deps
	@scripts/fuzz.sh

format: deps
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean:
	@rm -rf build build-debug build-fuzz

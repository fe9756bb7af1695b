#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh FOLDER: the first stage of Containerfile, in the clone: what Build-Depends names is installed, the packages
# are built, and the command's is left in FOLDER as limmat.deb.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p "$1"
# The clone may be somebody else's, and git asks.
git config --global --add safe.directory "$PWD"
scripts/deb.sh source "$1"
apt-get build-dep -y --no-install-recommends "$1"/limmat_*.dsc
scripts/deb.sh binary "$1"
cp "$1"/limmat_*_"$(dpkg --print-architecture)".deb "$1/limmat.deb"

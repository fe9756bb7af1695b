# SPDX-License-Identifier: Apache-2.0
from limmat.command import main

main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""inline_module.py OUT WASM: the npm package's inline.js, which has the module in itself."""
import base64
import pathlib
import sys

out, module = map(pathlib.Path, sys.argv[1:])
out.write_text(f"""/* SPDX-License-Identifier: Apache-2.0 */
/* Made by scripts/inline_module.py: browser.js with limmat.wasm inside, for pages that are one file. */

import {{ load as loadHere }} from './browser.js';

export * from './browser.js';

const MODULE = '{base64.b64encode(module.read_bytes()).decode()}';

/** The engine in this file, or from ${{source}}: its address, its bytes, or a module. */
export async function load(source) {{
    return loadHere(source ?? Uint8Array.from(atob(MODULE), (byte) => byte.charCodeAt(0)));
}}
""", encoding="utf-8")

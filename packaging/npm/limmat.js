/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Limmat for Node 18 and later: browser.js, with the files and the hashes of Node.  Elsewhere it does what that does.
 */

import { load as loadHere } from './browser.js';

export * from './browser.js';

/** The engine from limmat.wasm beside this file, or from ${source}: its address, its bytes, or a module. */
export async function load(source) {
    if (!globalThis.process?.versions?.node) return loadHere(source);
    const { readFile } = await import('node:fs/promises');
    const { webcrypto } = await import('node:crypto'); // Node 18 has it here only
    const hash = (bytes) => webcrypto.subtle.digest('SHA-256', bytes);
    if (source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source))
        return loadHere(source, { sha256: hash });
    const url = new URL(source ?? './limmat.wasm', import.meta.url);
    return loadHere(url.protocol === 'file:' ? await readFile(url) : url, { sha256: hash });
}

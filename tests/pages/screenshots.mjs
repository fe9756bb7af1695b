// SPDX-License-Identifier: Apache-2.0
// screenshots.mjs LIMMAT TOOLS OUT: every kind of published page, wide, narrow, dark and on paper, as
// pictures in the folder OUT for people to look at.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { browserOf, falsified, kindsOf, publish, serve, toolsIn } from './site.mjs';

const [command, toolFolder, out] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'limmat-screenshots-'));
const examples = ['summer-open-2026.trf'].map((name) => here(`../../examples/${name}`));
const root = publish(command, scratch, examples, [falsified(scratch, here('../cli/data'))]);
const server = await serve(root);
const browser = await browserOf(toolsIn(toolFolder));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const ways = {
    wide: { viewport: wide, colorScheme: 'light' },
    'wide-dark': { viewport: wide, colorScheme: 'dark' },
    narrow: { viewport: narrow, colorScheme: 'light', deviceScaleFactor: 2 },
    'narrow-dark': { viewport: narrow, colorScheme: 'dark', deviceScaleFactor: 2 },
};
const shown = ['all', 'summer-open-2026', 'falsified', 'double-swiss-2026', 'championship'];
for (const [way, options] of Object.entries(ways)) {
    const context = await browser.newContext(options);
    for (const { event, kind, path } of kindsOf(root)) {
        if (!shown.includes(event)) continue;
        const page = await context.newPage();
        await page.goto(`${server.origin}/${path}`);
        if (kind === 'verify') await page.waitForSelector('#verify[data-done]');
        await page.screenshot({ path: join(out, `${event}-${kind}-${way}.png`), fullPage: true });
        if (way === 'wide')
            await page.pdf({ path: join(out, `${event}-${kind}.pdf`), format: 'A4' });
        await page.close();
    }
    await context.close();
}
console.log(`look at them in ${out}`);
await browser.close();
server.close();
rmSync(scratch, { recursive: true });

// SPDX-License-Identifier: Apache-2.0
// The few lines of the Test Anything Protocol that our tests in JavaScript need.

let count = 0;
let failed = 0;

/** Run ${body}; what it throws is why ${name} does not hold. */
export async function holds(name, body) {
    count++;
    try {
        await body();
        console.log(`ok ${count} - ${name}`);
    } catch (error) {
        failed++;
        console.log(`not ok ${count} - ${name}`);
        console.log(String(error.stack ?? error).replace(/^/gm, '# '));
    }
}

/** Say how many there were. */
export function done() {
    console.log(`1..${count}`);
    process.exitCode = failed === 0 ? 0 : 1;
}

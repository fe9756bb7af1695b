// SPDX-License-Identifier: Apache-2.0
// Keeps the last state of public pages and of cards for when there is no net: what the server answers
// always goes before what is kept.  Nothing of the desk is kept.
"use strict";
const KEPT = "limmat-pages", MOST = 80, PATIENCE = 8000;

const isKept = ({ method, url }) => {
    const { origin, pathname } = new URL(url);
    return method === "GET" && origin === location.origin && /^\/((p|card|static)\/|news\.js$)/.test(pathname);
};
const isText = answer => /^text\/(html|css|javascript)/.test(answer.headers.get("content-type") ?? "");

const keep = async (request, answer) => {
    const kept = await caches.open(KEPT);
    await kept.delete(request, { ignoreVary: true }); // the latest stands last
    await kept.put(request, answer);
    const all = await kept.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map(one => kept.delete(one)));
};

const answerTo = async event => {
    const { request } = event;
    const there = await caches.match(request, { ignoreVary: true });
    const late = there && new Promise((_, fail) => setTimeout(fail, PATIENCE, new Error("no answer")));
    try {
        const answer = await Promise.race([fetch(request), ...there ? [late] : []]);
        if (answer.ok && !answer.redirected && isText(answer))
            event.waitUntil(keep(request, answer.clone()).catch(() => {}));
        return answer;
    } catch (error) {
        if (there)
            return there;
        throw error;
    }
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(clients.claim()));
addEventListener("fetch", event => isKept(event.request) && event.respondWith(answerTo(event)));

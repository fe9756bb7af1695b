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

// "Your pairing is out", from the server; one tap stops it.
const show = ({ title, body, url, stop, label }) =>
    registration.showNotification(title, { body, tag: url, data: { url, stop }, actions: [{ action: "stop", title: label }] });
const open = async url => {
    const windows = await clients.matchAll({ type: "window" });
    const there = windows.find(one => new URL(one.url).pathname === url);
    return there ? there.focus() : clients.openWindow(url);
};
addEventListener("push", event => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", event => {
    const { action, notification } = event, { url, stop } = notification.data;
    notification.close();
    event.waitUntil(action === "stop" ? fetch(`/follow/${stop}/stop`, { method: "POST" }) : open(url));
});

addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(clients.claim()));
addEventListener("fetch", event => isKept(event.request) && event.respondWith(answerTo(event)));

// SPDX-License-Identifier: Apache-2.0
// test_follow.mjs LIMMAT SUMMER: "your pairing is out", by Web Push and by mail.  A stand-in for a push service verifies who
// sends (RFC 8292) and decrypts what is sent (RFC 8291), and is itself held to the example of RFC 8291; one tap stops it.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { done, holds } from '../wasm/tap.mjs';
import { serverOf } from './desk.mjs';

const [command, summer] = process.argv.slice(2);
const letters = (bytes) => Buffer.from(bytes).toString('base64url');
const bytes = (text) => Buffer.from(text, 'base64url');

// --- a browser, and its push service

const browserWith = (ecdh, auth) => ({
    key: letters(ecdh.getPublicKey()),
    auth: letters(auth),
    open(body) {
        const salt = body.subarray(0, 16), size = body.readUInt32BE(16), length = body[20];
        const sender = body.subarray(21, 21 + length), sealed = body.subarray(21 + length);
        assert(sealed.length <= size && length === 65);
        const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
        const input = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
        const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16));
        const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12));
        const cipher = createDecipheriv('aes-128-gcm', key, nonce);
        cipher.setAuthTag(sealed.subarray(-16));
        const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
        const end = plain.lastIndexOf(2);
        assert(end >= 0 && plain.subarray(end + 1).every((byte) => byte === 0), 'the only record ends by 2');
        return plain.subarray(0, end).toString();
    },
});
const newBrowser = () => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    return browserWith(ecdh, randomBytes(16));
};

await holds('the_stand_in_opens_the_example_of_rfc_8291', () => {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'));
    const body = bytes('DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN');
    assert.equal(browserWith(ecdh, bytes('BTBZMqHH6r4Tts7J_aSIgg')).open(body), 'When I grow up, I want to be a watermelon');
});

const arrived = [];
let answer = 201;
const service = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
        arrived.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts) });
        response.writeHead(answer).end();
    });
});
await new Promise((ready) => service.listen(0, '127.0.0.1', ready));
const services = `http://127.0.0.1:${service.address().port}/`;

const sender = (authorization) => {
    const [, token, key] = authorization.match(/^vapid t=([\w.-]+), k=([\w-]+)$/);
    const [head, claims, signature] = token.split('.'), point = bytes(key);
    const jwk = { kty: 'EC', crv: 'P-256', x: letters(point.subarray(1, 33)), y: letters(point.subarray(33)) };
    const good = verify('sha256', Buffer.from(`${head}.${claims}`), { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, bytes(signature));
    return { good, key, head: JSON.parse(bytes(head)), claims: JSON.parse(bytes(claims)) };
};

// --- a server with a tournament that is being played

const server = await serverOf(command);
const mails = join(server.scratch, 'mails');
const mailer = join(server.scratch, 'mailer');
writeFileSync(mailer, `#!/bin/sh\nmkdir -p ${mails} && cat >${mails}/$$.part && mv ${mails}/$$.part ${mails}/$$\n`);
chmodSync(mailer, 0o755);
const options = ['--submissions', '--submission-limit', '1000', '--mail', mailer, '--push', 'mailto:owner@example.org', '--push-service', services];
await server.start(...options);
const at = (path) => `${server.origin}${path}`;
const post = (path, fields) => fetch(at(path), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const text = async (path, more) => (await fetch(at(path), more)).text();

const whole = readFileSync(summer, 'utf8').split('\n');
/** The tournament as it was when ${rounds} rounds were paired and played. */
const after = (rounds) => whole.filter((line) => !/^(240|250|260|299|###)/.test(line)).map((line) => line.startsWith('001') ? line.slice(0, 80) + '    ' + line.slice(84, 91 + 10 * rounds).trimEnd() : line).join('\n');
const put = async (path, rounds) => (await fetch(at(path), { method: 'PUT', body: after(rounds), headers: { accept: 'application/json' } })).json();
const link = new URL((await put('/submit/x.trf', 2)).link).pathname;
await post(`${link}/publish`, {});
const slug = (await text(link)).match(/\/t\/([\w-]+)\//)[1];
const page = (player) => `/t/${slug}/player-${player}.html`;
const follow = (player, browser, endpoint = `${services}one`) => post('/follow/push', { page: page(player), endpoint, key: browser.key, auth: browser.auth });
const until = async (what, seconds = 60) => {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await new Promise((soon) => setTimeout(soon, 50)))
        if (await what()) return true;
    return false;
};
const mailed = () => { try { return readdirSync(mails).filter((name) => !name.endsWith('.part')).map((name) => readFileSync(join(mails, name), 'utf8')); } catch { return []; } };

const browser = newBrowser(), other = newBrowser();
let stop, key;
await holds('the_page_of_a_player_offers_messages', async () => {
    const html = await text(page(1));
    key = html.match(/id="?follow"? data-push="?([\w-]+)/)[1];
    assert.equal(bytes(key).length, 65);
    assert.equal(bytes(key)[0], 4);
    assert.match(html, /name="?mail/);
});

await holds('a_browser_follows_a_player', async () => {
    const response = await follow(1, browser);
    assert.equal(response.status, 200);
    stop = (await response.json()).stop;
    assert.equal(stop.length, 43);
    assert.equal((await follow(2, other, `${services}two`)).status, 200);
});

await holds('no_door_but_that_of_a_push_service_is_knocked_at', async () => {
    for (const endpoint of ['http://127.0.0.1:1/x', 'https://fcm.googleapis.com.evil.example/x', 'https://evil.example/fcm.googleapis.com/', 'https://fcm.googleapis.com@evil.example/', 'https://fcm.googleapis.com:25/', 'ftp://fcm.googleapis.com/', 'https://evilnotify.windows.com/x', `${services.slice(0, -1)}.evil.example/`])
        assert.equal((await follow(1, browser, endpoint)).status, 422, endpoint);
    for (const endpoint of ['https://fcm.googleapis.com/fcm/send/x:y', 'https://updates.push.services.mozilla.com/wpush/v2/x', 'https://web.push.apple.com/x', 'https://db5p.notify.windows.com/w/?token=x'])
        assert.equal((await follow(90, newBrowser(), endpoint)).status, 200, endpoint);
});

await holds('keys_that_are_none_are_refused', async () => {
    for (const keys of [{ key: letters(randomBytes(65)), auth: browser.auth }, { key: browser.key, auth: 'AAAA' }, { key: '', auth: '' }, { key: browser.key.slice(2), auth: browser.auth }])
        assert.match(String((await follow(1, keys)).status), /^4(00|22)$/);
    assert.equal((await post('/follow/push', { page: '/submit', endpoint: `${services}x`, key: browser.key, auth: browser.auth })).status, 422);
    assert.equal((await follow(9999, browser)).status, 404);
});

await holds('the_round_that_was_there_is_not_told', async () => {
    await put(`${link}/x.trf`, 2);
    await new Promise((soon) => setTimeout(soon, 3000));
    assert.deepEqual(arrived, []);
});

await holds('a_pairing_is_told_once_to_who_follows', async () => {
    await put(`${link}/x.trf`, 3);
    assert(await until(() => arrived.length >= 2));
    await new Promise((soon) => setTimeout(soon, 3000));
    assert.deepEqual(arrived.map(({ path }) => path).sort(), ['/one', '/two']);
});

const first = () => arrived.find(({ path }) => path === '/one');
await holds('the_sender_proves_who_it_is', () => {
    const { good, key: own, head, claims } = sender(first().headers.authorization);
    assert(good);
    assert.equal(own, key);
    assert.deepEqual(head, { typ: 'JWT', alg: 'ES256' });
    assert.equal(claims.aud, services.slice(0, -1));
    assert.equal(claims.sub, 'mailto:owner@example.org');
    assert(claims.exp > Date.now() / 1000 && claims.exp < Date.now() / 1000 + 86400);
    assert.equal(first().headers['content-encoding'], 'aes128gcm');
    assert(Number(first().headers.ttl) > 0);
});

await holds('the_message_is_for_that_browser_alone_and_says_the_pairing', async () => {
    const message = JSON.parse(browser.open(first().body));
    assert.throws(() => other.open(first().body));
    const own = (await text(page(1))).match(/<h1[^>]*>(?:<span[^>]*>.*?<\/span> )?([^<]+)/)[1];
    assert.match(message.body, new RegExp(`${own}: Round 3, board \\d+: (White|Black) against `));
    assert.equal(message.url, page(1));
    assert.equal(message.stop, stop);
    assert.equal((await fetch(at(message.url))).status, 200);
    assert(!arrived.some(({ body }) => body.includes('Round 3')), 'nothing is readable on its way');
});

await holds('two_messages_have_no_key_or_salt_in_common', () => {
    const [one, two] = arrived.map(({ body }) => body);
    assert.notDeepEqual(one.subarray(0, 16), two.subarray(0, 16));
    assert.notDeepEqual(one.subarray(21, 86), two.subarray(21, 86));
});

await holds('the_key_stays_the_same_after_a_start_anew', async () => {
    await server.kill();
    await server.start(...options);
    assert((await text(page(1))).includes(key));
});

await holds('one_tap_stops_it', async () => {
    assert.equal((await fetch(at(`/follow/${stop}/stop`), { method: 'POST', redirect: 'manual' })).status, 303);
    arrived.length = 0;
    await put(`${link}/x.trf`, 4);
    assert(await until(() => arrived.length > 0));
    await new Promise((soon) => setTimeout(soon, 2500));
    assert.deepEqual(arrived.map(({ path }) => path), ['/two']);
});

await holds('a_browser_that_is_gone_is_forgotten', async () => {
    assert.equal((await follow(3, newBrowser(), `${services}gone`)).status, 200);
    answer = 410;
    arrived.length = 0;
    await put(`${link}/x.trf`, 5);
    assert(await until(() => arrived.length >= 2));
    answer = 201;
    arrived.length = 0;
    await put(`${link}/x.trf`, 4);
    await post(`${link}/confirm`, { act: 'publish' });
    await new Promise((soon) => setTimeout(soon, 2500));
    assert.deepEqual(arrived, [], 'fewer rounds are no news, either');
});

await holds('a_mail_address_is_asked_before_it_is_told_anything', async () => {
    assert.equal((await post('/follow', { page: page(5), mail: 'visitor@example.org' })).status, 200);
    assert.equal((await post('/follow', { page: page(5), mail: 'no address' })).status, 422);
    assert(await until(() => mailed().length === 1));
    const [mail] = mailed(), path = new URL(mail.match(/http\S+\/follow\/\S+/)[0]).pathname;
    assert.match(mail, /To: visitor@example.org/);
    const silent = (await post('/follow', { page: page(6), mail: 'silent@example.org' })).status;
    assert.equal(silent, 200);
    assert.match(await text(path), /Start alerts/);
    assert.equal((await post(`${path}/confirm`, {})).status, 303);
    assert.match(await text(path), /Stop alerts/);
});

await holds('then_by_mail_with_a_link_that_stops_it', async () => {
    await post(`${link}/confirm`, { act: 'publish' });
    const last = after(5).split('\n').map((line) => line.startsWith('001') ? `${line.padEnd(141)}  0000 - Z` : line).join('\n');
    await fetch(at(`${link}/x.trf`), { method: 'PUT', body: last });
    assert(await until(() => mailed().some((mail) => /Round 6/.test(mail))), String(mailed()));
    const told = mailed().filter((mail) => /Round 6/.test(mail));
    assert.equal(told.length, 1);
    assert.match(told[0], /To: visitor@example.org/);
    const path = new URL(told[0].match(/: (http\S+\/follow\/\S+)/)[1]).pathname;
    assert.equal((await post(`${path}/stop`, {})).status, 303);
    assert.match(await text(path), /Alerts are off/);
});

// --- what the desk announces

const spectator = newBrowser();
let desk;
await holds('an_event_of_the_desk_is_followed', async () => {
    await server.kill();
    const begun = await fetch(await server.start(...options), { method: 'POST', body: new URLSearchParams({ name: 'Vera' }), redirect: 'manual' });
    const cookie = begun.headers.get('set-cookie').split(';')[0];
    const csrf = (await text('/', { headers: { cookie } })).match(/name="csrf" value="(\w+)"/)[1];
    desk = async (path, fields) => (await fetch(at(path), { method: 'POST', headers: { cookie }, body: new URLSearchParams({ ...fields, csrf }), redirect: 'manual' })).status;
    assert.equal(await desk('/new', { name: 'Open', start: '2026-07-14', rounds: '3' }), 303);
    assert.equal(await desk('/e/open/main/people/enter', { text: ['Alt, A', 'Bart, B', 'Carl, C', 'Duft, D'].map((name, i) => `${name}\t${2000 - i}\tSUI`).join('\n') }), 303);
    assert.equal(await desk('/e/open/main/round/1/pair', {}), 303);
    assert.equal(await desk('/e/open/main/round/1/publish', { was: '0' }), 303);
    assert.equal(await desk('/e/open/message', { subject: 'Old', text: 'Said before.', announce: '1' }), 303);
    assert(await until(async () => (await fetch(at('/p/open/main/player-1.html'))).status === 200));
    assert.equal((await post('/follow/push', { page: '/p/open/main/player-1.html', endpoint: `${services}hall`, key: spectator.key, auth: spectator.auth })).status, 200);
    arrived.length = 0;
});

const heard = () => arrived.filter(({ path }) => path === '/hall').map(({ body }) => JSON.parse(spectator.open(body)));
await holds('what_is_announced_is_told_once_and_nothing_older', async () => {
    assert.equal(await desk('/e/open/message', { subject: 'Round 2', text: 'Round 2 begins\nat 14:30.', announce: '1' }), 303);
    assert.equal(await desk('/e/open/message', { subject: 'By mail', text: 'For players alone.' }), 303);
    assert(await until(() => heard().length > 0));
    await new Promise((soon) => setTimeout(soon, 3000));
    assert.deepEqual(heard().map(({ title, body, url }) => [title, body, url]), [['Open', 'Round 2 begins at 14:30.', '/p/open/main/player-1.html']]);
});

await holds('without_a_net_it_waits_and_goes_out_once', async () => {
    const { port } = service.address();
    arrived.length = 0;
    service.closeAllConnections();
    await new Promise((gone) => service.close(gone));
    assert.equal(await desk('/e/open/message', { subject: 'Lost', text: 'A jacket was found.', announce: '1' }), 303);
    await new Promise((soon) => setTimeout(soon, 3000));
    await server.kill();
    await server.start(...options);
    await new Promise((soon) => setTimeout(soon, 2500));
    await new Promise((ready) => service.listen(port, '127.0.0.1', ready));
    assert(await until(() => heard().length > 0));
    await new Promise((soon) => setTimeout(soon, 3000));
    assert.deepEqual(heard().map(({ body }) => body), ['A jacket was found.']);
});

server.end();
service.close();
done();

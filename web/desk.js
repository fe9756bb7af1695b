// SPDX-License-Identifier: Apache-2.0
// The desk's comfort: keys, answers in place, news of others.  Every form works without it.
"use strict";
(() => {
    // include fold.js

    const main = () => document.getElementById("main");

    // --- what lies over the work: a line that goes by itself, and a question

    // Say ${text}, with ${button} behind it; it stays as long as somebody is at it.
    const say = (text, button) => {
        let note = document.getElementById("note");
        if (!note) {
            note = document.createElement("div");
            note.id = "note";
            note.className = "toast";
            note.setAttribute("role", "status");
            document.body.append(note);
        }
        const line = document.createElement("span");
        line.textContent = text.replace(/(?<=[\d½FU])–(?=[\d½])/g, "\u2060–\u2060"); // a result stays in one line
        note.replaceChildren(line, ...button ? [button] : []);
        const leave = () => note.matches(":hover, :focus-within") ? say.timer = setTimeout(leave, 1000) : note.remove();
        clearTimeout(say.timer);
        say.timer = setTimeout(leave, button ? 8000 : 4000);
    };

    // What was just done, where the page offers to undo it.
    const report = () => {
        const undo = document.querySelector("[data-undo]"), what = undo?.dataset.undo;
        if (!what)
            return;
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = undo.textContent.replace(what, "").replace(/[\s:]+$/, "");
        button.addEventListener("click", () => {
            document.getElementById("note").remove();
            const live = document.querySelector("[data-undo]");
            live ? live.click() : submit(undo.form, undo); // the drawer that had it may be shut
        });
        say(what, button);
    };
    const DONE = "limmat-done"; // on the page that an act led to, it is reported there
    const reportLater = () => sessionStorage.setItem(DONE, "1");
    const reportNow = () => {
        if (sessionStorage.getItem(DONE))
            report();
        sessionStorage.removeItem(DONE);
    };

    // The page of a question or a refusal, over this one: what leaves it closes it, and one is where one was.
    const ask = page => {
        const over = document.createElement("dialog"), heading = page.querySelector("main h1");
        const at = document.activeElement, name = nameOf(at);
        over.dataset.needs = "1";
        heading.id = "asked";
        over.setAttribute("aria-labelledby", heading.id);
        over.append(...page.querySelector("main").children);
        over.addEventListener("close", () => {
            over.remove();
            refocus(at, name); // news may have replaced it meanwhile
            reload();
        });
        over.addEventListener("click", event => {
            if (event.target === over || event.target.closest("a.leave")) {
                event.preventDefault();
                over.close();
            }
        });
        document.body.append(over);
        over.showModal();
        (over.querySelector("[autofocus]") ?? over.querySelector("a, button"))?.focus();
    };
    const asking = () => document.querySelector("dialog[open]");

    // --- filters

    const filters = () => {
        for (const list of document.querySelectorAll("[data-filter]")) {
            const bar = list.previousElementSibling?.matches(".filter") ? list.previousElementSibling : null;
            if ((bar?.lastElementChild ?? list.previousElementSibling)?.type === "search")
                continue;
            const field = document.createElement("input");
            field.type = "search";
            field.placeholder = list.dataset.filter;
            field.setAttribute("aria-label", list.dataset.filter);
            field.addEventListener("input", () => {
                const words = wordsOf(field.value);
                for (const row of list.tBodies ? list.tBodies[0].rows : list.children) {
                    const text = seekable(row.textContent);
                    row.hidden = !words.every(is => is(text));
                }
            });
            field.addEventListener("keydown", event => event.key === "Enter" && field.form && event.preventDefault()); // a search sends nothing
            bar ? bar.append(field) : list.before(field);
        }
    };
    const refilter = () => document.querySelectorAll("input[type=search]").forEach(field => field.value && field.dispatchEvent(new Event("input")));

    // Which boards are shown is in the address, and an answer to a form does not know that.
    const showing = () => {
        const table = document.querySelector(".desk-boards[data-show]");
        if (!table)
            return;
        table.dataset.show = new URLSearchParams(location.search).get("show") ?? "";
        for (const chip of document.querySelectorAll(".shows a"))
            chip.search === (table.dataset.show && `?show=${table.dataset.show}`) ? chip.setAttribute("aria-current", "true") : chip.removeAttribute("aria-current");
    };

    // --- the page that is open, renewed in place

    let chosen = null; // the board that keys are for
    let game = null; // and of a match the game, from 0; null: the first that waits
    const rows = () => {
        const only = { missing: ".waits", reports: ".conflict", conflicts: ".disputed" }[document.querySelector(".desk-boards")?.dataset.show] ?? "";
        return [...document.querySelectorAll(`.desk-boards[data-choose] tbody tr${only}`)].filter(row => !row.hidden);
    };

    // The form that keys are for: of a match that of the chosen game.
    const formOf = row => {
        const forms = [...row.querySelectorAll("form.quick")];
        return forms[game] ?? forms.find(form => !form.querySelector("output").textContent) ?? forms[0];
    };
    const mark = row => {
        for (const form of document.querySelectorAll("form.quick.now"))
            form.classList.remove("now");
        if (row.querySelectorAll("form.quick").length > 1)
            formOf(row).classList.add("now");
    };

    const choose = (row, speak = true) => {
        if (!row)
            return;
        const moves = !row.classList.contains("here");
        for (const other of document.querySelectorAll("tr.here"))
            if (other !== row)
                other.classList.remove("here");
        row.classList.add("here");
        if (chosen !== row.dataset.board)
            game = null;
        chosen = row.dataset.board;
        mark(row);
        if (moves) // else a layout of all boards for nothing
            row.scrollIntoView({ block: "nearest" });
        if (speak)
            row.querySelector("output")?.setAttribute("aria-live", "polite");
    };
    const here = () => rows().find(row => row.dataset.board === chosen);
    const isEmpty = row => [...row.querySelectorAll("form.quick output")].some(output => !output.textContent);
    // The next board without a result, behind ${row} or else from the top.
    const nextEmpty = row => {
        const all = rows(), at = all.indexOf(row) + 1;
        return [...all.slice(at), ...all.slice(0, at)].find(isEmpty);
    };

    const nameOf = at => at && main()?.contains(at) ? at.getAttribute("aria-label") ?? at.textContent.trim() : "";

    // Who stood on ${at}, of this ${name}, stands on its successor.
    const refocus = (at, name) => name && document.activeElement === document.body &&
        [...main().querySelectorAll(at.tagName)].find(other => nameOf(other) === name)?.focus({ preventScroll: true });

    const waiting = []; // what is on its way
    let sending = false;
    let seen = 0; // the number of the last entry that an answer showed, though others before it may be missing

    // What stands there next is what was just sent: a second key on the same board is no conflict.
    const shown = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½", none: "" };
    const formOfBoard = board => document.querySelector(`.desk-boards form.quick:has([name=board][value="${CSS.escape(board)}"])`);
    const foresee = ({ board, result }) => {
        const form = formOfBoard(board);
        if (!form)
            return;
        if (form.elements.was)
            form.elements.was.value = result;
        form.querySelector("output").textContent = shown[result] ?? result;
        form.closest("tr").classList.add("sent");
    };

    // Put something in the place of what is there by ${swap}: who types a special result goes on typing; who
    // stood on a button stands on its successor; what is on its way stays to be seen.
    const keeping = (fresh, swap) => {
        const at = document.activeElement, name = nameOf(at);
        const kept = at?.closest?.(".special"), place = kept && fresh.querySelector(".special");
        place?.replaceWith(kept);
        swap();
        waiting.filter(one => one.board).forEach(foresee);
        begin();
        document.dispatchEvent(new Event("limmat:renewed"));
        if (place)
            at.focus();
        else
            refocus(at, name);
    };

    // An answer that is older than what stands here is passed over, unless it ${must} be seen: false.
    const renew = (html, must = false) => {
        const fresh = new DOMParser().parseFromString(html, "text/html");
        if (!must && Number(fresh.body.dataset.number) < Math.max(seen, Number(document.body.dataset.number)))
            return false;
        const typed = [...document.querySelectorAll("input[type=search]")].map(field => field.value);
        const open = "popover" in HTMLElement.prototype && document.querySelector("#foot:popover-open");
        keeping(fresh, () => {
            document.title = fresh.title;
            document.body.dataset.number = fresh.body.dataset.number ?? "0";
            document.querySelector("header")?.replaceWith(fresh.querySelector("header"));
            net();
            main().replaceWith(fresh.getElementById("main"));
            if (open)
                document.getElementById("foot")?.showPopover();
        });
        // What may come stands beside it, with a script of its own; a browser reads that when it loads the page.
        const foreseeing = document.getElementById("what-if"), next = fresh.getElementById("what-if");
        if (next && !foreseeing && main().classList.contains("player-card"))
            location.reload();
        else if (foreseeing && !next)
            foreseeing.parentNode.remove();
        [...document.querySelectorAll("input[type=search]")].forEach((field, i) => {
            field.value = typed[i] ?? "";
            if (field.value)
                field.dispatchEvent(new Event("input"));
        });
        return true;
    };

    // Who fills a form is in the next field already when news come, or reads why it was refused.
    const typed = field => field.value !== field.defaultValue;
    const FILLED = "form.grid :is(input:not([type=hidden], [type=checkbox], [type=radio], [type=search], [data-zone]), textarea), input[type=datetime-local], input[name=why]";

    const busy = () => {
        const at = document.activeElement;
        return at && main()?.contains(at) && at.matches("input:not([type=search]), textarea, select") && typed(at)
            || main()?.querySelector(".setting form")
            || [...main()?.querySelectorAll(FILLED) ?? []].some(typed);
    };

    let loading = false, again = false;
    const reload = async () => {
        if (document.body.dataset.answers) // no address shows again what was made of a form
            return;
        if (loading) {
            again = true;
            return;
        }
        loading = true;
        try {
            const answer = await fetch(location.href, { headers: { accept: "text/html" } });
            if (answer.ok && !busy())
                again = !renew(await answer.text()) || again;
        } catch {
            // the stream will come back, and with it the number
        }
        loading = false;
        if (again) {
            again = false;
            reload();
        }
    };

    let announced = 0; // the number of the last entry that the stream told of
    const catchUp = () => {
        if (announced > Number(document.body.dataset.number) && !waiting.length && !document.querySelector("[data-needs]"))
            reload();
    };

    // Of a round with many boards an entry changes one, and what is beside them.
    const patch = fresh => {
        const own = Number(document.body.dataset.number), number = Number(fresh.body.dataset.number);
        seen = Math.max(seen, number);
        if (number <= own || !document.querySelector("main.round .desk-boards"))
            return;
        keeping(fresh, () => {
            for (const row of fresh.querySelectorAll(".desk-boards tbody tr"))
                document.getElementById(row.id)?.replaceWith(row);
            for (const part of [".line", ".shows", "aside"])
                main().querySelector(part)?.replaceWith(fresh.querySelector(part) ?? "");
            document.querySelector("header nav")?.replaceWith(fresh.querySelector("header nav") ?? ""); // it counts what is missing
            refilter();
        });
        if (number === own + 1)
            document.body.dataset.number = number;
        else
            announced = Math.max(announced, number); // others have entered something, too
    };

    // --- sending: a form is sent once, however often the network fails, since it has a number

    // Keys typed while a step is on its way are for the page that it leads to: they wait for it.
    const held = [];
    const holds = key => main()?.matches(".round") && waiting.some(one => !one.board) &&
        (key in results || key in keys || (jump !== null || held.includes("/")) && /^(\d|Enter|Escape)$/.test(key));

    const number = () => [...crypto.getRandomValues(new Uint8Array(12))].map(b => b.toString(36).padStart(2, "0")).join("");

    const send = async () => {
        if (sending)
            return;
        sending = true;
        while (waiting.length) {
            const { url, body, board, undoes, drawn: beside } = waiting[0];
            try {
                const answer = await fetch(url, { method: "POST", body, headers: { "content-type": "application/x-www-form-urlencoded" } });
                const html = await answer.text();
                waiting.shift();
                const page = new DOMParser().parseFromString(html, "text/html");
                if (!answer.ok && page.querySelector("main .dialog")) {
                    ask(page);
                } else if (!answer.ok) {
                    history.pushState({}, "", location.href);
                    renew(html, true);
                    (main().querySelector("[aria-invalid=true]") ?? main().querySelector("button") ?? main().querySelector("a"))?.focus();
                } else if (beside && answer.ok && drawer() && page.querySelector("main h1")) {
                    fill(page);
                    undoes ? document.getElementById("note")?.remove() : report();
                    reload();
                } else if (page.getElementById("main")?.dataset.part) {
                    const { noted } = page.getElementById("main").dataset;
                    patch(page);
                    noted ? say(noted) : report();
                } else if (!waiting.length && page.getElementById("main")) {
                    if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
                        reportLater();
                        location.href = answer.url;
                        return;
                    }
                    renew(html);
                    undoes ? document.getElementById("note")?.remove() : report();
                }
                if (board && !waiting.some(one => one.board === board))
                    formOfBoard(board)?.closest("tr").classList.remove("sent");
            } catch {
                say(document.body.dataset.unsent);
                await new Promise(done => setTimeout(done, 2000));
            }
        }
        sending = false;
        for (const key of held.splice(0))
            press(key);
        if (!sending)
            catchUp();
    };
    addEventListener("beforeunload", event => {
        if (waiting.length)
            event.preventDefault();
    });

    const submit = (form, button) => {
        const fields = new URLSearchParams(new FormData(form));
        if (button?.name)
            fields.append(button.name, button.value);
        if (!fields.has("req"))
            fields.append("req", number());
        const one = { url: form.action, undoes: Boolean(button?.dataset?.undo), drawn: Boolean(form.closest(".drawer")) };
        if (form.matches(".desk-boards[data-choose] .quick")) {
            fields.append("part", "1");
            Object.assign(one, { board: fields.get("board"), result: fields.get("result") });
        }
        one.body = fields.toString();
        waiting.push(one);
        if (one.board)
            foresee(one);
        send();
    };

    // A large file takes minutes: how much of it has been sent is said beside the button.
    const upload = (form, button) => {
        const request = new XMLHttpRequest(), line = form.querySelector("[role=status]"), mb = bytes => Math.ceil(bytes / 1048576);
        request.open("POST", form.action);
        request.upload.onprogress = ({ loaded, total }) => {
            line.textContent = button.dataset.sent.replace("{done}", mb(loaded)).replace("{all}", mb(total));
        };
        request.onload = () => request.status < 400 ? location.assign(request.responseURL) : ask(new DOMParser().parseFromString(request.responseText, "text/html"));
        request.onloadend = () => { button.disabled = false; };
        request.onerror = () => form.submit();
        button.disabled = true;
        request.send(new FormData(form));
    };

    document.addEventListener("submit", event => {
        const form = event.target;
        if (form.matches(".upload") && event.submitter?.dataset.sent) {
            event.preventDefault();
            upload(form, event.submitter);
            return;
        }
        if (form.method !== "post" || form.enctype === "multipart/form-data" || !document.body.dataset.live)
            return;
        event.preventDefault();
        form.closest("dialog")?.remove();
        if (form.closest(".desk-boards"))
            choose(form.closest("tr"), false);
        submit(form, event.submitter);
    });

    // --- keys

    const results = { 1: "1-0", 0: "0-1", 5: "1/2-1/2", "=": "1/2-1/2" };
    const enter = result => {
        const row = here() ?? nextEmpty();
        if (!row?.querySelector("form.quick")) {
            say(main().dataset.full);
            return;
        }
        choose(row, false);
        const forms = [...row.querySelectorAll("form.quick")];
        const entered = forms.filter(other => other.querySelector("output").textContent);
        const form = result === "none" && game === null ? entered.at(-1) ?? forms[0] : formOf(row);
        if (result === "none" && !form.querySelector("output").textContent)
            return; // nothing to clear
        submit(form, { name: "result", value: result });
        game = null;
        if (result === "none" || isEmpty(row)) // it waits again, or the other game of the match does
            choose(row);
        else
            leave(row);
    };
    // Behind the last board without a result there is none: one key too many changes nothing.
    const leave = row => {
        const next = nextEmpty(row);
        if (next) {
            choose(next);
            return;
        }
        row.classList.remove("here");
        chosen = null;
    };
    // Of a match, the game before or behind the chosen one.
    const turn = step => {
        const row = here() ?? nextEmpty();
        if (!row)
            return;
        const forms = [...row.querySelectorAll("form.quick")];
        game = Math.min(forms.length - 1, Math.max(0, forms.indexOf(formOf(row)) + step));
        choose(row);
    };
    const move = step => {
        const all = rows(), at = all.indexOf(here());
        choose(all[Math.min(all.length - 1, Math.max(0, at + step))] ?? all[0]);
    };
    let jump = null; // what was typed behind "/"

    const typedJump = key => {
        if (key === "Enter") {
            const row = document.getElementById(`b${jump}`);
            jump = null;
            row ? choose(row) : say(main().dataset.noBoard);
        } else if (key === "Escape") {
            jump = null;
        } else if (/^\d$/.test(key)) {
            jump += key;
            say(`${document.querySelector(".seek-all").dataset.board} ${jump} …`);
        } else {
            return false;
        }
        return true;
    };

    // Keys of a page with boards.
    const keys = {
        ArrowDown: () => move(1),
        ArrowUp: () => move(-1),
        ArrowLeft: () => turn(-1),
        ArrowRight: () => turn(1),
        Delete: () => enter("none"),
        Backspace: () => enter("none"),
        "/": () => { jump = ""; say(main().dataset.jump); },
        m: () => {
            const [all, missing] = document.querySelectorAll(".shows a");
            (missing?.hasAttribute("aria-current") ? all : missing)?.click();
        },
        w: () => here()?.querySelector("th a")?.click(),
        "+": () => {
            const form = document.querySelector(".special");
            if (form) {
                const row = here(), own = row && formOf(row), games = row?.querySelectorAll("form.quick").length;
                form.elements.board.value = games > 1 ? own.elements.board.value : row?.id.slice(1) ?? "";
                form.elements.result.focus();
            }
        },
    };
    // "g", then the first letter of a place; all keys of one letter can be turned off (WCAG 2.1.4).
    const places = { o: "overview", p: "players", r: "round", s: "standings" };
    let going = false;
    const go = key => {
        const link = [...document.querySelectorAll(".rail nav a")].find(one => one.pathname.split("/")[4] === places[key]);
        going = false;
        link?.click();
        return Boolean(link);
    };
    const keysOff = () => localStorage.getItem("limmat-keys") === "off";
    const switches = () => {
        for (const button of document.querySelectorAll("button[data-keys]")) {
            const off = button.dataset.off ??= button.textContent;
            button.hidden = false;
            button.textContent = keysOff() ? button.dataset.keys : off;
            button.onclick = () => {
                localStorage.setItem("limmat-keys", keysOff() ? "on" : "off");
                switches();
            };
        }
    };

    const press = key => {
        const playing = document.querySelector(".desk-boards[data-choose]") !== null;
        if (asking() || (keysOff() && key.length === 1))
            return false;
        if (going)
            return go(key);
        if (key === "g" && jump === null) {
            going = true;
            return true;
        }
        if (jump !== null)
            return typedJump(key);
        if (playing && key in results)
            enter(results[key]);
        else if (playing && key in keys)
            keys[key]();
        else if (key in results && main()?.dataset.shut)
            say(main().dataset.shut);
        else if (key === "p" && document.querySelector("[data-key=p]"))
            document.querySelector("[data-key=p]").click();
        else if (key === "p" && main()?.dataset.idle)
            say(main().dataset.idle);
        else if (key === "?")
            document.querySelector("a.help")?.click();
        else
            return false;
        return true;
    };

    document.addEventListener("keydown", event => {
        if (event.target.matches("input, select, textarea") || event.altKey || event.metaKey || asking())
            return;
        if (event.ctrlKey) {
            const again = event.key === "y" || event.key === "Z";
            const undo = (again || event.key === "z") && document.querySelector(again ? "[data-redo]" : "[data-undo]");
            if (undo) {
                event.preventDefault();
                undo.click();
            }
            return;
        }
        if (holds(event.key))
            held.push(event.key);
        else if (!press(event.key))
            return;
        event.preventDefault();
    });
    document.addEventListener("click", event => {
        const row = event.target.closest(".desk-boards[data-choose] tbody tr");
        if (row && !event.target.closest("button, a"))
            choose(row, false);
    });

    // What is chosen of a view is shown at once.
    document.addEventListener("change", event => event.target.matches(".views select") && event.target.form.requestSubmit());

    // A step that is not possible yet says why.
    document.addEventListener("click", event => {
        const not = event.target.closest("[aria-disabled=true][title]");
        if (not)
            say(not.title);
    });

    // --- the wall turns its pages

    const LEAF = 12000; // ms
    const wall = () => {
        const screen = document.querySelector("[data-wall]");
        clearInterval(wall.timer);
        clearInterval(wall.clock);
        if (!screen)
            return;
        const sheets = [...screen.querySelectorAll("section")], leaves = screen.querySelector(".leaves");
        leaves.replaceChildren(...sheets.map(() => document.createElement("i")));
        const turn = () => {
            wall.at = (wall.at ?? 0) % sheets.length;
            sheets.forEach((sheet, i) => {
                sheet.hidden = i !== wall.at;
                leaves.children[i].classList.toggle("on", i === wall.at);
            });
        };
        const count = () => {
            for (const clock of screen.querySelectorAll("[data-starts]")) {
                const left = Math.round(Number(clock.dataset.starts) - Date.now() / 1000), of = n => String(n).padStart(2, "0");
                if (left > 0 && left < 3600)
                    clock.textContent = clock.dataset.in.replace("{time}", `${Math.floor(left / 60)}:${of(left % 60)}`);
                clock.hidden = left <= 0;
            }
        };
        screen.classList.add("turns");
        turn();
        count();
        wall.clock = setInterval(count, 1000);
        wall.timer = setInterval(() => {
            wall.at++;
            turn();
        }, LEAF);
    };

    // --- a screen that nobody touches any more goes back to where others begin

    const idle = () => {
        clearTimeout(idle.timer);
        const back = main()?.querySelector("a[data-idle]")?.href;
        if (back)
            idle.timer = setTimeout(() => location.assign(back), 90000);
    };
    for (const touch of ["pointerdown", "keydown"])
        addEventListener(touch, idle, { passive: true });

    // --- news of others

    // A browser keeps few connections to one address, also for pages that one has left: so only what
    // is looked at has a stream.  Its first message is the number of the last entry.
    let reached = null; // whether the server answers; null: nothing is known yet
    const net = () => {
        const line = document.querySelector(".saved"), place = line?.querySelector("[data-net]"), said = reached === null ? "" : line?.dataset[reached ? "online" : "offline"];
        if (place && place.textContent !== said)
            place.textContent = said;
        line?.classList.toggle("off", reached === false);
    };
    const tell = what => {
        document.dispatchEvent(new Event(`limmat:${what}`)); // to live.js, where it is
        reached = what !== "lost";
        net();
    };
    let stream = null;
    const hear = {
        beat: () => tell("heard"),
        error: ended => {
            tell("lost");
            if (ended)
                later();
        },
        message: data => {
            tell("heard");
            announced = Math.max(announced, Number(data));
            setTimeout(catchUp, Math.random() * 120);
        },
        // What another machine had entered is offered by no entry: the page that shows it looks again.
        offer: () => main()?.dataset.offers && !waiting.length && reload(),
    };
    const listen = () => {
        const link = document.querySelector("a.live");
        if (!link || stream || document.visibilityState === "hidden")
            return;
        stream = import("/news.js").then(({ follow }) => follow(link.href, hear));
        stream.catch(later);
    };
    const hush = () => {
        stream?.then(({ close }) => close(), () => {});
        stream = null;
    };
    const later = () => {
        hush();
        clearTimeout(later.timer);
        later.timer = setTimeout(listen, 5000 + 5000 * Math.random());
    };
    addEventListener("pagehide", hush);
    addEventListener("pageshow", listen);
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" ? hush() : listen());

    // --- people of the rating list, as their names are typed

    const finder = field => {
        const form = field.form, box = document.createElement("ul"), more = document.createElement("p");
        const lists = field.dataset.lists.split(" ");
        let people = [], at = -1, asked = 0, timer = 0, day = "", answered = ""; // the text that the people are of
        box.id = "found";
        box.className = "found";
        box.hidden = true;
        box.setAttribute("role", "listbox");
        box.setAttribute("aria-label", field.dataset.found);
        more.className = "broad fine";
        more.setAttribute("role", "status");
        for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": box.id, "aria-expanded": "false" }))
            field.setAttribute(name, value);
        field.closest("label").after(box, more);

        const show = () => {
            box.hidden = people.length === 0;
            field.setAttribute("aria-expanded", String(!box.hidden));
            box.replaceChildren(...people.map((person, i) => {
                const row = document.createElement("li"), name = document.createElement("b"), rest = document.createElement("span");
                row.id = `found-${i}`;
                row.setAttribute("role", "option");
                row.setAttribute("aria-selected", String(i === at));
                name.textContent = `${person.title ?? ""} ${person.name}`.trim();
                rest.textContent = [person.federation, person.birth, ...["standard", "rapid", "blitz"].filter(kind => person[kind]).map(kind => `${kind} ${person[kind]}`), person.fide_id].filter(Boolean).join(" · ");
                row.append(name, " ", rest);
                row.addEventListener("mousedown", event => {
                    event.preventDefault();
                    take(person);
                });
                return row;
            }));
            if (at >= 0)
                field.setAttribute("aria-activedescendant", `found-${at}`);
            else
                field.removeAttribute("aria-activedescendant");
        };
        const put = (name, value) => {
            if (form.elements[name])
                form.elements[name].value = value ?? "";
        };
        const rate = (person, kind) => {
            put("fide", person[kind]);
            put("source", kind ? `FIDE ${kind} ${day.slice(0, 7)}` : "");
        };
        const take = person => {
            for (const name of ["name", "fide_id", "title", "federation", "birth", "sex"])
                put(name, person[name]);
            const first = lists.find(kind => person[kind]);
            rate(person, first);
            const others = ["standard", "rapid", "blitz"].filter(kind => person[kind] && kind !== first);
            more.replaceChildren(`${field.dataset.listed} ${dayOf(new Date(day), { day: "numeric", month: "long", year: "numeric" })}: ${first ? `${first} ${person[first]}` : field.dataset.unlisted}. `, ...others.map(kind => {
                const button = document.createElement("button");
                button.type = "button";
                button.textContent = `${field.dataset.take} ${kind} ${person[kind]}`;
                button.addEventListener("click", () => rate(person, kind));
                return button;
            }));
            people = [];
            at = -1;
            show();
            form.querySelector("button.main").focus();
        };
        const ask = async () => {
            const mine = ++asked, typed = field.value.trim();
            if (typed.length < 2) {
                people = [];
            } else {
                const answer = await fetch(`${field.dataset.list}?q=${encodeURIComponent(typed)}`).catch(() => null);
                if (!answer?.ok || mine !== asked)
                    return;
                const found = await answer.json();
                people = document.activeElement === field ? found.people : [];
                day = found.list;
            }
            at = -1;
            answered = typed;
            show();
        };
        // Enter takes the first found for all that was typed, never one found for less.
        const enter = async () => {
            clearTimeout(timer);
            if (answered !== field.value.trim())
                await ask();
            if (answered === field.value.trim() && people.length)
                take(people[Math.max(0, at)]);
        };
        field.addEventListener("input", () => {
            clearTimeout(timer);
            timer = setTimeout(ask, 10);
        });
        field.addEventListener("blur", () => {
            people = [];
            show();
        });
        field.addEventListener("keydown", event => {
            const keys = {
                ArrowDown: () => { at = Math.min(people.length - 1, at + 1); show(); },
                ArrowUp: () => { at = Math.max(0, at - 1); show(); },
                Escape: () => { people = []; show(); },
                Enter: enter,
            };
            if (people.length && event.key in keys) {
                event.preventDefault();
                keys[event.key]();
            }
        });
        if (typed(field)) // before this script came
            ask();
    };
    const finders = () => {
        for (const field of document.querySelectorAll("[data-list]:not([role])"))
            finder(field);
    };

    // A search form whose answer follows what is typed; without scripts its button asks.
    for (const form of document.querySelectorAll("form[data-answer]")) {
        const field = form.querySelector("[name=q]");
        let timer = 0, asked = 0;
        field.addEventListener("input", () => {
            clearTimeout(timer);
            if (field.value.trim().length > 2)
                timer = setTimeout(async () => {
                    const mine = ++asked, answer = await fetch(`${form.action}?q=${encodeURIComponent(field.value)}`).catch(() => null);
                    const found = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(form.dataset.answer);
                    if (found && mine === asked)
                        document.getElementById(form.dataset.answer).replaceChildren(...found.childNodes);
                }, 300);
        });
        if (typed(field)) // before this script came
            field.dispatchEvent(new Event("input"));
    }

    const printers = () => {
        // A time zone: the browser's where none was chosen, and all that it knows to choose from.
        for (const field of document.querySelectorAll("[data-zone]")) {
            const zones = document.body.appendChild(document.createElement("datalist"));
            const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
            zones.id = `zones-${field.form.action.length}`;
            zones.append(...(Intl.supportedValuesOf?.("timeZone") ?? []).map(name => new Option(name)));
            field.setAttribute("list", zones.id);
            if (own && field.value === "UTC") field.value = own;
        }
        for (const button of document.querySelectorAll("[data-print]")) {
            button.hidden = false;
            button.onclick = () => print();
        }
    };

    const copiers = () => {
        for (const button of document.querySelectorAll("[data-copy]")) {
            button.hidden = !navigator.clipboard;
            button.onclick = () => navigator.clipboard.writeText(button.dataset.copy).then(() => say(button.dataset.copy));
        }
    };

    // In a calendar arrows go from hour to hour, Home and End to the first and last of a day; Tab comes
    // to it once, where one was last, and leaves it again.
    const arrows = () => {
        const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [1, 0], End: [-1, 0] };
        for (const table of document.querySelectorAll("[data-arrows]")) {
            const stops = [...table.querySelectorAll("td :is(input, button)")];
            const stopAt = one => stops.forEach(stop => (stop.tabIndex = stop === one ? 0 : -1));
            stopAt(stops.find(stop => stop.checked) ?? stops[0]);
            table.addEventListener("focusin", event => stops.includes(event.target) && stopAt(event.target));
            table.onkeydown = event => {
                const step = steps[event.key], cell = event.target.closest("td");
                if (!step || !cell)
                    return;
                event.preventDefault();
                let row = cell.parentNode.rowIndex, column = cell.cellIndex, next = null;
                if (event.key === "Home" || event.key === "End")
                    row = event.key === "Home" ? 0 : table.rows.length;
                do {
                    row += step[0];
                    column += step[1];
                    next = table.rows[row]?.cells[column];
                } while (next && !next.querySelector("input, button"));
                next?.querySelector("input, button").focus();
            };
        }
    };

    // --- a new event: the order of tie-breaks as chips, a time for each round, what was chosen

    // The places of ${list} as chips that are dragged, moved by arrows and removed; its first select becomes the one
    // that adds.  Until somebody changes it the order is that of the chosen system, and nothing is sent.
    const ordered = list => {
        const form = list.closest("form"), add = list.querySelector("select"), names = new Map();
        const chosen = [...list.querySelectorAll("select")];
        for (const { value, label } of chosen.flatMap(select => [...select.options]))
            names.set(value, label);
        const standing = chosen.map(select => select.value).filter(code => code !== "-");
        add.value = "-";
        add.removeAttribute("name");
        add.options[0].textContent = `+ ${list.dataset.add}`;
        add.setAttribute("aria-label", list.dataset.add);
        const sent = document.createElement("span"), heard = document.createElement("span");
        heard.className = "heard";
        heard.setAttribute("role", "status");
        list.after(sent, heard);
        let codes = [], own = standing.length > 0, dragged = -1;
        const usual = () => form.querySelector("[data-order]:checked")?.dataset.order.split(" ").filter(Boolean) ?? [];
        const change = (next, focus) => {
            codes = next;
            own = true;
            draw();
            list.querySelectorAll(".chip")[focus]?.focus();
        };
        const moved = (from, to) => {
            if (to < 0 || to >= codes.length)
                return;
            const next = codes.toSpliced(from, 1).toSpliced(to, 0, codes[from]);
            change(next, to);
            heard.textContent = `${names.get(next[to])}: ${list.dataset.moved} ${to + 1}`;
        };
        const chip = (code, i) => {
            const item = document.createElement("li"), it = document.createElement("span"), place = document.createElement("i"), remove = document.createElement("button");
            it.className = "chip";
            it.tabIndex = 0;
            it.draggable = true;
            place.textContent = i + 1;
            remove.type = "button";
            remove.textContent = "×";
            remove.setAttribute("aria-label", `${list.dataset.remove}: ${names.get(code) ?? code}`);
            remove.onclick = () => change(codes.toSpliced(i, 1), Math.min(i, codes.length - 2));
            it.append(place, names.get(code) ?? code, remove);
            it.onkeydown = event => {
                const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
                if (event.key === "Delete")
                    remove.click();
                else if (step)
                    moved(i, i + step);
                else
                    return;
                event.preventDefault();
            };
            it.ondragstart = () => { dragged = i; };
            item.ondragover = event => {
                event.preventDefault();
                item.classList.add("over");
            };
            item.ondragleave = () => item.classList.remove("over");
            item.ondrop = event => {
                event.preventDefault();
                moved(dragged, i);
            };
            item.append(it);
            return item;
        };
        const draw = () => {
            const last = document.createElement("li");
            for (const option of add.options)
                option.hidden = option.disabled = codes.includes(option.value);
            last.append(add);
            list.classList.toggle("usual", !own);
            list.replaceChildren(...codes.map(chip), ...codes.length < 10 ? [last] : []);
            sent.replaceChildren(...(!own ? [] : codes.length === 0 ? ["-"] : codes).map(code => Object.assign(document.createElement("input"), { type: "hidden", name: "tie_breaks", value: code })));
        };
        add.onchange = () => {
            const code = add.value;
            add.value = "-";
            change([...codes, code], codes.length);
        };
        form.addEventListener("change", event => {
            if (event.target.name !== "system" || own)
                return;
            codes = usual();
            draw();
        });
        codes = own ? standing : usual();
        draw();
    };

    // Times as "2026-10-03T09:50" of the rounds of ${form}, from the first time, the rounds a day and the minutes between.
    const timesOf = form => {
        const { start, first_time, a_day, every, rounds } = form.elements;
        if (!start.value || !first_time.value)
            return [];
        const first = Date.parse(`${start.value}T${first_time.value}Z`), day = Math.max(1, Number(a_day.value));
        return Array.from({ length: Math.min(30, Number(rounds.value) || 9) }, (_, i) =>
            new Date(first + Math.floor(i / day) * 864e5 + i % day * (Number(every.value) || 0) * 6e4).toISOString().slice(0, 16));
    };
    const scheduled = box => {
        const form = box.closest("form"), sent = document.createElement("input"), table = document.createElement("table");
        form.elements.zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone || "";
        sent.type = "hidden";
        sent.name = "begins";
        box.append(table, sent);
        const keep = () => { sent.value = [...table.querySelectorAll("input")].map(field => field.value || "-").join(" "); };
        const draw = () => {
            const times = timesOf(form);
            table.hidden = times.length === 0;
            table.innerHTML = "<thead><tr><th scope=col></th><th scope=col></th></tr></thead><tbody></tbody>";
            table.rows[0].cells[0].textContent = box.dataset.round;
            table.rows[0].cells[1].textContent = box.dataset.start;
            times.forEach((time, i) => {
                const row = table.tBodies[0].insertRow(), field = document.createElement("input"), number = document.createElement("th");
                number.scope = "row";
                number.textContent = i + 1;
                field.type = "datetime-local";
                field.value = time;
                field.setAttribute("aria-label", `${box.dataset.round} ${i + 1}: ${box.dataset.start}`);
                field.oninput = keep;
                row.append(number);
                row.insertCell().append(field);
            });
            times.length ? keep() : sent.value = "";
        };
        form.addEventListener("input", event => {
            if (["start", "first_time", "a_day", "every", "rounds"].includes(event.target.name))
                draw();
        });
    };
    const dayOf = (date, parts) => date.toLocaleDateString(document.documentElement.lang.replace(/^en$/, "en-GB"), { ...parts, timeZone: "UTC" });
    const summed = box => {
        const form = document.querySelector("form.parts"), put = (name, text) => { box.querySelector(`[data-of=${name}]`).textContent = text; };
        // What the time control comes to, the server says; the last round ends when both have used their time.
        const hint = form.querySelector("[data-clock]");
        let game = 0, asked = 0;
        const clock = async () => {
            const typed = form.elements.time_control.value.trim(), mine = ++asked;
            const answer = typed && await fetch(`${hint.dataset.clock}?time_control=${encodeURIComponent(typed)}`).catch(() => null);
            const { seconds, said } = answer?.ok ? await answer.json() : { seconds: 0, said: "" };
            if (mine !== asked)
                return;
            game = seconds;
            hint.textContent = said;
            draw();
        };
        const ends = () => {
            const last = timesOf(form).at(-1);
            if (!last || !game)
                return "–";
            const at = new Date(Math.ceil((Date.parse(`${last}Z`) + 2000 * game) / 300000) * 300000), said = at.toISOString();
            return (said.startsWith(form.elements.start.value) ? "" : `${dayOf(at, { day: "numeric", month: "long" })}, `) + said.slice(11, 16);
        };
        const draw = () => {
            const { name, city, start, rounds, first_time } = form.elements;
            put("name", name.value || name.placeholder);
            put("when", [city.value, start.value && dayOf(new Date(start.value), { day: "numeric", month: "long", year: "numeric" })].filter(Boolean).join(", "));
            put("system", form.querySelector("[name=system]:checked").closest("label").querySelector("b").textContent);
            put("rounds", [rounds.value, first_time.value].filter(Boolean).join(", "));
            put("ends", ends());
            put("rate", form.querySelector("[name=rate]:checked").closest("label").textContent);
        };
        box.hidden = false;
        form.addEventListener("input", event => {
            draw();
            if (event.target.name === "time_control")
                clock();
        });
        draw();
        clock();
    };
    const planning = () => {
        for (const [what, make] of [[".orders[data-add]", ordered], [".schedule", scheduled], ["[data-summary]", summed], ["form.pasting", pasting]]) {
            const part = document.querySelector(`${what}:not([data-made])`);
            if (part) {
                part.dataset.made = "1";
                make(part);
            }
        }
    };

    // --- one player beside the list: the address has the player's id behind "#", so that Back closes it

    const drawer = () => document.querySelector(".drawer");
    const fill = page => {
        const box = drawer() ?? document.createElement("aside"), shut = document.createElement("button");
        box.className = "drawer";
        shut.type = "button";
        shut.className = "quiet shut";
        shut.textContent = "×";
        shut.setAttribute("aria-label", document.querySelector("[data-shut]")?.dataset.shut ?? "×");
        shut.onclick = () => history.replaceState({}, "", location.pathname + location.search) ?? opened();
        box.replaceChildren(...page.getElementById("main").children);
        const head = box.querySelector("h1");
        head.id = "drawn";
        head.tabIndex = -1;
        box.setAttribute("aria-labelledby", head.id);
        head.closest(".top").append(shut);
        if (!box.isConnected)
            main().after(box);
        filters();
        return head;
    };
    let drawn = ""; // whose
    const opened = async () => {
        const id = /^#[pt]\d+$/.test(location.hash) ? location.hash.slice(1) : "";
        const link = id && document.querySelector(`a[data-player="${id}"]`);
        for (const row of document.querySelectorAll(".people tr.open"))
            row.classList.remove("open");
        if (!link) {
            const back = document.querySelector(`a[data-player="${drawn}"]`);
            drawer()?.remove();
            if (drawn)
                back?.focus({ preventScroll: true });
            drawn = "";
            return;
        }
        link.closest("tr").classList.add("open");
        if (drawn === id && drawer())
            return;
        drawn = id;
        const answer = await fetch(link.href, { headers: { accept: "text/html" } }).catch(() => null);
        if (!answer?.ok)
            location.assign(link.href);
        else if (drawn === id)
            fill(new DOMParser().parseFromString(await answer.text(), "text/html")).focus({ preventScroll: true });
    };
    addEventListener("hashchange", opened);
    document.addEventListener("click", event => {
        const link = event.target.closest("a[data-player]");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button)
            return;
        event.preventDefault();
        location.hash = link.dataset.player;
    });
    document.addEventListener("keydown", event => {
        if (event.key === "Escape" && drawer() && !asking())
            drawer().querySelector(".shut").click();
    });

    // --- settings: one is changed in its row, by the form that its link leads to

    const inRow = async link => {
        const row = link.closest(".setting"), kept = [...row.children], place = document.createElement("dd");
        const answer = await fetch(link.href, { headers: { accept: "text/html" } }).catch(() => null);
        const form = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main form.grid");
        if (!form || !link.isConnected)
            return form === null && location.assign(link.href);
        const leave = event => {
            event.preventDefault();
            row.replaceChildren(...kept);
            link.focus();
        };
        place.className = "editing";
        place.append(form);
        row.replaceChildren(kept[0], place);
        form.querySelector("a.quiet")?.addEventListener("click", leave);
        form.addEventListener("keydown", event => event.key === "Escape" && leave(event));
        form.querySelector("input:not([type=hidden]), select, textarea")?.focus();
    };
    document.addEventListener("click", event => {
        const link = event.target.closest(".setting .edit a");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button)
            return;
        event.preventDefault();
        inRow(link);
    });

    // --- search and act: places, players, boards and the acts of the page, by their first letters

    // What can be searched: {group, text, more, go}.
    const searched = async link => {
        const all = [], add = (group, text, go, more = "") => text && all.push({ group, text, more, go, key: seekable(`${text} ${more}`) });
        for (const place of document.querySelectorAll(".rail nav a"))
            add("pages", [...place.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join(" "), () => place.click());
        for (const act of main().querySelectorAll(".top .btn, .acts :is(.btn, button:not([aria-disabled])), .links a, .files a, .acts-list a"))
            add("acts", act.textContent.trim(), () => act.click());
        const answer = /players$/.test(link.pathname) ? await fetch(link.href, { headers: { accept: "text/html" } }).catch(() => null) : null;
        const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : document;
        for (const row of page.querySelectorAll(".people tbody tr")) {
            const name = row.querySelector("[data-player]"), more = [".fed", ".pts", ".badge"].map(cell => row.querySelector(cell)?.textContent.trim()).filter(Boolean).join(" · ");
            const who = row.querySelector("th").textContent.trim(), page = new URL(name.getAttribute("href"), link.href);
            add("players", who, () => location.assign(page), more);
            // Byes and withdrawals are forms on the page of the player; the others have a page of their own.
            all.at(-1).deeds = (link.dataset.deeds || "").split("|").filter(Boolean).map(deed => {
                const [, kind, title] = deed.match(/^(\S+) (.*)$/), own = /^(bye|withdraw)$/.test(kind);
                const url = own ? `${page.href}#coming` : new URL(`do/${kind}?player=${name.dataset.player}`, link.href);
                return { group: "acts", text: `${who}: ${title}`, more: "", key: seekable(`${who} ${title}`), go: () => location.assign(url) };
            });
        }
        return all;
    };

    // Those of ${all} that hold what was ${typed}: a board by its number, after ">" acts alone; "withdraw kel t"
    // finds that act for players whose names begin so.
    const foundIn = (all, typed, link) => {
        const what = typed.replace(/^>/, ""), fits = words => one => words.every(is => is(one.key));
        const holding = fits(wordsOf(what)), beginning = fits(wordsOf(what, " ")), board = typed.match(/^#?(\d+)$/)?.[1];
        const groups = typed.startsWith(">") ? ["acts"] : ["players", "pages", "acts"];
        const hits = groups.flatMap(group => all.filter(one => one.group === group && holding(one)).slice(0, 7));
        const found = hits.filter(one => one.group === "players");
        hits.push(...typed && found.length === 1 ? found[0].deeds
            : all.flatMap(one => holding(one) ? [] : one.deeds ?? []).filter(beginning).slice(0, 7));
        const round = board && [...document.querySelectorAll(".rail nav a")].find(place => /\/round\/\d+$/.test(place.pathname));
        if (round)
            hits.unshift({ group: "pages", text: `${link.dataset.board} ${board}`, more: "", go: () => location.assign(`${round.href}#b${board}`) });
        return hits;
    };
    const palette = async () => {
        const link = document.querySelector(".seek-all");
        if (!link || document.querySelector("dialog"))
            return;
        const box = document.createElement("dialog"), field = document.createElement("input"), list = document.createElement("ul"), foot = document.createElement("p");
        box.className = "palette";
        box.setAttribute("aria-label", link.dataset.palette);
        list.id = "palette-list";
        list.setAttribute("role", "listbox");
        list.setAttribute("aria-label", link.dataset.palette);
        for (const [name, value] of Object.entries({ type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": list.id, "aria-autocomplete": "list", "aria-label": link.dataset.palette, placeholder: link.dataset.palette, autocomplete: "off" }))
            field.setAttribute(name, value);
        foot.textContent = link.dataset.keys;
        box.append(field, list, foot);
        box.addEventListener("close", () => box.remove());
        box.addEventListener("click", event => event.target === box && box.close());
        document.body.append(box);
        box.showModal();
        let all = [], hits = [], at = 0;
        const go = hit => {
            box.close();
            hit.go();
        };
        const line = (name, role, text) => Object.assign(document.createElement("li"), { className: name, role, textContent: text });
        const draw = () => {
            let group = "";
            list.replaceChildren(...hits.flatMap((hit, i) => {
                const row = line("", "option", hit.text), heads = hit.group === group ? [] : [line("cap", "presentation", link.dataset[hit.group])];
                row.id = `palette-${i}`;
                row.setAttribute("aria-selected", String(i === at));
                if (hit.more)
                    row.append(Object.assign(document.createElement("small"), { textContent: hit.more }));
                row.onclick = () => go(hit);
                group = hit.group;
                return [...heads, row];
            }), ...hits.length ? [] : [line("cap", "option", link.dataset.none)]);
            field.setAttribute("aria-activedescendant", hits.length ? `palette-${at}` : "");
            list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
        };
        const find = () => {
            at = 0;
            hits = foundIn(all, field.value.trim(), link);
            draw();
        };
        field.oninput = find;
        field.onkeydown = event => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step && hits.length)
                at = (at + step + hits.length) % hits.length;
            else if (event.key !== "Enter")
                return;
            event.preventDefault();
            event.key === "Enter" ? hits[at] && go(hits[at]) : draw();
        };
        all = await searched(link);
        find();
    };
    document.addEventListener("click", event => {
        if (event.target.closest(".seek-all") && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            palette();
        }
    });
    addEventListener("keydown", event => {
        if ((event.ctrlKey || event.metaKey) && event.key === "k") {
            event.preventDefault();
            palette();
        }
    });

    // --- rows of players: what each became follows the text, and the button says how many are added

    const pasting = form => {
        let timer = 0, asked = 0;
        const check = async () => {
            const mine = ++asked, { text, file } = form.elements;
            if (!text.value.trim() && !file.files.length)
                return;
            const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
            if (!answer || mine !== asked || !form.isConnected)
                return;
            const page = new DOMParser().parseFromString(await answer.text(), "text/html"), became = page.getElementById("became");
            if (!became) // a file that cannot be read: why
                return file.files.length ? ask(page) : undefined;
            if (file.files.length)
                text.value = page.querySelector("textarea[name=text]").value;
            file.value = "";
            document.getElementById("became").replaceWith(became);
            form.querySelector("button").classList.remove("main");
        };
        form.elements.text.addEventListener("input", () => {
            clearTimeout(timer);
            timer = setTimeout(check, 400);
        });
        form.elements.file.addEventListener("change", check);
        form.addEventListener("submit", () => {
            clearTimeout(timer);
            asked++; // what the button brings replaces what is still on its way
        });
        if (typed(form.elements.text)) // before this script came
            check();
        for (const [what, over] of [["dragover", true], ["dragleave", false], ["drop", false]])
            form.addEventListener(what, event => {
                const files = event.dataTransfer?.files;
                form.classList.toggle("over", over);
                if (over || files?.length)
                    event.preventDefault();
                if (what !== "drop" || !files?.length)
                    return;
                form.elements.file.files = files;
                check();
            });
    };
    document.addEventListener("change", event => {
        const button = event.target.name === "take" && event.target.closest("form").querySelector("[data-more]");
        if (!button)
            return;
        const count = event.target.closest("form").querySelectorAll("[name=take]:checked").length;
        button.textContent = button.dataset[count === 1 ? "one" : "more"].replace(/\d+/, count);
        button.disabled = count === 0;
    });

    // Places in one line: the one that is open is in view.
    const inView = () => {
        const tab = document.querySelector(".rail > nav [aria-current]"), list = tab?.closest("ul");
        if (list)
            list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
    };

    const begin = () => {
        inView();
        opened();
        showing();
        switches();
        planning();
        arrows();
        filters();
        finders();
        printers();
        copiers();
        idle();
        wall();
        if (rows().length)
            choose(here() ?? nextEmpty(), false);
    };
    begin();
    reportNow();
    listen();
})();

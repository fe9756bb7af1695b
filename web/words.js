// SPDX-License-Identifier: Apache-2.0
// What the scripts of pages share: elements, and words in the language of the page.
"use strict";
globalThis.limmatPage = text => {
    const patterns = JSON.parse(text), language = document.documentElement.lang;

    // An element with its children; texts are texts, never markup.
    const make = (name, attributes, ...children) => {
        const element = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        element.append(...children);
        return element;
    };

    const isOne = number => language === "fr" ? number < 2 : number === 1;
    const closing = (text, at) => { // the "}" for what is open at ${at}
        for (let open = 0; at < text.length; at++) {
            if (text[at] === "}" && open-- === 0) break;
            if (text[at] === "{") open++;
        }
        return at;
    };
    const branchOf = (text, value, plural) => {
        const branches = {};
        for (let at = 0, match; (match = /^\s*(=?\w+)\s*\{/.exec(text.slice(at))) !== null;) {
            const begin = at + match[0].length, end = closing(text, begin);
            branches[match[1]] = text.slice(begin, end);
            at = end + 1;
        }
        const counted = plural ? [`=${value}`, isOne(value) ? "one" : "other"] : [String(value)];
        return branches[counted.find(name => name in branches) ?? "other"] ?? "";
    };
    const fill = (text, values, number) => {
        let said = "";
        for (let at = 0; at < text.length; at++) {
            if (text[at] === "#" && number !== undefined) said += number;
            else if (text[at] !== "{") said += text[at];
            else {
                const end = closing(text, at + 1);
                const [, name, kind, rest] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*,)?([^]*)$/.exec(text.slice(at + 1, end));
                const value = values[name];
                said += kind === undefined ? value
                    : fill(branchOf(rest, value, kind === "plural"), values, kind === "plural" ? value : number);
                at = end;
            }
        }
        return said;
    };
    const word = (key, values = {}) => fill(patterns[key] ?? key, values);
    const decimal = text => language === "en" ? text : text.replace(".", ",");

    // 2½ of 2.5; other values as the language writes them.
    const points = value => {
        const [whole, part] = String(value).split(".");
        return part === undefined || part === "0" ? whole
            : part === "5" ? (whole === "0" ? "½" : `${whole}½`) : decimal(String(value));
    };

    return { make, word, decimal, points, language };
};

    // As people search: without case and diacritics, and ü as u or as ue.
    const PLAIN = { ł: "l", ø: "o", ß: "ss", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i", ς: "σ" };
    const SPELT = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
    const fold = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[łøßđðþæœıς]/g, c => PLAIN[c]);
    const spell = text => fold(text.normalize("NFC").toLowerCase().replace(/[äöüøå]/g, c => SPELT[c]));
    const seekable = text => ` ${fold(text)} ${spell(text)}`;
    // The words of ${typed}, each as a test of a seekable text; with ${before} " " at the start of a word.
    const wordsOf = (typed, before = "") => typed.trim().split(/\s+/).map(word => {
        const forms = [before + fold(word), before + spell(word)];
        return text => forms.some(form => text.includes(form));
    });

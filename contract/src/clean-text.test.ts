import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanLine, cleanText } from "./clean-text.ts";

describe("[W1] a text of several lines", () => {
  test.each([
    [
      "every kind of line break",
      "a\r\nb\rc\u000bd\u000ce\u0085f\u2028g\u2029h\ni",
      "a\nb\nc\nd\ne\nf\ng\nh\ni",
    ],
    ["two breaks stay two", "a\r\n\r\nb\n\rc", "a\n\nb\n\nc"],
    ["controls of C0 and C1", "a\u0001b\u001bc\u007fd\u0080e\u009ff\u0008", "abcdef"],
    ["byte order marks and noncharacters", "\uFEFFa\uFEFFb\uFFFEc\uFFFFd\uFDD0e\u{1FFFE}f", "abcdef"],
    ["decomposed letters are composed", "Cafe\u0301 чаи\u0306 \u1100\u1161", "Café чай \uac00"],
    ["tabs stay", "a\tb", "a\tb"],
    ["spaces around", " \t\u00a0\u3000a b\u200b\u2060\n ", "a b"],
    ["NUL, which is refused", " a\u0000\u0001 ", " a\u0000\u0001 "],
    ["half a surrogate pair, which is refused", "\ud83d\uFEFF\ude00", "\ud83d\uFEFF\ude00"],
  ])("%s", (_, typed, stored) => expect(cleanText(typed)).toBe(stored));

  test.each([
    ["Persian with a zero-width non-joiner", "می\u200cخواهم"],
    ["Hindi with a joiner", "क्\u200dष"],
    ["Sinhala at the end of a word", "ක්\u200d"],
    ["a family", "👨\u200d👩\u200d👧"],
    ["a heart as an emoji", "❤\uFE0F"],
    ["the flag of Scotland", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
    ["Hebrew with direction marks", "\u200fשלום\u200e C++\u200f"],
    ["isolates", "\u2068אבג\u2069 abc"],
    ["Mongolian with a vowel separator", "ᠬᠠᠷ\u180eᠠ"],
    ["Hangul written with fillers", "\u115fᅡ"],
    ["a soft hyphen inside a word", "Donau\u00addampf"],
    ["a Thai break", "ภาษา\u200bไทย"],
    ["a variant of an ideograph in a name", "\uFA19"],
    ["Braille with a blank", "⠓\u2800⠊"],
  ])("%s stays as it is", (_, text) => {
    expect(cleanText(text)).toBe(text);
    expect(cleanLine(text)).toBe(text);
  });

  test.each([
    ["", ""],
    ["spaces", " \u00a0\u2003\u3000\n\t"],
    ["a zero-width space", "\u200b"],
    ["joiners", "\u200c\u200d\u2060"],
    ["a soft hyphen", "\u00ad"],
    ["Hangul fillers", "\u115f\u1160\u3164\uFFA0"],
    ["Braille blanks", "\u2800 \u2800"],
    ["direction marks", "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"],
    ["variation selectors", "\uFE0F\uFE00\u180b\u{E0100}"],
    ["tags", "\u{E0001}\u{E0041}\u{E007F}"],
    ["a grapheme joiner", "\u034f"],
    ["a Mongolian vowel separator", "\u180e"],
    ["invisible operators", "\u2061\u2062\u2063\u2064"],
    ["Khmer inherent vowels", "\u17b4\u17b5"],
    ["marks of annotations", "\uFFF9\uFFFA\uFFFB"],
    ["controls of music and shorthand", "\u{1D159}\u{1D173}\u{1BCA0}"],
    ["controls", "\u0001\u000b\u009f"],
    ["a byte order mark between line separators", "\u2028\uFEFF\u2029"],
  ])("without any visible character is empty: %s", (_, text) => {
    expect(cleanText(text)).toBe("");
    expect(cleanLine(text)).toBe("");
  });
});

test("[W1] a text of one line has spaces for line breaks and tabs", () => {
  expect(cleanLine(" a\r\nb\u2028c\u000bd\te ")).toBe("a b c d e");
});

/** What a reader sees of a text, whatever is between. */
const inkOf = (text: string) =>
  text.replace(/[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu, "").normalize("NFC");
const anyText = fc.string({
  unit: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ..." \t\n\r\u000b\u0085\u2028a\u0301\u0958\u0001\uFEFF\u200b\u200d\u00ad\u2800\u{E0041}👩",
      ),
    },
    { weight: 1, arbitrary: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) },
  ),
});

test.each([
  ["several lines", cleanText],
  ["one line", cleanLine],
])("[W1] cleaning a text of %s twice changes nothing more, and nothing visible is lost", (_, clean) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const cleaned = clean(text);
      expect(clean(cleaned)).toBe(cleaned);
      expect(inkOf(cleaned)).toBe(inkOf(text));
      expect(cleaned.length).toBeLessThanOrEqual(text.length);
    }),
  );
});

test("[W1] a million spaces between two letters take no time that anybody notices", () => {
  const text = `a${" ".repeat(1_000_000)}b`;
  expect(cleanText(text)).toBe(text);
});

test("[W1] a million marks on one letter take no time that anybody notices", () => {
  const text = `a${"\u0301\u0323".repeat(500_000)}`;
  expect(cleanText(text)).toBe(text);
});

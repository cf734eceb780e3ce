import { describe, expect, test } from "vitest";
import { repeatLetter, issuesOf, parseOrThrow } from "./testing/schema-issues.ts";
import { hasForbiddenCharacters } from "./clean-text.ts";
import { cutText, emailText, graphemesOf, isEmail, isPlausibleEmail, text, textLength } from "./text.ts";

test.each([
  ["", 0],
  ["abc", 3],
  ["Привет", 6],
  ["👍", 1],
  ["👍🏽", 2],
  ["é", 1],
  ["a\nb", 3],
])("the length of %j is %i code points", (value, length) => {
  expect(textLength(value)).toBe(length);
});

test.each([
  ["plain", false],
  ["👍", false],
  ["line\nbreak\ttab", false],
  ["a\u0000b", true],
  ["\u0000", true],
  ["\ud83d", true],
  ["\udc4d", true],
  ["a\udc4d\ud83d", true],
])("%j contains NUL or an unpaired surrogate: %s", (value, forbidden) => {
  expect(hasForbiddenCharacters(value)).toBe(forbidden);
});

describe("a user's text of at most five characters", () => {
  const required = text({ max: 5, required: "required", tooLong: "long" });
  const optional = text({ max: 5 });
  test.each([
    ["empty", "", [": required"]],
    ["only spaces", "  \n\t ", [": required"]],
    ["one character", "a", "ok"],
    ["one less than allowed", "abcd", "ok"],
    ["as long as allowed", "abcde", "ok"],
    ["one longer", "abcdef", [": long"]],
    ["as long as allowed, with spaces around", "  abcde  ", "ok"],
    ["five emoji, which are ten UTF-16 units", "👍👍👍👍👍", "ok"],
    ["six emoji", "👍👍👍👍👍👍", [": long"]],
    ["NUL", "a\u0000b", [": validation.forbiddenCharacters"]],
    ["half a surrogate pair", "\ud83d", [": validation.forbiddenCharacters"]],
    ["a number", 5, [": required"]],
    ["null", null, [": required"]],
    ["nothing", undefined, [": required"]],
    ["a list", ["a"], [": required"]],
  ])("%s", (_, input, issues) => {
    expect(issuesOf(required, input)).toEqual(issues);
  });

  test("the message of a longer one says how long it may be", () => {
    const { error } = required.safeParse("abcdef");
    expect(error?.issues).toMatchObject([{ message: "long", params: { max: 5 } }]);
  });

  test("it is cleaned before it is counted [W1]", () => {
    expect(parseOrThrow(required, "\u0001abc\u2028e\u200b")).toBe("abc e");
  });

  test("it is trimmed", () => {
    expect(parseOrThrow(required, " \t a b \n")).toBe("a b");
  });

  test("where it is not required it may be empty, and has other messages", () => {
    expect(issuesOf(optional, "")).toBe("ok");
    expect(issuesOf(optional, "   ")).toBe("ok");
    expect(issuesOf(optional, "abcdef")).toEqual([": validation.maxAllowed"]);
    expect(issuesOf(optional, 5)).toEqual([": validation.required"]);
  });
});

describe("e-mail addresses", () => {
  test.each([
    ["a@b.co", true],
    ["ann.b+tag@mail.example.com", true],
    ["", false],
    ["ann", false],
    ["ann@example", false],
    ["ann@example.c", false],
    ["@example.com", false],
    ["ann@.com", false],
    ["ann@@example.com", false],
    ["ann@exa mple.com", false],
    ["ann smith@example.com", false],
    ["ann@example.com,ben@example.com", false],
    ["Ann <ann@example.com>", false],
    ["ann@example.com.", false],
    ['"ann"@example.com', false],
    ["ann\\@example.com", false],
    [`${repeatLetter(243)}@example.com`, true],
    [`${repeatLetter(244)}@example.com`, false],
  ])("%s is plausible: %s", (address, plausible) => {
    expect(isPlausibleEmail(address)).toBe(plausible);
    expect(isEmail(address)).toBe(plausible);
  });

  test.each(["a?b@example.com", "a&b@example.com", "a#b@example.com", "a%b@example.com", "=a@example.com"])(
    "%s is plausible, yet not stored",
    (address) => {
      expect(isPlausibleEmail(address)).toBe(true);
      expect(isEmail(address)).toBe(false);
    },
  );

  test.each([
    ["ann@example.com", "ok"],
    ["  ann@example.com ", "ok"],
    ["", [": missing"]],
    ["   ", [": missing"]],
    ["ann", [": wrong"]],
    ["ann\u0000@example.com", [": wrong"]],
    [undefined, [": missing"]],
    [5, [": missing"]],
  ])("a field with %j", (input, issues) => {
    expect(issuesOf(emailText({ required: "missing", invalid: "wrong" }), input)).toEqual(issues);
  });

  test("an address is trimmed, and may be checked by another rule", () => {
    expect(parseOrThrow(emailText({ required: "missing", invalid: "wrong" }), " a@b.co ")).toBe("a@b.co");
    const any = emailText({ required: "missing", invalid: "wrong", accepts: () => true });
    expect(issuesOf(any, "anything")).toBe("ok");
  });
});

test.each([
  ["abc", 2, "ab"],
  ["a🇩🇪", 2, "a"],
  ["👨‍👩‍👧b", 5, "👨‍👩‍👧"],
  ["👍🏽", 1, ""],
  ["e\u0301x", 2, "e\u0301"],
])("%j cut at %i is %j", (whole, max, cut) => {
  expect(cutText(whole, max)).toBe(cut);
});

test("every letter of Latin and Cyrillic script is divided from its neighbours as the segmenter does", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const around = Array.from({ length: 0x600 }, (_, code) => `a${String.fromCharCode(code)}\n\r\u0301`);
  const found = around.filter(
    (each) =>
      ![each, each.slice(0, 2), each.slice(1, 2).repeat(2)].every(
        (part) =>
          graphemesOf(part).join("|") === Array.from(segmenter.segment(part), (s) => s.segment).join("|"),
      ),
  );
  expect(found).toEqual([]);
});

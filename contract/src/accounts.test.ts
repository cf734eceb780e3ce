import { expect, test } from "vitest";
import { createAnonymous, newPassword, signIn, updateUser, useSignInLink } from "./accounts.ts";
import { parseOrThrow, repeatLetter } from "./testing/schema-issues.ts";
import { solution, solutionRows, table } from "./testing/schema-tables.ts";

table("POST users/anonymous", createAnonymous, [
  ["with a solution only", { solution }, "ok"],
  [
    "with a name and options",
    { solution, name: "Ann", options: { color: "#111111", isAvatarStickers: true } },
    "ok",
  ],
  ["with some options", { solution, options: { color: "#111111" } }, "ok"],
  ["with an empty name", { solution, name: " " }, ["name: validation.nameRequired"]],
  ["with a name of 64", { solution, name: repeatLetter(64) }, "ok"],
  ["with a name of 65", { solution, name: repeatLetter(65) }, ["name: validation.maxAllowed"]],
  [
    "with a colour that is none",
    { solution, options: { color: "red" } },
    ["options.color: validation.color"],
  ],
  ["not an object", "solution", [": none of the forms"]],
  ...solutionRows({ solution }),
]);

table("PUT users/{id}", updateUser, [
  ["nothing", {}, "ok"],
  ["a name of 64", { name: repeatLetter(64) }, "ok"],
  ["a name of 65", { name: repeatLetter(65) }, ["name: validation.maxAllowed"]],
  ["an empty name", { name: "" }, ["name: validation.nameRequired"]],
  ["one option", { options: { isAvatarStickers: false } }, "ok"],
  [
    "a choice that is no choice",
    { options: { isAvatarStickers: "yes" } },
    ["options.isAvatarStickers: none of the forms"],
  ],
]);

const credentials = { email: "ann@example.com", password: "secret", solution };
table("POST users/sign-in", signIn, [
  ["all three", credentials, "ok"],
  ["without an address", { ...credentials, email: "" }, ["email: validation.emailRequired"]],
  ["with no address at all", { password: "x", solution }, ["email: validation.emailRequired"]],
  ["with an address that is none", { ...credentials, email: "ann" }, ["email: validation.emailCanBeValid"]],
  ["without a password", { ...credentials, password: "" }, ["password: validation.passwordRequired"]],
  ["with no password at all", { email: "a@b.co", solution }, ["password: validation.passwordRequired"]],
  ["with a password of one character", { ...credentials, password: "x" }, "ok"],
  ["with a password of 1000", { ...credentials, password: repeatLetter(1000) }, "ok"],
  [
    "with a password of 1001",
    { ...credentials, password: repeatLetter(1001) },
    ["password: validation.maxAllowed"],
  ],
  ...solutionRows(credentials),
]);

test("a password is not trimmed, an address is", () => {
  expect(parseOrThrow(signIn, { email: " ann@example.com ", password: " x ", solution })).toMatchObject({
    email: "ann@example.com",
    password: " x ",
  });
});

table("a new password", newPassword, [
  ["of 11 characters", repeatLetter(11), [": validation.passwordShort"]],
  ["of 12", repeatLetter(12), "ok"],
  ["of 11 emoji, which are 22 UTF-16 units", "👍".repeat(11), [": validation.passwordShort"]],
  ["of 1000", repeatLetter(1000), "ok"],
  ["of 1001", repeatLetter(1001), [": validation.maxAllowed"]],
  ["that is no text", 123_456_789_012, [": validation.passwordRequired"]],
]);

table("the one-time link", useSignInLink, [
  ["a token and a password", { token: "t", password: repeatLetter(12) }, "ok"],
  ["no token", { password: repeatLetter(12) }, ["token: signInLink.invalid"]],
  ["a token of 255", { token: repeatLetter(255), password: repeatLetter(12) }, "ok"],
  ["a token of 256", { token: repeatLetter(256), password: repeatLetter(12) }, ["token: signInLink.invalid"]],
  ["a short password", { token: "t", password: "short" }, ["password: validation.passwordShort"]],
]);

test("a new password's messages say how long it must and may be", () => {
  const paramsOf = (value: string) => newPassword.safeParse(value).error?.issues;
  expect(paramsOf("short")).toMatchObject([{ params: { min: 12 } }]);
  expect(paramsOf(repeatLetter(1001))).toMatchObject([{ params: { max: 1000 } }]);
});

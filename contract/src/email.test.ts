import { expect, test } from "vitest";
import { createContact, createSubscriber } from "./visitor-forms.ts";
import { signIn } from "./accounts.ts";
import { isEmail } from "./text.ts";

test.each(["ann@example.com", "a.b+tag@example.co.uk", "o'neil@example.com", "анна@пример.рф"])(
  "%s is an address",
  (address) => {
    expect(isEmail(address)).toBe(true);
  },
);

const attacks = [
  "ann@example.com?bcc=eve@evil.example",
  "ann&subject=x@example.com",
  "ann%0d%0aBcc:eve@example.com",
  "ann@example.com#x.co",
  "ann\r\nBcc:eve@example.com",
  "ann\u001b[2J@example.com",
  "ann\u202e@example.com",
  "=cmd|'/Ccalc'!A0@example.com",
  "+1@example.com",
  "-1@example.com",
];

test.each(attacks)("attack: %j, which injects a header or a formula, is not stored", (email) => {
  expect(isEmail(email)).toBe(false);
  const solution = "x";
  expect(createSubscriber.safeParse({ email, solution }).success).toBe(false);
  const contact = { email, solution, name: "A", inquiry: "B", subject: "C", message: "D" };
  expect(createContact.safeParse(contact).success).toBe(false);
});

test("an administrator whose address is older than this rule still signs in", () => {
  const email = "r&d@example.com";
  expect(signIn.safeParse({ email, password: "x", solution: "x" }).success).toBe(true);
});

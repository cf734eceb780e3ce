import { expect, test } from "vitest";
import { initialsOf } from "./initials.ts";

test("initials are the first letters of the first two words, in capitals", () => {
  expect(initialsOf("clever heron")).toBe("CH");
  expect(initialsOf("  Мария Петровна Кюри ")).toBe("МП");
});

test("a single word gives its first two letters, and a letter is what a person sees as one", () => {
  expect(initialsOf("ёж")).toBe("ЁЖ");
  expect(initialsOf("🦊")).toBe("🦊");
  expect(initialsOf("")).toBe("");
  expect(initialsOf("🇩🇪 Team")).toBe("🇩🇪T");
  expect(initialsOf("👨‍👩‍👧 e\u0301lan")).toBe("👨‍👩‍👧E\u0301");
  expect(initialsOf("👍🏽1️⃣")).toBe("👍🏽1️⃣");
});

test("brackets and dashes are no initials", () => {
  expect(initialsOf("Faye (room screen)")).toBe("FR");
  expect(initialsOf("(guest)")).toBe("GU");
  expect(initialsOf("Ann – QA")).toBe("AQ");
  expect(initialsOf("Anna-Maria O’Neil")).toBe("AO");
  expect(initialsOf("…")).toBe("…");
});

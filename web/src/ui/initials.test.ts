import { expect, test } from "vitest";
import { initials } from "./initials.ts";

test("initials are the first letters of the first two words, in capitals", () => {
  expect(initials("clever heron")).toBe("CH");
  expect(initials("  Мария Петровна Кюри ")).toBe("МП");
});

test("a single word gives its first two letters, and a letter is what a person sees as one", () => {
  expect(initials("ёж")).toBe("ЁЖ");
  expect(initials("🦊")).toBe("🦊");
  expect(initials("")).toBe("");
});

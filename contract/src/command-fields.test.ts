import { expect, test } from "vitest";
import * as commands from "./commands.ts";
import { repeatLetter, parseOrThrow } from "./testing/schema-issues.ts";

test("a new password's messages say how long it must and may be", () => {
  const paramsOf = (value: string) => commands.newPassword.safeParse(value).error?.issues;
  expect(paramsOf("short")).toMatchObject([{ params: { min: 12 } }]);
  expect(paramsOf(repeatLetter(1001))).toMatchObject([{ params: { max: 1000 } }]);
});

test("Edit Board keeps the texts that the edit started from", () => {
  const from = { title: "Old", description: "Why" };
  expect(parseOrThrow(commands.updateBoard, { title: "New", from })).toEqual({ title: "New", from });
});

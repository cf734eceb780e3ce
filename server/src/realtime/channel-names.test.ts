import { expect, test } from "vitest";
import { channelKind, isSocketId } from "./channel-names.ts";

test.each([
  ["private-boards.x", "private"],
  ["presence-boards.x", "presence"],
  ["news", "public"],
  ["privately", "public"],
  ["private-encrypted-x", null],
  ["private-cache-x", null],
  ["presence-cache-x", null],
  ["presence-encrypted-x", null],
  ["a b", null],
  ["", null],
  ["x".repeat(200), "public"],
  ["x".repeat(201), null],
  ["a,b;c=d@e_f-g.h", "public"],
  ["x\n", null],
])("the channel %j is %s", (name, kind) => {
  expect(channelKind(name)).toBe(kind);
});

test.each([
  ["1.2", true],
  [`${"1".repeat(20)}.${"2".repeat(20)}`, true],
  [`${"1".repeat(21)}.2`, false],
  ["1", false],
  ["1.2.3", false],
  ["a.b", false],
  [" 1.2", false],
  [12, false],
  [null, false],
])("%j is a connection's id: %s", (value, isId) => {
  expect(isSocketId(value)).toBe(isId);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { usualSteps } from "@retro/rules/meeting";
import { isInMeeting, mayWhisperEdit, mayWhisperWriter, recordRestrictions } from "./whisper-restrictions.ts";

function session(avatars: "show" | "hide") {
  return { facilitator_id: null, facilitator_options: { ...noOptions, avatars }, timer: idleTimer } as const;
}

test("a read that completes late does not end the hiding of authors for whispers", () => {
  const board = randomUUID();
  recordRestrictions(board, 5, session("show"));
  expect(mayWhisperEdit(board)).toBe(true);
  recordRestrictions(board, 7, session("hide"));
  recordRestrictions(board, 6, session("show"));
  expect(mayWhisperEdit(board)).toBe(false);
  recordRestrictions(board, 8, session("show"));
  expect(mayWhisperEdit(board)).toBe(true);
});

test("whispers of a board that is not in memory are not relayed", () => {
  expect(mayWhisperEdit(randomUUID())).toBe(false);
});

test("opening ever more boards does not fill the memory; a board in use stays", () => {
  const [used, unused] = [randomUUID(), randomUUID()];
  for (const board of [used, unused]) recordRestrictions(board, 1, session("show"));
  for (let round = 0; round < 6; round += 1) {
    for (let i = 0; i < 10_000; i += 1) recordRestrictions(`board-${round}-${i}`, 1, session("show"));
    expect(mayWhisperEdit(used)).toBe(true);
  }
  expect(mayWhisperEdit(unused)).toBe(false);
});

test.each([
  [{}, true],
  [{ avatars: "show" }, true],
  [{ avatars: "hide" }, false],
  [{ hideContent: true }, false],
  [{ avatars: "show", hideContent: true }, false],
] as const)("[H7] with %j a whisper names the writer: %s", (options, named) => {
  const board = randomUUID();
  expect(mayWhisperWriter(board)).toBe(false);
  recordRestrictions(board, 1, {
    facilitator_id: null,
    facilitator_options: { ...noOptions, ...options },
    timer: idleTimer,
  });
  expect(mayWhisperWriter(board)).toBe(named);
});

test("a board in memory knows whether it has a meeting", () => {
  const board = randomUUID();
  expect(isInMeeting(board)).toBe(false);
  const meeting = { steps: usualSteps(false), step: "write", at: 5, started: 5 };
  recordRestrictions(board, 1, { ...session("show"), meeting });
  expect(isInMeeting(board)).toBe(true);
  recordRestrictions(board, 2, session("show"));
  expect(isInMeeting(board)).toBe(false);
});

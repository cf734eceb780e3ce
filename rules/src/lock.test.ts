import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { expect, test } from "vitest";
import { emptyFacilitation, pickFacilitation, withLock, withTimerStopped } from "./facilitation.ts";
import {
  mayChangeSticker,
  mayEditBoard,
  mayEditStickers,
  mayFacilitate,
  mayManageBoard,
  mayNameWriters,
  maySetStatus,
  mayWrite,
} from "./permissions.ts";
import { mayAddVote, mayCountVoters, mayVoteNow } from "./votes.ts";

const free: Facilitation = { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer };
const led: Facilitation = { ...free, facilitator_id: "ann" };
const sticker = { kind: "sticker", user_id: "ann" } as const;

test.each([
  ["free", free],
  ["led", led],
] as const)("[M2] on a locked board that is %s nobody may change anything", (_name, facilitation) => {
  const locked = withLock(facilitation, true);
  for (const user of ["ann", "bob"])
    expect([
      mayWrite(locked),
      mayEditBoard(locked, user),
      mayEditStickers(locked, user),
      mayChangeSticker(locked, sticker, user),
      mayFacilitate(locked, user),
      mayVoteNow(locked),
      mayAddVote(locked, null),
    ]).toEqual(Array(7).fill("board_read_only"));
});

test.each([
  ["a free board", free, [null, null]],
  ["a board with a facilitator", led, [null, "board_locked"]],
] as const)("[M1] who may manage %s, locked or not", (_name, facilitation, verdicts) => {
  for (const each of [facilitation, withLock(facilitation, true)])
    expect(["ann", "bob"].map((user) => mayManageBoard(each, user))).toEqual(verdicts);
});

test("[M2, V5] the facilitator of a locked board still learns how many have voted, and nobody else does", () => {
  const locked = withLock(led, true);
  expect([mayCountVoters(locked, "ann"), mayCountVoters(locked, "bob")]).toEqual([null, "facilitator_only"]);
});

test("[M2, H7] on a locked board no whisper names a writer", () => {
  expect([mayNameWriters(led), mayNameWriters(withLock(led, true))]).toEqual([true, false]);
});

test("[M2] the lock stays when the timer stops or the seat becomes free, and goes when the board is unlocked", () => {
  const locked = withLock(led, true);
  expect(withTimerStopped(locked)).toEqual({ ...free, locked: true });
  expect(emptyFacilitation(locked)).toEqual({ ...free, locked: true });
  expect(withLock(locked, false)).toStrictEqual(led);
  expect(withLock(locked, true)).toBe(locked);
});

test("[M2] the facilitation of a board that is not locked has no lock", () => {
  expect(Object.keys(pickFacilitation(free))).not.toContain("locked");
  expect(pickFacilitation({ ...free, locked: true })).toEqual({ ...free, locked: true });
});

test("[D2, M2] on a locked board whoever could edit before may set the status of an action, and nobody else", () => {
  const stopped: Facilitation = { ...led, facilitator_options: { ...noOptions, stopEditing: true } };
  for (const [facilitation, verdicts] of [
    [free, [null, null]],
    [led, [null, null]],
    [stopped, [null, "stickers_locked"]],
  ] as const)
    for (const each of [facilitation, withLock(facilitation, true)])
      expect(["ann", "bob"].map((user) => maySetStatus(each, user))).toEqual(verdicts);
});

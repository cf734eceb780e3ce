import { describe, expect, test } from "vitest";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { limits } from "@retro/contract/limits";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { usualSteps } from "@retro/rules/meeting";
import { observeBoards } from "../../../testing/observed-board.ts";

const start = observeBoards();
const begin = ["POST", "/meeting", {}] as const;
const goTo = (step: string, from?: string) => ["PUT", "/meeting", { step, from }] as const;
const undo = ["PUT", "/meeting", { undo: true }] as const;
const end = ["DELETE", "/meeting"] as const;
const closed = { limit: 0, item: "board" };

type Board = Awaited<ReturnType<typeof start>>;

async function stateOf(t: Board): Promise<Facilitation> {
  const board = (await t.sendOk("cy", "GET", "")).data as Facilitation;
  const { facilitator_id, facilitator_options, timer, meeting } = board;
  return { facilitator_id, facilitator_options, timer, ...(meeting && { meeting }) };
}

describe("a meeting", () => {
  test("begins at the step to write, under its starter: hidden, without votes, with its timer [F1] [F2]", async () => {
    const t = await start();
    const done = await t.sendOk("ann", ...begin);
    const { now } = t.app.time;
    const state = await stateOf(t);
    expect(state.facilitator_options).toEqual({ ...noOptions, hideContent: true, votes: closed });
    expect(state.timer).toMatchObject({ startTime: now, countTime: 420 });
    expect(state.meeting).toEqual({ steps: usualSteps(false), step: "write", at: now, started: now });
    expect(done.received.cy.map(({ event }) => event)).toEqual(["facilitator.update"]);
    expect(done.received.cy[0]?.data).toMatchObject({ meeting: state.meeting });
  });

  test("a step sets options and timer in one version, and repeating the press changes nothing [F2]", async () => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    await t.sendOk("ann", ...goTo("group", "write"));
    expect((await stateOf(t)).facilitator_options).toEqual({ ...noOptions, votes: closed });
    const done = await t.sendOk("ann", ...goTo("vote", "group"));
    expect((await stateOf(t)).facilitator_options).toEqual({
      ...noOptions,
      concealVoteCount: true,
      votes: { limit: limits.meeting.minVotes, item: "board" },
    });
    const again = await t.sendOk("ann", ...goTo("vote", "group"));
    expect(again.meta?.version).toBe(done.meta?.version);
  });

  test.each([
    ["the open round's limit, and that its counts are shown", true, { limit: 6, item: "section" }, false],
    ["the open round's freedom from a limit", true, false, true],
    ["the facilitator's freedom from a limit", false, false, true],
    ["the number that − and + have set", false, { limit: 5, item: "board" }, true],
  ])("going back to Vote loses nothing: %s [F2] [V8]", async (_, isRound, votes, concealVoteCount) => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    await t.sendOk("ann", ...goTo("vote"));
    if (isRound) await t.sendOk("ann", "POST", "/rounds", { votes, concealVoteCount });
    else await t.sendOk("ann", "PUT", "/facilitators", { option: "votes", value: votes });
    for (const step of ["discuss", "group", "vote"]) await t.sendOk("ann", ...goTo(step));
    expect((await stateOf(t)).facilitator_options).toMatchObject({ votes, concealVoteCount });
    await t.sendOk("ann", "DELETE", "/rounds");
    for (const step of ["discuss", "vote"]) await t.sendOk("ann", ...goTo(step));
    const proposed = { limit: limits.meeting.minVotes, item: "board" };
    expect((await stateOf(t)).facilitator_options).toMatchObject({ votes: proposed, concealVoteCount: true });
  });

  test("undo within ten seconds, and two on its way, puts options, timer and step back exactly; a millisecond later, twice and after another step it is refused [F3]", async () => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    t.app.time.now += 3000;
    await t.sendOk("ann", "PUT", "/facilitators", { option: "avatars", value: "hide" });
    const before = await stateOf(t);
    await t.sendOk("ann", ...goTo("vote"));
    t.app.time.now += limits.meeting.undoMs + 2000;
    await t.sendOk("ann", ...undo);
    expect(await stateOf(t)).toEqual(before);
    expect((await t.send("ann", ...undo)).code).toBe("meeting_state");
    await t.sendOk("ann", ...goTo("vote"));
    t.app.time.now += limits.meeting.undoMs + 2001;
    expect((await t.send("ann", ...undo)).code).toBe("meeting_state");
  });

  test("attack: undo of a step shows nothing that the facilitator has hidden by hand since [F3]", async () => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    await t.sendOk("ann", ...goTo("group"));
    const before = await stateOf(t);
    await t.sendOk("ann", ...goTo("vote"));
    const byHand = { hideContent: true, votes: { limit: 9, item: "board" } };
    for (const [option, value] of Object.entries(byHand))
      await t.sendOk("ann", "PUT", "/facilitators", { option, value });
    await t.sendOk("ann", ...undo);
    const facilitator_options = { ...before.facilitator_options, ...byHand };
    expect(await stateOf(t)).toEqual({ ...before, facilitator_options });
  });

  test("undo of a step brings back no settings of a vote whose round has been closed since [F3] [V8]", async () => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    await t.sendOk("ann", ...goTo("vote"));
    await t.sendOk("ann", "PUT", "/facilitators", { option: "votes", value: { limit: 9, item: "board" } });
    for (const step of ["group", "discuss"]) await t.sendOk("ann", ...goTo(step));
    await t.sendOk("ann", "DELETE", "/rounds");
    await t.sendOk("ann", ...undo);
    await t.sendOk("ann", ...goTo("vote"));
    const proposed = { limit: limits.meeting.minVotes, item: "board" };
    expect((await stateOf(t)).facilitator_options.votes).toEqual(proposed);
  });

  test("“Did we do it?” shows nothing that was hidden before the meeting, or before a step back [F2]", async () => {
    const t = await start();
    await t.facilitate({ hideContent: true });
    await t.sendOk("ann", "POST", "/meeting", { steps: usualSteps(true) });
    expect((await stateOf(t)).facilitator_options.hideContent).toBe(true);
    await t.sendOk("ann", ...goTo("write"));
    await t.sendOk("ann", ...goTo("review"));
    expect((await stateOf(t)).facilitator_options.hideContent).toBe(true);
  });

  test("two presses of Next at once make one step: the later one names a step that was left [F2]", async () => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    await t.sendOk("ann", ...goTo("group", "write"));
    const late = await t.send("ann", ...goTo("vote", "write"));
    expect([late.status, late.code]).toEqual([409, "meeting_state"]);
  });

  test("back and forth keeps stickers, votes and groups; a step that nobody knows is refused", async () => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    expect((await t.send("ann", ...goTo("dance"))).status).toBe(422);
    expect((await t.send("ann", ...begin)).code).toBe("meeting_state");
  });

  test("the end of a step's timer leaves the seat with the facilitator [F1] [S1]", async () => {
    const t = await start();
    const steps: MeetingStep[] = [{ id: "talk", kind: "custom", name: "Talk", minutes: 1 }];
    await t.sendOk("ann", "POST", "/meeting", { steps });
    await t.sendOk("ann", "DELETE", "/timers");
    expect(await stateOf(t)).toMatchObject({ facilitator_id: "@ann", timer: { startTime: null } });
  });

  test("its end frees the board of every option that steps set, and keeps those for dates and authors [F1]", async () => {
    const t = await start();
    await t.sendOk("ann", ...begin);
    await t.sendOk("ann", "PUT", "/facilitators", { option: "avatars", value: "hide" });
    await t.sendOk("ann", ...end);
    expect(await stateOf(t)).toMatchObject({
      facilitator_id: null,
      facilitator_options: { ...noOptions, avatars: "hide" },
      timer: { startTime: null },
    });
    expect((await stateOf(t)).meeting).toBeUndefined();
  });

  test.each([
    ["an empty list", []],
    ["two steps with one id", [usualSteps(false)[0], usualSteps(false)[0]]],
    ["a step of its own without a name", [{ id: "x", kind: "custom", minutes: null }]],
    ["a step of no minutes", [{ id: "x", kind: "write", minutes: 0 }]],
    ["a name that is too long", [{ id: "x", kind: "write", name: "x".repeat(41), minutes: null }]],
    [
      "more steps than allowed",
      Array.from({ length: 13 }, (_, i) => ({ id: `${i}`, kind: "group", minutes: null })),
    ],
  ])("refuses %s", async (_what, steps) => {
    const t = await start();
    expect((await t.send("ann", "POST", "/meeting", { steps })).status).toBe(422);
  });
});

import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import type { MeetingStep, StepKind } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import { describe, expect, test } from "vitest";
import {
  proposedVotes,
  hidesAgain,
  stepsToRemember,
  timesOf,
  usualMinutes,
  usualSteps,
  withMeeting,
  withoutMeeting,
  withStep,
  withSteps,
  withTopic,
} from "./meeting.ts";
import { facilitation } from "./testing/board.ts";

const step = (kind: StepKind, more: Partial<MeetingStep> = {}): MeetingStep => ({
  id: kind,
  kind,
  minutes: null,
  ...more,
});
const steps = (["write", "vote", "discuss", "close"] as const).map((kind) => step(kind));
const context = { topics: 10, now: 1000 };
const begun = withMeeting(facilitation(), steps, "ann", context);
const at = (id: string, from = begun) => withStep(from, id, context) ?? from;
const closedVoting = { limit: 0, item: "board" } as const;

describe("[F1] a meeting", () => {
  test("begins at its first step, led by its starter", () => {
    expect(begun.facilitator_id).toBe("ann");
    expect(begun.meeting).toEqual({ steps, step: "write", at: 1000, started: 1000 });
  });

  test("goes to no step that it does not have, nor does a board without a meeting", () => {
    expect(withStep(begun, "review", context)).toBeNull();
    expect(withStep(facilitation(), "write", context)).toBeNull();
  });

  test("going back hides texts again only if the step hides them, they are shown, and nobody says otherwise", () => {
    expect(hidesAgain(at("vote"), "write")).toBe(true);
    expect(hidesAgain(at("discuss"), "vote")).toBe(false);
    expect(hidesAgain(begun, "vote")).toBe(false);
    expect(hidesAgain(at("write", at("vote")), "write")).toBe(false);
    expect(withStep(at("vote"), "write", context)?.facilitator_options.hideContent).toBe(true);
    expect(withStep(at("vote"), "write", context, false)?.facilitator_options.hideContent).toBe(false);
  });

  test("its end frees the seat, stops the timer and clears the options, but for dates and avatars", () => {
    const ended = withoutMeeting(
      { ...at("write"), facilitator_options: { ...noOptions, hideContent: true, avatars: "hide" } },
      5000,
    );
    expect(ended.facilitator_options).toEqual({ ...noOptions, avatars: "hide" });
    expect(ended.facilitator_id).toBeNull();
    expect(ended.timer).toEqual(idleTimer);
    expect(ended).not.toHaveProperty("meeting");
    expect(ended.last_meeting).toEqual({ started: 1000, ended: 5000 });
  });

  test("begins with the steps that were chosen, and with the review if nobody has left it out", () => {
    const review = step("review");
    expect(stepsToRemember(steps, steps, [review, ...steps])).toEqual([review, ...steps]);
    expect(stepsToRemember(steps, [review, ...steps], [review, ...steps])).toEqual(steps);
    expect(stepsToRemember(steps, steps, steps)).toEqual(steps);
  });

  test("has the usual steps, with a review if it is asked for", () => {
    expect(usualSteps(false).map(({ kind }) => kind)).toEqual(["write", "group", "vote", "discuss", "close"]);
    expect(usualSteps(true)[0]).toEqual({ id: "review", kind: "review", minutes: usualMinutes.review });
  });
});

describe("[F2] a step is a preset", () => {
  const custom = { limit: 5, item: "section" } as const;
  test.each<[StepKind, object]>([
    ["write", { hideContent: true, stopEditing: false, concealVoteCount: false, votes: closedVoting }],
    ["vote", { hideContent: false, concealVoteCount: true, votes: { limit: 4, item: "board" } }],
    ["group", { hideContent: false, concealVoteCount: false, votes: closedVoting }],
    ["discuss", { hideContent: false, concealVoteCount: false, votes: closedVoting }],
    ["close", { hideContent: false, concealVoteCount: false, votes: closedVoting }],
    ["checkin", { hideContent: true, concealVoteCount: false, votes: closedVoting }],
    ["review", { hideContent: true, concealVoteCount: false, votes: closedVoting }],
    ["health", { hideContent: true, concealVoteCount: false, votes: closedVoting }],
    ["custom", { hideContent: true, concealVoteCount: false, votes: closedVoting }],
  ])("%s after writing sets %o", (kind, options) => {
    const meeting = withMeeting(facilitation(), [step("write"), step(kind, { id: "next" })], "ann", context);
    expect(at("next", meeting).facilitator_options).toMatchObject(options);
  });

  test("its own options win over those of its kind, and its minutes start the timer", () => {
    const own = step("write", { minutes: 7, options: { hideContent: false, votes: custom } });
    const { facilitator_options, timer } = withMeeting(facilitation(), [own], "ann", context);
    expect(facilitator_options).toMatchObject({ hideContent: false, votes: custom });
    expect(timer).toMatchObject({ startTime: 1000, countTime: 420 });
  });

  test.each([
    [0, 3],
    [9, 3],
    [10, 4],
    [17, 5],
  ])("of %i topics voting proposes %i votes each", (topics, votes) => {
    expect(proposedVotes(topics)).toBe(votes);
  });

  test("a vote that the facilitator has set otherwise goes on as it was after another step", () => {
    const vote = at("vote");
    const set = { ...vote.facilitator_options, votes: custom, concealVoteCount: false };
    const back = at("vote", at("discuss", { ...vote, facilitator_options: set }));
    expect(back.facilitator_options).toMatchObject({ votes: custom, concealVoteCount: false });
  });

  test("options of a closed vote are not those of the vote that goes on", () => {
    const vote = at("vote");
    const closed = { ...vote.facilitator_options, votes: closedVoting };
    const back = at("vote", at("discuss", { ...vote, facilitator_options: closed }));
    expect(back.facilitator_options.votes).toEqual({ limit: 4, item: "board" });
  });

  test("other steps leave options, timer and step as they are, and need the present one", () => {
    const other = [step("close"), step("write")];
    expect(withSteps(begun, other)).toEqual({ ...begun, meeting: { ...begun.meeting, steps: other } });
    expect(withSteps(begun, [step("close")])).toBeNull();
    expect(withSteps(facilitation(), other)).toBeNull();
  });
});

describe("[F6] topics", () => {
  const discuss = at("discuss");
  const topic = (id: string | null, from = discuss) => withTopic(from, id, 2000) ?? from;
  const marks = (from: typeof discuss) => [from.meeting?.topic, from.meeting?.discussed];

  test("a topic is discussed when the next one is up", () => {
    expect(marks(topic("b", topic("a")))).toEqual(["b", ["a"]]);
    expect(marks(topic(null, topic("a")))).toEqual([undefined, ["a"]]);
  });

  test("a topic that is returned to is not discussed while it is up", () => {
    const again = topic("a", topic("b", topic("a")));
    expect(marks(again)).toEqual(["a", ["b"]]);
    expect(marks(topic("c", again))).toEqual(["c", ["b", "a"]]);
  });

  test("each has the time of the step, and none is up without one", () => {
    const timed = withMeeting(facilitation(), [step("discuss", { minutes: 5 })], "ann", context);
    expect(topic("a", timed).timer).toMatchObject({ startTime: 2000, countTime: 300 });
    expect(topic(null, topic("a", timed)).timer).toEqual(idleTimer);
  });

  test("no more than the last ones are marked", () => {
    let present = discuss;
    for (let i = 0; i <= limits.meeting.discussed + 1; i += 1) present = topic(`${i}`, present);
    expect(present.meeting?.discussed).toHaveLength(limits.meeting.discussed);
    expect(present.meeting?.discussed?.at(-1)).toBe(`${limits.meeting.discussed}`);
  });

  test("only a step for discussing has one", () => {
    expect(withTopic(begun, "a", 2000)).toBeNull();
    expect(withTopic(facilitation(), "a", 2000)).toBeNull();
  });

  test("a step that is no longer for discussing has none, and keeps what was discussed", () => {
    const changed = withSteps(topic("b", topic("a")), [step("close", { id: "discuss" })]);
    expect(changed?.meeting).not.toHaveProperty("topic");
    expect(changed?.meeting?.discussed).toEqual(["a"]);
    expect(withSteps(topic("a"), steps)?.meeting?.topic).toBe("a");
  });
});

test("[F9] a review ends with its step", () => {
  const shown = { ...begun, meeting: { ...begun.meeting, steps, step: "write", at: 1000, review: "r" } };
  expect(at("vote", shown).meeting).not.toHaveProperty("review");
});

describe("[F10] a meeting was", () => {
  const meeting = { steps: [step("write", { minutes: 7 })], step: "write", at: 60_000, started: 1000 };
  test.each([
    ["until its end", 70_000, 70_000],
    [
      "until its end, hours after its last step",
      60_000 + limits.meeting.leftMs,
      60_000 + limits.meeting.leftMs,
    ],
    ["until the time of its last step, when it was left", 60_001 + limits.meeting.leftMs, 480_000],
  ])("%s", (_, now, ended) => {
    expect(timesOf(meeting, now)).toEqual({ started: 1000, ended });
  });

  test("at no known time, if a server of the release before has started it", () => {
    const { started: _, ...old } = meeting;
    expect(timesOf(old, 70_000)).toBeNull();
  });
});

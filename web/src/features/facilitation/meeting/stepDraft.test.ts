import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { usualSteps } from "@retro/rules/meeting";
import { expect, test } from "vitest";
import { translate as t } from "../../../i18n/i18n.ts";
import {
  draftsOf,
  hidesAuthors,
  lengthOf,
  newDraft,
  type StepDraft,
  stepsOf,
  withAuthors,
} from "./stepDraft.ts";

const steps: MeetingStep[] = [
  { id: "write", kind: "write", name: "Think", minutes: null, options: { avatars: "hide" } },
  { id: "vote", kind: "vote", minutes: 3, perSticker: 2, options: { votes: { limit: 6, item: "section" } } },
  { id: "discuss", kind: "discuss", minutes: 5, topics: 4 },
];
const edit = (id: string, patch: Partial<StepDraft>) =>
  draftsOf(t, steps).map((draft) => (draft.step.id === id ? { ...draft, ...patch } : draft));
const saved = (id: string, patch: Partial<StepDraft>) =>
  stepsOf(t, edit(id, patch)).find((step) => step.id === id);

test("steps that nobody edits stay as they are, in each reader's language", () => {
  for (const each of [steps, usualSteps(true)]) expect(stepsOf(t, draftsOf(t, each))).toEqual(each);
});

test("the steps that a meeting lacks are offered, switched off, at their usual places", () => {
  const drafts = draftsOf(t, steps);
  expect(drafts.map(({ step, isOn }) => `${step.kind}${isOn ? "" : " off"}`)).toEqual([
    "review off",
    "checkin off",
    "write",
    "group off",
    "vote",
    "discuss",
    "health off",
    "close off",
  ]);
});

test("an emptied number is the usual one", () => {
  expect(saved("vote", { votes: "", perSticker: "" })).toEqual({ id: "vote", kind: "vote", minutes: 3 });
  expect(saved("vote", { votes: "4" })?.options).toEqual({ votes: { limit: 4, item: "board" } });
  expect(saved("discuss", { topics: "", minutes: "" })).toEqual({
    id: "discuss",
    kind: "discuss",
    minutes: null,
  });
});

test("the length counts each topic, and no step that is switched off", () => {
  expect(lengthOf(draftsOf(t, steps))).toBe(3 + 5 * 4);
  expect(lengthOf(edit("vote", { isOn: false }))).toBe(5 * 4);
});

test("the first step hides the authors, whichever comes first", () => {
  const moved = withAuthors(steps.toReversed(), "hide");
  expect(moved.map(({ options }) => options?.avatars)).toEqual(["hide", undefined, undefined]);
  expect(hidesAuthors(moved)).toBe(true);
  expect(withAuthors(moved, undefined)[0]).toEqual(steps[2]);
});

test("a step of one's own keeps its name and what everybody reads", () => {
  const [own] = stepsOf(t, [newDraft(t, "Thanks", "Say thank you.")]);
  expect(own).toMatchObject({ kind: "custom", name: "Thanks", sentence: "Say thank you.", minutes: 5 });
});

import { expect, test } from "vitest";
import { facilitation, idleTimer } from "../entities.ts";
import { noOptions } from "./facilitator-options.ts";
import { meeting } from "./meeting.ts";

test("a kind of step that a newer server knows is a step of one's own here, and the board loads [F1]", () => {
  const steps = [{ id: "in", kind: "check-in", minutes: 2 }];
  expect(meeting.parse({ steps, step: "in", at: 1 }).steps).toEqual([
    { id: "in", kind: "custom", minutes: 2 },
  ]);
});

test("fields and values of a meeting that only a newer server knows are left out of an older page [F1]", () => {
  const step = { id: "in", kind: "check-in", minutes: 900, options: { avatars: "blurred" }, mood: true };
  const seat = { facilitator_id: "fay", facilitator_options: noOptions, timer: idleTimer };
  const received = facilitation.parse({
    ...seat,
    meeting: { steps: [step], step: "in", at: 1, mood: [1] },
    mood: 2,
  });
  expect(received).toEqual({
    ...seat,
    meeting: { steps: [{ id: "in", kind: "custom", minutes: null }], step: "in", at: 1 },
  });
});

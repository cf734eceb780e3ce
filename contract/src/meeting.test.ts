import { expect, test } from "vitest";
import { meeting } from "./meeting.ts";

test("a kind of step that a newer server knows is a step of one's own here, and the board loads [F1]", () => {
  const steps = [{ id: "in", kind: "check-in", minutes: 2 }];
  expect(meeting.parse({ steps, step: "in", at: 1 }).steps).toEqual([
    { id: "in", kind: "custom", minutes: 2 },
  ]);
});

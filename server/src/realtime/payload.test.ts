import { expect, test } from "vitest";
import { MAX_EVENT_BYTES, fitPayload } from "./payload.ts";
import { createMemoryLog } from "./testing.ts";

const fit = (data: unknown) => fitPayload(data, "a channel", "an event", createMemoryLog());
/** Data with a version, of the largest size that may be sent, or one byte less if the letter takes two. */
function largest(letter: string) {
  const room = MAX_EVENT_BYTES - JSON.stringify({ version: 7, text: "" }).length;
  return { version: 7, text: letter.repeat(Math.floor(room / Buffer.byteLength(letter))) };
}

test.each(["x", "я"])("8 kB of %s are sent as they are, more is a version to fetch", (letter) => {
  const data = largest(letter);
  expect(fit(data)).toBe(JSON.stringify(data));
  expect(fit({ ...data, text: `${data.text}${letter}` })).toBe('{"version":7,"fetch":true}');
});

test("an event that is too large and has no version is not sent at all", () => {
  expect(fit({ text: "x".repeat(MAX_EVENT_BYTES) })).toBeNull();
  expect(fit({ version: "7", text: "x".repeat(MAX_EVENT_BYTES) })).toBeNull();
});

test("no data is sent as an empty object, and data that is not JSON is not sent", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  expect([fit(undefined), fit(null), fit(circular), fit(() => 1)]).toEqual(["{}", "{}", null, null]);
});

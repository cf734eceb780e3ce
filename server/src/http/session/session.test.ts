import { describe, expect, test } from "vitest";
import { limits } from "@retro/contract/limits";
import { hasEnded, generateToken } from "./session.ts";
import { sha256 } from "./secrets.ts";

const now = Date.UTC(2026, 0, 15, 12);
const { idleMs } = limits.adminSession;

describe("a session has ended", () => {
  test.each([
    ["a visitor's, used just now", 0, null, false],
    ["a person's, not used for 23 hours", 23 * 3_600_000, now + 1, false, limits.sessionMs],
    ["a person's, at its end", 0, now, true, limits.sessionMs],
    ["a visitor's, a millisecond before 30 days", limits.sessionMs - 1, null, false],
    ["a visitor's, after 30 days", limits.sessionMs, null, true],
    ["an administrator's, a millisecond before 12 hours", idleMs - 1, now + 1, false],
    ["an administrator's, after 12 hours", idleMs, now + 1, true],
    ["an administrator's, at its end", 0, now, true],
    ["an administrator's, a millisecond before its end", 0, now + 1, false],
  ] as [string, number, number | null, boolean, number?][])("%s", (_what, unusedMs, endsAt, ended, idle) => {
    const most = idle ?? (endsAt === null ? limits.sessionMs : idleMs);
    expect(hasEnded({ lastUsedAt: now - unusedMs, endsAt, idleMs: most }, now)).toBe(ended);
  });
});

test("a token is another one each time, and its id is its hash", () => {
  const tokens = Array.from({ length: 20 }, generateToken);
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(20);
  for (const { token, id } of tokens)
    expect([token, id]).toEqual([expect.stringMatching(/^[\w-]{43}$/), sha256(token)]);
});

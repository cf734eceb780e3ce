import { expect } from "vitest";
import type { TestResponse } from "../app.ts";
import type { Performed } from "@retro/rules/testing/model/board";
import { comparable, type WireChange } from "./replica.ts";

/** Checks the answer to a command: status, code, names of the refused fields, data and version. */
export function compareAnswer(answer: TestResponse, { outcome }: Performed, version: number): void {
  const body = answer.json<{
    code?: string;
    errors?: Record<string, string[]>;
    data?: unknown;
    meta?: { version: number; changes: WireChange[] };
  }>();
  expect([answer.statusCode, body.code, body.errors && Object.keys(body.errors)]).toEqual([
    outcome.status,
    outcome.ok ? undefined : outcome.code,
    outcome.ok || outcome.fields === undefined ? undefined : expect.anything(),
  ]);
  const named = outcome.ok ? [] : (outcome.fields ?? []);
  const told = Object.keys(body.errors ?? {});
  const isBelow = (field: string, name: string) => field === name || field.startsWith(`${name}.`);
  if (!named.includes("body")) {
    expect(told.filter((field) => !named.some((name) => isBelow(field, name)))).toEqual([]);
    expect(named.filter((name) => !told.some((field) => isBelow(field, name)))).toEqual([]);
  }
  if (outcome.answer) expect(comparable(body.data)).toEqual(comparable(outcome.answer()));
  if (!outcome.ok) return;
  expect(body.meta?.version).toBe(version);
  if (outcome.event === null) expect(body.meta?.changes).toEqual([]);
}

import { expect } from "vitest";
import type { TestResponse } from "../app.ts";
import type { Performed } from "@retro/rules/testing/model/board";
import type { Change } from "@retro/contract/changes";
import { changesFor } from "@retro/rules/testing/model/changes";
import type { ModelBoard } from "@retro/rules/testing/model/state";
import { comparable, comparableChanges } from "./comparable.ts";

/**
 * Checks the answer to a user's command: status, code, names of the refused fields, data, version and
 * changes.
 */
export function compareAnswer(
  answer: TestResponse,
  { outcome }: Performed,
  board: ModelBoard,
  actor: string,
): void {
  const body = answer.json<{
    code?: string;
    errors?: Record<string, string[]>;
    data?: unknown;
    meta?: { version: number; changes: Change[] };
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
  expect(body.meta?.version).toBe(board.version);
  expect(comparableChanges(body.meta?.changes ?? [])).toEqual(
    comparableChanges(changesFor(board, outcome.changes, actor)),
  );
}

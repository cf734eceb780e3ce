import { expect, test } from "vitest";
import { compareSnapshots, describeDifference } from "./compare-snapshots.ts";
import { requireEqual } from "./fill-database.ts";
import type { RowBatch, Snapshot } from "./tables.ts";

const snapshotOf = (...batches: RowBatch[]): Snapshot => ({
  schema: "0008-deleted-stickers",
  secret: null,
  async *batches() {
    yield* batches;
  },
  close: async () => undefined,
});
const picture = (...bytes: number[]) => ({ id: "p", bytes: Buffer.from(bytes) });
const users = (...ids: string[]): RowBatch => ({
  table: "users",
  rows: ids.map((id) => ({ id, name: "Ann" })),
});

test("equal rows are counted, however they were grouped", async () => {
  const files: RowBatch = { table: "feedback_files", rows: [picture(1, 2)] };
  const compared = await compareSnapshots(
    snapshotOf(users("a", "b"), users("c"), files),
    snapshotOf(users("a"), users("b", "c"), { table: "feedback_files", rows: [picture(1, 2)] }),
  );
  expect(compared).toEqual({ rows: { users: 3, feedback_files: 1 }, differenceCount: 0, differences: [] });
});

test("missing, additional and different rows are named by table and key, never by content", async () => {
  const [expected, actual] = [
    snapshotOf(
      users("a", "b", "d"),
      { table: "changes", rows: [{ board_id: "x", version: 9, touched: "{}" }] },
      { table: "feedback_files", rows: [picture(1, 2)] },
    ),
    snapshotOf(
      { table: "users", rows: [{ id: "a", name: "Bob" }] },
      users("c", "d"),
      { table: "changes", rows: [{ board_id: "x", version: 10, touched: "{}" }] },
      { table: "feedback_files", rows: [picture(1, 3)] },
    ),
  ];
  const { differences, differenceCount } = await compareSnapshots(expected, actual);
  expect(differences.map((each) => describeDifference(each))).toEqual([
    "users a: different (name)",
    "users b: missing",
    "users c: additional",
    "changes x 9: missing",
    "changes x 10: additional",
    "feedback_files p: different (bytes)",
  ]);
  expect(differenceCount).toBe(6);
  await expect(requireEqual(expected, actual)).rejects.toThrow(/^6 rows differ[^]*users b: missing/);
});

test("one value that changes its type differs: a number is no text, and nothing is no empty text", async () => {
  const rowOf = (name: string | number | null) => snapshotOf({ table: "users", rows: [{ id: "a", name }] });
  expect((await compareSnapshots(rowOf(1), rowOf("1"))).differenceCount).toBe(1);
  expect((await compareSnapshots(rowOf(null), rowOf(""))).differenceCount).toBe(1);
});

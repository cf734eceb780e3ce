import { expect, test } from "vitest";
import { databaseFault, isForeignKeyViolation, isUniqueViolation } from "./faults.ts";

const failure = (fields: object, message = "x") => Object.assign(new Error(message), fields);
const sqlite = (errcode: number) => failure({ code: "ERR_SQLITE_ERROR", errcode });

test.each([
  // PostgreSQL, appendix A.
  ["08006", "unreachable"],
  ["57P01", "unreachable"],
  ["57P02", "unreachable"],
  ["57P03", "unreachable"],
  ["57P05", "unreachable"],
  ["25P03", "unreachable"],
  ["25P04", "unreachable"],
  ["28P01", "unreachable"],
  ["3D000", "unreachable"],
  ["53100", "disk full"],
  ["53300", "overloaded"],
  ["57014", "overloaded"],
  ["55P03", "overloaded"],
  ["40001", "overloaded"],
  ["40P01", "overloaded"],
  ["25006", "read-only"],
  ["58030", "disk error"],
  ["23505", null],
  ["42P01", null],
  ["57P04", null],
  ["08", "unreachable"],
  ["08x", null],
])("PostgreSQL's %s is %s", (code, fault) => {
  expect(databaseFault(failure({ code }))).toBe(fault);
});

test.each([
  [5, "locked"],
  [6, "locked"],
  // SQLITE_BUSY_SNAPSHOT, SQLITE_READONLY_DBMOVED, SQLITE_IOERR_WRITE: extended codes.
  [517, "locked"],
  [8, "read-only"],
  [1032, "read-only"],
  [10, "disk error"],
  [778, "disk error"],
  [13, "disk full"],
  [14, "disk error"],
  [15, "locked"],
  [1, null],
  [2067, null],
])("SQLite's %i is %s", (code, fault) => {
  expect(databaseFault(sqlite(code))).toBe(fault);
});

test.each([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
])(
  "%s of a system call is a database that cannot be reached; without one it is a browser's connection",
  (code) => {
    expect(databaseFault(failure({ code, syscall: "connect" }))).toBe("unreachable");
    expect(databaseFault(failure({ code }))).toBeNull();
  },
);

test.each([
  ["Connection terminated unexpectedly", "unreachable"],
  ["Client has encountered a connection error and is not queryable", "unreachable"],
  ["Client was closed and is not queryable", "unreachable"],
  ["driver has already been destroyed", "unreachable"],
  ["Cannot use a pool after calling end on the pool", "unreachable"],
  ["timeout exceeded when trying to connect", "overloaded"],
  ["Query read timeout", "overloaded"],
  ["the Connection terminated", null],
])("an error without a code that says %j is %s", (message, fault) => {
  expect(databaseFault(new Error(message))).toBe(fault);
});

test("the first error counts for a host with several addresses; a value that is no error is no fault", () => {
  const inner = failure({ code: "ECONNREFUSED", syscall: "connect" });
  expect(databaseFault(new AggregateError([inner, new Error("x")]))).toBe("unreachable");
  expect(databaseFault(new AggregateError([]))).toBeNull();
  for (const other of [null, undefined, "ECONNREFUSED", { code: "08006" }, failure({ code: 8 })])
    expect(databaseFault(other)).toBeNull();
});

test("a broken unique constraint is known on both engines", () => {
  expect([failure({ code: "23505" }), sqlite(1555), sqlite(2067)].map(isUniqueViolation)).toEqual([
    true,
    true,
    true,
  ]);
  expect([failure({ code: "23503" }), sqlite(787), null, "x"].map(isUniqueViolation)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("a reference to a missing row is known on both engines", () => {
  const errors = [failure({ code: "23503" }), sqlite(787), failure({ code: "23505" }), sqlite(2067), null];
  expect(errors.map(isForeignKeyViolation)).toEqual([true, true, false, false, false]);
});

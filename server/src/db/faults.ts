/** The request did not cause the fault, and a retry may succeed later. */
export type DatabaseFault =
  /** If it broke during COMMIT, the server cannot know whether the change was saved. */
  | "unreachable"
  /** Every connection is in use, a lock or a statement waited too long, or transactions kept colliding. */
  | "overloaded"
  | "locked"
  | "disk full"
  | "read-only"
  | "disk error";

/** PostgreSQL, appendix A (error codes): whole codes, or classes of two characters. */
const postgresCodes: Readonly<Record<string, DatabaseFault>> = {
  "08": "unreachable",
  // An administrator stopped PostgreSQL, it crashed, or it is starting.
  "57P01": "unreachable",
  "57P02": "unreachable",
  "57P03": "unreachable",
  "57P05": "unreachable",
  "25P03": "unreachable",
  "25P04": "unreachable",
  // PostgreSQL refused a new connection: someone changed the password or the database while the server runs.
  "28": "unreachable",
  "3D000": "unreachable",
  "53100": "disk full",
  "53": "overloaded",
  "57014": "overloaded",
  "55P03": "overloaded",
  "40001": "overloaded",
  "40P01": "overloaded",
  "25006": "read-only",
  "58": "disk error",
};
/** https://www.sqlite.org/rescode.html; an extended code has the primary one in its low byte. */
const sqliteCodes: Readonly<Record<number, DatabaseFault>> = {
  5: "locked",
  6: "locked",
  8: "read-only",
  10: "disk error",
  13: "disk full",
  14: "disk error",
  15: "locked",
};
const networkCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const brokenConnection =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|driver has already been destroyed|Cannot use a pool after)/;
const noFreeConnection = /^(?:timeout exceeded when trying to connect|Query read timeout)/;

export function databaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode, syscall } = error as Error & {
    code?: unknown;
    errcode?: unknown;
    syscall?: unknown;
  };
  if (code === "ERR_SQLITE_ERROR")
    return (typeof errcode === "number" && sqliteCodes[errcode & 0xff]) || null;
  // For a host name with several addresses, Node throws one error that contains the others.
  if (error instanceof AggregateError) return databaseFault(error.errors[0]);
  if (syscall === "fdatasync") return "disk error";
  if (typeof code === "string") {
    // An error without a system call concerns the browser's connection, not the database's.
    if (networkCodes.test(code)) return typeof syscall === "string" ? "unreachable" : null;
    return postgresCodes[code] ?? (code.length === 5 ? postgresCodes[code.slice(0, 2)] : undefined) ?? null;
  }
  if (brokenConnection.test(error.message)) return "unreachable";
  return noFreeConnection.test(error.message) ? "overloaded" : null;
}

/** SQLite's codes for a damaged file, and for a disk or a file system that cannot give it back. */
const damageCodes: ReadonlySet<unknown> = new Set([11, 26]);
const unreadableCodes: ReadonlySet<unknown> = new Set([266, 522, 8458]);

export function isDamaged(error: unknown): boolean {
  const { code, errcode } = codesOf(error);
  if (code !== "ERR_SQLITE_ERROR" || typeof errcode !== "number") return false;
  return damageCodes.has(errcode & 0xff) || unreadableCodes.has(errcode);
}

/** The database has refused a statement, also the commit: nothing of its transaction is saved. */
export function isRefusedStatement(error: unknown): boolean {
  const { code } = codesOf(error);
  if (code === "ERR_SQLITE_ERROR") return databaseFault(error) === null;
  return typeof code === "string" && /^(?:22|23|42|P0)[0-9A-Z]{3}$/.test(code);
}

export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = codesOf(error);
  return code === "23505" || errcode === 1555 || errcode === 2067;
}

export function isForeignKeyViolation(error: unknown): boolean {
  const { code, errcode } = codesOf(error);
  return code === "23503" || errcode === 787;
}

/**
 * Only PostgreSQL names the row that is missing; on SQLite no board is deleted while a request works on it.
 */
export function refersToMissingBoard(error: unknown): boolean {
  const { constraint } = codesOf(error);
  return (
    isForeignKeyViolation(error) && typeof constraint === "string" && constraint.endsWith("_board_id_fkey")
  );
}

const codesOf = (error: unknown) =>
  (error ?? {}) as { code?: unknown; errcode?: unknown; constraint?: unknown };

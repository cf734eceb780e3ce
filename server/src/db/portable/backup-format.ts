import { createHash } from "node:crypto";
import type { Row, StoredTable, Value } from "./tables.ts";

/*
 * A backup is a gzipped file of lines, each a JSON value:
 *
 *   {"format":"retro-backup","version":1,"schema":"0100-schema",…} BackupHeader
 *   {"file":"legal/terms.en.md"} and then its bytes, as strings of base64 other files of DATA_DIR
 *   {"table":"users","columns":["id",…]} and then its rows, as arrays tables in the order of `storedTableNames`
 *   {"end":{"rows":1234,"sha256":"…"}} checks everything above
 */

export const backupFormat = "retro-backup";
export const backupVersion = 1;

export interface BackupHeader {
  format: typeof backupFormat;
  version: number;
  schema: string;
  release: string;
  engine: "sqlite" | "postgres";
  created_at: string;
  /** The secret that signs cookies and channel keys; null when the installation had none yet. */
  secret: string | null;
}

export type BackupLine =
  | BackupHeader
  | { file: string }
  | string
  | { table: StoredTable; columns: string[] }
  | StoredValue[]
  | { end: { rows: number; sha256: string } };

export type StoredValue = string | number | null | { base64: string };

export function toStoredValue(value: Value): StoredValue {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;
}

export function fromStoredRow(columns: readonly string[], values: readonly StoredValue[]): Row {
  return Object.fromEntries(
    columns.map((column, i) => {
      const value = values[i] ?? null;
      return [
        column,
        typeof value === "object" && value !== null ? Buffer.from(value.base64, "base64") : value,
      ];
    }),
  );
}

export function lineDigest(): { add(line: string): void; digest(): string } {
  const hash = createHash("sha256");
  return {
    add: (line) => void hash.update(line).update("\n"),
    digest: () => hash.digest("hex"),
  };
}

import { boardTables } from "./board-tables.ts";
import { otherTables } from "./other-tables.ts";
import type { RowOf } from "./column.ts";
import { userTables } from "./user-tables.ts";

export type Engine = "sqlite" | "postgres";

/** Every table, after those that it refers to. Ids are text, times epoch milliseconds, JSON is text. */
export const tables = { ...userTables, ...boardTables, ...otherTables };

type Tables = typeof tables;
export type Database = { [Name in keyof Tables]: RowOf<Tables[Name]> };

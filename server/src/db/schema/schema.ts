import { boardTables } from "./board-tables.ts";
import { feedbackTables } from "./feedback-tables.ts";
import { integrationTables } from "./integration-tables.ts";
import { itemTables } from "./item-tables.ts";
import { serverTables } from "./server-tables.ts";
import { spaceTables } from "./space-tables.ts";
import { userTables } from "./user-tables.ts";
import type { RowOf } from "./column.ts";

export type Engine = "sqlite" | "postgres";

/** Every table, after those that it refers to. Ids are text, times epoch milliseconds, JSON is text. */
export const tables = {
  ...userTables,
  ...spaceTables,
  ...boardTables,
  ...itemTables,
  ...integrationTables,
  ...feedbackTables,
  ...serverTables,
};

type Tables = typeof tables;
export type Database = { [Name in keyof Tables]: RowOf<Tables[Name]> };

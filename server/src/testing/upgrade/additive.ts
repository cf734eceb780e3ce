import { sql } from "kysely";
import type { Db } from "../../deps.ts";

interface Column {
  table: string;
  column: string;
  type: string;
  required: boolean;
  default: string | null;
}

/** What servers of a release rely on in a schema. */
export interface Structure {
  columns: Column[];
  /** Rules that can refuse a row, by table: unique keys, foreign keys, checks. */
  rules: { table: string; rule: string }[];
}

/** Reads tables, columns and rules from the catalogue. */
export async function readStructure(db: Db, engine: "sqlite" | "postgres"): Promise<Structure> {
  const rows = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows;
  if (engine === "postgres")
    return {
      columns: await rows<Column>(`select table_name as "table", column_name as "column", data_type as type,
        is_nullable = 'NO' as required, column_default as "default" from information_schema.columns
        where table_schema = current_schema() and table_name not like 'kysely%'`),
      rules:
        await rows(`select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as rule from pg_constraint
          where connamespace = current_schema()::regnamespace and contype <> 'n'
        union select tablename, indexdef from pg_indexes
          where schemaname = current_schema() and indexdef like 'CREATE UNIQUE%'`),
    };
  const tables = `(select name from pragma_table_list where schema = 'main' and type = 'table'
    and name not like 'sqlite_%' and name not like 'kysely%') t`;
  const columns = await rows<Omit<Column, "required"> & { required: number }>(
    `select t.name as "table", c.name as "column", type, "notnull" as required, dflt_value as "default"
      from ${tables}, pragma_table_info(t.name) c`,
  );
  return {
    columns: columns.map((each) => ({ ...each, required: each.required === 1 })),
    rules: await rows(`select t.name as "table", 'unique ' || group_concat(i.name, ',') as rule
          from ${tables}, pragma_index_list(t.name) l, pragma_index_info(l.name) i where l."unique" group by t.name, l.name
        union select t.name, 'foreign ' || f."from" || ' ' || f."table" from ${tables}, pragma_foreign_key_list(t.name) f`),
  };
}

/**
 * Why servers of the release before a migration cannot use the schema after it: they still read and write as
 * before. Indexes that are not unique may go, because they change no answer.
 */
export function findBreakingChanges(before: Structure, after: Structure): string[] {
  const key = ({ table, column }: Column) => `${table}.${column}`;
  const old = new Map(before.columns.map((each) => [key(each), each]));
  const present = new Map(after.columns.map((each) => [key(each), each]));
  const oldTables = new Set(before.columns.map(({ table }) => table));
  const oldRules = new Set(before.rules.map(({ table, rule }) => `${table}: ${rule}`));
  const isNewColumn = ({ table, rule }: { table: string; rule: string }) =>
    after.columns.some(
      (each) => each.table === table && !old.has(key(each)) && new RegExp(`\\b${each.column}\\b`).test(rule),
    );
  return [
    ...[...old.keys()].filter((name) => !present.has(name)).map((name) => `${name} is gone`),
    ...[...old].flatMap(([name, { type, required }]) => {
      const now = present.get(name);
      if (now === undefined) return [];
      return now.type !== type || (now.required && !required)
        ? [`${name} was ${type}, and is ${now.type}${now.required ? " not null" : ""}`]
        : [];
    }),
    ...[...present.values()]
      .filter(
        (each) => oldTables.has(each.table) && !old.has(key(each)) && each.required && each.default === null,
      )
      .map((each) => `${key(each)} is required and has no default`),
    ...after.rules
      .filter(
        (each) =>
          oldTables.has(each.table) && !oldRules.has(`${each.table}: ${each.rule}`) && !isNewColumn(each),
      )
      .map(({ table, rule }) => `${table} has a new rule: ${rule}`),
  ];
}

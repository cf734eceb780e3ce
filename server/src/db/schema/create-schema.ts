import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import { createActionCounts } from "./action-counts.ts";
import { type Database, type Engine, tables } from "./schema.ts";
import { createSpaceSearch } from "./space-search.ts";
import type { Column, Index, Table } from "./column.ts";

/** Creates the tables as the first migration leaves them: what a later one adds is made by that one. */
export async function createSchema(db: Kysely<Database>, engine: Engine): Promise<void> {
  for (const [name, table] of Object.entries<Table>(tables))
    if (table.addedBy === undefined) await createTable(db, engine, name, table);
  await createActionCounts(db, engine);
  await createSpaceSearch(db, engine);
}

/** Creates a table with its indexes. */
export async function createTable(
  db: Kysely<Database>,
  engine: Engine,
  name: string,
  table: Table,
): Promise<void> {
  const { columns, key, unique = {}, foreignKey, indexes = {} } = table;
  let create: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, { definition }] of Object.entries(columns)) {
    if (definition.addedBy !== undefined) continue;
    create = addColumn(create, engine, column, definition, key.length === 1 && key[0] === column);
  }
  if (key.length > 1) create = create.addPrimaryKeyConstraint(`${name}_key`, [...key]);
  for (const [constraint, together] of Object.entries(unique))
    create = create.addUniqueConstraint(constraint, [...together]);
  if (foreignKey !== undefined)
    create = create.addForeignKeyConstraint(
      foreignKey.name,
      [...foreignKey.columns],
      foreignKey.table,
      [...foreignKey.columns],
      (c) => c.onDelete("cascade"),
    );
  if (table.withoutRowid && engine === "sqlite") create = create.modifyEnd(sql`without rowid`);
  await create.execute();
  for (const [index, declared] of Object.entries(indexes)) await createIndex(db, name, index, declared);
}

function addColumn(
  create: CreateTableBuilder<string, string>,
  engine: Engine,
  name: string,
  { type, isNullable, isUnique, default: standard, references }: Column<unknown>["definition"],
  isKey: boolean,
): CreateTableBuilder<string, string> {
  const types = {
    text: sql`text`,
    "order key": engine === "postgres" ? sql`text collate "C"` : sql`text`,
    integer: sql`integer`,
    bigint: sql`bigint`,
    bytes: engine === "postgres" ? sql`bytea` : sql`blob`,
  };
  return create.addColumn(name, types[type], (column) => {
    let built = column;
    if (isKey) built = built.primaryKey();
    else if (!isNullable) built = built.notNull();
    if (isUnique) built = built.unique();
    if (standard !== undefined) built = built.defaultTo(standard);
    if (references !== undefined)
      built = built.references(`${references.table}.id`).onDelete(references.onDelete);
    return built;
  });
}

async function createIndex(
  db: Kysely<Database>,
  table: string,
  name: string,
  declared: Index,
): Promise<void> {
  const { columns, where, isUnique } = "columns" in declared ? declared : { columns: declared };
  const unique = sql.raw(isUnique ? "unique index" : "index");
  await sql`create ${unique} ${sql.ref(name)} on ${sql.table(table)} (${sql.join(columns.map((each) => sql.ref(each)))})
    ${where === undefined ? sql`` : sql`where ${sql.raw(where)}`}`.execute(db);
}

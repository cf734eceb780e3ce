import type { Generated } from "kysely";

interface ColumnDefinition {
  type: "text" | "order key" | "integer" | "bigint" | "bytes";
  isNullable?: boolean;
  isUnique?: boolean;
  default?: number;
  references?: { table: string; onDelete: "cascade" | "set null" | "no action" };
  addedBy?: string;
}

/** A column of a table, and the type `T` of its values. */
export class Column<T> {
  /** Exists for the compiler only. */
  declare readonly value: T;
  readonly definition: ColumnDefinition;
  constructor(definition: ColumnDefinition) {
    this.definition = definition;
  }
  nullable(): Column<T | null> {
    return new Column({ ...this.definition, isNullable: true });
  }
  unique(): Column<T> {
    return new Column({ ...this.definition, isUnique: true });
  }
  default(value: number): Column<Generated<T>> {
    return new Column({ ...this.definition, default: value });
  }
  references(table: string, onDelete: "cascade" | "set null" | "no action"): Column<T> {
    return new Column({ ...this.definition, references: { table, onDelete } });
  }
  /** The column is no part of the first schema: the migration of that name adds it. */
  addedBy(migration: string): Column<T> {
    return new Column({ ...this.definition, addedBy: migration });
  }
}

export const text = <T extends string = string>() => new Column<T>({ type: "text" });
/** A fractional key: PostgreSQL compares it byte by byte (collation "C"), as the rules do. */
export const orderKey = () => new Column<string>({ type: "order key" });
/** A small number; 0 or 1 is a boolean. */
export const integer = () => new Column<number>({ type: "integer" });
/** A time in epoch milliseconds, or a number that grows without end. */
export const bigint = () => new Column<number>({ type: "bigint" });
export const bytes = () => new Column<Uint8Array>({ type: "bytes" });

export type Index =
  | readonly string[]
  | { readonly columns: readonly string[]; readonly where?: string; readonly isUnique?: boolean };

interface Keys<Name extends string> {
  readonly key: readonly [Name, ...Name[]];
  readonly unique?: Readonly<Record<string, readonly Name[]>>;
  /** Several columns that together refer to the columns of the same names. */
  readonly foreignKey?: { readonly name: string; readonly columns: readonly Name[]; readonly table: string };
  readonly indexes?: Readonly<Record<string, Index>>;
  /** On SQLite: rowids would keep the order in which rows came. */
  readonly withoutRowid?: boolean;
  /** The migration that creates the table, if that is not the first. */
  readonly addedBy?: string;
}

export interface Table extends Keys<string> {
  readonly columns: Readonly<Record<string, Column<unknown>>>;
}

/** @returns the table as it is declared, with the types of its columns */
export function table<C extends Table["columns"]>(columns: C, keys: Keys<keyof C & string>) {
  return { ...keys, columns };
}

/** What a query reads and writes. */
export type RowOf<T extends Table> = { [Name in keyof T["columns"]]: T["columns"][Name]["value"] };

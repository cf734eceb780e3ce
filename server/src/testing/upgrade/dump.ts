import { execFileSync } from "node:child_process";
import { DatabaseSync } from "node:sqlite";

/** A SQLite file as SQL: tables, what belongs to them, then the rows, which fill what triggers keep. */
export function dumpSqlite(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const all = <Row>(text: string) => db.prepare(text).all() as Row[];
    const tables = all<{ name: string; type: string }>("pragma main.table_list")
      .filter(({ name, type }) => type !== "shadow" && !name.startsWith("sqlite_"))
      .map(({ name }) => name)
      .toSorted();
    // Triggers fill the search index and the counts of the spaces, and a view has no rows.
    const derived = new Set(["space_texts", "space_sources", "action_counts"]);
    const made = all<{ type: string; name: string; tbl_name: string; sql: string | null }>(
      "select type, name, tbl_name, sql from sqlite_schema where sql is not null order by rowid",
    ).filter(({ tbl_name }) => tables.includes(tbl_name));
    const virtual = new Set(
      made.filter(({ sql }) => /^create virtual/i.test(sql ?? "")).map(({ name }) => name),
    );
    // If the totals existed first, triggers would count rows twice.
    const filled = tables
      .filter((name) => !virtual.has(name) && !derived.has(name))
      .toSorted((a, b) => Number(a === "list_totals") - Number(b === "list_totals"));
    const rows = filled.flatMap((table) => {
      const columns = all<{ name: string }>(`pragma table_info(${quoted(table)})`).map(({ name }) =>
        quoted(name),
      );
      return all<{ line: string }>(
        `select 'insert into ${table} (${columns.join(", ")}) values (' || ${columns
          .map((column) => `quote(${column})`)
          .join(" || ', ' || ")} || ');' as line from ${quoted(table)} order by rowid`,
      ).map(({ line }) => line);
    });
    const order = ["table", "index", "view", "trigger"];
    return [
      ...made.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type)).map(({ sql }) => `${sql};`),
      ...rows,
      "",
    ].join("\n");
  } finally {
    db.close();
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}

/** A PostgreSQL database as SQL that any user may run. @throws Error when pg_dump is missing */
export function dumpPostgres(databaseUrl: string): string {
  const dump = execFileSync(
    "pg_dump",
    ["--no-owner", "--no-privileges", "--no-comments", "--inserts", "--rows-per-insert=20", databaseUrl],
    { encoding: "utf8", maxBuffer: 64 << 20 },
  );
  // Commands of psql, which newer releases of pg_dump write around a dump.
  return dump.replaceAll(/^\\(?:un)?restrict .*\n/gm, "");
}

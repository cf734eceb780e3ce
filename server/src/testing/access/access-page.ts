import { readFileSync } from "node:fs";

export const roles = ["facilitator", "owner", "participant", "other board's member", "no session"] as const;
export type Role = (typeof roles)[number];
export const noFacilitator = "no facilitator";

/**
 * Whether a role may make a call: "yes", a refusal's status and code, or "–" for a case that cannot occur.
 */
export interface ActionRow {
  name: string;
  /** Method and path as the API's description has them, `PUT /api/v1/boards/{id}`. */
  call: string;
  /** The answer with `options` in force; `noFacilitator` is the column for a board without a facilitator. */
  verdict: (option: string, role: Role | typeof noFacilitator) => string;
}

/** What a role sees of the owner's sticker; null: nothing. */
export type Visibility = { text: boolean; author: boolean; count: boolean } | null;

/** A call that names no board. */
export interface OtherCall {
  name: string;
  call: string;
  verdicts: { noSession: string; visitor: string; administrator: string };
}

export const spaceRoles = ["member", "stranger", "former member", "no session"] as const;
/** A call about a space. */
export interface SpaceCall {
  name: string;
  call: string;
  verdict: (role: (typeof spaceRoles)[number]) => string;
}

export interface AccessPage {
  options: string[];
  spaceCalls: SpaceCall[];
  actions: ActionRow[];
  otherCalls: OtherCall[];
  visibility: (option: string, role: Role | "the board's channel") => Visibility;
  /** Calls of signing in, and what `GUESTS` changes: the row's cells by column. */
  signIn: { calls: readonly Row[]; guests: readonly Row[] };
  /** Which calls a token reaches, by call: the first row that fits. */
  tokens: readonly Row[];
  /** The answers on a locked board that differ from those on others, by action. */
  refusedByLock: ReadonlyMap<string, string>;
  /** The answers that a board with a passphrase, or one in the bin, does not give to every other call. */
  closedBoards: ReadonlyMap<string, { noPass: string; bin: string }>;
  /** Which whispers are relayed. */
  whispers: (option: string) => { editing: boolean; writer: boolean; someone: boolean; user: boolean };
}

export type Row = Record<string, string>;

/** The rows of the only table under a heading, or of the one at an index, by column. */
function tableUnder(page: string, heading: string, index?: number): Row[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/access.md has no section "${heading}"`);
  const table =
    index === undefined ? section : (section.split(/\n\n(?=\|)/)[index + 1] ?? "").split("\n\n")[0];
  const lines = (table ?? "").split("\n").filter((line) => line.startsWith("|"));
  const cells = lines.map((line) =>
    line
      .slice(1, line.lastIndexOf("|"))
      .split("|")
      .map((cell) => cell.trim()),
  );
  const [columns = [], , ...rows] = cells;
  return rows.map((row) => {
    if (row.length !== columns.length) throw new Error(`docs/access.md: ${row.join(" | ")}: wrong columns`);
    return Object.fromEntries(columns.map((column, i) => [column, row[i] as string]));
  });
}

/** Reads docs/access.md, which says what each role may do and see. */
export function readAccessPage(): AccessPage {
  const page = readFileSync(new URL("../../../../docs/access.md", import.meta.url), "utf8");
  const sights = tableUnder(page, "What each role sees of the owner's sticker");
  const options = sights.map((row) => cell(row, "option"));
  const changed = tableUnder(page, "What an option changes");
  const whispers = tableUnder(page, "Which whispers the server relays");

  const actions = tableUnder(page, "Who may do what on a board").map((row): ActionRow => {
    const name = cell(row, "may they…");
    return {
      name,
      call: cell(row, "call"),
      verdict(option, role) {
        const other = changed.find((each) => each["option"] === option && each["may they…"] === name);
        return (role === noFacilitator ? undefined : other?.[role]) ?? cell(row, role);
      },
    };
  });
  for (const row of changed)
    if (!options.includes(cell(row, "option")) || !actions.some(({ name }) => name === row["may they…"]))
      throw new Error(`docs/access.md: no such option or action: ${Object.values(row).join(" | ")}`);

  const otherCalls = tableUnder(page, "All other calls").map((row): OtherCall => {
    const [noSession, visitor, administrator] = ["no session", "visitor", "administrator"].map((role) =>
      cell(row, role),
    ) as [string, string, string];
    return {
      name: cell(row, "may they…"),
      call: cell(row, "call"),
      verdicts: { noSession, visitor, administrator },
    };
  });

  return {
    options,
    actions,
    spaceCalls: spaceCallsOf(page),
    otherCalls,
    signIn: {
      calls: tableUnder(page, "Signing in at a provider", 0),
      guests: tableUnder(page, "Signing in at a provider", 1),
    },
    tokens: tableUnder(page, "API tokens"),
    refusedByLock: answersUnderLock(page),
    closedBoards: answersOfClosedBoards(page),
    visibility(option, role) {
      const told = cell(sights.find((row) => row["option"] === option) ?? {}, role);
      if (told === "nothing") return null;
      const words = told.split(", ");
      return {
        text: words.includes("text"),
        author: words.includes("author"),
        count: words.includes("count"),
      };
    },
    whispers(option) {
      const row = whispers.find((each) => each["option"] === option) ?? whispers.at(-1) ?? {};
      return {
        editing: cell(row, '"who is editing what"') === "yes",
        writer: cell(row, '"who writes in which column"') === "yes",
        someone: cell(row, '"someone writes in this column"') === "yes",
        user: cell(row, '"my name and options"') === "yes",
      };
    },
  };
}

function answersUnderLock(page: string): Map<string, string> {
  const rows = tableUnder(page, "What a lock changes");
  return new Map(rows.map((row) => [cell(row, "may they…"), cell(row, "on a locked board")]));
}

function spaceCallsOf(page: string): SpaceCall[] {
  return tableUnder(page, "Who may do what in a space").map((row) => ({
    name: cell(row, "may they…"),
    call: cell(row, "call"),
    verdict: (role) => cell(row, role),
  }));
}

function answersOfClosedBoards(page: string): AccessPage["closedBoards"] {
  const rows = tableUnder(page, "What a passphrase and the bin change");
  return new Map(
    rows.map((row) => [
      cell(row, "may they…"),
      { noPass: cell(row, "without the passphrase"), bin: cell(row, "in the bin") },
    ]),
  );
}

function cell(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`docs/access.md has no column "${column}"`);
  return value;
}

import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";
import type { Database } from "./schema/schema.ts";

export interface SearchScope {
  spaceId: string;
  /** Titles of boards; false: stickers and actions. */
  titles: boolean;
}

export interface SearchIndex {
  /** The texts that have all these words, or longer words that begin with them. */
  matching(scope: SearchScope, words: readonly string[]): RawBuilder<unknown>;
  /** Looks up one row for each row before it, so that a page of 50 reads only its rows. */
  lookUp(
    join: "join" | "left join",
    row: readonly [table: string, alias: string],
    condition: RawBuilder<unknown>,
  ): RawBuilder<unknown>;
}

/** A longer question does not look for more words: the caller compares the text with the other ones. */
const mostWords = 16;

/** The word that all texts of the scope have (see the migration), in quotes. */
const scopeTerm = ({ spaceId, titles }: SearchScope) =>
  `\u{E000}${titles ? "b" : "t"}${spaceId.replaceAll("-", "")}`;

/** FTS5 returns rows in the order of `docid`: a page of a common word reads only that page. */
const fts5: SearchIndex = {
  matching(scope, words) {
    const terms = words.slice(0, mostWords).map((word) => `"${word}"*`);
    const expression = [`"${scopeTerm(scope)}"`, ...terms].join(" AND ");
    return sql`(select space_words.rowid as docid, t.board_id, t.kind, t.ref
      from space_words cross join space_texts t on t.docid = space_words.rowid where space_words match ${expression})`;
  },
  lookUp: (join, [table, alias], condition) =>
    sql`${sql.raw(join)} ${sql.table(table)} as ${sql.ref(alias)} on ${condition}`,
};

/** In a database whose locale knows the case of ASCII only, "École" and "ÉCOLE" keep their É. */
function spellingsOf(word: string): string[] {
  const capital = (text: string) =>
    text.replace(/[^\p{ASCII}\p{Script=Cyrillic}]/gu, (letter) => letter.toUpperCase());
  const [first = "", ...rest] = word;
  return [...new Set([word, capital(first) + rest.join(""), capital(word)])];
}

const textSearch: SearchIndex = {
  matching(scope, words) {
    const terms = words.slice(0, mostWords).map((word) => {
      const spellings = spellingsOf(word).map((spelling) => `'${spelling}':*`);
      return `(${spellings.join(" | ")})`;
    });
    const query = [`'${scopeTerm(scope)}'`, ...terms].join(" & ");
    return sql`(select docid, board_id, kind, ref from space_texts where words @@ ${query}::tsquery
      order by docid desc offset 0)`;
  },
  // "offset 0" keeps the planner from reading the whole table at once, and so from sorting all that it has
  // found.
  lookUp: (join, [table, alias], condition) =>
    sql`${sql.raw(join)} lateral (select ${sql.ref(alias)}.* from ${sql.table(table)} as ${sql.ref(alias)}
      where ${condition} offset 0) as ${sql.ref(alias)} on true`,
};

export function searchIndexOf(db: Kysely<Database>): SearchIndex {
  return db.getExecutor().adapter instanceof PostgresAdapter ? textSearch : fts5;
}

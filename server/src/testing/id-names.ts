import type { Row, Tables } from "./databases/tables.ts";

/**
 * Readable names for the ids of a test, so that expectations are texts: `@retro` is a board, `@A` a section
 * with that title, `@A.0` its first column, `@one` the sticker that was added with the title "one", `@ann` a
 * user.
 */
export class IdNames {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** Names an id, for good; a name that is taken gets a plus. */
  add(id: string, name: string): void {
    if (this.#names.has(id)) return;
    const free = this.#ids.has(name) ? `${name}+` : name;
    this.#ids.set(free, id);
    this.#names.set(id, free);
  }

  /** Names the items that have no name yet. */
  addItems({ items }: Tables): void {
    const rows = [...items.values()].toSorted(byOrder);
    for (const kind of ["section", "column", "sticker"])
      for (const row of rows.filter((each) => each["kind"] === kind)) {
        const siblings = rows.filter((each) => each["parent_id"] === row["parent_id"]);
        const column = `${this.#names.get(String(row["parent_id"]))}.${siblings.indexOf(row)}`;
        this.add(String(row["id"]), kind === "column" ? column : `@${String(row["title"])}`);
      }
  }

  /**
   * Names the actions that have no name yet: `@!Call Bob` is an action with that text, in which spaces are
   * dashes.
   */
  addActions({ actions }: Tables): void {
    for (const row of [...actions.values()].toSorted(byOrder))
      this.add(String(row["id"]), `@!${String(row["text"]).replaceAll(/[^\w]+/g, "-")}`);
  }

  id(name: string): string {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`nothing is named ${name}`);
    return id;
  }

  /** The value with names replaced by ids, in texts and keys. */
  resolve<T>(value: T): T {
    return replaced(value, (text) =>
      text.replaceAll(/@!?[\w.-]+\+?/g, (name) => this.#ids.get(name) ?? name),
    ) as T;
  }

  /** The value with ids replaced by names, in texts and keys. */
  named(value: unknown): unknown {
    return replaced(value, (text) => this.#names.get(text) ?? text);
  }

  /** Remembers the current names. @returns removes the names that were added since */
  checkpoint(): () => void {
    const known = new Map(this.#names);
    return () => {
      this.#ids.clear();
      this.#names.clear();
      for (const [id, name] of known) this.add(id, name);
    };
  }
}

/** Siblings' order as the rows have it: the bytes of the key. */
export function byOrder(a: Row, b: Row): number {
  return String(a["order_key"]) < String(b["order_key"]) ? -1 : 1;
}

/** Applies `change` to every text in a value, keys and the parts of composed keys included. */
function replaced(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => replaced(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.split(" ").map(change).join(" "),
      replaced(each, change),
    ]),
  );
}

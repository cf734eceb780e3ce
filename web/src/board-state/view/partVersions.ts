/**
 * `items`, `actions`: place and content, the deletion included; `votes`: counts; `ownReactions`: those of the
 * user while avatars are hidden.
 */
type Part = "items" | "votes" | "ownVotes" | "ownReactions" | "actions";

/**
 * The version of each part of the view: the change with the highest version wins, however late it arrives
 * [Y2]. A part without a recorded version has that of the last snapshot.
 */
export class PartVersions {
  details = 0;
  facilitation = 0;
  readonly #all: Record<Part, number> = {
    items: 0,
    votes: 0,
    ownVotes: 0,
    ownReactions: 0,
    actions: 0,
  };
  readonly #single: Record<Part, Map<string, number>> = {
    items: new Map(),
    votes: new Map(),
    ownVotes: new Map(),
    ownReactions: new Map(),
    actions: new Map(),
  };

  of(part: Part, id: string): number {
    return Math.max(this.#single[part].get(id) ?? 0, this.#all[part]);
  }

  set(part: Part, id: string, version: number): void {
    if (version > this.#all[part]) this.#single[part].set(id, version);
    else this.#single[part].delete(id);
  }

  setAll(part: Part, version: number): void {
    this.#all[part] = Math.max(this.#all[part], version);
  }

  /** Allowed only when nothing older can arrive any more. */
  prune(version: number): void {
    for (const part of Object.values(this.#single))
      for (const [id, at] of part) if (at <= version) part.delete(id);
  }
}

/**
 * Which version each part of the view is of: the last writer is the one with the highest version, however late its news arrive.
 * A part without a stamp of its own is as old as the last snapshot.
 */
export interface PartVersions {
  /** Place and content of an item, its deletion included. */
  item: (id: string) => number;
  votes: (id: string) => number;
  ownVote: (id: string) => number;
  head: number;
  facilitation: number;
  setItem: (id: string, version: number) => void;
  setVotes: (id: string, version: number) => void;
  setOwnVote: (id: string, version: number) => void;
  /** All items, all counts, all own votes are at least of this version. */
  setAll: (part: "put" | "votes" | "mine", version: number) => void;
  /** Forgets the stamps of single items up to `version`: nothing older can arrive any more. */
  prune: (version: number) => void;
}

/** Stamps at version 0. */
export function createPartVersions(): PartVersions {
  const single = {
    put: new Map<string, number>(),
    votes: new Map<string, number>(),
    mine: new Map<string, number>(),
  };
  const all = { put: 0, votes: 0, mine: 0 };
  const read = (part: keyof typeof all) => (id: string) => Math.max(single[part].get(id) ?? 0, all[part]);
  const write = (part: keyof typeof all) => (id: string, version: number) =>
    void single[part].set(id, version);
  return {
    item: read("put"),
    votes: read("votes"),
    ownVote: read("mine"),
    head: 0,
    facilitation: 0,
    setItem: write("put"),
    setVotes: write("votes"),
    setOwnVote: write("mine"),
    setAll(part, version) {
      all[part] = Math.max(all[part], version);
    },
    prune(version) {
      for (const part of Object.values(single))
        for (const [id, at] of part) if (at <= version) part.delete(id);
    },
  };
}

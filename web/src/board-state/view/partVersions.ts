/**
 * The version of each part of the view: the change with the highest version wins, however late it arrives [Y2]. A part without a
 * recorded version has that of the last snapshot.
 */
export interface PartVersions {
  /** Place and content of an item, its deletion included. */
  item: (id: string) => number;
  votes: (id: string) => number;
  ownVote: (id: string) => number;
  /** An action, its deletion included. */
  action: (id: string) => number;
  details: number;
  facilitation: number;
  setItem: (id: string, version: number) => void;
  setVotes: (id: string, version: number) => void;
  setOwnVote: (id: string, version: number) => void;
  setAction: (id: string, version: number) => void;
  /** Raises all items, all counts or all of the user's votes or all actions to at least this version. */
  setAll: (part: "put" | "votes" | "mine" | "actions", version: number) => void;
  /** Deletes the versions of single items up to `version`. Allowed only when nothing older can arrive any more. */
  prune: (version: number) => void;
}

/** All parts start at version 0. */
export function createPartVersions(): PartVersions {
  const single = {
    put: new Map<string, number>(),
    votes: new Map<string, number>(),
    mine: new Map<string, number>(),
    actions: new Map<string, number>(),
  };
  const all = { put: 0, votes: 0, mine: 0, actions: 0 };
  const read = (part: keyof typeof all) => (id: string) => Math.max(single[part].get(id) ?? 0, all[part]);
  const write = (part: keyof typeof all) => (id: string, version: number) => {
    if (version > all[part]) single[part].set(id, version);
    else single[part].delete(id);
  };
  return {
    item: read("put"),
    votes: read("votes"),
    ownVote: read("mine"),
    action: read("actions"),
    details: 0,
    facilitation: 0,
    setItem: write("put"),
    setVotes: write("votes"),
    setOwnVote: write("mine"),
    setAction: write("actions"),
    setAll(part, version) {
      all[part] = Math.max(all[part], version);
    },
    prune(version) {
      for (const part of Object.values(single))
        for (const [id, at] of part) if (at <= version) part.delete(id);
    },
  };
}

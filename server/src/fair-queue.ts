export interface QueueOwner {
  session: string | null;
  address: string;
}

export interface TakeConditions {
  address?: (address: string) => boolean;
  session?: (session: string | null) => boolean;
}

/** Addresses take turns, and sessions within one: a hundred entries delay another owner by one. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Map<string | null, T[]>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf({ address, session }: QueueOwner): number {
    return this.#waiting.get(address)?.get(session)?.length ?? 0;
  }

  hasAddress(address: string): boolean {
    return this.#waiting.has(address);
  }

  add({ address, session }: QueueOwner, entry: T): void {
    const sessions = this.#waiting.get(address) ?? new Map<string | null, T[]>();
    this.#waiting.set(address, sessions);
    const entries = sessions.get(session) ?? [];
    sessions.set(session, entries);
    entries.push(entry);
    this.#size += 1;
  }

  /** Removes an entry. @returns false when it no longer waits */
  remove({ address, session }: QueueOwner, entry: T): boolean {
    const sessions = this.#waiting.get(address);
    const entries = sessions?.get(session);
    const at = entries?.indexOf(entry) ?? -1;
    if (sessions === undefined || entries === undefined || at < 0) return false;
    entries.splice(at, 1);
    if (entries.length === 0) sessions.delete(session);
    if (sessions.size === 0) this.#waiting.delete(address);
    this.#size -= 1;
    return true;
  }

  takeNext({ address: mayAddress, session: maySession }: TakeConditions): T | undefined {
    for (const [address, sessions] of this.#waiting) {
      if (mayAddress?.(address) === false) continue;
      for (const [session, [entry]] of sessions) {
        if (entry === undefined || maySession?.(session) === false) continue;
        const owner = { address, session };
        this.remove(owner, entry);
        this.moveOwnerToEnd(owner);
        return entry;
      }
    }
    return undefined;
  }

  /** Moves a session behind the other sessions of its address, and the address behind the other addresses. */
  moveOwnerToEnd({ address, session }: QueueOwner): void {
    const sessions = this.#waiting.get(address);
    if (sessions === undefined) return;
    moveToEnd(sessions, session);
    moveToEnd(this.#waiting, address);
  }
}

function moveToEnd<K, V>(map: Map<K, V>, key: K): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

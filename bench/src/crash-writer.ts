import { randomUUID } from "node:crypto";
import type { Board } from "@retro/contract/entities";
import type { Visitor } from "./visitor.ts";

/** What the server has acknowledged about one sticker, and what an unanswered request may have changed. */
interface Sticker {
  /** Titles it may have: one, or two while an edit is unanswered. */
  titles: string[];
  voted: boolean | "unknown";
  exists: boolean | "unknown";
}

/** What a database holds, as far as a writer can compare it. */
export interface StoredData {
  stickers: ReadonlyMap<string, string>;
  /** `sticker user` of each vote. */
  votes: ReadonlySet<string>;
  boards: ReadonlySet<string>;
}

/** Adds, edits, votes for and deletes its own stickers, and remembers what the server acknowledged. */
export class CrashWriter {
  readonly #visitor: Visitor;
  readonly #columns: readonly string[];
  readonly #board: string;
  readonly #stickers = new Map<string, Sticker>();
  readonly #boards = new Set<string>();
  /** An add that was not answered: it is sent again after the restart. */
  #unanswered: { id: string; title: string } | null = null;
  #step = 0;
  acknowledged = 0;

  constructor(visitor: Visitor, board: string, columns: readonly string[]) {
    this.#visitor = visitor;
    this.#board = board;
    this.#columns = columns;
  }

  async writeUntilDisconnect(): Promise<void> {
    try {
      if (this.#unanswered !== null) await this.#add(this.#unanswered);
      for (;;) await this.#next();
    } catch (error) {
      // Without an answer there is an error of the connection; an answer that is a refusal ends the bench.
      if (error instanceof Error && error.message.startsWith("answered")) throw error;
    }
  }

  async #next(): Promise<void> {
    this.#step += 1;
    const candidates = [...this.#stickers].filter(([, { exists }]) => exists === true);
    const [id, sticker] = candidates[Math.floor(Math.random() * candidates.length)] ?? [];
    const kind = this.#step % 8;
    if (id === undefined || sticker === undefined || kind < 3)
      return this.#add({ id: randomUUID(), title: `Sticker ${this.#step}` });
    if (kind < 5) return this.#edit(id, sticker);
    if (kind < 7) return this.#vote(id, sticker);
    return this.#step % 40 === 7 ? this.#makeBoard() : this.#delete(id, sticker);
  }

  async #send(method: string, path: string, body?: unknown): Promise<unknown> {
    const data = await this.#visitor.callApi<unknown>(method, path, body);
    this.acknowledged += 1;
    return data;
  }

  #item(id: string): string {
    return `/api/v1/boards/${this.#board}/items/${id}`;
  }

  async #add(wish: { id: string; title: string }): Promise<void> {
    this.#unanswered = wish;
    this.#stickers.set(wish.id, { titles: [wish.title], voted: false, exists: "unknown" });
    const parent_id = this.#columns[this.#step % this.#columns.length];
    await this.#send("POST", `/api/v1/boards/${this.#board}/items`, { ...wish, parent_id });
    this.#stickers.set(wish.id, { titles: [wish.title], voted: false, exists: true });
    this.#unanswered = null;
  }

  async #edit(id: string, sticker: Sticker): Promise<void> {
    const title = `Edited ${this.#step}`;
    sticker.titles.push(title);
    await this.#send("PUT", this.#item(id), { title });
    sticker.titles = [title];
  }

  async #vote(id: string, sticker: Sticker): Promise<void> {
    const vote = sticker.voted !== true;
    sticker.voted = "unknown";
    await this.#send(vote ? "POST" : "DELETE", `${this.#item(id)}/vote`);
    sticker.voted = vote;
  }

  async #delete(id: string, sticker: Sticker): Promise<void> {
    sticker.exists = "unknown";
    await this.#send("DELETE", this.#item(id));
    sticker.exists = false;
  }

  async #makeBoard(): Promise<void> {
    this.#boards.add(((await this.#send("POST", "/api/v1/boards", { title: "Another" })) as Board).id);
  }

  /** Acknowledged changes that the database lacks, one line each. */
  findLost(stored: StoredData): string[] {
    const lost: string[] = [];
    for (const id of this.#boards) if (!stored.boards.has(id)) lost.push(`board ${id}`);
    for (const [id, sticker] of this.#stickers) {
      const title = stored.stickers.get(id);
      const voted = stored.votes.has(`${id} ${this.#visitor.user.id}`);
      const there = title !== undefined;
      if (sticker.exists !== "unknown" && sticker.exists !== there)
        lost.push(`${there ? "deletion" : "sticker"} ${id}`);
      else if (there && !sticker.titles.includes(title)) lost.push(`edit of ${id}`);
      else if (there && sticker.voted !== "unknown" && sticker.voted !== voted) lost.push(`vote for ${id}`);
      if (there) this.#stickers.set(id, { titles: [title], voted, exists: there });
      else this.#stickers.delete(id);
    }
    return lost;
  }
}

import type { Http } from "./http.ts";

/** One participant of a board: a visitor with a websocket. */
export interface Member {
  /** Adds a sticker of that id; resolves with the HTTP answer, which acknowledges it. */
  create(column: number, id: string, title: string): Promise<void>;
  /** Hears the ids of stickers that others add, and when they arrived (`performance.now()`). */
  onCreated(listener: (id: string, at: number) => void): void;
  /** Bytes heard on the websocket. */
  heard(): number;
  close(): void;
}

/** What is measured: the product, or the floor under the same work. */
export interface Target {
  /** Makes a fresh board and gives its id. */
  newBoard(http: Http): Promise<string>;
  /** Makes a visitor, who then may `join`. */
  come(http: Http): Promise<{ join(board: string): Promise<Member> }>;
}

export type TargetName = "ours" | "floor";

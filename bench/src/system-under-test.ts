import type { HttpClient } from "./http-client.ts";

/** One participant of a board: a visitor with a websocket. */
export interface Participant {
  /** Adds a sticker of that id; resolves with the HTTP answer, which acknowledges it. */
  addSticker(column: number, id: string, title: string): Promise<void>;
  /** Hears the ids of stickers that others add, and when they arrived (`performance.now()`). */
  onStickerAdded(listener: (id: string, at: number) => void): void;
  /** Bytes heard on the websocket. */
  receivedBytes(): number;
  close(): void;
}

/** What is measured: the product, or the floor under the same work. */
export interface SystemUnderTest {
  /** Makes a fresh board and gives its id. */
  createBoard(http: HttpClient): Promise<string>;
  /** Makes a visitor, who then may `join`. */
  createVisitor(http: HttpClient): Promise<{ join(board: string): Promise<Participant> }>;
}

export type SystemName = "retro" | "floor";

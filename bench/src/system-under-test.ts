import type { HttpClient } from "./http-client.ts";

export interface Participant {
  /** Adds a sticker of that id; resolves with the HTTP answer, which acknowledges it. */
  addSticker(column: number, id: string, title: string): Promise<void>;
  /** Reports the ids of stickers that others add, and when they arrived (`performance.now()`). */
  onStickerAdded(listener: (id: string, at: number) => void): void;
  receivedBytes(): number;
  close(): void;
}

/** A system that the bench measures: the product, or the floor with the same work. */
export interface SystemUnderTest {
  createBoard(http: HttpClient): Promise<string>;
  createVisitor(http: HttpClient): Promise<BenchVisitor>;
}

export interface BenchVisitor {
  join(board: string): Promise<Participant>;
}

export type SystemName = "retro" | "floor";

import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/items";
import type { Browser, TestApp, TestResponse, Visitor } from "../app.ts";
import type { TestBoard } from "../boards.ts";

export interface AccessBoard extends TestBoard {
  sections: string[];
  /** The owner's sticker, in the first column. */
  sticker: Item;
  /** A sticker of the facilitator's, in the second column. */
  anchor: Item;
  /** The owner's action, made from the sticker. */
  action: Action;
  /** Makes a user the one who put the board into the bin. */
  setBinner?: (userId: string) => Promise<void>;
  /** Makes a user the creator of the board. */
  setCreator?: (userId: string) => Promise<void>;
  /** Makes a user the one who deleted the sticker. */
  setDeleter?: (userId: string) => Promise<void>;
}

export interface People {
  facilitator: Visitor;
  owner: Visitor;
}

/** The caller, and the address of the board. */
export interface AccessRequest {
  caller: Browser;
  scene: AccessBoard;
  /** `/api/v1/boards/{id}`, of the scene's board or of another. */
  url: string;
  /** A board id for what is no path below `url`: downloads and channels. */
  boardId: string;
  ownerId: string;
}

export interface AccessCall {
  ask: (ask: AccessRequest) => Promise<TestResponse>;
  /** Prepares the board for the call. */
  before?: (scene: AccessBoard, people: People, test: TestApp) => Promise<unknown> | void;
  /** True when the other calls could not be tried on the board after this call succeeded. */
  changesBoard?: true;
  /** True for a document that takes a second: only one participant requests it under each option. */
  slow?: true;
  /** Names items of the board, which are unknown under the address of another board. */
  namesItems?: true;
}

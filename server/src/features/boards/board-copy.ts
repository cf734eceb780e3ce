import type { BoardContent, FileSection } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import type { SectionStyle } from "@retro/contract/styles";
import type { User } from "@retro/contract/users";
import { copyStickers } from "@retro/rules/copy";
import { presentItem } from "@retro/rules/present";
import { buildTree } from "@retro/rules/tree";
import { nextStepsOf } from "../../board/parts/board-row.ts";
import type { BoardRow } from "../../board/parts/board-store.ts";
import { itemCount } from "../../board/turn/capacity.ts";
import { loadRows, loadSections, toItem } from "../../board/parts/item-store.ts";
import { recordUse } from "../../board/turn/last-use.ts";
import { openBoardState, readSnapshot } from "../../board/read/snapshot.ts";
import type { Db, Deps } from "../../deps.ts";
import type { Payer } from "../../limits/payer.ts";
import { designOf } from "../stickers/sections.ts";
import { importBoard, sizeOf } from "./board-import.ts";
import { bytesCost, heavyBoardItems, itemPoints } from "../../limits/budgets.ts";

interface CopyRequest {
  boardId: string;
  /** False: only title, description and sections [B3]. */
  stickers: boolean;
  titleOf: (title: string) => string;
  /** Who pays for the rows. */
  owner: Payer;
  /** Gives up the request's slot: a large board waits for a slot of another kind. */
  releaseSlot: () => void;
}

/**
 * Makes a new board from what the user may see of another one, under the options after the read [B2, B3, H4].
 * @returns the new board, and how many stickers were left out because they are hidden from the user
 * @throws AppError as `openBoard`, 429 when the user's budget does not pay for the stickers
 */
export async function copyBoard(
  deps: Deps,
  user: User,
  { boardId, stickers, titleOf, owner, releaseSlot }: CopyRequest,
): Promise<{ board: Board; leftOut: number }> {
  const state = await openBoardState(deps, boardId, user.id);
  await recordUse(deps, state.board);
  const large = stickers && itemCount(state.board) > heavyBoardItems;
  if (large) releaseSlot();
  const pace = <T>(work: () => Promise<T>) => (large ? deps.rateLimiter.heavySlots.run(owner, work) : work());
  // The reader of a large board is away from the event loop.
  const db = large ? deps.database.reader : deps.database.db;
  const source = await pace(() =>
    stickers ? readAll(db, boardId, user.id) : readDesign(db, boardId, user.id),
  );
  const { leftOut, passphraseHash, content } = source;
  const { rows, bytes } = sizeOf(content);
  if (rows > 0) deps.rateLimiter.take(owner, { points: itemPoints(rows), ...bytesCost(bytes, rows) });
  const copy = { ...content, board: { ...content.board, title: titleOf(content.board.title) } };
  const options = { now: deps.clock(), hidden: "", passphraseHash, pace };
  return { board: await importBoard(deps, user, copy, options), leftOut };
}

interface CopySource {
  content: BoardContent;
  /** A copy of a board with a passphrase has the same one [M5]. */
  passphraseHash: string | null;
  leftOut: number;
}

async function readDesign(db: Db, boardId: string, userId: string): Promise<CopySource> {
  const { value: rows, board } = await readSnapshot({ database: { db } }, boardId, userId, () =>
    loadSections(db, boardId),
  );
  const sections = rows.map((row) => ({ ...designOf(row), columns: [] }));
  return { ...sourceOf(board, sections), leftOut: 0 };
}

async function readAll(db: Db, boardId: string, userId: string): Promise<CopySource> {
  const {
    value: rows,
    board,
    facilitation,
  } = await readSnapshot({ database: { db } }, boardId, userId, () => loadRows(db, boardId));
  // Votes are not read: a copy has none.
  const tree = buildTree(rows.map((row) => presentItem(toItem(row, 0), facilitation, userId)));
  let leftOut = 0;
  const sections = tree.map((section): FileSection => {
    const columns = section.children.map((column) => {
      const { copies, leftOut: hidden } = copyStickers(column.children);
      leftOut += hidden;
      return copies;
    });
    const { title, style, holds } = section;
    return { title: title ?? "", style: style as SectionStyle, ...(holds && { holds }), columns };
  });
  return { ...sourceOf(board, sections), leftOut };
}

function sourceOf(row: BoardRow, sections: FileSection[]): Omit<CopySource, "leftOut"> {
  const { title, description, passphrase_hash } = row;
  const steps = nextStepsOf(row);
  return {
    content: { board: { title, description }, sections, ...(steps && { meeting: { steps } }) },
    passphraseHash: passphrase_hash,
  };
}

import { randomBytes } from "node:crypto";
import type { CreateBoard, UpdateBoard } from "@retro/contract/commands";
import type { ChangeMeta } from "@retro/contract/changes";
import type { Board } from "@retro/contract/boards";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { User } from "@retro/contract/users";
import type { LastMeeting, MeetingStep } from "@retro/contract/facilitation/meeting";
import type { Locale } from "@retro/contract/messages/catalogue";
import { mayEditBoard } from "@retro/rules/permissions";
import type { Db, Deps } from "../../deps.ts";
import { editConflict, requireAllowed } from "../../http/errors/app-error.ts";
import { arrangeSections, createSections, type NewSection } from "../stickers/sections.ts";
import { countTemplateUse, resolveTemplate } from "../templates/commands.ts";
import type { BoardRow } from "../../board/parts/board-store.ts";
import { loadSections } from "../../board/parts/item-store.ts";
import { addPass } from "../../board/turn/pass-store.ts";
import { presentBoard } from "../../board/read/present-board.ts";
import * as store from "./store.ts";
import { recordCreation } from "../../board/turn/board-outbox.ts";
import type { BoardCall } from "../../board/turn/caller.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";

/** A board's id: 128 random bits, because everybody with the link is invited (spec 10.5). */
export function newBoardId(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * Makes a board from a template; without one, from the first of the catalogue.
 * @throws AppError 422 on `template` for an unknown one (spec 10.3)
 */
export async function createBoard(deps: Deps, user: User, body: CreateBoard, locale: Locale): Promise<Board> {
  return deps.database.transaction(async (db) => {
    const template = await resolveTemplate(db, user.id, body.template ?? null, locale);
    await countTemplateUse(db, template.key);
    return insertBoard(
      deps,
      db,
      user,
      {
        title: body.title,
        description: body.description ?? "",
        sections: template.sections,
        steps: template.steps,
      },
      deps.clock(),
    );
  });
}

interface NewBoard {
  title: string;
  description: string;
  /** Of the board that this one is a copy of. The creator counts as having given it. */
  passphraseHash?: string | null | undefined;
  sections: readonly NewSection[];
  facilitation?: Facilitation | undefined;
  space_id?: string | undefined;
  /** Of its meeting; null: the space's, or the usual ones [F1]. */
  steps?: readonly MeetingStep[] | null | undefined;
  lastMeeting?: LastMeeting | undefined;
}

export async function insertBoard(
  deps: Pick<Deps, "database">,
  db: Db,
  user: User,
  board: NewBoard,
  now: number,
): Promise<Board> {
  const made = await insertUnvisitedBoard(db, user, board, now);
  await store.recordVisit(db, user.id, made.id, now);
  const { passphraseHash = null, space_id = null } = board;
  await recordCreation(deps, db, { ...made, passphrase_hash: passphraseHash, space_id }, now);
  return made;
}

/** As `insertBoard`, but the board is not in its creator's list yet, and no event announces it. */
export async function insertUnvisitedBoard(db: Db, user: User, board: NewBoard, now: number): Promise<Board> {
  const id = newBoardId();
  const row = await store.insertBoard(db, {
    id,
    title: board.title,
    description: board.description,
    creator_id: user.id,
    section_count: board.sections.length,
    sticker_count: 0,
    passphrase_hash: board.passphraseHash ?? null,
    now,
    facilitation: board.facilitation,
    space_id: board.space_id,
    next_steps: board.steps,
    last_meeting: board.lastMeeting,
  });
  if (row.passphrase_hash !== null) await addPass(db, id, user.id, now);
  const sections = await createSections(db, id, board.sections, now);
  return presentBoard(row, sections, now);
}

/**
 * Changes title, description and sections; an omitted field keeps its value (spec 10.3, E1).
 * @throws AppError 403 `board_locked`, 404, 422 by field, 409 by field if it differs from `from` or `rev`
 */
export async function updateBoard(
  { deps, boardId, caller }: BoardCall,
  body: UpdateBoard,
): Promise<{ value: Board; meta: ChangeMeta }> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return presentInTurn(turn);
    requireAllowed(mayEditBoard(turn.facilitation, caller.userId));
    const details = {
      title: body.title ?? turn.board.title,
      description: body.description ?? turn.board.description,
    };
    const conflicts = (["title", "description"] as const).flatMap((field) => {
      const now = turn.board[field];
      const start = body.from?.[field];
      const conflicting = start !== undefined && start !== now && details[field] !== now;
      return conflicting ? [[field, { text: now ?? "" }] as const] : [];
    });
    if (conflicts.length > 0) throw editConflict(Object.fromEntries(conflicts));
    if (body.sections || body.deletes?.length) await arrangeSections(turn, body);
    if (details.title !== turn.board.title || details.description !== turn.board.description) {
      await store.saveDetails(turn.db, boardId, details);
      turn.record({ type: "board.put", board: details });
    }
    const board = await presentInTurn(turn, details);
    turn.event = { kind: "board", board };
    return board;
  });
}

export async function presentInTurn(turn: Turn, changed: Partial<BoardRow> = {}): Promise<Board> {
  const sections = await loadSections(turn.db, turn.board.id);
  return { ...presentBoard({ ...turn.board, ...changed }, sections, turn.now), ...turn.facilitation };
}

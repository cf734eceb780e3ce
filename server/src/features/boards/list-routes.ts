import * as z from "zod";
import { boardListRow } from "@retro/contract/boards";
import { id } from "@retro/contract/ids";
import { listMeta } from "@retro/contract/lists";
import type { BoardListRow } from "@retro/contract/boards";
import { type BoardShelf, boardShelf, type ListQuery, sortedListQuery } from "@retro/contract/lists";
import { limits } from "@retro/contract/limits";
import { mayManageBoard } from "@retro/rules/permissions";
import type { Deps, Feature, FeatureApp } from "../../deps.ts";
import { answerNothing, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { statesOf } from "../../board/read/present-board.ts";
import { boardsInOtherSpaces } from "../../board/turn/custody-store.ts";
import { boardSortNames, listAll, listVisited, visitorsOf, setRemoved } from "./list-store.ts";
import { SectionSummaries } from "./section-summaries.ts";
import { openBoard, requireAccess } from "../../board/turn/board-access.ts";
import { findBoard } from "../../board/parts/board-store.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { recordVisit } from "./store.ts";

const boardParams = z.object({ id });
const shownPeople = 5;

export const boardLists: Feature = (app, deps) => {
  listRoute(app, deps, new SectionSummaries(deps));
  route(app, "delete", "/boards/:id/visit", {
    tags: ["boards"],
    summary: "Remove the board from the caller's list; the board stays, and opening it puts it back",
    params: boardParams,
    answer: { 200: nothing },
    refusals: [404],
    handler: (request) => answerNothing(removeFromList(deps, userOf(request).id, request.params.id)),
  });
  route(app, "put", "/boards/:id/visit", {
    tags: ["boards"],
    summary: "Put the board back into the caller's list, at its former place",
    params: boardParams,
    answer: { 200: nothing },
    refusals: [404],
    handler: (request) => answerNothing(putBackOnList(deps, userOf(request).id, request.params.id)),
  });
};

function listRoute(app: FeatureApp, deps: Deps, summaries: SectionSummaries): void {
  route(app, "get", "/boards", {
    tags: ["boards"],
    summary:
      "Boards the caller made or opened, the latest first; for an admin every board (`mine=1`: as for others). `shelf` gives the archived ones, or those in the bin that the caller may restore",
    querystring: z.object({
      ...sortedListQuery(...boardSortNames).shape,
      mine: z.string().optional(),
      shelf: z.optional(boardShelf),
    }),
    answer: { 200: z.object({ data: z.array(boardListRow), meta: listMeta }) },
    refusals: [422],
    handler: async (request) => {
      const user = userOf(request);
      const { page, per_page, mine, shelf = "open" } = request.query;
      if (user.role === "admin" && mine !== "1") {
        const { rows, total } = await listAll(deps.database.reader, request.query);
        return { data: rows, meta: { total, page, per_page } };
      }
      const { data, total } = await listMine(deps, summaries, user.id, { ...request.query, shelf });
      return { data, meta: { total, page, per_page } };
    },
  });
}

async function listMine(
  { database, clock }: Deps,
  summaries: SectionSummaries,
  userId: string,
  { shelf, ...query }: ListQuery & { shelf: BoardShelf },
): Promise<{ data: BoardListRow[]; total: number }> {
  const { rows, total } = await listVisited(database.db, userId, query, {
    shelf,
    binnedAfter: clock() - limits.binMs,
  });
  const readable = rows.filter(isReadable);
  const visitors = await visitorsOf(
    database.db,
    readable.map((row) => row.id),
    shownPeople,
  );
  const sections = await summaries.of(readable);
  const elsewhere = await boardsInOtherSpaces(
    database.db,
    shelf === "bin" ? [] : rows.map(({ id }) => id),
    userId,
  );
  const data = rows.map((row): BoardListRow => {
    const custody = elsewhere.has(row.id) ? { in_other_space: true as const } : {};
    if (!isReadable(row)) return { ...withheldRow(row), ...custody };
    const summary = sections.get(row.id);
    return {
      id: row.id,
      title: row.title,
      section_count: row.section_count,
      sticker_count: row.sticker_count,
      visited_at: new Date(row.visited_at).toISOString(),
      people: visitors
        .filter((v) => v.board_id === row.id)
        .map((v) => ({
          name: v.name,
          options: { color: v.color, isAvatarStickers: v.is_avatar_stickers === 1 },
        })),
      ...(summary !== undefined && { sections: summary }),
      can_edit: mayManageBoard(row, userId) === null,
      ...statesOf(row, true),
      ...custody,
    };
  });
  return { data, total };
}

type VisitedRow = Awaited<ReturnType<typeof listVisited>>["rows"][number];

function isReadable({ passphrase_hash, pass_user_id }: VisitedRow): boolean {
  return passphrase_hash === null || pass_user_id !== null;
}

function withheldRow(row: VisitedRow): BoardListRow {
  return {
    id: row.id,
    title: "",
    section_count: 0,
    sticker_count: 0,
    visited_at: new Date(row.visited_at).toISOString(),
    people: [],
    can_edit: false,
    ...statesOf(row, false),
  };
}

type Needs = Pick<Deps, "database" | "clock">;

/**
 * The board, and the lists of other users, stay as they are [B1].
 * @throws AppError 404 for an unknown board and for one in the bin, or as `openBoard`
 */
async function removeFromList(deps: Needs, userId: string, boardId: string): Promise<void> {
  await requireBoard(deps, boardId, userId);
  const removed = await setRemoved(deps.database.db, userId, boardId, deps.clock());
  if (!removed) await openBoard(deps.database.db, boardId, userId);
}

/** At its former place [B1]; a board that the user has not opened yet comes first. */
async function putBackOnList(deps: Needs, userId: string, boardId: string): Promise<void> {
  await requireBoard(deps, boardId, userId);
  if (await setRemoved(deps.database.db, userId, boardId, null)) return;
  await openBoard(deps.database.db, boardId, userId);
  await recordVisit(deps.database.db, userId, boardId, deps.clock());
}

/** A user's own list can be changed without the board's passphrase. */
async function requireBoard({ database }: Needs, boardId: string, userId: string): Promise<void> {
  const board = await findBoard(database.db, boardId);
  if (board === undefined) throw notFound();
  await requireAccess(database.db, { ...board, passphrase_hash: null }, userId);
}

import * as z from "zod";
import { boardListRow, id, listMeta } from "@retro/contract/entities";
import type { BoardListRow } from "@retro/contract/entities";
import { type BoardShelf, boardShelf, type ListQuery, sortedListQuery } from "@retro/contract/lists";
import { limits } from "@retro/contract/limits";
import { mayManageBoard } from "@retro/rules/permissions";
import type { Deps, Feature, FeatureApp } from "../../deps.ts";
import { answerNothing, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { statesOf } from "../../board/read/present-board.ts";
import { boardSortNames, listAll, listVisited, visitorsOf } from "./list-store.ts";
import { putBackOnList, removeFromList } from "./list-commands.ts";
import { SectionSummaries } from "./section-summaries.ts";

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
  const data = rows.map((row): BoardListRow => {
    if (!isReadable(row)) return withheldRow(row);
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

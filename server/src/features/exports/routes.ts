import * as z from "zod";
import { channels } from "@retro/contract/events";
import type { Deps, Feature } from "../../deps.ts";
import { fileResponse } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { trackWork } from "../../http/limits/work-in-progress.ts";
import { userOf } from "../../http/session/session.ts";
import { requireJoin } from "../../board/turn/join-board.ts";
import { attachmentHeader, fileName } from "./file-name.ts";
import type { ExportKind } from "./worker/document-task.ts";
import { timeZone } from "./time-zone.ts";
import { prices } from "../../limits/budgets.ts";

interface ExportFormat {
  name: ExportKind;
  summary: string;
  extension: string;
  type: string;
}

const formats: readonly ExportFormat[] = [
  { name: "pdf", summary: "Save as PDF", extension: "pdf", type: "application/pdf" },
  {
    name: "excel",
    summary: "Export to Excel",
    extension: "xlsx",
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  {
    name: "markdown",
    summary: "The board as Markdown",
    extension: "md",
    type: "text/markdown; charset=utf-8",
  },
  {
    name: "csv",
    summary: "The stickers and actions as CSV (RFC 4180, with a byte order mark)",
    extension: "csv",
    type: "text/csv; charset=utf-8; header=present",
  },
  {
    name: "json",
    summary: "The board as a file that `POST /api/v1/boards/import` takes back",
    extension: "json",
    type: "application/json; charset=utf-8",
  },
  {
    name: "ics",
    summary: "The actions with a due date as a calendar (RFC 5545)",
    extension: "ics",
    type: "text/calendar; charset=utf-8",
  },
];

export const exports: Feature = (app, deps: Deps) => {
  for (const format of formats)
    route(app, "get", `/web/boards/:id/export-${format.name}`, {
      price: prices.document.points,
      config: { ownQueue: true },
      tags: ["exports"],
      summary: format.summary,
      params: z.object({ id: z.string() }),
      querystring: z.object({ tz: timeZone.optional() }),
      answer: { 200: fileResponse(format.type.split(";", 1)[0] ?? "") },
      refusals: [403, 404, 413],
      handler: async (request, reply) => {
        const { id } = request.params;
        const progress = trackWork(deps, request, reply, "exports");
        await requireJoin(deps, id, userOf(request).id);
        const { title, file } = await app.documents.make(
          progress.owner,
          {
            task: "export",
            kind: format.name,
            boardId: id,
            userId: userOf(request).id,
            present: await membersOf(deps, id),
            locale: request.locale,
            dateLocale: request.dateLocale,
            zone: request.query.tz ?? "UTC",
            now: deps.clock(),
          },
          progress.signal,
        );
        return reply
          .type(format.type)
          .header("content-disposition", attachmentHeader(fileName(title, format.extension)))
          .header("cache-control", "no-store")
          .header("x-content-type-options", "nosniff")
          .send(file);
      },
    });
};

async function membersOf(deps: Deps, boardId: string): Promise<string[]> {
  try {
    return await deps.presence.members(channels.presence(boardId));
  } catch (error) {
    deps.log.warn(
      { err: error, board: boardId },
      "the push service does not say who is present; the export names the authors alone",
    );
    return [];
  }
}

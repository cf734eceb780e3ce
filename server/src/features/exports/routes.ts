import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Deps, Feature } from "../../deps.ts";
import { AppError } from "../../http/app-error.ts";
import { answers } from "../../http/docs.ts";
import { costing } from "../../http/limits.ts";
import { userOf } from "../../http/session.ts";
import { toCsv } from "./csv.ts";
import { attachment, fileName } from "./file-name.ts";
import type { DocumentJob } from "./job.ts";
import { toJson } from "./json.ts";
import { toMarkdown } from "./markdown.ts";
import { textStream } from "./text-stream.ts";
import { readView, type BoardView } from "./view.ts";
import { Workshop } from "./workshop.ts";
import { timeZone } from "./zone.ts";

interface Format {
  name: string;
  summary: string;
  extension: string;
  type: string;
  /** Begins the document; what comes later fails the stream. */
  make: (view: BoardView, request: FastifyRequest, reply: FastifyReply) => Promise<Readable> | Readable;
}

/** Downloads of a board, at `/web/boards/{id}/export-…`; every one shows its asker what they may see now, and no more. */
export const exports: Feature = (app, deps: Deps) => {
  const workshop = new Workshop();
  app.addHook("onClose", () => workshop.close());

  const inWorkshop =
    (kind: DocumentJob["kind"]): Format["make"] =>
    async (view, request, reply) => {
      const gone = new AbortController();
      // Nobody hears this refusal; it is one so that it counts as no fault of ours.
      const leave = () => gone.abort(new AppError(400, "malformed"));
      reply.raw.once("close", leave);
      try {
        const zone = (request.query as { tz?: string }).tz ?? "UTC";
        return await workshop.make({ kind, view, locale: request.locale, zone }, gone.signal);
      } finally {
        reply.raw.off("close", leave);
      }
    };

  const formats: Format[] = [
    {
      name: "pdf",
      summary: "Save as PDF",
      extension: "pdf",
      type: "application/pdf",
      make: inWorkshop("pdf"),
    },
    {
      name: "excel",
      summary: "Export to Excel",
      extension: "xlsx",
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      make: inWorkshop("excel"),
    },
    {
      name: "markdown",
      summary: "The board as Markdown",
      extension: "md",
      type: "text/markdown; charset=utf-8",
      make: (view, request) => textStream(toMarkdown(view, request.t)),
    },
    {
      name: "csv",
      summary: "The stickers as CSV (RFC 4180, with a byte order mark)",
      extension: "csv",
      type: "text/csv; charset=utf-8; header=present",
      make: (view, request) => textStream(toCsv(view, request.t)),
    },
    {
      name: "json",
      summary: "The board as a file that `POST /api/v1/boards/import` takes back",
      extension: "json",
      type: "application/json; charset=utf-8",
      make: (view) => textStream(toJson(view)),
    },
  ];

  for (const format of formats)
    app.get(
      `/web/boards/:id/export-${format.name}`,
      {
        config: costing("exports"),
        preHandler: app.requireUser,
        schema: {
          tags: ["exports"],
          summary: format.summary,
          params: z.object({ id: z.string() }),
          querystring: z.object({ tz: z.optional(timeZone) }),
          response: answers({}, 401, 404, 422, 429),
        },
      },
      async (request, reply) => {
        const view = await readView(deps, request.params.id, userOf(request).id);
        const body = await format.make(view, request, reply);
        return reply
          .type(format.type)
          .header("content-disposition", attachment(fileName(view.title, format.extension)))
          .header("cache-control", "no-store")
          .header("x-content-type-options", "nosniff")
          .send(body);
      },
    );
};

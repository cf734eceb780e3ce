import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { board } from "@retro/contract/boards";
import { template } from "@retro/contract/templates/template";
import { importMeta, makeBoardFileJsonSchema } from "@retro/contract/files/board-file";
import {
  type ImportProgress,
  importPreview,
  importProgress,
  previewChoices,
  tableChoices,
  type TableChoices,
} from "@retro/contract/files/table-import";
import { limits } from "@retro/contract/limits";
import { text } from "@retro/contract/text";
import type { Deps, Feature, FeatureApp } from "../../../deps.ts";
import { AppError } from "../../../http/errors/app-error.ts";
import { toErrorBody } from "../../../http/errors/errors.ts";
import { dataOf, fileResponse } from "../../../http/openapi.ts";
import { anyone, route } from "../../../http/route.ts";
import { trackWork } from "../../../http/limits/work-in-progress.ts";
import { sessionOf, userOf } from "../../../http/session/session.ts";
import { TaskRows } from "../../../jobs/task-rows.ts";
import { deleteUnfinishedImports, importBoard, longestImportMs, sizeOf } from "../../boards/board-import.ts";
import { saveAsTemplate } from "../commands.ts";
import { timeZone } from "../time-zone.ts";
import { boardBytes, bytesCost, heavyBoardItems, prices } from "../../../limits/budgets.ts";

/** The type of an Excel workbook. */
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const title = z.optional(text({ max: limits.boardTitle }));

export const imports: Feature = (app, deps) => {
  app.addHook("onReady", async () => {
    // With SQLite this server is the only one and has just started, so nothing is in progress. With
    // PostgreSQL other servers may be importing.
    const { database, clock, log } = deps;
    const before = database.engine === "sqlite" ? Infinity : clock() - longestImportMs;
    const rows = new TaskRows((error, id) =>
      log.error({ err: error, id }, "an unfinished import could not be deleted; housekeeping tries again"),
    );
    await deleteUnfinishedImports(deps, before, rows);
  });
  acceptUnparsedFiles(app);
  const atWork = new Map<string, ImportProgress>();
  importRoute(app, deps, atWork);
  progressRoute(app, atWork);
  previewRoute(app, deps);
  schemaRoute(app);
};

/** Passes the bytes on unparsed: the worker decodes them, so that an error can name its line. */
function acceptUnparsedFiles(app: FeatureApp): void {
  for (const type of ["application/json", "text/csv", workbookType]) {
    if (app.hasContentTypeParser(type)) app.removeContentTypeParser(type);
    app.addContentTypeParser(
      type,
      { parseAs: "buffer", bodyLimit: limits.import.bytes },
      (_request, body, done) => done(null, body),
    );
  }
}

/** By session: each imports one file at a time. */
type ImportsAtWork = Map<string, ImportProgress>;

function progressRoute(app: FeatureApp, atWork: ImportsAtWork): void {
  route(app, "get", "/imports/progress", {
    tags: ["exports"],
    summary:
      "How much of the session's own import is written; null while nothing is, and on other servers than the one that imports",
    answer: { 200: dataOf(z.nullable(importProgress)) },
    handler: async (request) => ({ data: atWork.get(sessionOf(request).id) ?? null }),
  });
}

function importRoute(app: FeatureApp, deps: Deps, atWork: ImportsAtWork): void {
  route(app, "post", "/boards/import", {
    access: { preHandler: app.requireMaker },
    price: importPrice,
    config: { ownQueue: true, storedBytes: boardBytes },
    bodyLimit: limits.import.bytes,
    tags: ["exports"],
    summary:
      "Make a board from a file of this or another tool, known by its content: the raw body, `application/json` (our schema: boards/export-schema) or `text/csv`; or of any table (also .xlsx), with the roles of its `columns`",
    querystring: z.object({ title, tz: timeZone.optional(), ...tableChoices }),
    answer: { 201: z.object({ data: board, meta: importMeta }) },
    refusals: [400, 401, 403, 413, 422, 429, 503],
    handler: async (request, reply) => {
      const { tz, ...query } = request.query;
      const file = { ...fileOf(request, query), timeZone: tz };
      const { owner, signal } = trackWork(deps, request, reply, "imports");
      const now = deps.clock();
      const { content, leftOut } = await app.documents.read(owner, { task: "import", ...file }, signal);
      const { rows } = sizeOf(content);
      // The size of the file was charged before; this charges for rows, which are many if the texts are
      // short.
      const more = Math.max(0, Math.ceil(rows / 250) * prices.import.points - importPrice(request));
      deps.rateLimiter.charge(owner, { points: more, ...bytesCost(0, rows) });
      const large = rows > heavyBoardItems;
      const session = sessionOf(request).id;
      const note = (done: number) => atWork.set(session, { done, total: rows });
      note(0);
      const imported = await importBoard(deps, userOf(request), content, {
        now,
        signal,
        onWritten: note,
        hidden: request.t("exports.hidden"),
        pace: (work) => (large ? deps.rateLimiter.heavySlots.run(owner, work) : work()),
      }).finally(() => atWork.delete(session));
      return reply.code(201).send({ data: imported, meta: { left_out: leftOut } });
    },
  });
}

function previewRoute(app: FeatureApp, deps: Deps): void {
  route(app, "post", "/boards/import/preview", {
    price: previewPrice,
    config: { ownQueue: true },
    bodyLimit: limits.import.bytes,
    tags: ["exports"],
    summary:
      "What an import of this table or list would make, with guesses for what is not chosen; with `texts=yes` also its texts. Nothing is written",
    querystring: z.object({ title, ...previewChoices }),
    answer: { 200: dataOf(importPreview) },
    refusals: [400, 413, 422, 429, 503],
    handler: async (request, reply) => {
      const file = fileOf(request, request.query);
      const { owner, signal } = trackWork(deps, request, reply, "imports");
      const { table, ...rest } = await app.documents.preview(owner, { task: "preview", ...file }, signal);
      if (table === null) return reply.send({ data: { table, ...rest } });
      const { errors = {} } = toErrorBody(new AppError(422, "invalid", { errors: table.errors }), request.t);
      return reply.send({ data: { table: { ...table, errors }, ...rest } });
    },
  });
}

function fileOf<T extends TableChoices>(
  request: FastifyRequest,
  { title: boardTitle, ...choices }: T & { title?: string | undefined },
) {
  const bytes: unknown = request.body;
  if (!(bytes instanceof Uint8Array)) throw new AppError(400, "malformed");
  return { bytes, title: boardTitle || request.t("import.title"), choices };
}

let schemaText: string | undefined;

function schemaRoute(app: FeatureApp): void {
  route(app, "get", "/boards/export-schema", {
    access: anyone,
    tags: ["exports"],
    summary: "The JSON Schema of a board's file",
    answer: { 200: fileResponse("application/schema+json") },
    handler: async (_request, reply) => {
      // Made at the first request: few servers need it, and it would delay every start by milliseconds.
      schemaText ??= JSON.stringify(makeBoardFileJsonSchema(), null, 2);
      return reply.type("application/schema+json; charset=utf-8").send(schemaText);
    },
  });
}

/** A file without a length costs as much as the largest. */
const lengthOf = (request: FastifyRequest): number =>
  Number(request.headers["content-length"] ?? limits.import.bytes);

const importPrice = (request: FastifyRequest): number =>
  Math.max(1, Math.ceil(lengthOf(request) / 100_000)) * prices.import.points;

const previewPrice = (request: FastifyRequest): number =>
  (1 + Math.floor(lengthOf(request) / 500_000)) * prices.preview.points;

export const ownTemplates: Feature = (app, deps) => {
  route(app, "post", "/boards/:id/template", {
    price: prices.board.points,
    config: { storedBytes: boardBytes, tokens: "unlimited" },
    tags: ["exports", "templates"],
    summary: "Keep the board's sections as an own template",
    params: z.object({ id: z.string() }),
    body: z.object({ title }),
    answer: { 201: dataOf(template) },
    refusals: [404, 422],
    handler: async (request, reply) =>
      reply.code(201).send({
        data: await saveAsTemplate(deps, userOf(request), request.params.id, request.body.title || undefined),
      }),
  });
};

import multipart from "@fastify/multipart";
import * as z from "zod";
import { feedbackRow } from "@retro/contract/lists";
import type { Feature, Deps } from "../../deps.ts";
import { notFound, AppError } from "../../http/errors/app-error.ts";
import { dataOf, fileResponse } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { trackWork } from "../../http/limits/work-in-progress.ts";
import { userOf } from "../../http/session/session.ts";
import { adminOnly } from "../admin/admin-only.ts";
import { registerAdminList } from "../admin/list-route.ts";
import { Pictures, type Picture } from "./picture.ts";
import { feedbackSortNames, findFile, listFeedback, insertFeedback, insertFile } from "./store.ts";
import { multipartLimits, readUpload, type Upload } from "./upload.ts";
import { prices, rowBytes } from "../../limits/budgets.ts";
import { randomUUID } from "node:crypto";
import { createFeedback } from "@retro/contract/visitor-forms";
import type { User } from "@retro/contract/users";
import { ValidationError, parse } from "../../http/errors/validation.ts";

const agreedValues = new Set(["true", "1", "on"]);

async function sendFeedback(
  deps: Deps,
  user: User,
  upload: Upload,
  clean: (files: Upload["files"]) => Promise<Picture[]>,
): Promise<void> {
  const { name, email, comment } = checkForm(upload);
  const pictures = await clean(upload.files);
  await deps.database.transaction(async (trx) => {
    const id = randomUUID();
    const created_at = deps.clock();
    await insertFeedback(trx, { id, user_id: user.id, name, email: email || null, comment, created_at });
    for (const [position, picture] of pictures.entries()) {
      await insertFile(trx, { id: randomUUID(), feedback_id: id, position, ...picture });
    }
  });
}

function checkForm({ fields, refused }: Upload) {
  const form = { ...fields, agree: agreedValues.has(fields["agree"] ?? "") };
  const attachments = refused === null ? {} : { attachments: [refused] };
  try {
    const checked = parse(createFeedback, form);
    if (refused === null) return checked;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new AppError(422, "invalid", { errors: { ...error.errors, ...attachments } });
  }
  throw new AppError(422, "invalid", { errors: attachments });
}

const shownTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export const feedback: Feature = async (app, deps) => {
  await app.register(multipart, { limits: multipartLimits });
  const pictures = new Pictures(deps.log);
  app.addHook("onClose", () => pictures.close());

  route(app, "post", "/feedback", {
    price: prices.upload.points,
    config: { ownQueue: true, storedBytes: rowBytes },
    tags: ["feedback"],
    summary:
      "Leave feedback: multipart with name, email, comment, agree, and pictures as attachments[], under 2 MB together",
    consumes: ["multipart/form-data"],
    answer: { 201: dataOf(z.null()) },
    refusals: [400, 413, 422, 429, 503],
    handler: async (request, reply) => {
      const { owner, signal } = trackWork(deps, request, reply, "uploads");
      try {
        await sendFeedback(deps, userOf(request), await readUpload(request), (files) =>
          pictures.clean(owner, files, signal),
        );
      } finally {
        // After an early refusal the client keeps sending: close the connection instead of reading the rest.
        if (!request.raw.readableEnded) reply.header("connection", "close");
      }
      return reply.code(201).send({ data: null });
    },
  });
  registerAdminList(app, deps, {
    path: "/feedback",
    tag: "feedback",
    summary: "Feedback, the latest first",
    row: feedbackRow,
    sorts: feedbackSortNames,
    read: listFeedback,
  });
  route(app, "get", "/feedback/img/:attachment", {
    access: adminOnly(app),
    tags: ["feedback", "admin"],
    summary: "An attachment; administrators only",
    params: z.object({ attachment: z.string() }),
    answer: { 200: fileResponse(...shownTypes, "application/octet-stream") },
    refusals: [404],
    handler: async (request, reply) => {
      const file = await findFile(deps.database.db, request.params.attachment);
      if (file === undefined) throw notFound();
      // Uploads were encoded again; still, a browser gets no other type to interpret.
      const shown = shownTypes.has(file.type);
      const name = `attachment.${shown ? file.type.replace("image/", "") : "bin"}`;
      return reply
        .type(shown ? file.type : "application/octet-stream")
        .header("content-disposition", `${shown ? "inline" : "attachment"}; filename="${name}"`)
        .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header("cache-control", "private, no-store")
        .send(Buffer.from(file.bytes));
    },
  });
};

import multipart from "@fastify/multipart";
import * as z from "zod";
import { feedbackRow } from "@retro/contract/lists";
import type { Feature } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { dataOf, fileResponse } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { withCost } from "../../http/limits/request-limits.ts";
import { trackWork } from "../../http/limits/work-in-progress.ts";
import { userOf } from "../../http/session/session.ts";
import { adminOnly } from "../admin/admin-only.ts";
import { registerAdminList } from "../admin/list-route.ts";
import { sendFeedback } from "./commands.ts";
import { Pictures } from "./picture.ts";
import { feedbackSortNames, findFile, listFeedback } from "./store.ts";
import { multipartLimits, readUpload } from "./upload.ts";

const shownTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export const feedback: Feature = async (app, deps) => {
  await app.register(multipart, { limits: multipartLimits });
  const pictures = new Pictures(deps.log);
  app.addHook("onClose", () => pictures.close());

  route(app, "post", "/feedback", {
    config: { ...withCost("uploads"), ownQueue: true },
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

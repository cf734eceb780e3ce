import multipart from "@fastify/multipart";
import * as z from "zod/mini";
import { feedbackRow } from "@retro/contract/lists";
import type { Feature } from "../../deps.ts";
import { AppError, notFound } from "../../http/app-error.ts";
import { answers, dataOf } from "../../http/docs.ts";
import { perAddress } from "../../http/limits.ts";
import { userOf } from "../../http/session.ts";
import { adminOnly } from "../admin/guard.ts";
import { adminList } from "../admin/list-route.ts";
import { sendFeedback } from "./commands.ts";
import { feedbackSortNames, findFile, listFeedback } from "./store.ts";
import { makeSpace, multipartLimits, readUpload } from "./upload.ts";

/** Uploads read at the same time, each into 2 MB that the next one uses again: memory stays bounded however many come. */
const atOnce = 5;
const busySeconds = 5;

/** Feedback with pictures; administrators read it. */
export const feedback: Feature = async (app, deps) => {
  await app.register(multipart, { limits: multipartLimits });
  const spaces: Buffer[] = [];
  let lent = 0;

  app.post(
    "/feedback",
    {
      config: perAddress(60),
      preHandler: app.requireUser,
      schema: {
        tags: ["feedback"],
        summary:
          "Leave feedback: multipart with name, email, comment, agree, and pictures as attachments[], under 2 MB together",
        consumes: ["multipart/form-data"],
        response: answers({ 201: dataOf(z.null()) }, 400, 401, 413, 422, 429),
      },
    },
    async (request, reply) => {
      if (lent >= atOnce) throw new AppError(429, "rate_limited", { retryAfter: busySeconds });
      lent += 1;
      const space = spaces.pop() ?? makeSpace();
      try {
        await sendFeedback(deps, userOf(request), await readUpload(request, space));
      } finally {
        lent -= 1;
        spaces.push(space);
        // Of a form that was refused half-way the rest is still on its way: nobody will read it.
        if (!request.raw.readableEnded) reply.header("connection", "close");
      }
      return reply.code(201).send({ data: null });
    },
  );

  adminList(app, deps, {
    path: "/feedback",
    tag: "feedback",
    summary: "Feedback, the latest first",
    row: feedbackRow,
    sorts: feedbackSortNames,
    read: listFeedback,
  });

  app.get(
    "/feedback/img/:attachment",
    {
      onRequest: adminOnly(app),
      schema: {
        tags: ["feedback", "admin"],
        summary: "An attachment; administrators only",
        params: z.object({ attachment: z.string() }),
        response: answers({}, 404),
      },
    },
    async (request, reply) => {
      const file = await findFile(deps.store.db, request.params.attachment);
      if (file === undefined) throw notFound();
      return reply
        .type(file.type)
        .header("content-disposition", `inline; filename="attachment.${file.type.replace("image/", "")}"`)
        .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header("cache-control", "private, no-store")
        .send(Buffer.from(file.bytes));
    },
  );
};

import * as z from "zod";
import { id } from "@retro/contract/ids";
import type { Feature } from "../../deps.ts";
import { trackWork } from "../../http/limits/work-in-progress.ts";
import { fileResponse } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { listAllBoards } from "../spaces/commands.ts";
import { attachmentHeader, fileName } from "./file-name.ts";
import { prices } from "../../limits/budgets.ts";

export const archives: Feature = (app, deps) => {
  route(app, "get", "/spaces/:key/archive", {
    price: 5 * prices.document.points,
    config: { ownQueue: true },
    tags: ["spaces", "exports"],
    summary:
      "All boards of the space in one ZIP, as JSON and Markdown, each as its own export gives it to the caller; without those in the bin, and those whose passphrase the caller has not given",
    params: z.object({ key: id }),
    answer: { 200: fileResponse("application/zip") },
    refusals: [404, 413],
    handler: async (request, reply) => {
      const { owner, signal } = trackWork(deps, request, reply, "exports");
      const { name, boardIds } = await listAllBoards(deps, request.params.key);
      const { file } = await app.documents.make(
        owner,
        {
          task: "archive",
          boardIds,
          userId: userOf(request).id,
          locale: request.locale,
          dateLocale: request.dateLocale,
          now: deps.clock(),
        },
        signal,
      );
      return reply
        .type("application/zip")
        .header("content-disposition", attachmentHeader(fileName(name, "zip")))
        .header("cache-control", "no-store")
        .header("x-content-type-options", "nosniff")
        .send(file);
    },
  });
};

import * as z from "zod";
import { changeMeta } from "@retro/contract/changes";
import {
  archiveBoard as archiveBody,
  givePassphrase as passBody,
  lockBoard as lockBody,
  setPassphrase as passphraseBody,
} from "@retro/contract/commands";
import { board as boardSchema } from "@retro/contract/boards";
import { id } from "@retro/contract/ids";
import { passphraseSet } from "@retro/contract/spaces/spaces";
import { callOf } from "../../board/turn/caller.ts";
import type { Feature } from "../../deps.ts";
import { answerNothing, dataOf, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { archiveBoard, binBoard, lockBoard, restoreBoard } from "./management.ts";
import { givePassphrase, removePassphrase, setPassphrase } from "./passphrase.ts";
import { prices } from "../../limits/budgets.ts";

const tags = ["boards"];
const boardParams = z.object({ id });

export const boardManagement: Feature = (app, deps) => {
  route(app, "put", "/boards/:id/lock", {
    tags,
    summary: "Lock the board, so that every change of it is refused, or unlock it",
    params: boardParams,
    body: lockBody,
    answer: { 200: z.object({ data: boardSchema, meta: changeMeta }) },
    refusals: [403, 404, 422],
    handler: async (request) => {
      const { value, meta } = await lockBoard(callOf(deps, request), request.body.locked);
      return { data: { ...value, version: meta.version }, meta };
    },
  });
  route(app, "put", "/boards/:id/archive", {
    tags,
    summary: "Put the board into the archive, where lists show it separately, or take it out",
    params: boardParams,
    body: archiveBody,
    answer: { 200: z.object({ data: z.null(), meta: changeMeta }) },
    refusals: [403, 404, 422],
    handler: async (request) => {
      const meta = await archiveBoard(callOf(deps, request), request.body.archived);
      return { data: null, meta };
    },
  });
  route(app, "delete", "/boards/:id", {
    tags,
    summary: "Put the board into the bin; after 30 days it is deleted",
    params: boardParams,
    answer: { 200: nothing },
    refusals: [403, 404],
    handler: (request) => answerNothing(binBoard(callOf(deps, request))),
  });
  route(app, "put", "/boards/:id/restore", {
    tags,
    summary:
      "Take the board out of the bin: for its creator, the user who put it there, whoever may open it, and with `X-Space-Key` a member of its space",
    params: boardParams,
    answer: { 200: nothing },
    refusals: [404],
    handler: (request) => answerNothing(restoreBoard(callOf({ ...deps, seats: app.seats }, request))),
  });
  route(app, "put", "/boards/:id/passphrase", {
    price: prices.passphrase.points,
    tags,
    summary:
      "Set the board's passphrase, which everybody else must then give, or remove it with null. A board in a space whose key the caller has not shown leaves it (`left_space`). Whoever could read the board before, as its creator or with `X-Space-Key` as a member of its space, removes it without giving it",
    params: boardParams,
    body: passphraseBody,
    answer: { 200: dataOf(passphraseSet) },
    refusals: [403, 404, 422, 429],
    handler: async (request) => {
      const { passphrase } = request.body;
      if (passphrase !== null) {
        const { hasLeftSpace } = await setPassphrase(callOf(deps, request), passphrase);
        return { data: hasLeftSpace ? { left_space: true as const } : null };
      }
      await removePassphrase(callOf(deps, request));
      return { data: null };
    },
  });
  route(app, "post", "/boards/:id/pass", {
    price: prices.passphrase.points,
    tags,
    summary: "Give the board's passphrase, once on each device",
    params: boardParams,
    body: passBody,
    answer: { 200: nothing },
    refusals: [404, 422, 429],
    handler: async (request) => {
      const { passphrase } = request.body;
      const attempt = { passphrase, address: request.payer.address };
      await givePassphrase(callOf(deps, request), attempt);
      return { data: null };
    },
  });
};

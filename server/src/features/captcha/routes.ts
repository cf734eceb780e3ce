import * as z from "zod";
import type { Feature } from "../../deps.ts";
import { dataOf } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { DifficultyScale, lighter } from "./difficulty.ts";
import { makePuzzle } from "./puzzle.ts";
import { prices } from "../../limits/budgets.ts";

const refusal = z.object({ errors: z.array(z.string()) });

const puzzleMade = "puzzle";

export const captcha: Feature = (app, { settings, clock, nodes, rateLimiter }) => {
  const scale = new DifficultyScale();
  nodes.on(puzzleMade, (address) => void scale.countPuzzle(address as string, clock()));

  /** Past the limit a slow device gets the usual set: it takes longer, but it lets its user in. */
  const takeLighter = (address: string): boolean => {
    const payer = { session: null, address };
    if (rateLimiter.findRefusal(payer, { lighterPuzzles: 1 }) !== null) return false;
    rateLimiter.charge(payer, { lighterPuzzles: 1 });
    return true;
  };

  route(app, "get", "/captcha/puzzle", {
    access: anyone,
    price: prices.puzzle.points,
    tags: ["captcha"],
    summary: "A set of puzzles to solve, Friendly Captcha v1; a slow device asks for a lighter one",
    querystring: z.object({ sitekey: z.string().optional(), set: z.literal("lighter").optional() }),
    headers: z.object({ "x-frc-client": z.string().optional() }),
    answer: { 200: dataOf(z.object({ puzzle: z.string() })), 403: refusal },
    handler: async (request, reply) => {
      if (request.query.sitekey !== settings.captchaSitekey) {
        return reply.code(403).send({ errors: ["endpoint_not_enabled"] });
      }
      const now = clock();
      const { address } = request.payer;
      const usual = settings.captchaDifficulty ?? scale.countPuzzle(address, now);
      if (settings.captchaDifficulty === null) nodes.send(puzzleMade, address);
      const difficulty = request.query.set === "lighter" && takeLighter(address) ? lighter(usual) : usual;
      return { data: { puzzle: makePuzzle(settings, { ...difficulty, now }) } };
    },
  });
};

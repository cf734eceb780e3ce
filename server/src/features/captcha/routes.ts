import * as z from "zod";
import type { Feature } from "../../deps.ts";
import { dataOf } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { withCost } from "../../http/limits/request-limits.ts";
import { DifficultyScale } from "./difficulty.ts";
import { makePuzzle } from "./puzzle.ts";

const refusal = z.object({ errors: z.array(z.string()) });

const puzzleMade = "puzzle";

export const captcha: Feature = (app, { settings, clock, nodes }) => {
  const scale = new DifficultyScale();
  nodes.on(puzzleMade, (address) => void scale.countPuzzle(address as string, clock()));

  route(app, "get", "/captcha/puzzle", {
    access: anyone,
    config: withCost("puzzles"),
    tags: ["captcha"],
    summary: "A puzzle to solve, Friendly Captcha v1",
    querystring: z.object({ sitekey: z.string().optional() }),
    headers: z.object({ "x-frc-client": z.string().optional() }),
    answer: { 200: dataOf(z.object({ puzzle: z.string() })), 403: refusal },
    handler: async (request, reply) => {
      if (request.query.sitekey !== settings.captchaSitekey) {
        return reply.code(403).send({ errors: ["endpoint_not_enabled"] });
      }
      const now = clock();
      const { address } = request.client;
      const difficulty = settings.captchaDifficulty ?? scale.countPuzzle(address, now);
      if (settings.captchaDifficulty === null) nodes.send(puzzleMade, address);
      return { data: { puzzle: makePuzzle(settings, { ...difficulty, now }) } };
    },
  });
};

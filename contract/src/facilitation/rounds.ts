import * as z from "zod/mini";
import { votesOption } from "./facilitator-options.ts";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

const sectionIds = z
  .array(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "validation.invalid" })))
  .check(
    z.minLength(1, { error: "validation.required" }),
    z.maxLength(limits.maxSections, { error: "validation.invalid" }),
  );

/**
 * A round of votes [V8]. The rounds of a board are numbered from 1 in their order; only the last one can be
 * open. A board on which nobody has made a round has none: its votes are those of the specification.
 */
export const round = z.object({
  /** Left out: "Round" and its number, in each reader's language. */
  name: z.optional(z.string()),
  /** The sections in which it takes votes; left out: all. */
  sections: z.optional(z.array(z.string())),
  /** How many votes a user may put on one sticker; left out: one. */
  perSticker: z.optional(z.number()),
  /** The limit that was in force when it was closed (spec 4.5). */
  votes: z.optional(votesOption),
  /** When it was closed, epoch milliseconds by the server's clock; left out: it is open. */
  closed: z.optional(z.number()),
});
export type Round = z.infer<typeof round>;

/** The votes of a sticker in closed rounds, by number of the round; rounds without its votes are left out. */
export const roundVotes = z.record(z.string(), z.number());
export type RoundVotes = Readonly<Record<string, number>>;

/** How many votes a user may put on one sticker [V9]. */
export const perSticker = z
  .int({ error: "validation.wholeNumber" })
  .check(
    z.gte(1, { error: "validation.invalid" }),
    z.lte(limits.rounds.perSticker, { error: "validation.tooLarge" }),
  );

/** POST `boards/{id}/rounds`. `votes`, `concealVoteCount`: sets the options in the same change. */
export const openRound = z.object({
  name: z.optional(text({ max: limits.rounds.name })),
  sections: z.optional(sectionIds),
  perSticker: z.optional(perSticker),
  votes: z.exactOptional(votesOption),
  concealVoteCount: z.exactOptional(z.boolean()),
});
export type OpenRound = z.infer<typeof openRound>;

/** PUT `boards/{id}/items/{itemId}/vote`: how many votes of the user the item has afterwards. */
export const setVotes = z.object({
  votes: z
    .int({ error: "validation.wholeNumber" })
    .check(
      z.gte(0, { error: "validation.notNegative" }),
      z.lte(limits.rounds.perSticker, { error: "validation.tooLarge" }),
    ),
});

/** The name of a round, in the reader's language: "Round 2", or "Round 2: Costs". */
export function roundTitle(
  t: (key: "rounds.numbered" | "rounds.named", params: { number: number; name: string }) => string,
  number: number,
  { name = "" }: Pick<Round, "name">,
): string {
  return t(name === "" ? "rounds.numbered" : "rounds.named", { number, name });
}

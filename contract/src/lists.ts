import * as z from "zod/mini";
import { role } from "./users.ts";
import { text } from "./text.ts";

const wholeNumber = (error: string, max: number) =>
  z.coerce.number().check(z.int({ error }), z.gte(1, { error }), z.lte(max, { error }));

/** The query of every list (spec 10.3). Query strings are text, so numbers are parsed. */
export const listQuery = z.object({
  page: z._default(wholeNumber("validation.invalid", 1_000_000), 1),
  per_page: z._default(wholeNumber("validation.invalid", 100), 20),
  sort: z.optional(z.string().check(z.maxLength(64, { error: "validation.invalid" }))),
  q: z.optional(text({ max: 255 })),
});
export type ListQuery = z.infer<typeof listQuery>;

/** A list that sorts by these columns only [A5]; any other gets an issue under `sort`. */
export function sortedListQuery<const Column extends string>(...columns: Column[]) {
  const sorts = columns.flatMap((column) => [column, `-${column}` as const]);
  return z.extend(listQuery, { sort: z.optional(z.enum(sorts, { error: "validation.invalid" })) });
}

/** Which of a user's boards `GET boards` lists [B1, M3, M4]. */
export const boardShelf = z.enum(["open", "archived", "bin"], { error: "validation.invalid" });
export type BoardShelf = z.infer<typeof boardShelf>;

/** Rows of the admin lists (spec 3.14). */
export const feedbackRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  comment: z.string(),
  agree: z.literal(true),
  attachments: z.array(z.string()),
});
export type FeedbackRow = z.infer<typeof feedbackRow>;

export const logEventRow = z.object({
  id: z.number(),
  title: z.string(),
  function: z.string(),
  object: z.string(),
});
export type LogEventRow = z.infer<typeof logEventRow>;

export const logRow = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  function: z.string(),
  object: z.string(),
  created_at: z.string(),
});
export type LogRow = z.infer<typeof logRow>;

export const subscriberRow = z.object({ id: z.string(), email: z.string() });
export type SubscriberRow = z.infer<typeof subscriberRow>;

export const contactRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  inquiry: z.string(),
  subject: z.string(),
  message: z.string(),
});
export type ContactRow = z.infer<typeof contactRow>;

/** Somebody who signs in; a guest has no row. `seen_at` is late by up to a day; null: unknown. */
export const personRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for who signs in elsewhere: no address is kept of them. */
  email: z.nullable(z.string()),
  role,
  /** Where they sign in; null: here, with a password. */
  issuer: z.nullable(z.string()),
  seen_at: z.nullable(z.string()),
});
export type PersonRow = z.infer<typeof personRow>;

/** An administrator's own session; `id` gives no access [A4]. */
export const sessionRow = z.object({
  id: z.string(),
  current: z.boolean(),
  address: z.string(),
  user_agent: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
});
export type SessionRow = z.infer<typeof sessionRow>;

export const signInLinkInfo = z.object({ email: z.string(), expires_at: z.string() });
export type SignInLinkInfo = z.infer<typeof signInLinkInfo>;

/** One day (UTC) of `GET admin/stats`, which gives 30 days, the oldest first. */
export const statsDay = z.object({
  day: z.string(),
  boards: z.number(),
  stickers: z.number(),
  people: z.number(),
});
export type StatsDay = z.infer<typeof statsDay>;

/** The `meta` of a list: the number of all rows, and which page this is (spec 10.3). */
export const listMeta = z.object({ total: z.number(), page: z.number(), per_page: z.number() });
export type ListMeta = z.infer<typeof listMeta>;

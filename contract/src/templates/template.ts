import * as z from "zod/mini";

/** A template of a new board (spec 3.12). */
export const template = z.object({
  title: z.string(),
  description: z.string(),
  count: z.number(),
  img: z.string(),
});
export type Template = z.infer<typeof template>;

import * as z from "zod/mini";
import { id } from "../ids.ts";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

const title = text({ max: limits.boardTitle, required: "validation.titleRequired" });

export const spaceTemplate = z.object({
  id: z.string(),
  title: z.string(),
  sections: z.array(z.string()),
  created_at: z.string(),
});
export type SpaceTemplate = z.infer<typeof spaceTemplate>;

/** POST `spaces/{key}/templates`: the sections of a board of the space. */
export const saveSpaceTemplate = z.object({ board_id: id, title });
export type SaveSpaceTemplate = z.infer<typeof saveSpaceTemplate>;

/** PUT `spaces/{key}/templates/{id}`. */
export const renameSpaceTemplate = z.object({ title });
export type RenameSpaceTemplate = z.infer<typeof renameSpaceTemplate>;

import { hrefOf, paths } from "../../routes/paths.ts";

/** The link that invites to a board: its address without query and fragment. */
export function boardLink(boardId: string, { origin }: Pick<Location, "origin"> = window.location): string {
  return origin + hrefOf(paths.board(boardId));
}

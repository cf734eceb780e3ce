import { hrefOf, paths } from "../../routes/paths.ts";

export function boardLink(boardId: string, { origin }: Pick<Location, "origin"> = window.location): string {
  return origin + hrefOf(paths.board(boardId));
}

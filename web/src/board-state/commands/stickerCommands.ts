import type { BoardView } from "@retro/rules/apply-change";
import { isHiddenFrom } from "@retro/rules/permissions";
import type { ItemCommand, ItemMove, SeenMove } from "@retro/rules/predict";
import { ownVotesOn } from "@retro/rules/apply-change";
import { hasReacted } from "@retro/rules/reactions";
import { editedContent, firstRev } from "@retro/rules/revision";
import { presentRound } from "@retro/rules/rounds";
import { childrenOf } from "@retro/rules/tree";
import { addedStep, contentStep, deletedStep, placesStep } from "../history/changeSteps.ts";
import { bodyOf, type CommandOf, type CommandRequest, type CommandSpecs, maxAge } from "./commandSpec.ts";

const stickersAdded = {
  maxAge: maxAge.week,
  request: (command: CommandOf<"sticker.add" | "stickers.add">): CommandRequest => ({
    method: "POST",
    path: "/items",
    body: bodyOf(command),
  }),
  parents: ({ parent_id }: { parent_id: string }) => [parent_id],
};

export const stickerCommands: CommandSpecs<ItemCommand["type"]> = {
  "sticker.add": {
    ...stickersAdded,
    ids: ({ id }) => [id],
    text: ({ title }) => title,
    takenBackBy: ({ id }) => [deletionOfNew(id)],
    step: ({ id }, before, after) => addedStep([id], before, after),
  },
  "stickers.add": {
    ...stickersAdded,
    ids: ({ items }) => items.map(({ id }) => id),
    text: ({ items }) => items.map(({ title }) => title).join("\n"),
    takenBackBy: ({ items }) => items.map(({ id }) => deletionOfNew(id)),
    step: ({ items }, before, after) =>
      addedStep(
        items.map(({ id }) => id),
        before,
        after,
      ),
  },
  "item.edit": {
    maxAge: maxAge.week,
    request: (edit) => ({ method: "PUT", path: `/items/${edit.id}`, body: bodyOf(edit, "id") }),
    ids: ({ id }) => [id],
    text: ({ title, name, note }) => title ?? (name || note || undefined),
    namesRevision: true,
    isDone: (edit, item) => editedContent(item, edit) === null,
    step: contentStep,
    dropped: "stickers.droppedEdit",
  },
  "item.move": {
    maxAge: maxAge.hour,
    request: (move) => ({ method: "PUT", path: "/sort", body: { item_id: move.id, ...bodyOf(move, "id") } }),
    ids: ({ id }) => [id],
    parents: ({ parent_id }) => [parent_id],
    needs: ({ after_id }) => after_id,
    hasBase: () => true,
    late: ({ view, base }, move) => {
      const item = view.items.get(move.id);
      if (!item) return "moot";
      if (isAtTarget(view, move)) return "done";
      const isAsBefore = !base || (item.parent_id === base.parent_id && item.order === base.order);
      return isAsBefore ? "send" : "moot";
    },
    again: (move, { parent_id, order }) =>
      parent_id === null ? move : { ...move, from: { parent_id, order } },
    step: ({ id }, before, after) => placesStep([id], before, after),
    dropped: "stickers.droppedMove",
  },
  "items.move": {
    maxAge: maxAge.hour,
    request: ({ moves }) => ({
      method: "PUT",
      path: "/sort",
      body: {
        moves: moves.map(({ id, parent_id, after_id, from }) => ({
          item_id: id,
          parent_id,
          after_id,
          ...(from && { from }),
        })),
      },
    }),
    ids: ({ moves }) => moves.map(({ id }) => id),
    parents: ({ moves }) => moves.map(({ parent_id }) => parent_id),
    follows: ["item.move", "items.move", "sticker.restore"],
    hasBase: () => true,
    late: ({ view }, { moves }) => {
      if (moves.every((move) => isAtTarget(view, move))) return "done";
      const isAsSeen = ({ id, seen }: SeenMove) => {
        const item = view.items.get(id);
        return (
          item !== undefined && (!seen || (item.parent_id === seen.parent_id && item.order === seen.order))
        );
      };
      return moves.every(isAsSeen) ? "send" : "moot";
    },
    again: (command) => ({
      ...command,
      moves: command.moves.map((move) => (move.seen ? { from: move.seen, ...move } : move)),
    }),
    step: ({ moves }, before, after) =>
      placesStep(
        moves.map(({ id }) => id),
        before,
        after,
      ),
    dropped: "stickers.droppedMove",
  },
  "item.delete": {
    maxAge: maxAge.week,
    request: ({ id, rev, items, since }) => ({
      method: "DELETE",
      path: `/items/${id}${query({ rev, items, since })}`,
    }),
    ids: ({ id }) => [id],
    // They may change stickers nested in this one, which their ids do not show.
    follows: ["item.move", "items.move", "sticker.restore"],
    namesRevision: true,
    isDoneWhenGone: true,
    step: ({ id }, before) => deletedStep(id, before),
    dropped: "stickers.droppedDelete",
  },
  "stickers.order": {
    maxAge: maxAge.hour,
    request: ({ orders }) => ({ method: "PUT", path: "/order", body: { orders } }),
    ids: ({ orders }) => orders.flatMap(({ to }) => to),
    parents: ({ orders }) => orders.map(({ parent_id }) => parent_id),
    // It names all stickers under its parents.
    follows: ["item.move", "items.move", "sticker.restore", "item.delete"],
    step: ({ orders }) => ({ type: "order", orders }),
    conflicts: { changed: "order" },
    dropped: "stickers.droppedOrder",
  },
  "sticker.restore": {
    maxAge: maxAge.hour,
    request: ({ id }) => ({ method: "POST", path: `/items/${id}/restore` }),
    ids: ({ id, items }) => [...new Set([id, ...items.map((item) => item.id)])],
    withoutCopies: (command) => ({ ...command, items: [] }),
    hasHiddenCopy: ({ items }, { facilitation, userId }) =>
      items.some((item) => isHiddenFrom(facilitation, item, userId)),
    conflicts: { gone: "lost" },
    dropped: "stickers.droppedRestore",
  },
  vote: {
    maxAge: maxAge.hour,
    request: ({ id, voted, count }) =>
      voted && count !== undefined
        ? { method: "PUT", path: `/items/${id}/vote`, body: { votes: count } }
        : { method: voted ? "POST" : "DELETE", path: `/items/${id}/vote` },
    ids: ({ id }) => [id],
    late: ({ view }, { id, voted, count, round }) => {
      if (!view.items.has(id)) return "moot";
      if (round !== undefined && presentRound(view.facilitation) !== round) return "moot";
      const isSame = count === undefined ? view.votedIds.has(id) === voted : ownVotesOn(view, id) === count;
      return isSame ? "done" : "send";
    },
    dropped: "stickers.droppedVote",
  },
  reaction: {
    maxAge: maxAge.hour,
    request: ({ id, kind, reacted }) => ({
      method: reacted ? "PUT" : "DELETE",
      path: `/items/${id}/reactions/${kind}`,
    }),
    ids: ({ id }) => [id],
    late: ({ view }, { id, kind, reacted }) => {
      const item = view.items.get(id);
      if (!item) return "moot";
      return hasReacted(item.reactions, kind, view.userId) === reacted ? "done" : "send";
    },
    dropped: "stickers.droppedReaction",
  },
};

/** The deletion of a new sticker, unless another user has changed it or nested a sticker in it [T12]. */
export function deletionOfNew(id: string): CommandOf<"item.delete"> {
  return { type: "item.delete", id, rev: firstRev, items: 1 };
}

function isAtTarget(view: BoardView, { id, parent_id, after_id }: ItemMove): boolean {
  if (view.items.get(id)?.parent_id !== parent_id) return false;
  const siblings = childrenOf(view.items, parent_id);
  const at = siblings.findIndex((sibling) => sibling.id === id);
  return (siblings[at - 1]?.id ?? null) === after_id;
}

export function query(expected: Record<string, number | undefined>): string {
  const given = Object.entries(expected).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return given.length > 0 ? `?${given.join("&")}` : "";
}

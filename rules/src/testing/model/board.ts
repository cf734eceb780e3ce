import { cleanLine, cleanText } from "@retro/contract/clean-text";
import { isActionCommand } from "./commands.ts";
import { namesUnknownOwner, performAction } from "./actions.ts";
import type { Command } from "./commands.ts";
import { findInvalidFields } from "./field-checks.ts";
import { changesOfOthers } from "./changes.ts";
import { deleteCards, remove, restore } from "./deletions.ts";
import { add, edit, move, moves, order, react } from "./items.ts";
import { mayEditBoard } from "./permissions.ts";
import { applied, type CommandContext, type ExpectedOutcome, putItems, refused } from "./outcome.ts";
import { changeFacilitation, changeRound, expire, leaveRound, resetVotes, vote } from "./facilitation.ts";
import {
  dealKeys,
  find,
  flattenItems,
  makeSection,
  type ModelBoard,
  type ModelChange,
  type ModelItem,
} from "./state.ts";
import { seenBoard, seenFacilitation, seenTree } from "./views.ts";

export interface Performed {
  /** The facilitation after a due timer ended; null if none did. */
  expired: ReturnType<typeof seenFacilitation> | null;
  outcome: ExpectedOutcome;
}

/** Gives the expected outcome of a command, and changes the board accordingly. */
export function perform(scene: CommandContext, command: Command): Performed {
  const { board, actor, now } = scene;
  const faults = findInvalidFields(command);
  if (faults.length > 0) return { expired: null, outcome: refused(422, "invalid", ...faults) };
  if (namesUnknownOwner(scene, command))
    return { expired: null, outcome: refused(422, "invalid", "owner_id") };
  const settled = expire(board, now) ? seenFacilitation(board) : null;
  const outcome = performCommand(scene, command);
  if (outcome.ok && outcome.changes.length > 0) {
    board.version += 1;
    board.log.push({ version: board.version, by: actor, changes: outcome.changes });
  }
  if (!outcome.ok || !("tree" in command) || !command.tree) return { expired: settled, outcome };
  const answer =
    command.do === "board"
      ? () => ({ board: outcome.answer(), items: seenTree(board, actor) })
      : () => seenTree(board, actor);
  return { expired: settled, outcome: { ...outcome, answer } };
}

function performCommand(scene: CommandContext, command: Command): ExpectedOutcome {
  if (isActionCommand(command)) return performAction(scene, command);
  switch (command.do) {
    case "add": {
      const { title, style, id } = command;
      return add(scene, command.parent_id, [{ title, style, ...(id == null ? {} : { id }) }], true);
    }
    case "batch":
      return add(scene, command.parent_id, command.items, false);
    case "edit":
      return edit(scene, command);
    case "move":
      return move(scene, command);
    case "moves":
      return moves(scene, command);
    case "order":
      return order(scene, command);
    case "delete":
      return remove(scene, command);
    case "restore":
      return restore(scene, command);
    case "deleteCards":
      return deleteCards(scene);
    case "vote":
    case "unvote":
      return vote(scene, command.item, command.do === "vote");
    case "react":
    case "unreact":
      return react(scene, command);
    case "resetVotes":
      return resetVotes(scene);
    case "openRound":
    case "closeRound":
      return changeRound(scene, command);
    case "board":
      return editBoard(scene, command);
    default:
      return changeFacilitation(scene, command);
  }
}

/** Edit Board: fields that are left out stay; sections neither named nor deleted follow the named ones. */
function editBoard(
  { board, actor, now }: CommandContext,
  command: Extract<Command, { do: "board" }>,
): ExpectedOutcome {
  if (!mayEditBoard(board, actor)) return refused(403, "board_locked");
  const head = {
    title: command.title === undefined ? board.title : cleanLine(command.title),
    description: command.description == null ? board.description : cleanText(command.description),
  };
  const stale = (["title", "description"] as const).filter((field) => {
    const from = command.from?.[field];
    return from !== undefined && from !== board[field] && head[field] !== board[field];
  });
  if (stale.length > 0) return refused(409, "conflict", ...stale);

  const { sections: wanted, deletes = [], since } = command;
  const arranged = arrange(board, wanted, deletes, now);
  if (!Array.isArray(arranged)) return arranged;
  const deleted = board.sections.filter(({ id }) => deletes.includes(id));
  for (const section of since === undefined ? [] : deleted) {
    const changed = changesOfOthers(board, actor, section, { since: since as number, items: 0 });
    if (changed) return { ...refused(409, "conflict"), answer: () => changed };
  }
  const changes: ModelChange[] = deleted.map((section) => ({
    type: "item.deleted",
    ids: flattenItems([section]).map(({ id }) => id),
  }));
  const renamed = arranged.filter(({ item, title }) => title !== undefined && item.title !== title);
  for (const { item, title } of renamed) Object.assign(item, { title, rev: item.rev + 1 });
  const added = arranged.filter(({ item }) => !board.sections.includes(item));
  board.sections = arranged.map(({ item }) => item);
  const isInOrder = board.sections.every(({ order }, i) => order > (board.sections[i - 1]?.order ?? ""));
  const put = new Set(renamed.map(({ item }) => item));
  for (const section of isInOrder ? [] : dealKeys(board.sections)) put.add(section);
  for (const { item } of added) for (const each of flattenItems([item])) put.add(each);
  changes.push(...putItems([...put]));
  if (head.title !== board.title || head.description !== board.description)
    changes.push({ type: "board.put", board: head });
  Object.assign(board, head);
  changes.push(...leaveRound(board));
  return applied(changes, () => seenBoard(board, now), { event: "board.update" });
}

function arrange(
  board: ModelBoard,
  wanted: Extract<Command, { do: "board" }>["sections"],
  deletes: readonly string[],
  now: number,
): { item: ModelItem; title?: string }[] | ExpectedOutcome {
  const sectionWith = (id: string) => board.sections.find((section) => section.id === id);
  if (wanted === undefined && deletes.length === 0) return board.sections.map((item) => ({ item }));
  if (deletes.some((id) => !sectionWith(id))) return refused(422, "invalid", "deletes");
  const named = (wanted ?? []).map(({ id }) => id);
  for (const [i, id] of named.entries())
    if (id !== undefined && (!sectionWith(id) || deletes.includes(id) || named.indexOf(id) < i))
      return refused(422, "invalid", `sections.${i}.id`);
  const kept = board.sections.filter(({ id }) => !deletes.includes(id) && !named.includes(id));
  const count = named.length + kept.length;
  if (count < 1 || count > 12) return refused(422, "invalid", "sections");
  const stale = (wanted ?? []).flatMap(({ id, title, rev }, i) => {
    const item = id === undefined ? undefined : find(board, id);
    const differs = title !== undefined && cleanLine(title) !== item?.title;
    return item && differs && rev !== undefined && rev !== item.rev ? [`sections.${i}.title`] : [];
  });
  if (stale.length > 0) return refused(409, "conflict", ...stale);
  const listed = (wanted ?? []).map(({ id, title }) => ({
    item: id === undefined ? makeSection(cleanLine(title ?? ""), now) : (sectionWith(id) as ModelItem),
    ...(title === undefined ? {} : { title: cleanLine(title) }),
  }));
  return [...listed, ...kept.map((item) => ({ item }))];
}

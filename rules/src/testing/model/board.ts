import { cleanLine, cleanText } from "@retro/contract/clean-text";
import { isActionCommand } from "./commands.ts";
import { namesUnknownOwner, performAction } from "./actions.ts";
import type { Command } from "./commands.ts";
import { findInvalidFields } from "./field-checks.ts";
import { add, deleteCards, edit, move, order, remove } from "./items.ts";
import { mayEditBoard } from "./permissions.ts";
import { type ExpectedOutcome, refused, type CommandContext } from "./outcome.ts";
import { changeFacilitation, resetVotes, expire, vote } from "./facilitation.ts";
import { find, makeSection, type ModelBoard, type ModelItem } from "./state.ts";
import { seenBoard, seenFacilitation, seenTree } from "./views.ts";

export interface Performed {
  /** The facilitation after a due timer ended; null if none did. */
  expired: ReturnType<typeof seenFacilitation> | null;
  outcome: ExpectedOutcome;
}

/** Gives the expected outcome of a command, and changes the board accordingly. */
export function perform(scene: CommandContext, command: Command): Performed {
  const faults = findInvalidFields(command);
  if (faults.length > 0) return { expired: null, outcome: refused(422, "invalid", ...faults) };
  if (namesUnknownOwner(scene, command))
    return { expired: null, outcome: refused(422, "invalid", "owner_id") };
  const settled = expire(scene.board, scene.now) ? seenFacilitation(scene.board) : null;
  const outcome = performCommand(scene, command);
  if (outcome.ok && outcome.event !== null) scene.board.version += 1;
  if (!outcome.ok || !("tree" in command) || !command.tree) return { expired: settled, outcome };
  const answer =
    command.do === "board"
      ? () => ({ board: outcome.answer(), items: seenTree(scene.board, scene.actor) })
      : () => seenTree(scene.board, scene.actor);
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
    case "order":
      return order(scene, command);
    case "delete":
      return remove(scene, command);
    case "deleteCards":
      return deleteCards(scene);
    case "vote":
    case "unvote":
      return vote(scene, command.item, command.do === "vote");
    case "resetVotes":
      return resetVotes(scene);
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

  const { sections: wanted, deletes = [] } = command;
  const arranged = arrange(board, wanted, deletes, now);
  if (!Array.isArray(arranged)) return arranged;
  const renames = arranged.filter(({ item, title }) => title !== undefined && item.title !== title);
  const changes =
    renames.length > 0 ||
    arranged.length !== board.sections.length ||
    arranged.some(({ item }, i) => item !== board.sections[i]) ||
    head.title !== board.title ||
    head.description !== board.description;
  for (const { item, title } of renames) Object.assign(item, { title, rev: item.rev + 1 });
  board.sections = arranged.map(({ item }) => item);
  Object.assign(board, head);
  return {
    ok: true,
    status: 200,
    event: changes ? "board.update" : null,
    answer: () => seenBoard(board, now),
  };
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

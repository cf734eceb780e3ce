import { uuid } from "@retro/contract/ids";
import { cleanLine, cleanText } from "@retro/contract/clean-text";
import { isActionCommand, type ActionCommand } from "./commands.ts";
import { applied, type CommandContext, type ExpectedOutcome, putActions, refused } from "./outcome.ts";
import { hides, hidesAction, mayEditStickers } from "./permissions.ts";
import { find, indexAfter, insertAt, mintId, type ModelAction, type ModelBoard } from "./state.ts";
import { seenAction } from "./views.ts";

type Of<What extends ActionCommand["do"]> = Extract<ActionCommand, { do: What }>;

/** The owner's name alone is stored of users who are not present; the caller counts as present [D1]. */
function ownerOf(
  { board, actor }: CommandContext,
  { owner_id: id, owner_name: given }: { owner_id?: string | null; owner_name?: string | null },
  before?: ModelAction,
): { ownerId: string | null; ownerName: string | null } | "unknown" | undefined {
  const name = cleanLine(given ?? "") || null;
  if (id === undefined && given === undefined) return undefined;
  if (id == null) return { ownerId: null, ownerName: name };
  if (before?.ownerId === id) return { ownerId: id, ownerName: before.ownerName };
  if (id === actor || board.present.has(id)) return { ownerId: id, ownerName: board.names.get(id) ?? null };
  return name === null ? "unknown" : { ownerId: null, ownerName: name };
}

/** Whether a request is refused because of its owner, before the board is looked at. */
export function namesUnknownOwner(scene: CommandContext, command: { do: string }): boolean {
  if (!isActionCommand(command as ActionCommand)) return false;
  const given = command as ActionCommand;
  if (given.do !== "addAction" && given.do !== "editAction") return false;
  const before = given.do === "editAction" ? findAction(scene.board, given.action) : undefined;
  return ownerOf(scene, given, before) === "unknown";
}

/** Gives the expected outcome of a command on actions, and changes the board accordingly. */
export function performAction(scene: CommandContext, command: ActionCommand): ExpectedOutcome {
  switch (command.do) {
    case "addAction":
      return add(scene, command);
    case "editAction":
      return edit(scene, command);
    case "moveAction":
      return move(scene, command);
    case "deleteAction":
      return remove(scene, command);
    case "restoreAction":
      return restore(scene, command);
    default:
      return command satisfies never;
  }
}

const findAction = (board: ModelBoard, id: string) => board.actions.find((each) => each.id === id);

function answered(
  { board, actor }: CommandContext,
  action: ModelAction,
  put: readonly ModelAction[],
  status = 200,
): ExpectedOutcome {
  return applied(putActions(put), () => seenAction(board, action, actor), { status });
}

/** [D2, D3] */
function refusal({ board, actor }: CommandContext, action: ModelAction): ExpectedOutcome | null {
  if (!mayEditStickers(board, actor)) return refused(403, "stickers_locked");
  return hidesAction(board, action, actor) ? refused(403, "content_hidden") : null;
}

function outdated({ board, actor }: CommandContext, action: ModelAction): ExpectedOutcome {
  return { ...refused(409, "conflict"), answer: () => seenAction(board, action, actor) };
}

function add(scene: CommandContext, command: Of<"addAction">): ExpectedOutcome {
  const { board, actor, now } = scene;
  const known = command.id === undefined ? undefined : findAction(board, command.id);
  if (known) return known.author === actor ? answered(scene, known, [], 201) : refused(409, "id_taken");
  if (!mayEditStickers(board, actor)) return refused(403, "stickers_locked");
  const sourceId = command.source_item_id ?? null;
  const sticker = sourceId === null ? undefined : find(board, sourceId);
  const isGone = !sticker && uuid.safeParse(sourceId).success && !board.foreign.has(sourceId as string);
  if (sourceId !== null && !isGone && sticker?.kind !== "sticker")
    return refused(422, "invalid", "source_item_id");
  if (sticker && hides(board, sticker, actor)) return refused(403, "content_hidden");
  const action: ModelAction = {
    id: command.id ?? mintId(),
    text: cleanText(command.text),
    ownerId: null,
    ownerName: null,
    ...(ownerOf(scene, command) as object | undefined),
    due: command.due_on ?? null,
    link: command.link ?? null,
    status: "open",
    source: sourceId === null ? null : { id: sourceId, author: sticker?.author ?? null },
    author: actor,
    rev: 1,
    createdAt: now,
    statusAt: now,
    order: "",
  };
  const put = insertAt(board.actions, indexAfter(board.actions, command.after_id), action);
  return answered(scene, action, put, 201);
}

function edit(scene: CommandContext, command: Of<"editAction">): ExpectedOutcome {
  const action = findAction(scene.board, command.action);
  if (!action) return refused(404, "not_found");
  const no = refusal(scene, action);
  if (no) return no;
  if (command.rev !== undefined && command.rev !== action.rev) return outdated(scene, action);
  const next = {
    text: command.text === undefined ? action.text : cleanText(command.text),
    due: command.due_on === undefined ? action.due : command.due_on,
    link: command.link === undefined ? action.link : command.link,
    status: command.status ?? action.status,
    ...(ownerOf(scene, command, action) as object | undefined),
  };
  const changes = Object.entries(next).some(([name, value]) => action[name as keyof ModelAction] !== value);
  if (next.status !== action.status) action.statusAt = scene.now;
  if (changes) Object.assign(action, next, { rev: action.rev + 1 });
  return answered(scene, action, changes ? [action] : []);
}

function move(scene: CommandContext, command: Of<"moveAction">): ExpectedOutcome {
  const { board } = scene;
  const action = findAction(board, command.action);
  if (!action) return refused(404, "not_found");
  const no = refusal(scene, action);
  if (no) return no;
  const others = board.actions.filter((each) => each !== action);
  const index = indexAfter(others, command.after_id);
  if (command.after_id === action.id || board.actions.indexOf(action) === index)
    return answered(scene, action, []);
  if (command.from && command.from.order !== action.order) return outdated(scene, action);
  board.actions = others;
  return answered(scene, action, insertAt(board.actions, index, action));
}

function remove(scene: CommandContext, command: Of<"deleteAction">): ExpectedOutcome {
  const { board, actor } = scene;
  const action = findAction(board, command.action);
  if (!action) return refused(404, "not_found");
  const no = refusal(scene, action);
  if (no) return no;
  if (command.rev !== undefined && command.rev !== action.rev) return outdated(scene, action);
  board.actions = board.actions.filter((each) => each !== action);
  board.deletedActions.set(action.id, { action, by: actor });
  const ids = [action.id];
  return applied([{ type: "action.deleted", ids }], () => ({ deleted: ids }));
}

/** It returns to the place of its key. */
function restore(scene: CommandContext, command: Of<"restoreAction">): ExpectedOutcome {
  const { board, actor } = scene;
  const known = findAction(board, command.action);
  if (known) return answered(scene, known, []);
  const deleted = board.deletedActions.get(command.action);
  if (deleted?.by !== actor) return refused(404, "not_found");
  const { action } = deleted;
  const no = refusal(scene, action);
  if (no) return no;
  board.deletedActions.delete(action.id);
  const isBefore = (each: ModelAction) =>
    each.order < action.order || (each.order === action.order && each.id < action.id);
  board.actions.splice(board.actions.filter(isBefore).length, 0, action);
  return answered(scene, action, [action]);
}

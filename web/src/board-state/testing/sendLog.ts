import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import { itemIds, requestFor } from "../commands/commands.ts";
import type { CommandRequest } from "../commands/commandSpec.ts";
import type { PendingEntry } from "../outbox/pendingEntry.ts";
import type { AppliedCall } from "./modelServer.ts";

/** A command that a user gave. */
interface SentCommand {
  readonly person: string;
  readonly command: BoardCommand;
  /** For a move: the place that its user saw, as `AppliedCall.from` names it. */
  readonly from: string | undefined;
  outcome: "open" | "answered" | "settled" | "refused";
}

/**
 * Records commands and their outcomes, and compares them with what the server did: everything once, no text
 * lost.
 */
export interface SendLog {
  /** @param before what the user saw */
  record: (
    person: string,
    command: BoardCommand,
    outcome: Promise<unknown>,
    before: BoardView | null,
  ) => void;
  /**
   * @param done the calls that the server carried out
   * @param kept refused entries that stayed with their authors
   * @param deleted ids of deleted stickers and actions. A closing page sends a new one again when its answer
   *   was lost, so a deleted one may return
   * @param mayHide whether stickers were hidden at times: an edit of a hidden sticker is dropped
   * @returns a line for each command that was carried out twice, acknowledged but not carried out, or whose
   *   text is lost
   */
  faults: (
    done: readonly AppliedCall[],
    kept: readonly (PendingEntry & { person: string })[],
    deleted: ReadonlySet<string>,
    mayHide: boolean,
  ) => string[];
}

export function createSendLog(): SendLog {
  const sent: SentCommand[] = [];

  return {
    record(person, command, outcome, before) {
      const entry: SentCommand = { person, command, from: placeIn(before, command), outcome: "open" };
      sent.push(entry);
      outcome.then(
        // An outcome without data does not say that the server carried it out: another tab may have taken it
        // over, or it was not necessary.
        (data) => (entry.outcome = data === null ? "settled" : "answered"),
        () => (entry.outcome = "refused"),
      );
    },
    faults: (done, kept, deleted, mayHide) => [
      ...repeatedCalls(sent, done, deleted),
      ...lostTexts(sent, done, kept, mayHide),
      ...undoneAcknowledged(sent, done),
    ],
  };
}

/** Calls that the server carried out more often than the user gave the command. */
function repeatedCalls(
  sent: readonly SentCommand[],
  done: readonly AppliedCall[],
  deleted: ReadonlySet<string>,
): string[] {
  const seen = new Set(
    sent.flatMap(({ person, command }, i) => {
      const key = keyOf(person, requestFor(command));
      const sameSticker = sent
        .slice(0, i + 1)
        .filter((other) => other.person === person && isSameMove(other.command, command));
      return sameSticker.map(({ from }) => `${key} ${from}`);
    }),
  );
  const fresh = done.filter((call, i) => changedBy(call) === undefined || !isHarmlessRepeat(done, i, seen));
  const times = countOf(fresh.map((call) => keyOf(call.caller, call)));
  // A user may put and remove their vote, or a reaction, several times [V1, K1].
  const mayRepeat = new Set(
    sent.flatMap(({ person, command }) =>
      command.type === "vote" ||
      command.type === "reaction" ||
      // A page that closes sends these again. Before that, the user may have deleted what was restored once
      // more.
      ((isAddCommand(command) ||
        /^(?:item\.delete|sticker\.restore|action\.(?:add|delete|restore))$/.test(command.type)) &&
        itemIds(command).some((id) => deleted.has(id)))
        ? [keyOf(person, requestFor(command))]
        : [],
    ),
  );
  const given = countOf(sent.map(({ person, command }) => keyOf(person, requestFor(command))));
  return [...given].flatMap(([key, count]) => {
    const found = times.get(key) ?? 0;
    return found > count && !mayRepeat.has(key) ? [`${found} times for ${count} of ${key}`] : [];
  });
}

/**
 * Repeating a move or an edit is harmless while no other user has moved or edited the sticker. So is
 * repeating a move after another user has put the sticker back exactly where the move found it, or where its
 * user saw it, before this move or before an earlier one of theirs that the server had not confirmed: it does
 * what that user meant [Y6].
 * @param seen the moves, each with every place where its user saw the sticker
 */
function isHarmlessRepeat(done: readonly AppliedCall[], index: number, seen: ReadonlySet<string>): boolean {
  const call = done[index] as AppliedCall;
  const isSame = (other: AppliedCall) => keyOf(other.caller, other) === keyOf(call.caller, call);
  const before = done.slice(0, index).filter((other) => changedBy(other) === changedBy(call));
  const at = before.findLastIndex(isSame);
  if (at < 0) return false;
  const undisturbed = before.slice(at).every((other) => other.caller === call.caller);
  const isWhereItWas = call.from !== undefined && call.from === before[at]?.from;
  return undisturbed || isWhereItWas || seen.has(`${keyOf(call.caller, call)} ${call.from}`);
}

/** Whether both commands move the same sticker or action. */
function isSameMove(one: BoardCommand, other: BoardCommand): boolean {
  return one.type === other.type && one.type.endsWith(".move") && itemIds(one)[0] === itemIds(other)[0];
}

/** Texts that neither reached the server nor stayed with their authors. */
function lostTexts(
  sent: readonly SentCommand[],
  done: readonly AppliedCall[],
  kept: readonly PendingEntry[],
  mayHide: boolean,
): string[] {
  const writtenTexts = textsOf(done.map(({ body }) => body));
  const keptTexts = textsOf(kept.map(({ command }) => command));
  return sent.flatMap((entry) => {
    const { person, command, outcome } = entry;
    const isEdit = command.type === "item.edit";
    if ((!isAddCommand(command) && !isEdit) || (isEdit && mayHide)) return [];
    const texts = [...textsOf([command])];
    return isOvertaken(entry, sent) || texts.every((text) => writtenTexts.has(text) || keptTexts.has(text))
      ? []
      : [`lost (${outcome}): ${JSON.stringify(command)} of ${person}`];
  });
}

/** An edit or deletion of a refused new sticker changes or discards text that was never sent. */
function isOvertaken({ person, command }: SentCommand, sent: readonly SentCommand[]): boolean {
  const ids = itemIds(command);
  return sent.some(
    (other) =>
      other.person === person &&
      other.command !== command &&
      (["item.edit", "item.delete"].includes(other.command.type) ||
        (isAddCommand(other.command) && other.outcome === "refused")) &&
      itemIds(other.command).some((id) => ids.includes(id)),
  );
}

/** New stickers that the server acknowledged and did not add. */
function undoneAcknowledged(sent: readonly SentCommand[], done: readonly AppliedCall[]): string[] {
  // A closing page sends the new stickers of a column in one request, so each sticker is checked.
  const added = new Set(done.flatMap((call) => addedBy(call).map((id) => `${call.caller}: ${id}`)));
  return sent.flatMap(({ person, command, outcome }) =>
    outcome === "answered" &&
    isAddCommand(command) &&
    !itemIds(command).every((id) => added.has(`${person}: ${id}`))
      ? [`acknowledged and not done: ${JSON.stringify(command)} of ${person}`]
      : [],
  );
}

/** Where a view has the sticker or the action that a command moves. */
function placeIn(view: BoardView | null, command: BoardCommand): string | undefined {
  if (command.type === "action.move") return view?.actions.get(command.id)?.order;
  const item = command.type === "item.move" ? view?.items.get(command.id) : undefined;
  return item && `${item.parent_id} ${item.order}`;
}

/** What a call moved or edited: the place or the content of a sticker or an action. */
function changedBy({ method, path, body }: AppliedCall): string | undefined {
  if (path === "/sort") return `place of ${(body as { item_id: string }).item_id}`;
  if (path.endsWith("/position")) return `place of ${path}`;
  return method === "PUT" && /^\/(?:items|actions)\//.test(path) ? `content of ${path}` : undefined;
}

/** Ids of the stickers that a call added. */
function addedBy({ method, path, body }: AppliedCall): string[] {
  if (method !== "POST" || !path.startsWith("/items")) return [];
  const { id, items = [] } = (body ?? {}) as { id?: string; items?: { id: string }[] };
  return [...(id === undefined ? [] : [id]), ...items.map((item) => item.id)];
}

function isAddCommand({ type }: BoardCommand): boolean {
  return type === "sticker.add" || type === "stickers.add";
}

/**
 * A key that is equal for repetitions of the same call: only a repeated move names the place that it starts
 * from.
 */
function keyOf(person: string, { method, path, body }: CommandRequest): string {
  const { rev: _, from: __, ...fields } = (body ?? {}) as Record<string, unknown>;
  return `${person}: ${method} ${path.split("?")[0]} ${JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
}

function countOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The texts of stickers in these bodies; the fuzz test never uses a text twice. */
function textsOf(bodies: readonly unknown[]): Set<string> {
  return new Set(
    bodies.flatMap((body) => {
      const { title, items = [] } = (body ?? {}) as { title?: string; items?: { title: string }[] };
      return [...(title === undefined ? [] : [title]), ...items.map((item) => item.title)];
    }),
  );
}

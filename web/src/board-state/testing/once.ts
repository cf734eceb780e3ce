import type { Command } from "@retro/rules/predict";
import { itemIds, type Request, requestFor } from "../requests.ts";
import type { PendingEntry } from "../types.ts";
import type { DoneCall } from "./model-server.ts";

/** A command that a person gave. */
interface Sent {
  readonly person: string;
  readonly command: Command;
  outcome: "open" | "answered" | "settled" | "refused";
}

/** What was given and what became of it, held against what the server did: everything once, no text lost. */
export interface SendLog {
  note: (person: string, command: Command, outcome: Promise<unknown>) => void;
  /**
   * @param done what the server carried out
   * @param kept what stayed with its author, refused
   * @param deleted ids of stickers that were deleted: a new one whose answer was lost comes back when somebody deleted it meanwhile
   * @param mayHide whether stickers were hidden at times: an edit of a hidden sticker is forgotten, as it must be
   * @returns a line for each command that was done twice, not done although it was acknowledged, or lost with its text
   */
  faults: (
    done: readonly DoneCall[],
    kept: readonly (PendingEntry & { person: string })[],
    deleted: ReadonlySet<string>,
    mayHide: boolean,
  ) => string[];
}

export function createSendLog(): SendLog {
  const sent: Sent[] = [];

  return {
    note(person, command, outcome) {
      const entry: Sent = { person, command, outcome: "open" };
      sent.push(entry);
      outcome.then(
        // Without data nobody says that the server has done it: it was as wanted already, taken over by another tab, or moot.
        (data) => (entry.outcome = data === null ? "settled" : "answered"),
        () => (entry.outcome = "refused"),
      );
    },
    faults(done, kept, deleted, mayHide) {
      // A move that comes again does no harm while nobody else has moved the sticker, and when somebody else has put it back exactly
      // where it was: nobody can tell.
      const isRepeat = (call: DoneCall, i: number) => {
        const same = (other: DoneCall) => keyOf(other.caller, other) === keyOf(call.caller, call);
        const before = done.slice(0, i).filter((other) => movedBy(other) === movedBy(call));
        const at = before.findLastIndex(same);
        const undisturbed = at >= 0 && before.slice(at).every((other) => other.caller === call.caller);
        return undisturbed || before.some((other) => other.from === call.from && same(other));
      };
      const fresh = done.filter((call, i) => movedBy(call) === undefined || !isRepeat(call, i));
      const times = countOf(fresh.map((call) => keyOf(call.caller, call)));
      // A user's own vote may be put and taken again in its order [V1].
      const mayRepeat = new Set(
        sent.flatMap(({ person, command }) =>
          command.type === "vote" ||
          ((isAdd(command) || command.type === "item.delete") &&
            itemIds(command).some((id) => deleted.has(id)))
            ? [keyOf(person, requestFor(command))]
            : [],
        ),
      );
      const given = countOf(sent.map(({ person, command }) => keyOf(person, requestFor(command))));
      const twice = [...given].flatMap(([key, count]) => {
        const found = times.get(key) ?? 0;
        return found > count && !mayRepeat.has(key) ? [`${found} times for ${count} of ${key}`] : [];
      });
      const words = wordsOf(done.map(({ body }) => body));
      const stay = wordsOf(kept.map(({ command }) => command));
      const lost = sent.flatMap(({ person, command, outcome }) => {
        const ids = itemIds(command);
        const isEdit = command.type === "item.edit";
        if (!isAdd(command) && !isEdit) return [];
        if (isEdit && mayHide) return [];
        // Whoever edits or deletes a refused new sticker changes or gives up what was never sent.
        const overtaken = sent.some(
          (other) =>
            other.person === person &&
            other.command !== command &&
            (["item.edit", "item.delete"].includes(other.command.type) ||
              (isAdd(other.command) && other.outcome === "refused")) &&
            itemIds(other.command).some((id) => ids.includes(id)),
        );
        const said = [...wordsOf([command])];
        return overtaken || said.every((text) => words.has(text) || stay.has(text))
          ? []
          : [`lost (${outcome}): ${JSON.stringify(command)} of ${person}`];
      });
      const acknowledged = sent.flatMap(({ person, command, outcome }) =>
        outcome === "answered" && isAdd(command) && !times.has(keyOf(person, requestFor(command)))
          ? [`acknowledged and not done: ${JSON.stringify(command)} of ${person}`]
          : [],
      );
      return [...twice, ...lost, ...acknowledged];
    },
  };
}

/** The sticker that a call moved. */
function movedBy({ path, body }: DoneCall): string | undefined {
  return path === "/sort" ? (body as { item_id: string }).item_id : undefined;
}

function isAdd({ type }: Command): boolean {
  return type === "sticker.add" || type === "stickers.add";
}

/** Names what a call does, so that the same one is recognised when it comes again. */
function keyOf(person: string, { method, path, body }: Request): string {
  const { rev: _, ...said } = (body ?? {}) as Record<string, unknown>;
  return `${person}: ${method} ${path} ${JSON.stringify(Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
}

function countOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The texts of stickers in these bodies; every text that is written is another. */
function wordsOf(bodies: readonly unknown[]): Set<string> {
  return new Set(
    bodies.flatMap((body) => {
      const { title, items = [] } = (body ?? {}) as { title?: string; items?: { title: string }[] };
      return [...(title === undefined ? [] : [title]), ...items.map((item) => item.title)];
    }),
  );
}

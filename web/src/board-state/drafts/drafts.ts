import { cleanText } from "@retro/contract/clean-text";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import { isAddition, textOf } from "../commands/commands.ts";
import type { CommandOf } from "../commands/commandSpec.ts";
import type { EntryList } from "../outbox/entryList.ts";
import { createEntry, type OutboxEntry, restoreEntry } from "../outbox/outboxEntry.ts";
import type { StoredEntry } from "../storage/entryStorage.ts";

/** A text that is not sent, as the command that would send it. */
export type DraftCommand = CommandOf<"sticker.add" | "item.edit" | "action.add" | "action.edit">;

/** Drafts are stored after this pause in typing, and when the page is hidden or the board is left. */
const writeMs = 300;

/** The place of a new action's text. */
export const newActionPlace = "new action";

/** The place of the next action of a topic: a text stays with the topic that it was typed for [F6]. */
export const actionPlaceOf = (sourceId: string) => `${newActionPlace} of ${sourceId}`;

/** The place of a sticker's note: its text may be edited at the same time. */
export const notePlaceOf = (stickerId: string) => `note of ${stickerId}`;

/**
 * Where a text is typed: the column of a new sticker, the sticker or action that is edited, the sticker of a note,
 * the topic of a new action, or `newActionPlace`. It holds one text.
 */
function placeOf(command: DraftCommand): string {
  if (command.type === "sticker.add") return command.parent_id;
  if (command.type === "item.edit" && command.note !== undefined) return notePlaceOf(command.id);
  if (command.type !== "action.add") return command.id;
  return command.source_item_id == null ? newActionPlace : actionPlaceOf(command.source_item_id);
}

const isOfTopic = (command: DraftCommand) => command.type === "action.add" && command.source_item_id != null;

/**
 * The texts of a board that its user has typed and not sent. Each is stored like an unsent change, so it
 * survives the page and belongs to one tab; it is neither sent nor shown on the board.
 */
export class Drafts {
  readonly #env: BoardEnvironment;
  readonly #list: EntryList;
  /** Whether a topic can be on the screen, with its fields. */
  readonly #hasMeeting: () => boolean;
  readonly #entries = new Map<string, OutboxEntry>();
  readonly #listeners = new Set<() => void>();
  readonly #openFields = new Set<{ place: string }>();
  /** Places with a text that must be stored. */
  readonly #unwritten = new Set<string>();
  /** Places with a text of which the storage has a version. */
  readonly #stored = new Set<string>();
  #cancelWrite: (() => void) | null = null;

  constructor(env: BoardEnvironment, list: EntryList, hasMeeting: () => boolean) {
    this.#env = env;
    this.#list = list;
    this.#hasMeeting = hasMeeting;
  }

  /** @returns the same object until the text at this place changes */
  readonly get = (place: string): DraftCommand | null =>
    (this.#entries.get(place)?.command ?? null) as DraftCommand | null;

  readonly places = (): string[] => [...this.#entries.keys()];

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Keeps a text in place of the one before; a blank one ends the draft. */
  keep(command: DraftCommand): void {
    const place = placeOf(command);
    if (cleanText(textOf(command) ?? "") === "") return this.drop(place);
    const entry = this.#entries.get(place) ?? createEntry(this.#env, { command, kind: "draft" });
    entry.command = command;
    entry.at = this.#env.now();
    this.#entries.set(place, entry);
    this.#env.storage.claim(entry.key);
    this.#unwritten.add(place);
    this.#cancelWrite?.();
    this.#cancelWrite = this.#env.schedule(writeMs, () => this.flush());
    this.#notify();
  }

  /** The text is saved or given up. */
  drop(place: string): void {
    const entry = this.#entries.get(place);
    if (entry === undefined) return;
    this.#forget(place, entry);
    this.#entries.delete(place);
    this.#notify();
  }

  /** Keeps the text at this place for as long as the page only. */
  keepInMemory(place: string): void {
    const entry = this.#entries.get(place);
    if (entry !== undefined) this.#forget(place, entry);
  }

  /** A text of a closed page does not come to a place with an open field, which would replace it. */
  readonly open = (place: string): (() => void) => {
    const field = { place };
    this.#openFields.add(field);
    return () => {
      this.#openFields.delete(field);
      this.#notify();
    };
  };

  /**
   * No field shows this place any more: its text goes to the unsaved changes, which its user sees, unless it was
   * refused there already.
   */
  release(place: string): void {
    const entry = this.#entries.get(place);
    if (entry === undefined || this.#isOpen(place)) return;
    if (this.#isRefused(place, entry)) return this.drop(place);
    this.flush();
    this.#entries.delete(place);
    this.#stored.delete(place);
    const unsent = restoreEntry(entry);
    this.#list.restore(unsent);
    this.#list.persist(unsent);
    this.#notify();
    this.#list.notify();
  }

  /** Stores what is not stored yet. */
  flush(): void {
    this.#cancelWrite?.();
    this.#cancelWrite = null;
    for (const place of this.#unwritten) {
      this.#list.persist(this.#entries.get(place) as OutboxEntry);
      this.#stored.add(place);
    }
    this.#unwritten.clear();
  }

  /** Takes in the text of a closed page. @returns false if its place is taken or gone, or it is an edit */
  restore(stored: StoredEntry): boolean {
    const command = stored.command as DraftCommand;
    const place = placeOf(command);
    if (!isAddition(command) || this.#entries.has(place) || this.#isOpen(place)) return false;
    if (isOfTopic(command) && !this.#hasMeeting()) return false;
    const { at, key } = stored;
    const entry = createEntry(this.#env, { command, kind: "draft", at, key });
    this.#entries.set(place, entry);
    this.#env.storage.claim(key);
    // A guest may have written it, who is this user now: other tabs look for it under this user's id.
    this.#list.persist(entry);
    this.#stored.add(place);
    this.#notify();
    return true;
  }

  /** Keys of the entries in the storage. */
  keys(): string[] {
    return [...this.#stored].map((place) => (this.#entries.get(place) as OutboxEntry).key);
  }

  /** Another tab has taken texts over while this page slept: what is typed now must be kept too. */
  renew(takenOver: ReadonlySet<string>): void {
    for (const [place, { key, command }] of new Map(this.#entries)) {
      if (!takenOver.has(key)) continue;
      this.#entries.delete(place);
      this.#stored.delete(place);
      this.keep(command as DraftCommand);
    }
  }

  /** Forgets the edits of stickers and actions that are now hidden from this user [H1]. */
  scrub(): void {
    for (const [place, entry] of this.#entries) if (this.#list.withheld(entry)) this.drop(place);
  }

  /** Leaves the texts to the next page that opens the board. */
  handBack(): void {
    this.flush();
    for (const key of this.keys()) this.#env.storage.handBack(key);
  }

  #isOpen(place: string): boolean {
    return [...this.#openFields].some((field) => field.place === place);
  }

  #isRefused(place: string, { command }: OutboxEntry): boolean {
    const text = cleanText(textOf(command) ?? "");
    return this.#list
      .all()
      .some(
        ({ state, command: other }) =>
          state === "refused" &&
          command.type === "item.edit" &&
          other.type === command.type &&
          placeOf(other) === place &&
          cleanText(textOf(other) ?? "") === text,
      );
  }

  #forget(place: string, entry: OutboxEntry): void {
    this.#unwritten.delete(place);
    this.#stored.delete(place);
    this.#list.finish(entry);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

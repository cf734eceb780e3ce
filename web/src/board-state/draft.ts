import type { BoardCommand } from "@retro/rules/predict";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import type { EntryList } from "./outbox/entryList.ts";
import { createEntry, type OutboxEntry } from "./outbox/outboxEntry.ts";

export type Draft = ReturnType<typeof createDraft>;

/** The unsaved text of an open dialog: stored, so that it survives the page, but neither shown nor sent while the page lives. */
export function createDraft(env: BoardEnvironment, list: EntryList) {
  let entry: OutboxEntry | null = null;

  function store(command: BoardCommand | null): void {
    if (command === null) {
      if (entry) list.finish(entry);
      entry = null;
      return;
    }
    if (entry) entry.command = command;
    else {
      entry = createEntry(command, env, null, null, "draft");
      env.storage.claim(entry.key);
    }
    list.persist(entry);
  }

  return {
    /** Null: nothing is unsaved. */
    key: () => entry?.key ?? null,
    /** Another tab has taken the draft over while this page slept: stores the text anew, so that what is typed now is kept too. */
    renew(): void {
      const command = entry?.command;
      if (command === undefined) return;
      entry = null;
      store(command);
    },
    hasKey: (key: string) => entry?.key === key,
    /** @param command the one that would save the text; null: nothing is unsaved */
    store,
    /** Deletes the draft if its sticker is now hidden from this user [H1]. */
    scrub(): void {
      if (entry && list.withheld(entry)) store(null);
    },
    /** Leaves the draft to the next page that opens the board. */
    handBack(): void {
      if (entry) env.storage.handBack(entry.key);
    },
  };
}

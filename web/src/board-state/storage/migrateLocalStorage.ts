import type { BoardCommand } from "@retro/rules/predict";
import type { Database } from "./database.ts";

const prefix = "retro.pending.";

interface OldEntries {
  me: string;
  entries: { command: BoardCommand & { position?: number }; at: number; failed: boolean }[];
}

/** Unsent changes of version 1.0. Its moves name a position, which means nothing on the current board. */
export async function migrateLocalStorage(db: Database): Promise<void> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const text = localStorage.getItem(name);
    // Removed before the first await, so that no other tab migrates it too.
    localStorage.removeItem(name);
    const kept = text === null || name.endsWith(".at") ? null : parseOldEntries(text);
    if (!kept) continue;
    const board = name.slice(prefix.length, name.lastIndexOf("."));
    for (const [index, { command, at, failed }] of kept.entries.entries()) {
      if (command.type === "item.move") continue;
      await db.put("outbox", {
        key: `${name}.${index}`,
        board,
        owner: kept.me,
        tab: "localStorage",
        at,
        kind: "command",
        command,
        base: null,
        error: failed ? { name: "ApiError", message: "", status: 0, code: "unsent" } : null,
      });
    }
  }
  if (names.length > 0) sessionStorage.removeItem("retro.tab");
}

function parseOldEntries(text: string): OldEntries | null {
  try {
    const kept = JSON.parse(text) as Partial<OldEntries> | null;
    return typeof kept?.me === "string" && Array.isArray(kept.entries) ? (kept as OldEntries) : null;
  } catch {
    // Written by another program, or incomplete: ignore it.
    return null;
  }
}

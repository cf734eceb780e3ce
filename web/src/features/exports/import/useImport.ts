import type { LeftOut } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import { limits } from "@retro/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useT } from "../../../i18n/useT.ts";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { toastButton } from "../../../ui/toasts/toastButton.tsx";
import { isJson } from "./fileFault.ts";
import { type Imported, importFile, previewFile } from "./importCalls.ts";
import { failureText } from "./importFailure.ts";
import { refuse, useFileBatch } from "./useFileBatch.ts";

export interface ImportOptions {
  /** Opens the new board; if the user has left the page, a message offers to open it. */
  onImported: (board: Board) => void;
  /** Puts the new board where it belongs. */
  place?: ((board: Board) => Promise<unknown>) | undefined;
}

/** A table opens the mapper and a list is shown first; the file of a known tool becomes a board at once. */
export function useImport({ onImported, place }: ImportOptions) {
  const t = useT();
  const queries = useQueryClient();
  const isOpen = useStillOpen();
  const made = useRef<Imported[]>([]);

  const make = async (...call: Parameters<typeof importFile>): Promise<void> => {
    const imported = await importFile(...call);
    made.current.push(imported);
    await place?.(imported.board).catch((error: unknown) =>
      refuse(t("import.notPlaced", { title: imported.board.title, reason: failureText(error, t) })),
    );
  };
  const finish = (): void => {
    const boards = made.current;
    made.current = [];
    const [first] = boards;
    if (first === undefined) return;
    const isElsewhere = !isOpen();
    const isSingle = boards.length === 1;
    const { title } = first.board;
    const list = totals(boards.flatMap(({ leftOut }) => leftOut))
      .map(({ kind, count }) => t(`import.leftOut.${kind}`, { count }))
      .join(", ");
    const message = isSingle
      ? t(isElsewhere ? "boards.addedToList" : "import.done", { title })
      : t("import.doneMany", { count: boards.length });
    if (!isSingle || isElsewhere || list !== "")
      toast({
        message: list === "" ? message : `${message}. ${t("import.leftOut", { list })}`,
        kind: list === "" ? "success" : "warning",
        duration: list === "" ? limits.undoMs : null,
        ...(isSingle &&
          isElsewhere && { action: toastButton(t("boards.open"), () => onImported(first.board)) }),
      });
    // The lists on the page have several new boards.
    if (!isSingle) void queries.invalidateQueries();
    else if (!isElsewhere) onImported(first.board);
  };
  return useFileBatch({
    async look(file, signal) {
      const { table, board = null } = (await isJson(file))
        ? { table: null }
        : await previewFile(file, {}, signal);
      if (table !== null || board !== null) return { file, table, board };
      await make(file, {}, signal);
      return null;
    },
    take: ({ file }, choices, signal) => make(file, choices, signal),
    finish,
  });
}

function totals(leftOut: readonly LeftOut[]): LeftOut[] {
  const counts = new Map<LeftOut["kind"], number>();
  for (const { kind, count } of leftOut) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

import type { Board } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { TablePreview } from "@retro/contract/table-import";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { useStillOpen } from "../../ui/dialogs/stillOpen.ts";
import { toast } from "../../ui/toasts/toast.ts";
import { toastButton } from "../../ui/toasts/toastButton.tsx";
import { type Imported, importFile, previewTable } from "./importCalls.ts";
import { failureText } from "./importFailure.ts";

export interface OpenTable {
  file: File;
  preview: TablePreview;
}

/** @param onImported opens the new board; if the user has left the page, a message offers to open it */
export function useImport(onImported: (board: Board) => void) {
  const t = useT();
  const isOpen = useStillOpen();
  const [busy, setBusy] = useState(false);
  const [table, setTable] = useState<OpenTable | null>(null);

  const finish = ({ board, leftOut }: Imported) => {
    const { title } = board;
    const isElsewhere = !isOpen();
    const list = leftOut.map(({ kind, count }) => t(`import.leftOut.${kind}`, { count })).join(", ");
    const message = t(isElsewhere ? "boards.addedToList" : "import.done", { title });
    if (isElsewhere || list !== "")
      toast({
        message: list === "" ? message : `${message}. ${t("import.leftOut", { list })}`,
        kind: list === "" ? "success" : "warning",
        duration: list === "" ? limits.undoMs : null,
        ...(isElsewhere && { action: toastButton(t("boards.open"), () => onImported(board)) }),
      });
    if (!isElsewhere) onImported(board);
  };
  const refuse = (message: string) => toast({ message, kind: "error", duration: 10_000 });

  /** A table opens the mapper; the file of a known tool becomes a board at once. */
  const open = async (file: File): Promise<void> => {
    const fault = faultOf(file);
    if (fault !== null) return void refuse(t(fault));
    setBusy(true);
    try {
      const preview = (await isJson(file)) ? null : await previewTable(file, {});
      if (preview === null) finish(await importFile(file, {}));
      else if (isOpen()) setTable({ file, preview });
    } catch (error) {
      refuse(failureText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return { busy, open, table, closeTable: () => setTable(null), finish };
}

function faultOf({ name, size }: File): MessageKey | null {
  if (/\.\w+$/.test(name) && !/\.(?:json|csv|tsv|txt|md|xlsx)$/i.test(name)) return "import.otherFile";
  return size > limits.import.bytes ? "import.tooLarge" : null;
}

/** No table begins like this. */
async function isJson(file: File): Promise<boolean> {
  return /^\uFEFF?\s*[{[]/u.test(await file.slice(0, 100).text());
}

import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import { importMeta, type LeftOut } from "@retro/contract/board-file";
import type { Board } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { useRef, useState } from "react";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { call } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { useStillOpen } from "../../ui/dialogs/stillOpen.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { toast } from "../../ui/toasts/toast.ts";
import { toastButton } from "../../ui/toasts/toastButton.tsx";
import { failureText } from "./importFailure.ts";

interface Props {
  onImported: (board: Board) => void;
}

/** @param onImported opens the new board; if the user has left the page, a message offers to open it */
export function ImportButton({ onImported }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const { busy, importFile } = useImport(onImported);
  return (
    <>
      <Button
        variant="outlined"
        aria-disabled={busy}
        aria-busy={busy}
        onClick={() => {
          // Not disabled: the button keeps the focus.
          if (!busy) input.current?.click();
        }}
        {...tip(t("import.hint"))}
      >
        <FileUploadOutlined fontSize="small" />
        {t(busy ? "import.busy" : "import.button")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("import.button")}
        accept=".json,.csv,.tsv,.txt,.md,application/json,text/csv"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Choosing the same file again, after a correction, must fire a change event.
          event.target.value = "";
          if (file !== undefined) void importFile(file);
        }}
      />
    </>
  );
}

function useImport(onImported: Props["onImported"]) {
  const t = useT();
  const isOpen = useStillOpen();
  const [busy, setBusy] = useState(false);

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
  const importFile = async (file: File): Promise<void> => {
    const fault = faultOf(file);
    if (fault !== null) {
      toast({ message: t(fault), kind: "error", duration: 10_000 });
      return;
    }
    setBusy(true);
    try {
      finish(await sendFile(file));
    } catch (error) {
      toast({
        message: failureText(error, t),
        kind: "error",
        duration: 10_000,
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, importFile };
}

function faultOf({ name, size }: File): MessageKey | null {
  if (/\.\w+$/.test(name) && !/\.(?:json|csv|tsv|txt)$/i.test(name)) return "import.otherFile";
  return size > limits.import.bytes ? "import.tooLarge" : null;
}

interface Imported {
  board: Board;
  leftOut: LeftOut[];
}

async function sendFile(file: File): Promise<Imported> {
  // The server recognises a file by its content; only its two types reach it.
  const isCsv = /\.(?:csv|tsv|txt|md)$/i.test(file.name) || file.type === "text/csv";
  const title = file.name.replace(/\.[^.]*$/, "").slice(0, limits.boardTitle);
  const body = new Blob([file], { type: isCsv ? "text/csv" : "application/json" });
  const answer = await call<Board>("POST", `boards/import?title=${encodeURIComponent(title)}`, body);
  // An older server says nothing of what it left out.
  return { board: answer.data, leftOut: importMeta.safeParse(answer.meta).data?.left_out ?? [] };
}

import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import type { Board } from "@retro/contract/entities";
import { useRef } from "react";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { tip } from "../../ui/tooltips/tip.ts";
import { useImport } from "./useImport.ts";
import { useOfferedFile } from "./useOfferedFile.ts";

const TableMapper = lazyPart(() => import("./TableMapper.tsx"), "TableMapper", { prefetch: false });

interface Props {
  onImported: (board: Board) => void;
}

/** Also takes a file that is dropped on the page, and a table that is pasted on it. */
export function ImportButton({ onImported }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const { busy, open, table, closeTable, finish } = useImport(onImported);
  useOfferedFile((file) => {
    if (!busy && table === null) void open(file);
  });
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
        accept=".json,.csv,.tsv,.txt,.md,.xlsx,application/json,text/csv"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Choosing the same file again, after a correction, must fire a change event.
          event.target.value = "";
          if (file !== undefined) void open(file);
        }}
      />
      {table !== null && (
        <TableMapper
          {...table}
          onClose={closeTable}
          onImported={(imported) => {
            closeTable();
            finish(imported);
          }}
        />
      )}
    </>
  );
}

import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import { useRef, useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { isTouchScreen } from "../../../ui/device/touchScreen.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { tip } from "../../../ui/tooltips/tip.ts";
import { ImportStatus } from "./ImportStatus.tsx";
import { type ImportOptions, useImport } from "./useImport.ts";
import { useOfferedFiles } from "./useOfferedFiles.ts";

const PasteDialog = lazyPart(() => import("./PasteDialog.tsx"), "PasteDialog", { prefetch: false });

/** Also takes files that are dropped on the page, and a list or table that is pasted on it. */
export function ImportButton(options: ImportOptions) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const batch = useImport(options);
  const takeText = (text: string) => batch.add([new File([text], `${t("import.title")}.txt`)]);
  useOfferedFiles({ onFiles: batch.add, onText: takeText });
  const busy = batch.progress !== null;
  const choose = () => input.current?.click();
  return (
    <>
      <Button
        variant="outlined"
        aria-disabled={busy}
        aria-busy={busy}
        onClick={() => {
          // Not disabled: the button keeps the focus.
          if (busy) return;
          // A phone can neither drop a file nor paste outside a field.
          if (isTouchScreen()) setPasting(true);
          else choose();
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
        multiple
        aria-label={t("import.button")}
        accept=".json,.csv,.tsv,.tab,.txt,.md,.markdown,.xlsx,.zip,application/json,text/*"
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          // Choosing the same file again, after a correction, must fire a change event.
          event.target.value = "";
          if (files.length > 0) batch.add(files);
        }}
      />
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onChoose={() => {
            setPasting(false);
            choose();
          }}
          onText={(text) => {
            setPasting(false);
            takeText(text);
          }}
        />
      )}
      <ImportStatus batch={batch} />
    </>
  );
}

import { useEffect, useEffectEvent } from "react";
import { useT } from "../../i18n/useT.ts";

/** A file that is dropped anywhere on the page, or a table that is pasted outside a field, but not over a dialog. */
export function useOfferedFile(onFile: (file: File) => void): void {
  const t = useT();
  const take = useEffectEvent(onFile);
  const pasted = useEffectEvent((text: string) => take(new File([text], `${t("import.title")}.txt`)));
  useEffect(() => {
    const allowDrop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      if (!isDialogOpen()) take(file);
    };
    const paste = (event: ClipboardEvent): void => {
      if (isDialogOpen() || isField(event.target)) return;
      const [file] = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      // A single line without cells is no table.
      if (/[\t\n]/u.test(text.trim())) pasted(text);
      else if (file !== undefined) take(file);
    };
    document.addEventListener("dragover", allowDrop);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", allowDrop);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
}

const isDialogOpen = (): boolean => document.querySelector("[role=dialog]") !== null;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

import { useEffect, useEffectEvent } from "react";

interface Offer {
  onFiles: (files: readonly File[], event: DragEvent | ClipboardEvent) => void;
  /** For a list or a table that is pasted outside a field. */
  onText?: (text: string) => void;
}

/** Files that are dropped anywhere on the page or pasted outside a field, but not while a dialog is open. */
export function useOfferedFiles(offer: Offer): void {
  const takeFiles = useEffectEvent((files: readonly File[], event: DragEvent | ClipboardEvent) =>
    offer.onFiles(files, event),
  );
  const takeText = useEffectEvent((text: string) => offer.onText?.(text));
  useEffect(() => {
    // What is not allowed here, the page refuses: the pointer says so.
    const allowDrop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") === true && !isDialogOpen()) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const files = Array.from(event.dataTransfer?.files ?? []);
      if (files.length === 0 || isDialogOpen()) return;
      event.preventDefault();
      takeFiles(files, event);
    };
    const paste = (event: ClipboardEvent): void => {
      if (isDialogOpen() || isField(event.target)) return;
      const files = Array.from(event.clipboardData?.files ?? []);
      const text = event.clipboardData?.getData("text/plain") ?? "";
      // A single line without cells is no table.
      if (/[\t\n]/u.test(text.trim())) takeText(text);
      else if (files.length > 0) takeFiles(files, event);
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

/** A panel beside the page is none. */
const isDialogOpen = (): boolean =>
  document.querySelector("[role=dialog][aria-modal=true], [role=alertdialog]") !== null;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

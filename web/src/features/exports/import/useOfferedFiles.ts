import { useEffect, useEffectEvent } from "react";
import { giveWay } from "../../../ui/dialogs/giveWay.ts";

interface Offer {
  onFiles: (files: readonly File[], event: DragEvent | ClipboardEvent) => void;
  /** For a list or a table that is pasted outside a field. */
  onText?: (text: string) => void;
}

/**
 * Files that are dropped or pasted anywhere on the page, and texts that are pasted outside a field, but not while a
 * dialog is open; an empty one gives way.
 */
export function useOfferedFiles(offer: Offer): void {
  const takeFiles = useEffectEvent((files: readonly File[], event: DragEvent | ClipboardEvent) =>
    offer.onFiles(files, event),
  );
  const takeText = useEffectEvent((text: string) => offer.onText?.(text));
  useEffect(() => {
    // Where files are not allowed, the pointer shows that the page refuses them.
    const allowDrop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") !== true || isDialogOpen()) return;
      event.preventDefault();
      giveWay();
    };
    const drop = (event: DragEvent): void => {
      const files = Array.from(event.dataTransfer?.files ?? []);
      if (files.length === 0 || isDialogOpen()) return;
      event.preventDefault();
      giveWay();
      takeFiles(files, event);
    };
    const paste = (event: ClipboardEvent): void => {
      const files = Array.from(event.clipboardData?.files ?? []);
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (isDialogOpen() || (text !== "" && isField(event.target))) return;
      // A single line without cells is no table.
      const isTable = /[\t\n]/u.test(text.trim());
      if (!isTable && files.length === 0) return;
      giveWay();
      if (isTable) takeText(text);
      else takeFiles(files, event);
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
  document.querySelector("[role=dialog][aria-modal=true]:not([data-gives-way]), [role=alertdialog]") !== null;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

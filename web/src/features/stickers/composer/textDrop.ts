import type { DragEvent } from "react";
import { flushSync } from "react-dom";
import { takesDrop } from "../../../ui/device/strayDrops.ts";
import type { Drafts } from "../../../board-state/drafts/drafts.ts";
import { columnDraft, newSticker } from "../saving/stickerDraft.ts";
import type { Composer } from "./composer.ts";

/** For a text or a link that is dragged here from elsewhere. */
export function textDropHandlers(drafts: Drafts, composer: Composer, compose: (columnId: string) => void) {
  return {
    onDragOver(event: DragEvent): void {
      if (columnFor(event) === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    onDrop(event: DragEvent): void {
      const columnId = columnFor(event);
      if (columnId === null) return;
      event.preventDefault();
      const text = event.dataTransfer.getData("text/plain") || event.dataTransfer.getData("text/uri-list");
      if (text.trim() === "") return;
      flushSync(() => composer.close(columnId));
      const { title, style } = columnDraft(drafts, columnId);
      const titles = [title, text].filter((each) => each.trim() !== "");
      drafts.keep(newSticker(columnId, { style, title: titles.join("\n") }));
      compose(columnId);
    },
  };
}

function columnFor({ target, dataTransfer }: DragEvent): string | null {
  const { types } = dataTransfer;
  const isText = types.includes("text/plain") || types.includes("text/uri-list");
  if (!isText || types.includes("Files") || takesDrop({ target, dataTransfer })) return null;
  const column = (target as Element).closest<HTMLElement>("[data-column]:not([data-refused])");
  return column?.dataset["column"] ?? null;
}

import { mayEditStickers } from "@retro/rules/permissions";
import { sectionIdOf } from "@retro/rules/tree";
import { useState } from "react";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import { useOfferedFiles } from "../../features/exports/import/useOfferedFiles.ts";
import { columnForNew } from "../../features/stickers/boardQueries.ts";
import { useStickerActions } from "../../features/stickers/stickerActions.ts";
import { translate } from "../../i18n/i18n.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { toast } from "../../ui/toasts/toast.ts";

const SectionImport = lazyPart(
  () => import("../../features/exports/import/SectionImport.tsx"),
  "SectionImport",
  {
    prefetch: false,
  },
);

interface Drop {
  files: readonly File[];
  columnId: string;
  section: string;
}

/** Files that are dropped on the board: their texts become stickers of the section under the pointer. */
export function BoardFileDrops() {
  const store = useBoardStore();
  const actions = useStickerActions();
  const [drop, setDrop] = useState<Drop | null>(null);
  useOfferedFiles({
    onFiles(files, event) {
      const { view } = store.getState();
      // A pasted file has no place.
      if (view === null || drop !== null || event.type !== "drop") return;
      const refuse = (message: string) => toast({ message, kind: "error" });
      const refusal = mayEditStickers(view.facilitation, view.userId);
      if (refusal !== null) {
        refuse(translate(`error.${refusal}`));
        return;
      }
      const columnId = columnUnder(event.target) ?? columnOfSection(event.target);
      const section = view.items.get(sectionIdOf(view.items, columnId ?? "") ?? "")?.title;
      if (columnId === null || section == null) refuse(translate("import.section.nowhere"));
      else setDrop({ files, columnId, section });
    },
  });
  if (drop === null) return null;
  return (
    <SectionImport
      files={drop.files}
      section={drop.section}
      onTexts={(texts) =>
        actions.addAll(
          drop.columnId,
          texts.map((title) => ({ title, style: {} })),
        )
      }
      onEnd={() => setDrop(null)}
    />
  );

  function columnOfSection(target: EventTarget | null): string | null {
    const { view } = store.getState();
    const id = closest(target, "[data-section]")?.dataset["section"];
    return view === null || id === undefined ? null : columnForNew(view, id);
  }
}

function closest(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}

function columnUnder(target: EventTarget | null): string | null {
  return closest(target, "[data-column]")?.dataset["column"] ?? null;
}

import { mayEditStickers } from "@retro/rules/permissions";
import { useState } from "react";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import { useOfferedFiles } from "../../features/exports/import/useOfferedFiles.ts";
import { columnForNew } from "../../features/stickers/section/columnForNew.ts";
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
  sectionId: string;
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
      const sectionId = sectionUnder(event.target);
      const isForStickers = sectionId !== null && columnForNew(view, sectionId) !== null;
      const section = view.items.get(sectionId ?? "")?.title;
      if (!isForStickers || section == null) refuse(translate("import.section.nowhere"));
      else setDrop({ files, sectionId, section });
    },
  });
  if (drop === null) return null;
  return (
    <SectionImport
      files={drop.files}
      section={drop.section}
      onTexts={(texts) =>
        actions.addEvenly(
          drop.sectionId,
          texts.map((title) => ({ title, style: {} })),
        )
      }
      onEnd={() => setDrop(null)}
    />
  );
}

function sectionUnder(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>("[data-section]")?.dataset["section"] ?? null;
}

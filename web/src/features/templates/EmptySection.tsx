import "./empty-section.css";
import { inLocale } from "@retro/contract/messages/catalogue";
import { useMemo } from "react";
import type { CSSProperties } from "react";
import { TemplateImage } from "./TemplateImage.tsx";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { childIds } from "../../board-state/view/childIds.ts";
import type { BoardState } from "../../board-state/types.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { sectionPrompt } from "./sectionPrompts.ts";

const separator = "\n";
/** The titles of all sections in one string, which stays the same while they do. */
function sectionTitles({ view }: BoardState): string {
  if (view === null) return "";
  return childIds(view.items, null)
    .map((id) => view.items.get(id)?.title ?? "")
    .join(separator);
}

export function EmptySection({ title }: { title: string }) {
  const t = useT();
  const locale = useLocale();
  const titles = useBoardState(sectionTitles);
  const { question, img, part } = useMemo(
    () => sectionPrompt(title, titles.split(separator)),
    [title, titles],
  );
  const [x, y, side] = part ?? [];
  const style = { "--x": x, "--y": y, "--side": side } as CSSProperties;
  return (
    <div className="empty-section" style={style}>
      <div>
        <TemplateImage img={img} className={part && "part"} />
        <p>{question === undefined ? t("templates.prompt") : inLocale<string>(question, locale)}</p>
      </div>
    </div>
  );
}

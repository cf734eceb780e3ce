import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { childrenOf } from "@retro/rules/tree";
import { useMemo } from "react";
import { useBoardState, useBoardStore } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { addActionFrom } from "./actionCommands.ts";

/** The stickers in the section for actions that nobody has made an action of [D6]. */
export function StickersToActions() {
  const t = useT();
  const store = useBoardStore();
  const view = useBoardState((state) => state.view);
  const { section, stickers } = useMemo(() => stickersWithoutAction(view), [view]);
  if (stickers.length === 0) return null;
  return (
    <>
      <p className="results-note">{t("actions.stickersLeft", { count: stickers.length, section })}</p>
      <ul>
        {stickers.map(({ id, title }) => (
          <li key={id} data-status="open">
            <p className="text" dir="auto">
              {title}
            </p>
            <Button
              variant="outlined"
              aria-label={t("actions.makeItOf", { text: title ?? "" })}
              onClick={() => addActionFrom(store, id)}
            >
              {t("actions.makeIt")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function stickersWithoutAction(view: BoardView | null): { section: string; stickers: readonly Item[] } {
  const section = [...(view?.items.values() ?? [])].find(({ holds }) => holds === "actions");
  if (view === null || section === undefined) return { section: "", stickers: [] };
  const sources = new Set([...view.actions.values()].map(({ source_item_id }) => source_item_id));
  const stickers = childrenOf(view.items, section.id).flatMap(({ id }) => childrenOf(view.items, id));
  return {
    section: section.title ?? "",
    stickers: stickers.filter(({ id, title }) => title !== null && !sources.has(id)),
  };
}

import "./board-content.css";
import { sectionWidths } from "@retro/rules/grid";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { useBoardState, useBoardStore, useChildIds, useFacilitation } from "../../board-state/boardHooks.ts";
import { lazyPart, optionalPart } from "../../ui/loading/lazy.tsx";
import { Movable } from "../../ui/dialogs/Movable.tsx";
import { slideRows } from "../../ui/slide.ts";
import { BoardHeader } from "./header/BoardHeader.tsx";
import type { BoardHeaderSlots } from "./header/BoardHeader.tsx";
import { currentZoom } from "./header/boardZoom.ts";
import { firstItemLimits } from "./edit/firstItemLimits.ts";

const LockedNotice = lazyPart(() => import("./header/LockedNotice.tsx"), "LockedNotice", optionalPart);

interface Props {
  Section: ComponentType<{ id: string; span: number; limit: number }>;
  header: BoardHeaderSlots;
  headerTarget: HTMLElement | null;
  notice?: ReactNode;
  /** Called when all stickers are in the page. */
  onComplete: () => void;
}

export function BoardContent({ Section, header, headerTarget, notice, onComplete }: Props) {
  const loaded = useBoardState((state) => state.view !== null);
  const { locked } = useFacilitation();
  if (!loaded) return null;
  return (
    <>
      <Movable target={headerTarget}>
        <BoardHeader {...header} />
      </Movable>
      {notice}
      {locked && <LockedNotice />}
      <SectionGrid Section={Section} onComplete={onComplete} />
    </>
  );
}

/** What fits on the screen is painted first, the others right after it in small steps. */
function SectionGrid({ Section, onComplete }: Pick<Props, "Section" | "onComplete">) {
  const store = useBoardStore();
  const sections = useChildIds(null);
  const widths = useMemo(() => sectionWidths(sections.length), [sections.length]);
  const [limits] = useState(() => firstItemLimits(store.getState().view, window, currentZoom() / 100));
  const complete = useDeferredValue(true, false);
  useEffect(() => {
    if (complete) onComplete();
  }, [complete, onComplete]);
  return (
    <div className="board-grid" ref={slideRows}>
      {sections.map((id, i) => (
        <Section
          key={id}
          id={id}
          span={widths[i] ?? 12}
          limit={complete ? Infinity : (limits.get(id) ?? Infinity)}
        />
      ))}
    </div>
  );
}

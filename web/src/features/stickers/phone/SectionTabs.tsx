import "./phone.css";
import type { SectionStyle } from "@retro/contract/styles";
import { memo, useEffect, useRef } from "react";
import type { MouseEvent } from "react";
import { useBoardState, useChildIds, useItem } from "../../../board-state/boardHooks.ts";
import { countOpenActions } from "../../../board-state/view/countOpenActions.ts";
import { useT } from "../../../i18n/useT.ts";
import { sectionCss } from "../card/stickerCss.ts";
import { stickerCountsOf } from "../card/stickerCounts.ts";
import { goToSection, useCurrentSection, useFollowCurrentSection } from "./currentSection.ts";

/** All sections stay in the page, so these are links of a navigation, not tabs with panels. */
export function SectionTabs() {
  const t = useT();
  const sections = useChildIds(null);
  useFollowCurrentSection(sections);
  const current = useCurrentSection();
  const list = useRef<HTMLUListElement>(null);
  const centered = useRef(sections[0]);
  useEffect(() => {
    // The first one is in view. A look at its place now would compute the layout once more.
    if (current === null || current === centered.current || list.current === null) return;
    centered.current = current;
    centerTab(list.current, current);
  }, [current]);
  if (sections.length < 2) return null;
  return (
    <nav className="section-tabs" aria-label={t("board.sections")}>
      <ul ref={list}>
        {sections.map((id) => (
          <li key={id}>
            <SectionTab id={id} current={id === current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

const SectionTab = memo(function SectionTab({ id, current }: { id: string; current: boolean }) {
  const t = useT();
  const section = useItem(id);
  const stickers = useBoardState((state) => stickerCountsOf(state.view).perSection.get(id) ?? 0);
  const isHome = section?.holds === "actions";
  const actions = useBoardState((state) => (isHome ? countOpenActions(state) : 0));
  const css = sectionCss((section?.style as SectionStyle | undefined)?.self?.backgroundColor);
  const onClick = (event: MouseEvent) => {
    // The address stays: the Back button leaves the board.
    event.preventDefault();
    goToSection(id);
    focusHeading(id);
  };
  return (
    <a
      href={`#section-${id}`}
      className="section-tab"
      data-section-tab={id}
      aria-current={current ? "location" : undefined}
      style={css}
      onClick={onClick}
    >
      <span className="title">{section?.title}</span>
      <span className="count" aria-hidden>
        {stickers + actions}
      </span>
      <span className="sr-only">
        {t("boards.stickers", { count: stickers })}
        {isHome && `, ${t("actions.titleCount", { count: actions })}`}
      </span>
    </a>
  );
});

/** As with any link within a page, the next Tab goes on from the section. */
function focusHeading(id: string): void {
  const heading = document.getElementById(`section-${id}`);
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  heading.focus({ preventScroll: true });
}

/** `scrollIntoView` would scroll the page too. */
function centerTab(list: HTMLElement, id: string): void {
  const tab = list.querySelector<HTMLElement>(`[data-section-tab="${CSS.escape(id)}"]`)?.parentElement;
  if (tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

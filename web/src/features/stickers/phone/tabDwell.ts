import { goToSection } from "./currentSection.ts";

/** A dragged sticker that stays on a tab for this long goes to its section, in milliseconds. */
const dwellMs = 500;

export class TabDwell {
  #tab: HTMLElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The pointer is on a tab: the page must not scroll by itself, although the tab is near its edge. */
  get isOnTab(): boolean {
    return this.#tab !== null;
  }

  follow(under: Element | null): void {
    const tab = under?.closest<HTMLElement>("[data-section-tab]") ?? null;
    if (tab === this.#tab) return;
    this.stop();
    this.#tab = tab;
    const id = tab?.dataset["sectionTab"];
    if (tab === null || id === undefined) return;
    tab.dataset["dwell"] = "";
    this.#timer = setTimeout(() => goToSection(id), dwellMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    delete this.#tab?.dataset["dwell"];
    this.#tab = null;
  }
}

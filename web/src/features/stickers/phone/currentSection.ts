import { useEffect, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { externalStore, useExternalStore } from "../../../ui/externalStore.ts";
import { showAllSections } from "../section/sectionFocus.ts";
import { readingLine } from "./readingLine.ts";

const current = externalStore<string | null>(null);

/** The section that the user went to: the end of a page does not scroll far enough for every section. */
let chosen: { id: string; onLine: string | null } | null = null;

export function currentSectionId(): string | null {
  return current.get();
}

export function useCurrentSection(): string | null {
  return useExternalStore(current);
}

/** Looks where the sections are only after a scroll: before the first paint it would cost a second layout. */
export function useFollowCurrentSection(sectionIds: readonly string[]): void {
  useLayoutEffect(
    () => () => {
      chosen = null;
      current.set(null);
    },
    [],
  );
  useLayoutEffect(() => {
    if (!sectionIds.includes(current.get() ?? "")) current.set(sectionIds[0] ?? null);
    if (!sectionIds.includes(chosen?.id ?? "")) chosen = null;
  }, [sectionIds]);
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      frame = 0;
      const onLine = sectionOnLine();
      if (chosen !== null && chosen.onLine === onLine) return;
      chosen = null;
      current.set(onLine);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(follow);
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("resize", onScroll);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("resize", onScroll);
    };
  }, []);
}

export function goToSection(id: string): void {
  flushSync(showAllSections);
  sectionElements()
    .find((element) => element.dataset["section"] === id)
    ?.scrollIntoView({ block: "start" });
  chosen = { id, onLine: sectionOnLine() };
  current.set(id);
}

function sectionElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".sticker-board [data-section]")];
}

function sectionOnLine(): string | null {
  const { scrollHeight } = document.documentElement;
  const line = readingLine({
    top: document.querySelector(".section-tabs")?.getBoundingClientRect().bottom ?? 0,
    bottom: window.innerHeight,
    scrolled: window.scrollY,
    scrollable: scrollHeight - window.innerHeight,
  });
  const shown = sectionElements().filter(
    (element) => !("checkVisibility" in element) || element.checkVisibility(),
  );
  const above = shown.filter((element) => element.getBoundingClientRect().top <= line);
  return (above.at(-1) ?? shown[0])?.dataset["section"] ?? null;
}

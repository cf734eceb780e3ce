import { useEffect } from "react";
import { translate } from "../../../i18n/i18n.ts";
import { announce } from "../../../ui/focus/announce.ts";
import { recall, remember } from "../../../device/deviceMemory.ts";
import { wallQuery } from "../../../ui/device/useMediaQuery.ts";
import { externalStore, useExternalStore } from "../../../ui/externalStore.ts";
import { boardScale } from "../../../ui/panels/sidePanelState.ts";
import { isTypingTarget } from "../../../ui/focus/letterKey.ts";

/** The sizes of the board, in percent. */
export const zoomLevels = [75, 90, 100, 110, 125, 150, 175, 200] as const;

/** A wall screen shows the board larger, as in the style sheet. */
const defaultZoom = () => (matchMedia(wallQuery).matches ? 150 : 100);

const chosen = externalStore<number | null>(readStored());

function readStored(): number | null {
  const stored = Number(recall("retro.boardZoom"));
  return zoomLevels.find((level) => level === stored) ?? null;
}

export function nextZoom(from: number, step: 1 | -1): number | null {
  const levels = step === 1 ? zoomLevels : zoomLevels.toReversed();
  return levels.find((level) => (level - from) * step > 0) ?? null;
}

export function setZoom(percent: number): void {
  chosen.set(percent);
  remember("retro.boardZoom", String(percent));
  announce(translate("board.zoomIs", { percent }));
}

export function currentZoom(): number {
  return chosen.get() ?? defaultZoom();
}

export function useZoom(): number {
  return useExternalStore(chosen) ?? defaultZoom();
}

const stepOfKey: Partial<Record<string, 1 | -1 | 0>> = { "+": 1, "=": 1, "-": -1, _: -1, "0": 0 };

type ZoomKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "getModifierState">;

/**
 * What a key does to the size of the board; undefined: nothing. The typed sign counts, because plus is on another
 * key of each layout. Windows reports AltGr as Ctrl and Alt: it types a sign.
 */
export function zoomStepOf(event: ZoomKey): 1 | -1 | 0 | undefined {
  const isCommand = event.ctrlKey && event.altKey && !event.metaKey && !event.getModifierState("AltGraph");
  return isCommand ? stepOfKey[event.key] : undefined;
}

/** Ctrl+Alt+plus, minus and 0 change the size: the browser's keys have no Alt. */
export function useBoardZoom(): void {
  const zoom = useZoom();
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--board-zoom", String(zoom / 100));
    boardScale.set(zoom / 100);
    return () => {
      style.removeProperty("--board-zoom");
      boardScale.set(1);
    };
  }, [zoom]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = isTypingTarget(event.target) ? undefined : zoomStepOf(event);
      if (step === undefined) return;
      event.preventDefault();
      const next = step === 0 ? 100 : nextZoom(zoom, step);
      if (next !== null) setZoom(next);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [zoom]);
}

import { reactionEmoji, reactionKinds } from "@retro/contract/reactions";
import { hasReacted, mayReact } from "@retro/rules/reactions";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import { createPortal } from "react-dom";
import { useBoardStore, useItemParts } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { sendReaction } from "./Reactions.tsx";

interface Props {
  /** The sticker's. */
  id: string;
  /** The button that opened it. */
  anchor: HTMLElement;
  onClose: () => void;
}

const gap = 4;
const margin = 8;

/**
 * The row of all reactions. It is a popover: the browser closes it with Escape and with a press elsewhere, and
 * gives the focus back to its button.
 */
export function ReactionPicker({ id, anchor, onClose }: Props) {
  const t = useT();
  const store = useBoardStore();
  const { reactions, me, refused } = useItemParts(id, ({ view }) => {
    const item = view?.items.get(id);
    return {
      reactions: item?.reactions,
      me: view?.userId ?? "",
      refused: view == null || item === undefined || mayReact(view.facilitation, item, view.userId) !== null,
    };
  });
  useEffect(() => {
    if (refused) onClose();
  }, [refused, onClose]);
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    // It was loaded late: the user may write now, or the sticker may have moved.
    if (!anchor.isConnected || document.activeElement?.matches("input, textarea") === true) {
      onClose();
      return undefined;
    }
    const closed = new AbortController();
    element.addEventListener("toggle", () => element.matches(":popover-open") || onClose(), closed);
    element.showPopover();
    placeBeside(element, anchor.getBoundingClientRect());
    element.querySelector("button")?.focus();
    anchor.ariaExpanded = "true";
    return () => {
      anchor.ariaExpanded = "false";
      closed.abort();
    };
    // The row stays where it opened: others' changes may move its button.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const close = () => row.current?.hidePopover();
  return createPortal(
    <div
      ref={row}
      popover="auto"
      className="reaction-picker"
      role="toolbar"
      tabIndex={-1}
      aria-label={t("reactions.add")}
      onKeyDown={moveFocus}
    >
      {reactionKinds.map((kind, i) => {
        const mine = hasReacted(reactions, kind, me);
        const word = t(`reactions.${kind}`);
        return (
          <button
            key={kind}
            type="button"
            aria-label={word}
            aria-pressed={mine}
            tabIndex={i === 0 ? 0 : -1}
            {...tip(word)}
            onClick={() => {
              sendReaction(store, { id, kind, reacted: !mine });
              close();
            }}
          >
            {reactionEmoji[kind]}
          </button>
        );
      })}
    </div>,
    document.body,
  );
}

/** Above the button, or below it where there is no room; inside the window. */
function placeBeside(element: HTMLElement, button: DOMRect): void {
  const { offsetWidth, offsetHeight } = element;
  const above = button.top - gap - offsetHeight;
  const left = Math.min(button.right - offsetWidth, window.innerWidth - margin - offsetWidth);
  element.style.top = `${above >= margin ? above : button.bottom + gap}px`;
  element.style.left = `${Math.max(margin, left)}px`;
}

/** The arrow keys, Home and End move the focus along the row. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((each) => each === document.activeElement);
  const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  const next = buttons.at(target % buttons.length);
  for (const each of buttons) each.tabIndex = each === next ? 0 : -1;
  next?.focus();
}

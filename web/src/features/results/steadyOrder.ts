import { useRef, useState } from "react";
import type { FocusEvent, PointerEvent } from "react";

/** After a touch the list keeps its order for so long, in milliseconds: a second tap may follow. */
const afterTouchMs = 600;

export type SteadyOrder = ReturnType<typeof useSteadyOrder>;

/** Nothing moves below the pointer: ids that are gone leave at once, new ones are added at the end. */
export function useSteadyOrder(current: readonly string[]) {
  const [holds, setHolds] = useState<ReadonlySet<"pointer" | "touch" | "focus">>(new Set());
  const [kept, setKept] = useState(current);
  const held = holds.size > 0;
  // The list is gone, and with it the events that release the order.
  if (held && current.length === 0) setHolds(new Set());
  if (!held && kept !== current) setKept(current);
  const change = (by: "pointer" | "touch" | "focus", on: boolean) =>
    setHolds((before) => {
      if (before.has(by) === on) return before;
      const after = new Set(before);
      if (on) after.add(by);
      else after.delete(by);
      return after;
    });
  const touchEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
  const startTouch = () => {
    // The wait of an earlier touch must not end under this one.
    clearTimeout(touchEnd.current);
    change("touch", true);
  };
  const endTouch = () => {
    clearTimeout(touchEnd.current);
    touchEnd.current = setTimeout(() => change("touch", false), afterTouchMs);
  };
  const order = held ? mergeOrder(kept, current) : current;
  return {
    order,
    /** The order that is shown is not the current one. */
    outdated: order.some((id, i) => id !== current[i]),
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== "touch" && change("pointer", true),
      onPointerLeave: () => change("pointer", false),
      onTouchStart: startTouch,
      onTouchEnd: endTouch,
      onTouchCancel: endTouch,
      onFocus: () => change("focus", true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget))
          change("focus", false);
      },
    },
  };
}

export function mergeOrder(kept: readonly string[], current: readonly string[]): string[] {
  const existing = new Set(current);
  const known = new Set(kept);
  return [...kept.filter((id) => existing.has(id)), ...current.filter((id) => !known.has(id))];
}

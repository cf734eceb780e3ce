import { useEffect, useEffectEvent } from "react";

const empty = new Set<() => void>();

/** For a dialog that is in the way of what its user brings, such as a file, as long as nothing is typed in it. */
export function useGiveWay(onGiveWay: (() => void) | undefined): void {
  const isEmpty = onGiveWay !== undefined;
  const close = useEffectEvent(() => onGiveWay?.());
  useEffect(() => {
    if (!isEmpty) return undefined;
    const giving = () => close();
    empty.add(giving);
    return () => void empty.delete(giving);
  }, [isEmpty]);
}

/** Closes the empty dialogs that are marked with `data-gives-way`. */
export function giveWay(): void {
  for (const close of empty) close();
}

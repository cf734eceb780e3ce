import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/**
 * Shows its children inside `target`, and where it is rendered while there is no target. They keep their
 * state when the target changes: the browser moves their element, and React does not render them anew. Their
 * element has no box.
 */
export function Movable({ target, children }: { target: HTMLElement | null; children: ReactNode }) {
  const home = useRef<HTMLDivElement>(null);
  const [host] = useState(() => {
    const element = document.createElement("div");
    element.style.display = "contents";
    return element;
  });
  useLayoutEffect(() => {
    (target ?? home.current)?.append(host);
  }, [target, host]);
  useEffect(() => () => host.remove(), [host]);
  return (
    <>
      <div ref={home} style={{ display: "contents" }} />
      {createPortal(children, host)}
    </>
  );
}

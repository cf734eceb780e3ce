import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** They keep their state when the target changes: the browser moves their element, which has no box. */
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

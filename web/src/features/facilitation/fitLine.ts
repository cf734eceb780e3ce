/** What the line of chips gives up, step by step, until the others fit; at last one button replaces them. */
const steps = ["later", "first", "facilitator", "numbers", "chips"] as const;

/** `data-hides` names what is left out (`restrictions.css`). @returns the function that ends it */
export function fitLine(line: HTMLElement | null): (() => void) | undefined {
  if (line === null) return undefined;
  const list = line.querySelector("ul");
  const fit = () => {
    for (let given = 0; given <= steps.length; given += 1) {
      line.dataset["hides"] = steps.slice(0, given).join(" ");
      if (list === null || list.scrollWidth <= list.clientWidth) return;
    }
  };
  fit();
  const changed = new MutationObserver(fit);
  changed.observe(line, { childList: true, subtree: true, characterData: true });
  const resized = "ResizeObserver" in window ? new ResizeObserver(fit) : null;
  resized?.observe(line);
  // Absent in jsdom only. The letters of another language may arrive later than the text.
  const fonts = document.fonts as FontFaceSet | undefined;
  fonts?.addEventListener("loadingdone", fit);
  return () => {
    changed.disconnect();
    resized?.disconnect();
    fonts?.removeEventListener("loadingdone", fit);
  };
}

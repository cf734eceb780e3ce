// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { LinkedText } from "./LinkedText.tsx";

/** Does what page translation of browsers does: each text node becomes a `<font>` element. */
function translatePage(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement("font");
    font.textContent = text.textContent;
    text.parentNode?.replaceChild(font, text);
  }
}

test("a text with links follows its edits on a page whose text nodes a translation has replaced", () => {
  const { container, rerender } = render(<LinkedText text="See https://example.org/a for more" />);
  for (const text of [
    "No link",
    "https://example.org/b or https://example.org/c",
    "At https://example.org/d",
  ]) {
    translatePage(container);
    rerender(<LinkedText text={text} />);
    expect(container.textContent).toBe(text);
  }
});

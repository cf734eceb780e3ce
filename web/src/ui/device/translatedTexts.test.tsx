import { render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { followPageTranslation } from "./translatedTexts.ts";

let stop: () => void;
beforeEach(() => {
  stop = followPageTranslation(document.body);
});
afterEach(() => stop());

/** The ways in which programs put a `<font>` in the place of a text node. */
const ways: Record<string, (text: Text, font: HTMLElement) => void> = {
  "replaces the node": (text, font) => text.replaceWith(font),
  "inserts before the node and removes it": (text, font) => {
    text.before(font);
    text.remove();
  },
  "inserts after the node and removes it": (text, font) => {
    text.after(font);
    text.remove();
  },
  "moves the node into its element": (text, font) => {
    text.replaceWith(font);
    font.replaceChildren(text);
  },
};

/**
 * Translates every text that is not translated yet into its capitals, and waits until the page has noticed.
 */
async function translatePage(replace: (text: Text, font: HTMLElement) => void): Promise<void> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(
    ({ data, parentElement }) => data.trim() !== "" && parentElement?.localName !== "font",
  )) {
    const font = document.createElement("font");
    font.append(document.createElement("font"));
    font.firstElementChild!.textContent = text.data.toUpperCase();
    replace(text, font);
  }
  await Promise.resolve();
}

function Sample({ text, link, order = ["a", "b"] }: { text: string; link?: boolean; order?: string[] }) {
  return (
    <div>
      {text}
      {link && <a href="/">link</a>}
      {order.map((key) => (
        <i key={key}>{key}</i>
      ))}
      {link ? " and more" : null}
    </div>
  );
}

describe.each(Object.entries(ways))("a program that %s", (_way, replace) => {
  test("sees its translation, and React's next texts, elements, order and removal show", async () => {
    const { container, rerender, unmount } = render(<Sample text="one " link />);
    await translatePage(replace);
    expect(container.textContent).toMatch(/^ONE LINKAB AND MORE$/i);
    rerender(<Sample text="two " link />);
    await Promise.resolve();
    expect(container.textContent).toMatch(/^two linkab and more$/i);
    await translatePage(replace);
    rerender(<Sample text="two " order={["b", "a"]} />);
    await Promise.resolve();
    expect(container.textContent).toMatch(/^two ba$/i);
    await translatePage(replace);
    rerender(<Sample text="two " link order={["c", "b"]} />);
    await translatePage(replace);
    expect(container.textContent).toMatch(/^two linkcb and more$/i);
    unmount();
    expect(container.textContent).toBe("");
  });

  test("may take its translation back, by the old node or another one", async () => {
    const { container, rerender } = render(<Sample text="one " link />);
    await translatePage(replace);
    for (const font of container.querySelectorAll("div > font"))
      font.replaceWith(font.textContent.toLowerCase());
    await Promise.resolve();
    expect(container.textContent).toMatch(/^one linkab and more$/i);
    rerender(<Sample text="two " />);
    await Promise.resolve();
    expect(container.textContent).toMatch(/^two ab$/i);
  });
});

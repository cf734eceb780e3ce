import type { BrowserContext } from "@playwright/test";

/**
 * Lets the pages of a context be translated as browsers do it: each text node is replaced by
 * `<font><font>…</font></font>`, at once and after every change, except below `translate="no"`. The
 * translation is the text itself, so that tests find what they look for.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const kept = "font, script, style, textarea, title, option, [translate=no]";
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.data.trim() === "" || text.parentElement === null || text.parentElement.closest(kept))
          continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of target instanceof Text ? [target] : addedNodes) translate(node);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Google and Microsoft use `font`, Yandex an element of its own. */
const isTranslation = (node: Node | null | undefined): node is Element =>
  node instanceof Element && (node.localName === "font" || node.localName.startsWith("ya-tr"));

interface Translated {
  node: Text;
  original: Text;
  translation: Element;
}

/**
 * Lets React go on in a page that the browser translates. React keeps the text nodes that it has made: once
 * one of them is replaced, React's next change of that text stays unseen, and its removal throws. So the node
 * goes back, empty, in front of its translation. When React changes, moves or removes the node, the
 * translation goes too; when the translation goes, the node has its text again.
 * @returns the function that ends it
 */
export function followPageTranslation(root: Node): () => void {
  /** By the node and by its translation. */
  const translated = new WeakMap<Node, Translated>();

  const hide = (node: Text, parent: Node, translation: Element) => {
    // Some programs move the node itself into their element.
    if (translation.contains(node)) node.replaceWith(node.cloneNode());
    const entry = { node, original: node.cloneNode() as Text, translation };
    translated.set(node, entry);
    translated.set(translation, entry);
    node.data = "";
    parent.insertBefore(node, translation);
  };
  const show = ({ node, original, translation }: Translated) => {
    translated.delete(node);
    translated.delete(translation);
    translation.remove();
    if (node.data === "") node.data = original.data;
  };

  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      // React has changed the text.
      const changed = target instanceof Text && translated.get(target);
      if (changed) show({ ...changed, original: changed.node });
      for (const removed of removedNodes) {
        const entry = translated.get(removed);
        if (entry !== undefined) {
          show(entry);
          // A translation that is taken back leaves the original text, perhaps as another node.
          if (removed === entry.translation && entry.node.isConnected)
            for (const added of addedNodes) if (added instanceof Text && added !== entry.node) added.remove();
        } else if (removed instanceof Text && removed.parentNode !== target) {
          const translation = [...addedNodes, previousSibling, nextSibling].find(
            (other) => isTranslation(other) && other.parentNode === target && !translated.has(other),
          );
          if (isTranslation(translation)) hide(removed, target, translation);
        }
      }
    }
    // Its own changes are not news.
    observer.takeRecords();
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}

/** Whether a dialog or menu is open, of whatever feature: each hangs in the body, in an element of its own. */
export function isModalOpen(): boolean {
  return document.querySelector("body > .MuiModal-root") !== null;
}

/**
 * Does something as soon as no dialog or menu is open, of whatever feature; at once when none is.
 * @returns how to call it off
 */
export function afterModals(work: () => void): () => void {
  if (!isModalOpen()) {
    work();
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    if (isModalOpen()) return;
    observer.disconnect();
    work();
  });
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

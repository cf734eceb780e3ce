import { sidePanelSlot } from "../panels/sidePanelState.ts";

/**
 * Whether a dialog or menu of any feature is open (each is a separate element in the body), or a side panel
 * that covers the board.
 */
export function isModalOpen(): boolean {
  return document.querySelector("body > .MuiModal-root, .side-panel[aria-modal]") !== null;
}

/**
 * Calls a function as soon as no dialog or menu of any feature is open; at once if none is.
 * @returns the function that cancels the call
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
  const slot = sidePanelSlot.get();
  if (slot !== null) observer.observe(slot, { childList: true });
  return () => observer.disconnect();
}

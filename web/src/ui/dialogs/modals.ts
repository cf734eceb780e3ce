import { sidePanelSlot } from "../panels/sidePanelState.ts";

/** Each dialog or menu is an element in the body; a side panel counts while it covers the board. */
export function isModalOpen(): boolean {
  return document.querySelector("body > .MuiModal-root, .side-panel[aria-modal]") !== null;
}

/** At once if no dialog or menu is open. @returns the function that cancels the call */
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

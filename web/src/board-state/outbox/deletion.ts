/** A deletion that waits for its undo. */
export interface Deletion {
  /** Sends the deletion now. */
  commit: () => void;
  /** Cancels the deletion; without effect after it was sent. */
  undo: () => void;
  /** Resolves when the deletion was undone or can no longer be. */
  ended: Promise<void>;
}

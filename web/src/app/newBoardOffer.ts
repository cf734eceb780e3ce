/**
 * The New Board dialog is open on the first display of the index in a page load, until the user closes it or
 * opens a board. It does not cover the list when the user comes back, for example through the logo.
 */
let pending = true;

/** Whether the index opens the dialog when it is displayed. */
export function isNewBoardOffered(): boolean {
  return pending;
}

export function endNewBoardOffer(): void {
  pending = false;
}

/** As after a page load, for tests. */
export function renewNewBoardOffer(): void {
  pending = true;
}

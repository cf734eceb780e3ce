/** Only on the first display in a page load: later the dialog would cover the list. */
let pending = true;

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

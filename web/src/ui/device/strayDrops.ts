/** The browser would open a stray file or link in place of the page. */
export function refuseStrayDrops(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || takesDrop(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
  };
  for (const name of ["dragover", "drop"] as const) window.addEventListener(name, refuse);
  return () => {
    for (const name of ["dragover", "drop"] as const) window.removeEventListener(name, refuse);
  };
}

export function takesDrop({ target, dataTransfer }: Pick<DragEvent, "target" | "dataTransfer">): boolean {
  if (!(target instanceof Element)) return false;
  const fields = dataTransfer?.types.includes("Files") === true ? "input[type=file]" : ":read-write";
  return target.closest(fields)?.matches(":enabled, [contenteditable]") === true;
}

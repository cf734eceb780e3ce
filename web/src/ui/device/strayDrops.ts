/**
 * Refuses what is dropped where nothing takes it: the browser would open the file or the link in place of the
 * page. Fields for files take files, fields for text take text. A handler that takes a drop itself calls
 * `preventDefault`.
 * @returns the function that ends it
 */
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

/** Whether the browser lets the field below the pointer take the drop. */
export function takesDrop({ target, dataTransfer }: Pick<DragEvent, "target" | "dataTransfer">): boolean {
  if (!(target instanceof Element)) return false;
  const fields = dataTransfer?.types.includes("Files") === true ? "input[type=file]" : ":read-write";
  return target.closest(fields)?.matches(":enabled, [contenteditable]") === true;
}

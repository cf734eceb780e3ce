/** @param field shows the text, in a modal panel; elsewhere the text is selected in a hidden one */
export async function copyText(text: string, field?: HTMLInputElement): Promise<boolean> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return copied || copyBySelection(text, field);
}

function copyBySelection(text: string, shown: HTMLInputElement | undefined): boolean {
  if (shown !== undefined) {
    const focused = document.activeElement;
    shown.focus();
    shown.select();
    const copied = document.execCommand("copy");
    // If it failed, the selection stays for the user to copy.
    if (copied && focused instanceof HTMLElement) focused.focus();
    return copied;
  }
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

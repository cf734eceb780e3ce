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

type FormType = "text/plain" | "text/html";

/**
 * In one entry of the clipboard: the program that pastes takes the form that it understands.
 * @param forms is a promise because Safari allows a copy only during the click itself
 */
export async function copyForms<T extends FormType>(
  types: readonly T[],
  forms: Promise<Record<T, string>>,
): Promise<boolean> {
  if (!("clipboard" in navigator) || !("ClipboardItem" in globalThis)) return false;
  const entries = types.map((type) => {
    const blob = forms.then((texts) => new Blob([texts[type]], { type }));
    return [type, blob] as const;
  });
  return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(entries))]).then(
    () => true,
    () => false,
  );
}

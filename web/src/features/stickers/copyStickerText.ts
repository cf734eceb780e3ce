import { translate } from "../../i18n/i18n.ts";
import { toast } from "../../ui/toast.ts";

/** Copies a text to the clipboard and confirms it. Without https the browser offers only the older command. */
export async function copyStickerText(text: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    // Without the permission the older command may still work.
    () => false,
  );
  if (copied || copyBySelection(text)) toast({ message: translate("stickers.copied"), kind: "success" });
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

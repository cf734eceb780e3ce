import { translate } from "../../../i18n/i18n.ts";
import { copyText } from "../../../ui/device/copyText.ts";
import { toast } from "../../../ui/toasts/toast.ts";

export async function copyStickerText(text: string): Promise<void> {
  if (await copyText(text)) toast({ message: translate("stickers.copied"), kind: "success" });
}

import type { BoardStore } from "../../board-state/boardStore.ts";
import { translate } from "../../i18n/i18n.ts";
import { toast } from "../../ui/toasts/toast.ts";
import { toastButton } from "../../ui/toasts/toastButton.tsx";
import { keepFocus } from "../../ui/focus/keepFocus.ts";
import { stickerCardOf, neighbourOf } from "./keyboard/stickerFocus.ts";

/** The board's timer decides, not the toast's, which stops while the window has no focus. */
export function removeSticker(store: BoardStore, id: string): void {
  const next = neighbourOf(id);
  const deletion = store.deferDelete(id);
  keepFocus(() => next);
  const close = toast({
    message: translate("stickers.deleted"),
    duration: null,
    action: toastButton(translate("stickers.undo"), () => {
      deletion.undo();
      keepFocus(() => stickerCardOf(id));
    }),
    onClose: deletion.commit,
  });
  void deletion.ended.then(close);
}

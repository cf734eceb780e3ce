import Button from "@mui/material/Button";
import { limits } from "@retro/contract/limits";
import type { BoardStore } from "../../board-state/types.ts";
import { translate } from "../../i18n/i18n.ts";
import { toast } from "../../ui/toast.ts";

/** Deletes a sticker so that it can still be undone: hidden at once, sent when its toast goes without Undo. */
export function removeSticker(store: BoardStore, id: string): void {
  const deletion = store.deferDelete(id);
  let undone = false;
  toast({
    message: translate("stickers.deleted"),
    duration: limits.undoMs,
    action: (close) => (
      <Button
        size="small"
        color="inherit"
        onClick={() => {
          undone = true;
          deletion.undo();
          close();
        }}
      >
        {translate("stickers.undo")}
      </Button>
    ),
    onClose: () => {
      if (!undone) deletion.commit();
    },
  });
}

import Divider from "@mui/material/Divider";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import { maySortByVotes, orderByVotes, type SortRefusal } from "@retro/rules/sort-by-votes";
import { childrenOf } from "@retro/rules/tree";
import {
  useBoardState,
  useBoardStore,
  useChildIds,
  usePermissions,
  useItem,
} from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { editableSticker, errorDetails } from "../boardQueries.ts";
import type { OpenDialog } from "../boardDialog.ts";
import { useStickerParts } from "../stickerActions.ts";
import { editDialogOf } from "../saving/failedChange.ts";
import { removeSticker } from "../removeSticker.ts";
import { closeThen, ItemMenu } from "./ItemMenu.tsx";
import { groupTargets, ungroupChildren, ungroupSticker } from "./grouping.ts";
import { nameGroup } from "../card/GroupName.tsx";
import { toggleSelected, useIsSelected } from "../selection/selection.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { translate } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { offerUndo } from "../history/offerUndo.ts";

function sortRefusalText(refusal: SortRefusal): string | null {
  if (refusal === null) return null;
  return translate(
    refusal === "stickers_locked"
      ? "error.stickers_locked"
      : refusal === "content_hidden"
        ? "sections.sortHidden"
        : "sections.sortConcealed",
  );
}

/**
 * The request names the order that the user saw: if a sticker has moved since, the server refuses it [V6].
 */
async function sortByVotes(store: BoardStore, sectionId: string): Promise<void> {
  const { view } = store.getState();
  const orders = view === null ? [] : orderByVotes(view.items, sectionId);
  if (orders.length === 0) {
    toast({ message: translate("sections.sortedAlready") });
    return;
  }
  const sent = store.send({ type: "stickers.order", orders });
  const change = store.history.next("undo");
  try {
    await sent;
  } catch (error) {
    const { status, message } = errorDetails(error, translate("error.internal"));
    toast({ kind: "error", message: status === 409 ? translate("sections.sortConflict") : message });
    return;
  }
  if (change !== null) offerUndo(store, change, translate("sections.sorted"));
}

interface Props {
  id: string;
  anchor: HTMLElement;
  openDialog: OpenDialog;
}

export function StickerMenu({ id, anchor, openDialog }: Props) {
  const t = useT();
  const store = useBoardStore();
  const { makeAction } = useStickerParts();
  const locked = useBoardState((state) => editableSticker(state.view, id) === null);
  const nested = useBoardState((state) => {
    const parent = state.view?.items.get(id)?.parent_id;
    return parent !== undefined && parent !== null && state.view?.items.get(parent)?.kind === "sticker";
  });
  const group = useChildIds(id).length > 0;
  const others = useBoardState((state) =>
    state.view === null ? false : groupTargets(state.view, id).length > 0,
  );
  const named = useItem(id)?.name !== undefined;
  const selected = useIsSelected(id);
  return (
    <ItemMenu label={t("stickers.menu")} anchor={anchor} openDialog={openDialog}>
      <MenuItem disabled={locked} onClick={() => openDialog(editDialogOf(store, id))}>
        {t("stickers.menuEdit")}
      </MenuItem>
      <MenuItem disabled={locked} onClick={() => openDialog({ kind: "move", id })}>
        {t("stickers.moveTo")}
      </MenuItem>
      <MenuItem disabled={locked || !others} onClick={() => openDialog({ kind: "group", id })}>
        {t("stickers.groupWith")}
      </MenuItem>
      <MenuItem disabled={locked} onClick={closeThen(openDialog, () => toggleSelected(store, id))}>
        {t(selected ? "selection.take" : "selection.select")}
      </MenuItem>
      {group && (
        <MenuItem disabled={locked} onClick={closeThen(openDialog, () => nameGroup(id))}>
          {t(named ? "groups.rename" : "groups.addName")}
        </MenuItem>
      )}
      {(nested || group) && (
        <MenuItem
          disabled={locked}
          onClick={closeThen(openDialog, () =>
            nested ? ungroupSticker(store, id) : ungroupChildren(store, id),
          )}
        >
          {t("stickers.ungroup")}
        </MenuItem>
      )}
      <MenuItem disabled={locked} onClick={closeThen(openDialog, () => makeAction(id, anchor))}>
        {t("actions.make")}
      </MenuItem>
      <Divider />
      <MenuItem disabled={locked} onClick={closeThen(openDialog, () => removeSticker(store, id))}>
        {t("stickers.delete")}
      </MenuItem>
    </ItemMenu>
  );
}

export function SectionMenu({ id, anchor, openDialog }: Props) {
  const t = useT();
  const permissions = usePermissions();
  const store = useBoardStore();
  const section = useItem(id);
  const refusal = useBoardState(({ view }) =>
    view === null ? null : maySortByVotes(view.facilitation, view.userId),
  );
  const last = useBoardState((state) => state.view === null || childrenOf(state.view.items, null).length < 2);
  const locked = permissions.editBoard !== null || section === undefined;
  return (
    <ItemMenu label={t("sections.menu")} anchor={anchor} openDialog={openDialog}>
      <MenuItem disabled={locked} onClick={() => openDialog({ kind: "section", id })}>
        {t("sections.menuEdit")}
      </MenuItem>
      <MenuItem
        disabled={locked || refusal !== null}
        onClick={closeThen(openDialog, () => void sortByVotes(store, id))}
      >
        <ListItemText primary={t("sections.sortByVotes")} secondary={sortRefusalText(refusal)} />
      </MenuItem>
      <MenuItem disabled={locked || last} onClick={() => openDialog({ kind: "delete-section", id })}>
        {t("sections.menuDelete")}
      </MenuItem>
    </ItemMenu>
  );
}

import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { childrenOf } from "@retro/rules/tree";
import { useBoardState, useBoardStore, useChildIds, useGates, useItem } from "../../../board-state/hooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { touchable } from "../board.ts";
import type { Open } from "../opened.ts";
import { removeSticker } from "../remove.tsx";
import { groupable, ungroupChildren, ungroupOne } from "./places.ts";

interface Props {
  id: string;
  anchor: HTMLElement;
  open: Open;
}

/** What can be done with a sticker, without any dragging. */
export function StickerMenu({ id, anchor, open }: Props) {
  const t = useT();
  const store = useBoardStore();
  const locked = useBoardState((state) => touchable(state.view, id) === null);
  const nested = useBoardState((state) => {
    const parent = state.view?.items.get(id)?.parent_id;
    return parent !== undefined && parent !== null && state.view?.items.get(parent)?.kind === "sticker";
  });
  const group = useChildIds(id).length > 0;
  const others = useBoardState((state) =>
    state.view === null ? false : groupable(state.view, id).length > 0,
  );
  const then = (act: () => void) => () => {
    open(null);
    act();
  };
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={() => open(null)}
      slotProps={{ list: { dense: true, "aria-label": t("stickers.menu") } }}
    >
      <MenuItem disabled={locked} onClick={() => open({ kind: "edit", id })}>
        {t("stickers.menuEdit")}
      </MenuItem>
      <MenuItem disabled={locked} onClick={() => open({ kind: "move", id })}>
        {t("stickers.moveTo")}
      </MenuItem>
      <MenuItem disabled={locked || !others} onClick={() => open({ kind: "group", id })}>
        {t("stickers.groupWith")}
      </MenuItem>
      {(nested || group) && (
        <MenuItem
          disabled={locked}
          onClick={then(() => (nested ? ungroupOne(store, id) : ungroupChildren(store, id)))}
        >
          {t("stickers.ungroup")}
        </MenuItem>
      )}
      <Divider />
      <MenuItem disabled={locked} onClick={then(() => removeSticker(store, id))}>
        {t("stickers.delete")}
      </MenuItem>
    </Menu>
  );
}

/** Edit and Delete of a section; the last one cannot go. */
export function SectionMenu({ id, anchor, open }: Props) {
  const t = useT();
  const gates = useGates();
  const section = useItem(id);
  const last = useBoardState((state) => state.view === null || childrenOf(state.view.items, null).length < 2);
  const locked = gates.editBoard !== null || section === undefined;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={() => open(null)}
      slotProps={{ list: { dense: true, "aria-label": t("sections.menu") } }}
    >
      <MenuItem disabled={locked} onClick={() => open({ kind: "section", id })}>
        {t("sections.menuEdit")}
      </MenuItem>
      <MenuItem disabled={locked || last} onClick={() => open({ kind: "delete-section", id })}>
        {t("sections.menuDelete")}
      </MenuItem>
    </Menu>
  );
}

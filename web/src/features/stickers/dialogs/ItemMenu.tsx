import type { ReactNode } from "react";
import { Menu } from "../../../ui/controls/Menu.tsx";
import type { OpenDialog } from "../boardDialog.ts";

interface Props {
  label: string;
  anchor: HTMLElement;
  openDialog: OpenDialog;
  children: ReactNode;
}

/** The menu of a sticker or a section, which is one of the board's dialogs. */
export function ItemMenu({ label, anchor, openDialog, children }: Props) {
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={() => openDialog(null)}
      slotProps={{ list: { dense: true, "aria-label": label } }}
    >
      {children}
    </Menu>
  );
}

export const closeThen = (openDialog: OpenDialog, act: () => void) => () => {
  openDialog(null);
  act();
};

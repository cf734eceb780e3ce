import "./menus.css";
import DeleteSweepOutlined from "@mui/icons-material/DeleteSweepOutlined";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import RestartAltOutlined from "@mui/icons-material/RestartAltOutlined";
import TuneOutlined from "@mui/icons-material/TuneOutlined";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import { Menu } from "../../ui/controls/Menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import type { Item } from "@retro/contract/items";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { BoardView } from "@retro/rules/apply-change";
import { useState } from "react";
import type { ReactNode, RefObject } from "react";
import { useBoardState, useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { keepFocus } from "../../ui/focus/keepFocus.ts";
import { closeSidePanel, openSidePanel } from "../../ui/panels/sidePanelState.ts";
import type { FacilitationCommands } from "./facilitationCommands.ts";
import { optionsPanel, useFacilitationCommands } from "./facilitationHooks.ts";

interface ConfirmedAction {
  label: MessageKey;
  text: MessageKey;
  confirm: MessageKey;
  danger: boolean;
  icon: ReactNode;
  run: (actions: FacilitationCommands) => Promise<boolean>;
}

const resetVotes: ConfirmedAction = {
  label: "session.resetVotes",
  text: "session.resetVotesText",
  confirm: "session.resetVotes",
  danger: true,
  icon: <RestartAltOutlined fontSize="small" />,
  run: (actions) => actions.resetVotes(),
};
const deleteStickers: ConfirmedAction = {
  label: "session.deleteStickers",
  text: "session.deleteStickersText",
  confirm: "session.deleteStickers",
  danger: true,
  icon: <DeleteSweepOutlined fontSize="small" />,
  run: (actions) => actions.deleteStickers(),
};
const exit: ConfirmedAction = {
  label: "session.exit",
  text: "session.exitText",
  confirm: "session.exitConfirm",
  danger: false,
  icon: <LogoutOutlined fontSize="small" />,
  run: (actions) => {
    closeSidePanel(optionsPanel);
    return actions.leaveSeat();
  },
};

interface Props {
  open: boolean;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

export function FacilitatorMenu({ open, button, onClose }: Props) {
  const t = useT();
  const commands = useFacilitationCommands();
  const [askedAction, setAskedAction] = useState<ConfirmedAction | null>(null);
  const [asking, setAsking] = useState(false);
  const shownByExit = useShownByExit();

  const ask = (what: ConfirmedAction) => {
    onClose();
    setAskedAction(what);
    setAsking(true);
  };
  const openOptions = () => {
    onClose();
    openSidePanel(optionsPanel, button.current);
  };
  // The menu item that opened the dialog no longer exists: the focus goes to the menu's button.
  const closeAndRefocus = () => {
    setAsking(false);
    keepFocus(() => button.current);
  };

  return (
    <>
      <Menu
        open={open}
        anchorEl={button.current}
        onClose={onClose}
        align="right"
        gap={16}
        slotProps={{ paper: { className: "facilitator-menu" } }}
      >
        <MenuItem onClick={openOptions}>
          <ListItemIcon>
            <TuneOutlined fontSize="small" />
          </ListItemIcon>
          {t("session.options")}
        </MenuItem>
        <ConfirmedItem action={resetVotes} onAsk={ask} />
        <ConfirmedItem action={deleteStickers} onAsk={ask} />
        <Divider />
        <ConfirmedItem action={exit} onAsk={ask} />
      </Menu>
      {askedAction !== null && (
        <ConfirmDialog
          open={asking}
          title={t(askedAction.label)}
          text={t(askedAction.text)}
          consequences={askedAction === exit ? shownByExit : undefined}
          confirmLabel={t(askedAction.confirm)}
          danger={askedAction.danger}
          onCancel={closeAndRefocus}
          onConfirm={() => {
            closeAndRefocus();
            void askedAction.run(commands);
          }}
        />
      )}
    </>
  );
}

/** What leaving the seat shows to everybody; undefined: nothing, as in a meeting, whose options stay [F1]. */
function useShownByExit(): string | undefined {
  const t = useT();
  const { facilitator_options: options, meeting } = useFacilitation();
  const count = (counts: (item: Item) => boolean) => (state: { view: BoardView | null }) =>
    [...(state.view?.items.values() ?? [])].filter((item) => item.kind === "sticker" && counts(item)).length;
  const stickers = useBoardState(count(() => true));
  const voted = useBoardState(count(({ votes }) => votes !== null && votes > 0));
  if (meeting !== undefined) return undefined;
  const sentences = [
    options.hideContent && stickers > 0 && t("session.exitTexts", { count: stickers }),
    options.concealVoteCount && voted > 0 && t("session.exitCounts", { count: voted }),
    options.avatars === "hide" && stickers > 0 && t("session.exitAuthors"),
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

interface ConfirmedItemProps {
  action: ConfirmedAction;
  onAsk: (action: ConfirmedAction) => void;
}

function ConfirmedItem({ action, onAsk }: ConfirmedItemProps) {
  const t = useT();
  return (
    <MenuItem onClick={() => onAsk(action)}>
      <ListItemIcon>{action.icon}</ListItemIcon>
      {t(action.label)}
    </MenuItem>
  );
}

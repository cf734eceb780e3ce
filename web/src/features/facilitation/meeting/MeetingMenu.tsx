import AddOutlined from "@mui/icons-material/AddOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import HowToVoteOutlined from "@mui/icons-material/HowToVoteOutlined";
import RemoveOutlined from "@mui/icons-material/RemoveOutlined";
import SkipNextOutlined from "@mui/icons-material/SkipNextOutlined";
import StopCircleOutlined from "@mui/icons-material/StopCircleOutlined";
import ListItemIcon from "@mui/material/ListItemIcon";
import MenuItem from "@mui/material/MenuItem";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import { openRoundOf } from "@retro/rules/rounds";
import { useState } from "react";
import type { RefObject } from "react";
import { useBoardState } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Menu } from "../../../ui/controls/Menu.tsx";
import { phoneQuery, useMediaQuery } from "../../../ui/device/useMediaQuery.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { hasVotes } from "../rounds/presentVotes.ts";
import { RoundDialogs, type RoundQuestion } from "../rounds/RoundDialogs.tsx";
import { StepsDialog } from "./StepsDialog.tsx";
import { useVotesEach } from "./VotesStepper.tsx";

interface Props {
  open: boolean;
  button: RefObject<HTMLButtonElement | null>;
  meeting: Meeting;
  /** The end was pressed in the bar: it asks first, as the menu does. */
  ending: boolean;
  onEndingClose: () => void;
  onEnd: () => void;
  /** To the next step, while the button of the bar goes to the next topic. */
  goOn: { name: string; go: () => void } | null;
  onClose: () => void;
}

/** What the facilitator does with a meeting besides going on: other steps, and the end. */
export function MeetingMenu({ open, button, meeting, ending, onEndingClose, onEnd, goOn, onClose }: Props) {
  const t = useT();
  const [dialog, setDialog] = useState<"steps" | "end" | null>(null);
  const phone = useMediaQuery(phoneQuery);
  const [round, setRound] = useState<RoundQuestion>(null);
  const isVote = meeting.steps.find(({ id }) => id === meeting.step)?.kind === "vote";
  const closesRound = useBoardState(
    ({ view }) => view !== null && (openRoundOf(view.facilitation) !== null || hasVotes(view)),
  );
  const ask = (what: RoundQuestion) => {
    onClose();
    setRound(what);
  };
  const show = (what: "steps" | "end") => {
    onClose();
    setDialog(what);
  };
  const close = () => {
    setDialog(null);
    setRound(null);
    onEndingClose();
    keepFocus(() => button.current);
  };
  return (
    <>
      <Menu open={open} anchorEl={button.current} onClose={onClose} align="right" gap={8}>
        {goOn !== null && (
          <MenuItem
            onClick={() => {
              onClose();
              goOn.go();
            }}
          >
            <ListItemIcon>
              <SkipNextOutlined fontSize="small" />
            </ListItemIcon>
            {goOn.name}
          </MenuItem>
        )}
        {isVote && phone && <VotesItems />}
        {isVote && closesRound && (
          <MenuItem onClick={() => ask("close")}>
            <ListItemIcon>
              <HowToVoteOutlined fontSize="small" />
            </ListItemIcon>
            {t("rounds.close")}
          </MenuItem>
        )}
        {isVote && (
          <MenuItem onClick={() => ask("open")}>
            <ListItemIcon>
              <AddOutlined fontSize="small" />
            </ListItemIcon>
            {t("rounds.newButton")}
          </MenuItem>
        )}
        <MenuItem onClick={() => show("steps")}>
          <ListItemIcon>
            <EditOutlined fontSize="small" />
          </ListItemIcon>
          {t("meeting.editSteps")}
        </MenuItem>
        <MenuItem onClick={() => show("end")}>
          <ListItemIcon>
            <StopCircleOutlined fontSize="small" />
          </ListItemIcon>
          {t("meeting.end")}
        </MenuItem>
      </Menu>
      {dialog === "steps" && <StepsDialog meeting={meeting} onClose={close} />}
      <RoundDialogs question={round} onClose={close} />
      <ConfirmDialog
        open={ending || dialog === "end"}
        title={t("meeting.end")}
        text={t("meeting.endText")}
        confirmLabel={t("meeting.end")}
        onCancel={close}
        onConfirm={() => {
          close();
          onEnd();
        }}
      />
    </>
  );
}

/** In place of the bar's stepper, which a phone has no room for. The menu stays open for several presses. */
function VotesItems() {
  const t = useT();
  const votes = useVotesEach();
  if (votes === null) return null;
  const { limit, fewer, more } = votes;
  return (
    <>
      <MenuItem disabled={more === null} onClick={() => more?.()}>
        <ListItemIcon>
          <AddOutlined fontSize="small" />
        </ListItemIcon>
        {t("meeting.moreVotes")} ({limit})
      </MenuItem>
      <MenuItem disabled={fewer === null} onClick={() => fewer?.()}>
        <ListItemIcon>
          <RemoveOutlined fontSize="small" />
        </ListItemIcon>
        {t("meeting.fewerVotes")} ({limit})
      </MenuItem>
    </>
  );
}

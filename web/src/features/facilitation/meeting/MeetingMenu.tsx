import AddOutlined from "@mui/icons-material/AddOutlined";
import CheckOutlined from "@mui/icons-material/CheckOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import HowToVoteOutlined from "@mui/icons-material/HowToVoteOutlined";
import RemoveOutlined from "@mui/icons-material/RemoveOutlined";
import MoreTimeOutlined from "@mui/icons-material/MoreTimeOutlined";
import RadioButtonUncheckedOutlined from "@mui/icons-material/RadioButtonUncheckedOutlined";
import StopCircleOutlined from "@mui/icons-material/StopCircleOutlined";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import MenuItem from "@mui/material/MenuItem";
import type { Meeting, MeetingStep } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import { openRoundOf } from "@retro/rules/rounds";
import { useState } from "react";
import type { RefObject } from "react";
import { useBoardState, useBoardStore, useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Menu } from "../../../ui/controls/Menu.tsx";
import { narrowQuery, phoneQuery, useMediaQuery } from "../../../ui/device/useMediaQuery.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { useFacilitationCommands } from "../facilitationHooks.ts";
import { hasVotes } from "../rounds/presentVotes.ts";
import { RoundDialogs, type RoundQuestion } from "../rounds/RoundDialogs.tsx";
import { StepsDialog } from "./StepsDialog.tsx";
import { hasDone, stepName } from "./stepTexts.ts";
import { useVotesEach } from "./VotesStepper.tsx";

interface Props {
  open: boolean;
  button: RefObject<HTMLButtonElement | null>;
  meeting: Meeting;
  /** The end was pressed in the bar: it asks first, as the menu does. */
  ending: boolean;
  /** Of the topic. */
  isTimeOver: boolean;
  onEndingClose: () => void;
  onEnd: () => void;
  goTo: (step: MeetingStep) => void;
  onClose: () => void;
}

/** What the facilitator does with a meeting besides going on: other steps, and the end. */
export function MeetingMenu(props: Props) {
  const { open, button, meeting, ending, isTimeOver, onEndingClose, onEnd, goTo, onClose } = props;
  const t = useT();
  const [dialog, setDialog] = useState<"steps" | "end" | null>(null);
  const phone = useMediaQuery(phoneQuery);
  const narrow = useMediaQuery(narrowQuery);
  const commands = useFacilitationCommands();
  const store = useBoardStore();
  const ready = useBoardState((state) => state.ready);
  const isDone = ready === meeting.at;
  const screen = useBoardState((state) => state.screen);
  const isScreenHidden = screen === "hidden" || screen === "peeking";
  const { hideContent } = useFacilitation().facilitator_options;
  const [round, setRound] = useState<RoundQuestion>(null);
  const present = meeting.steps.find(({ id }) => id === meeting.step);
  const isVote = present?.kind === "vote";
  const isDoneAsked = present !== undefined && hasDone(present);
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
        {phone && isTimeOver && (
          <MenuItem
            onClick={() => {
              onClose();
              void commands.startMoreTime();
            }}
          >
            <ListItemIcon>
              <MoreTimeOutlined fontSize="small" />
            </ListItemIcon>
            {t("session.quickAdd", { minutes: limits.timer.moreTime / 60 })}
          </MenuItem>
        )}
        {phone && isDoneAsked && ready !== "watching" && (
          <MenuItem
            role="menuitemcheckbox"
            aria-checked={isDone}
            onClick={() => {
              onClose();
              store.setReady(isDone ? null : meeting.at);
            }}
          >
            <ListItemIcon>
              {isDone ? (
                <CheckOutlined fontSize="small" />
              ) : (
                <RadioButtonUncheckedOutlined fontSize="small" />
              )}
            </ListItemIcon>
            {t("meeting.done")}
          </MenuItem>
        )}
        {phone && screen !== null && (
          <MenuItem
            role="menuitemcheckbox"
            aria-checked={isScreenHidden}
            onClick={() => {
              onClose();
              store.setScreenHidden(!isScreenHidden);
            }}
          >
            <ListItemIcon>
              {isScreenHidden ? (
                <CheckOutlined fontSize="small" />
              ) : (
                <VisibilityOffOutlined fontSize="small" />
              )}
            </ListItemIcon>
            {t("meeting.hideScreen")}
          </MenuItem>
        )}
        {phone && hideContent && (
          <MenuItem
            onClick={() => {
              onClose();
              void commands.setOption("hideContent", false);
            }}
          >
            <ListItemIcon>
              <VisibilityOutlined fontSize="small" />
            </ListItemIcon>
            {t("meeting.reveal")}
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
        {narrow && <Divider />}
        {narrow &&
          meeting.steps.map((step) => {
            const isPresent = step.id === meeting.step;
            return (
              <MenuItem
                key={step.id}
                aria-current={isPresent ? "step" : undefined}
                onClick={() => {
                  onClose();
                  if (!isPresent) goTo(step);
                }}
              >
                <ListItemIcon>
                  {isPresent ? (
                    <CheckOutlined fontSize="small" />
                  ) : (
                    <RadioButtonUncheckedOutlined fontSize="small" />
                  )}
                </ListItemIcon>
                {isPresent ? stepName(t, step) : t("meeting.goTo", { name: stepName(t, step) })}
              </MenuItem>
            );
          })}
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

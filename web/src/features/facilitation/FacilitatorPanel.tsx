import "./panels.css";
import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import PlayArrowOutlined from "@mui/icons-material/PlayArrowOutlined";
import KeyboardArrowDownOutlined from "@mui/icons-material/KeyboardArrowDownOutlined";
import { useRef, useState } from "react";
import { useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { tip } from "../../ui/tooltips/tip.ts";
import {
  type Facilitator,
  useFacilitator,
  useFacilitatorAway,
  useFacilitationCommands,
  useStartRefusal,
} from "./facilitationHooks.ts";
import { openStartDialog } from "./meeting/startDialogOpen.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";

const FacilitatorMenu = lazyPart(() => import("./FacilitatorMenu.tsx"), "FacilitatorMenu");
const SeatDialog = lazyPart(() => import("./SeatDialog.tsx"), "SeatDialog");

/** When the facilitator is away, the others are offered the seat (spec 2.24, 2.25 and 6.2). */
export function FacilitatorPanel() {
  const t = useT();
  const commands = useFacilitationCommands();
  const facilitator = useFacilitator();
  const away = useFacilitatorAway();
  const button = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState(false);
  const [asking, setAsking] = useState<"free" | "away" | null>(null);
  const [busy, setBusy] = useState(false);

  const isMine = facilitator?.isMe === true;
  const startRefusal = useStartRefusal();
  const { locked, meeting } = useFacilitation();
  // The seat of a user who is away can be taken over: otherwise nobody could unlock the board [M2].
  const offered = locked ? away : facilitator === null || away;
  // Somebody else may take the seat, or this user in another tab: what closes then does not open by itself
  // later.
  if (asking !== null && !offered) setAsking(null);
  if (menu && !isMine) setMenu(false);
  const ask = () => setAsking(facilitator === null ? "free" : "away");
  const takeSeat = async () => {
    setAsking(null);
    setBusy(true);
    await commands.takeSeat();
    setBusy(false);
  };
  const hint =
    locked && (facilitator === null || isMine) ? t("error.board_read_only") : heldBy(t, facilitator);

  return (
    <>
      {meeting === undefined && startRefusal === null && (
        <Button className="panel-button start-meeting" variant="contained" onClick={openStartDialog}>
          <PlayArrowOutlined />
          <span>{t("meeting.start")}</span>
        </Button>
      )}
      {/* A disabled button gets no pointer events, so the tooltip is on the frame. */}
      <span style={{ display: "inline-flex", minWidth: 0 }} {...tip(hint)}>
        <Button
          ref={button}
          className={away ? "panel-button away" : "panel-button"}
          variant={facilitator === null ? "text" : "outlined"}
          {...(facilitator === null && { color: "inherit" })}
          disabled={(locked && isMine) || (!isMine && !offered)}
          // Not disabled: the button keeps the focus, which returns to it from the dialog.
          aria-disabled={busy}
          aria-busy={busy}
          {...(isMine && { "aria-haspopup": "menu", "aria-expanded": menu })}
          onClick={() => {
            if (!busy) (isMine ? () => setMenu(true) : ask)();
          }}
        >
          <BadgeOutlined />
          <span>{labelOf(t, facilitator, away)}</span>
          {isMine && <KeyboardArrowDownOutlined />}
        </Button>
      </span>
      {isMine && <FacilitatorMenu open={menu} button={button} onClose={() => setMenu(false)} />}
      {asking !== null && (
        <SeatDialog
          name={asking === "away" ? (facilitator?.name ?? null) : null}
          onCancel={() => setAsking(null)}
          onConfirm={() => void takeSeat()}
        />
      )}
    </>
  );
}

function labelOf(t: ReturnType<typeof useT>, facilitator: Facilitator | null, away: boolean): string {
  if (facilitator === null) return t("session.facilitatorMode");
  return away ? t("session.away", { name: facilitator.name }) : t("session.facilitatorControls");
}

function heldBy(t: ReturnType<typeof useT>, facilitator: Facilitator | null): string | null {
  return facilitator === null || facilitator.isMe
    ? null
    : t("session.facilitatorIs", { name: facilitator.name });
}

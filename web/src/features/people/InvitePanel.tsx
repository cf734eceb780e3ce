import "./invite-panel.css";
import IosShareOutlined from "@mui/icons-material/IosShareOutlined";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { useId } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { isTouchScreen } from "../../ui/device/touchScreen.ts";
import { CopyLink } from "../../ui/controls/CopyLink.tsx";
import { QrCode } from "../../ui/display/QrCode.tsx";
import { boardLink } from "./boardLink.ts";
import { PeopleList } from "./PeopleList.tsx";

interface Props {
  boardId: string;
  anchor: HTMLElement;
  onClose: () => void;
}

export function InvitePanel({ boardId, anchor, onClose }: Props) {
  const t = useT();
  const titleId = useId();
  const peopleId = useId();
  const link = boardLink(boardId);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-labelledby": titleId,
          className: "invite-panel",
        },
      }}
    >
      <h2 className="invite-title" id={titleId}>
        {t("invite.title")}
      </h2>
      <CopyLink link={link} label={t("invite.link")} hint={t("invite.linkHint")} />
      <div className="invite-qr">
        <QrCode text={link} label={t("invite.qr")} size={132} />
        <div className="text">
          <p className="invite-hint">{t("invite.scan")}</p>
          <ShareButton link={link} />
        </div>
      </div>
      <PeopleList headingId={peopleId} />
    </Popover>
  );
}

function ShareButton({ link }: { link: string }) {
  const t = useT();
  const title = useBoardState((state) => state.view?.details.title ?? "");
  if (!("share" in navigator) || !isTouchScreen()) return null;
  const share = () => {
    // Who closes the device's panel again has not failed.
    navigator.share({ title, url: link }).catch(() => undefined);
  };
  return (
    <Button variant="outlined" startIcon={<IosShareOutlined />} onClick={share}>
      {t("invite.share")}
    </Button>
  );
}

import IosShareOutlined from "@mui/icons-material/IosShareOutlined";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { styled } from "@mui/material/styles";
import { useId } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { isTouchScreen } from "../../ui/device/touchScreen.ts";
import { CopyLink } from "../../ui/controls/CopyLink.tsx";
import { QrCode } from "../../ui/display/QrCode.tsx";
import { boardLink } from "./boardLink.ts";
import { PeopleList } from "./PeopleList.tsx";

const Title = styled("h2")(({ theme }) => ({ ...theme.typography.subtitle1, margin: 0 }));
const Hint = styled("p")(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  color: theme.vars.palette.text.secondary,
}));
const QrRow = styled("div")(({ theme }) => ({
  display: "flex",
  alignItems: "center",
  gap: 16,
  "& > .text": { display: "flex", flexDirection: "column", alignItems: "flex-start", gap: 12, minWidth: 0 },
  paddingBottom: 16,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));

interface Props {
  boardId: string;
  anchor: HTMLElement;
  onClose: () => void;
}

/** The board's link to copy, to scan and to share, and everyone who is on the board now. */
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
          sx: {
            display: "flex",
            flexDirection: "column",
            gap: 3,
            width: 400,
            maxWidth: "calc(100vw - 24px)",
            maxHeight: "min(640px, calc(100dvh - 32px))",
            p: 4,
            mt: 1,
          },
        },
      }}
    >
      <Title id={titleId}>{t("invite.title")}</Title>
      <CopyLink link={link} label={t("invite.link")} hint={t("invite.linkHint")} />
      <QrRow>
        <QrCode text={link} label={t("invite.qr")} size={132} />
        <div className="text">
          <Hint>{t("invite.scan")}</Hint>
          <ShareButton link={link} />
        </div>
      </QrRow>
      <PeopleList headingId={peopleId} />
    </Popover>
  );
}

/** The device's own way to share, where it has one: phones and tablets. */
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

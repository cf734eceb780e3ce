import IosShareOutlined from "@mui/icons-material/IosShareOutlined";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { styled } from "@mui/material/styles";
import { useId, useRef, useState } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { isTouchScreen } from "../../ui/touchScreen.ts";
import { copyText } from "../../ui/copyText.ts";
import { ScreenReaderOnly } from "../../ui/ScreenReaderOnly.ts";
import { boardLink } from "./boardLink.ts";
import { PeopleList } from "./PeopleList.tsx";
import { QrCode } from "./QrCode.tsx";

const Title = styled("h2")(({ theme }) => ({ ...theme.typography.subtitle1, margin: 0 }));
const Hint = styled("p")(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  color: theme.vars.palette.text.secondary,
}));
const LinkRow = styled("div")(({ theme }) => ({
  display: "flex",
  gap: 8,
  "& > input": {
    ...theme.typography.body1,
    flex: 1,
    minWidth: 0,
    padding: "0 12px",
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 8,
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.default,
    textOverflow: "ellipsis",
    // Below 16 px, phones zoom into a focused field.
    "@media (pointer: coarse)": { fontSize: "1rem" },
  },
  // The button keeps its width when its text changes.
  "& > button": { minWidth: 124 },
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
      <CopyLink link={link} />
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

/** What became of the last copy; `refused`: the browser does not allow it. */
type CopyState = "none" | "copied" | "refused";

function CopyLink({ link }: { link: string }) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<CopyState>("none");
  const copy = async () =>
    setState((await copyText(link, field.current ?? undefined)) ? "copied" : "refused");
  const refusedHint = t(isTouchScreen() ? "invite.copyYourselfTouch" : "invite.copyYourself");
  return (
    <>
      <LinkRow>
        <input
          ref={field}
          readOnly
          value={link}
          aria-label={t("invite.link")}
          onFocus={(event) => event.currentTarget.select()}
        />
        {/* The panel opens because the user wants the link. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button autoFocus variant="contained" onClick={() => void copy()}>
          {state === "copied" ? t("invite.copied") : t("invite.copy")}
        </Button>
      </LinkRow>
      <Hint>{state === "refused" ? refusedHint : t("invite.linkHint")}</Hint>
      <ScreenReaderOnly role="status">
        {state === "copied" && t("invite.linkCopied")}
        {state === "refused" && refusedHint}
      </ScreenReaderOnly>
    </>
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

import "./copy-link.css";
import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { copyText } from "../device/copyText.ts";
import { ScreenReaderOnly } from "../focus/ScreenReaderOnly.ts";
import { isTouchScreen } from "../device/touchScreen.ts";

type CopyState = "none" | "copied" | "refused";

interface Props {
  link: string;
  label: string;
  hint: string;
}

export function CopyLink({ link, label, hint }: Props) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<CopyState>("none");
  const copy = async () =>
    setState((await copyText(link, field.current ?? undefined)) ? "copied" : "refused");
  const refusedHint = t(isTouchScreen() ? "invite.copyYourselfTouch" : "invite.copyYourself");
  return (
    <>
      <div className="copy-link">
        <input
          ref={field}
          readOnly
          value={link}
          aria-label={label}
          onFocus={(event) => event.currentTarget.select()}
        />
        {/* The panel opens because the user wants the link. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button autoFocus variant="contained" onClick={() => void copy()}>
          {state === "copied" ? t("invite.copied") : t("invite.copy")}
        </Button>
      </div>
      <p className="copy-link-hint">{state === "refused" ? refusedHint : hint}</p>
      <ScreenReaderOnly role="status">
        {state === "copied" && t("invite.linkCopied")}
        {state === "refused" && refusedHint}
      </ScreenReaderOnly>
    </>
  );
}

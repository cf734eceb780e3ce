import Button from "@mui/material/Button";
import { styled } from "@mui/material/styles";
import { useRef, useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { copyText } from "../device/copyText.ts";
import { ScreenReaderOnly } from "../focus/ScreenReaderOnly.ts";
import { isTouchScreen } from "../device/touchScreen.ts";

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

/** What became of the last copy; `refused`: the browser does not allow it. */
type CopyState = "none" | "copied" | "refused";

interface Props {
  link: string;
  /** What the link leads to. */
  label: string;
  /** Who may use the link. */
  hint: string;
}

/** A link in a field, with a button that copies it. */
export function CopyLink({ link, label, hint }: Props) {
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
          aria-label={label}
          onFocus={(event) => event.currentTarget.select()}
        />
        {/* The panel opens because the user wants the link. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button autoFocus variant="contained" onClick={() => void copy()}>
          {state === "copied" ? t("invite.copied") : t("invite.copy")}
        </Button>
      </LinkRow>
      <Hint>{state === "refused" ? refusedHint : hint}</Hint>
      <ScreenReaderOnly role="status">
        {state === "copied" && t("invite.linkCopied")}
        {state === "refused" && refusedHint}
      </ScreenReaderOnly>
    </>
  );
}

import Button from "@mui/material/Button";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { externalStore, useExternalStore } from "../../ui/externalStore.ts";
import { FeedbackDialog, HelpDialog } from "../slots.ts";

type Open = "feedback" | "help" | null;
const shown = externalStore<Open>(null);

/** Opens the feedback or the help dialog, from wherever; null closes. */
export function openShellDialog(next: Open): void {
  shown.set(next);
}

/** The two dialogs themselves; one place in a layout. They are fetched when first opened and stay, to close softly. */
export function ShellDialogs() {
  const open = useExternalStore(shown);
  const [feedback, setFeedback] = useState(false);
  const [help, setHelp] = useState(false);
  if (open === "feedback" && !feedback) setFeedback(true);
  if (open === "help" && !help) setHelp(true);
  const close = () => openShellDialog(null);
  return (
    <>
      {feedback && FeedbackDialog !== null && <FeedbackDialog open={open === "feedback"} onClose={close} />}
      {help && HelpDialog !== null && (
        <HelpDialog open={open === "help"} onClose={close} onFeedback={() => openShellDialog("feedback")} />
      )}
    </>
  );
}

/** "Leave Feedback" in a footer. */
export function FeedbackLink() {
  const t = useT();
  return (
    <Button
      size="small"
      color="inherit"
      sx={{ minHeight: 28, px: 2, "@media (pointer: coarse)": { minHeight: 44 } }}
      onClick={() => openShellDialog("feedback")}
    >
      {t("shell.leaveFeedback")}
    </Button>
  );
}

import Button from "@mui/material/Button";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { externalStore, useExternalStore } from "../../ui/externalStore.ts";
import { FeedbackDialog, HelpDialog } from "../optionalDialogs.ts";

type ShellDialogName = "feedback" | "help" | null;
const openName = externalStore<ShellDialogName>(null);

/** Opens the feedback or the help dialog, from wherever; null closes. */
export function openShellDialog(next: ShellDialogName): void {
  openName.set(next);
}

/** The two dialogs themselves; one place in a layout. They are fetched when first opened and stay, to close softly. */
export function ShellDialogs() {
  const open = useExternalStore(openName);
  const [feedbackMounted, setFeedbackMounted] = useState(false);
  const [helpMounted, setHelpMounted] = useState(false);
  if (open === "feedback" && !feedbackMounted) setFeedbackMounted(true);
  if (open === "help" && !helpMounted) setHelpMounted(true);
  const close = () => openShellDialog(null);
  return (
    <>
      {feedbackMounted && FeedbackDialog !== null && (
        <FeedbackDialog open={open === "feedback"} onClose={close} />
      )}
      {helpMounted && HelpDialog !== null && (
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

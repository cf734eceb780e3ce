import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { externalStore, useExternalStore } from "../../ui/externalStore.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";

const FeedbackDialog = lazyPart(() => import("../../features/feedback/FeedbackDialog.tsx"), "FeedbackDialog");
const HelpDialog = lazyPart(() => import("../../features/help/HelpDialog.tsx"), "HelpDialog");

type ShellDialogName = "feedback" | "help" | null;
const openName = externalStore<ShellDialogName>(null);

export function openShellDialog(next: ShellDialogName): void {
  openName.set(next);
}

/** A dialog stays mounted so that its closing animation runs. */
export function ShellDialogs() {
  const open = useExternalStore(openName);
  const [feedbackMounted, setFeedbackMounted] = useState(false);
  const [helpMounted, setHelpMounted] = useState(false);
  if (open === "feedback" && !feedbackMounted) setFeedbackMounted(true);
  if (open === "help" && !helpMounted) setHelpMounted(true);
  const close = () => openShellDialog(null);
  return (
    <>
      {feedbackMounted && <FeedbackDialog open={open === "feedback"} onClose={close} />}
      {helpMounted && (
        <HelpDialog open={open === "help"} onClose={close} onFeedback={() => openShellDialog("feedback")} />
      )}
    </>
  );
}

export function FeedbackLink() {
  const t = useT();
  return (
    <Button size="small" color="inherit" onClick={() => openShellDialog("feedback")}>
      {t("shell.leaveFeedback")}
    </Button>
  );
}

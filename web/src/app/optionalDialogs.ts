import type { ComponentType } from "react";
import { lazyPart } from "../ui/loading/lazy.tsx";

/**
 * Dialogs of other features that the shell shows if they exist. Each is a separate chunk, found by its file
 * name (`docs/web.md`).
 */

type Module = Record<string, ComponentType<never>>;
const modules = import.meta.glob<Module>([
  "../features/feedback/FeedbackDialog.tsx",
  "../features/help/HelpDialog.tsx",
]);

function optionalDialog<Props extends object>(path: string, name: string): ComponentType<Props> | null {
  const load = modules[path];
  if (load === undefined) return null;
  return lazyPart(load as () => Promise<Record<string, ComponentType<Props>>>, name);
}

/** `{open, onClose}`: feedback/FeedbackDialog.tsx, export `FeedbackDialog`. */
export const FeedbackDialog = optionalDialog<{ open: boolean; onClose: () => void }>(
  "../features/feedback/FeedbackDialog.tsx",
  "FeedbackDialog",
);
/** `{open, onClose, onFeedback}`: help/HelpDialog.tsx, export `HelpDialog`. */
export const HelpDialog = optionalDialog<{ open: boolean; onClose: () => void; onFeedback: () => void }>(
  "../features/help/HelpDialog.tsx",
  "HelpDialog",
);

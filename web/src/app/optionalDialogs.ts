import type { ComponentType } from "react";
import { lazyPart } from "../ui/loading/lazy.tsx";

/** Dialogs of other features, each a separate chunk found by its file name (`docs/web.md`). */

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

export const FeedbackDialog = optionalDialog<{ open: boolean; onClose: () => void }>(
  "../features/feedback/FeedbackDialog.tsx",
  "FeedbackDialog",
);
export const HelpDialog = optionalDialog<{ open: boolean; onClose: () => void; onFeedback: () => void }>(
  "../features/help/HelpDialog.tsx",
  "HelpDialog",
);

import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";

/**
 * Screens and dialogs of other features that the shell hangs in where they exist; each is a chunk of its own. The file names are the
 * agreement (`docs/web.md`).
 */

type Module = Record<string, unknown>;
const modules = import.meta.glob<Module>([
  "../features/feedback/FeedbackDialog.tsx",
  "../features/help/HelpDialog.tsx",
  "../features/admin/AdminRoutes.tsx",
  "../features/outreach/OutreachRoutes.tsx",
  "../features/outreach/SubscribeField.tsx",
]);

function slot<Props>(path: string, name: string): LazyExoticComponent<ComponentType<Props>> | null {
  const load = modules[path];
  if (load === undefined) return null;
  return lazy(async () => ({ default: (await load())[name] as ComponentType<Props> }));
}

/** `{open, onClose}`: feedback/FeedbackDialog.tsx, export `FeedbackDialog`. */
export const FeedbackDialog = slot<{ open: boolean; onClose: () => void }>(
  "../features/feedback/FeedbackDialog.tsx",
  "FeedbackDialog",
);
/** `{open, onClose, onFeedback}`: help/HelpDialog.tsx, export `HelpDialog`. */
export const HelpDialog = slot<{ open: boolean; onClose: () => void; onFeedback: () => void }>(
  "../features/help/HelpDialog.tsx",
  "HelpDialog",
);
/** Everything below `/admin` but its sign-in's layout, `<Routes>` and layout included: admin/AdminRoutes.tsx, export `AdminRoutes`. */
export const AdminRoutes = slot<{ layout: ShellParts }>("../features/admin/AdminRoutes.tsx", "AdminRoutes");
/** `/contact` and the legal pages, `<Routes>` included, inside the auth layout: outreach/OutreachRoutes.tsx, export `OutreachRoutes`. */
export const OutreachRoutes = slot<object>("../features/outreach/OutreachRoutes.tsx", "OutreachRoutes");
/** The newsletter field in the auth layout's footer: outreach/SubscribeField.tsx, export `SubscribeField`. */
export const SubscribeField = slot<object>("../features/outreach/SubscribeField.tsx", "SubscribeField");

/** What the shell lends to the admin's own layout. */
export interface ShellParts {
  /** "Leave Feedback", with its dialog; null while there is none. */
  feedback: ComponentType | null;
  /** The fullscreen button. */
  fullscreen: ComponentType;
  /** The dark/light toggle. */
  theme: ComponentType;
}

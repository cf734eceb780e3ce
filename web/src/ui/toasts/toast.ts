import type { ReactNode } from "react";
import { translate } from "../../i18n/i18n.ts";

export interface Toast {
  message: string;
  kind?: "default" | "success" | "error" | "warning" | "info";
  /** Milliseconds until it disappears; 5000 by default, null until closed. */
  duration?: number | null;
  place?: "top-right" | "bottom-left";
  action?: (close: () => void) => ReactNode;
  onClose?: () => void;
}

export interface ToastHost {
  show: (toast: Toast) => () => void;
}

let host: ToastHost | undefined;
const waiting: Array<(host: ToastHost) => void> = [];
let mountHost: (() => void) | undefined;

export function onFirstToast(callback: () => void): void {
  mountHost = callback;
}

export function setToastHost(next: ToastHost | null): void {
  host = next ?? undefined;
  if (host === undefined) return;
  for (const show of waiting.splice(0)) show(host);
}

/** @returns the function that closes it early */
export function toast(message: Toast): () => void {
  if (host !== undefined) return host.show(message);
  let close: (() => void) | undefined;
  let closed = false;
  waiting.push((ready) => {
    if (!closed) close = ready.show(message);
  });
  mountHost?.();
  return () => {
    closed = true;
    close?.();
  };
}

/** What has no status is a fault of the app: it is logged, and its text is not for users. */
export function toastError(error: unknown): void {
  toast({ message: errorText(error), kind: "error" });
}

/** The text of a refusal; anything else is a fault of the app, which is logged. */
export function errorText(error: unknown): string {
  const isRefusal = error instanceof Error && "status" in error;
  if (!isRefusal) console.error(error);
  return (isRefusal && error.message) || translate("error.internal");
}

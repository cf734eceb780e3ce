import type { ReactNode } from "react";

/**
 * A short message in the corner. The list of messages is a separate chunk, fetched with the first message.
 */
export interface Toast {
  message: string;
  kind?: "default" | "success" | "error" | "warning" | "info";
  /** Milliseconds until it disappears; 5000 by default, null until closed. */
  duration?: number | null;
  place?: "top-right" | "bottom-left";
  /** Content at its right, for example "Undo"; `close` removes the message. */
  action?: (close: () => void) => ReactNode;
  /** Called once when the message disappears: by time, by the user or by `close`. */
  onClose?: () => void;
}

export interface ToastHost {
  show: (toast: Toast) => () => void;
}

let host: ToastHost | undefined;
const waiting: Array<(host: ToastHost) => void> = [];
let mountHost: (() => void) | undefined;

/** The shell sets the function that loads the list; the first message calls it. */
export function onFirstToast(callback: () => void): void {
  mountHost = callback;
}

/** The list of messages sets this when it is mounted; null when it is unmounted. */
export function setToastHost(next: ToastHost | null): void {
  host = next ?? undefined;
  if (host === undefined) return;
  for (const show of waiting.splice(0)) show(host);
}

/**
 * Shows a message.
 * @returns the function that closes it early
 */
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

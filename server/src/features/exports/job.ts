import type { Locale } from "@retro/contract/messages/catalogue";
import type { BoardView } from "./view.ts";

/** What a document is made of; plain data, so that it crosses to the worker. */
export interface DocumentJob {
  kind: "pdf" | "excel";
  view: BoardView;
  locale: Locale;
  zone: string;
}
export interface NumberedJob extends DocumentJob {
  id: number;
}
/** What the worker says of a job: its document part by part as it is made, then that this was all; or that it cannot be made. */
export type JobAnswer = { id: number } & ({ part: Uint8Array } | { whole: true } | { error: string });

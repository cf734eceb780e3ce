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
/** What the worker says of a job. */
export type JobAnswer = { id: number; bytes: Uint8Array } | { id: number; error: string };

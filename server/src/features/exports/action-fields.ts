import type { ActionDetails, ActionStatus } from "@retro/contract/actions";
import type { FileAction } from "@retro/contract/files/board-file";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { Translate } from "../../http/session/locale.ts";

type Description = { title: MessageKey; width: number } & (
  | { kind: "text" | "address" }
  | { kind: "day"; words: MessageKey }
);

/** The fields of an action besides text and status, in the order of the files. A day is `YYYY-MM-DD`. */
const described = {
  owner: { kind: "text", title: "actions.owner", width: 24 },
  due_on: { kind: "day", title: "actions.due", width: 14, words: "actions.dueOn" },
  link: { kind: "address", title: "actions.link", width: 40 },
} as const satisfies Record<"owner" | keyof ActionDetails, Description>;
const names = Object.keys(described) as (keyof typeof described)[];
export const actionFields = names.map((name) => ({ name, ...described[name] }));

export const statusTitles = {
  open: "actions.open",
  done: "actions.done",
  dropped: "actions.dropped",
} as const satisfies Record<ActionStatus, MessageKey>;

export function shownFields(action: FileAction, t: Translate, formatDay: (day: string) => string) {
  return actionFields.flatMap((field) => {
    const value = action[field.name];
    if (!value) return [];
    const shown = field.kind === "day" ? t(field.words, { date: formatDay(value) }) : value;
    return [{ ...field, shown }];
  });
}

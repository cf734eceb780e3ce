import type { Action } from "@retro/contract/actions";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import type { WebhookEvent, WebhookPayload } from "@retro/contract/webhooks/webhooks";
import { isActionHiddenFrom } from "@retro/rules/permissions";
import { presentAction } from "@retro/rules/present";
import { facilitationOf } from "../../board/parts/board-row.ts";
import type { BoardRow } from "../../board/parts/board-store.ts";
import type { OutboxBoard, TurnResult } from "../../board/turn/board-outbox.ts";
import type { Settings } from "../../settings.ts";

export interface HookEvent {
  type: WebhookEvent;
  /** What the payload holds besides the board. */
  details: object;
}

/** What a turn means to those outside [J2], as a stranger may see it [J3]. */
export function eventsOfTurn({ before, facilitation, changes, now }: TurnResult): HookEvent[] {
  const today = new Date(now).toISOString().slice(0, 10);
  const isDue = (action?: Action) =>
    action?.status === "open" && action.due_on === today && !isActionHiddenFrom(facilitation, action, null);
  return [
    ...meetingEvents(before.meeting, facilitation.meeting),
    ...roundEvents(before, facilitation),
    ...changes.flatMap((change) => {
      if (change.type !== "action.put" || change.happened === undefined) return [];
      const { action, before: old, happened } = change;
      const event = actionEvent(`action.${happened}`, action, facilitation);
      return isDue(action) && !isDue(old)
        ? [event, actionEvent("action.due", action, facilitation)]
        : [event];
    }),
  ];
}

export function actionEvent(
  type: Extract<WebhookEvent, `action.${string}`>,
  action: Action,
  facilitation: Facilitation,
): HookEvent {
  const { id, text, owner_name, due_on, status } = presentAction(action, facilitation, null);
  return { type, details: { action: { id, text, owner: owner_name, due_on, status } } };
}

function meetingEvents(before: Meeting | undefined, after: Meeting | undefined): HookEvent[] {
  if (after === undefined) return before === undefined ? [] : [{ type: "meeting.closed", details: {} }];
  if (before?.step === after.step) return [];
  const step = after.steps.find(({ id }) => id === after.step);
  const details = { step: { kind: step?.kind ?? "custom", name: step?.name ?? null } };
  return [{ type: before === undefined ? "meeting.started" : "meeting.step", details }];
}

function roundEvents(before: Facilitation, after: Facilitation): HookEvent[] {
  return (after.rounds ?? []).flatMap(({ closed, name }, at): HookEvent[] => {
    const isNew = closed !== undefined && before.rounds?.[at]?.closed === undefined;
    return isNew
      ? [{ type: "round.closed", details: { round: { number: at + 1, name: name ?? null } } }]
      : [];
  });
}

/** A closed board tells a stranger nothing of what was written on it [J3, M5]. */
function withoutTexts(data: object): object {
  const kept = Object.entries(data).map(([part, fields]: [string, object]) => [
    part,
    {
      ...fields,
      ...("title" in fields && { title: null }),
      ...("name" in fields && { name: null }),
      ...("text" in fields && { text: null, owner: null }),
    },
  ]);
  return Object.fromEntries(kept) as object;
}

/**
 * A written payload with title, text and owner as a stranger sees them now: what was hidden, deleted or closed since
 * stays inside, and so does what was hidden when it was said [J3].
 * @param action the payload's as it is now; undefined: deleted
 */
export function presentPayload(
  payload: WebhookPayload,
  board: BoardRow | undefined,
  action: Action | undefined,
): WebhookPayload {
  if (payload.type === "webhook.test") return payload;
  const isOpen = board?.deleted_at === null && board.passphrase_hash === null;
  if (!isOpen) return { ...payload, data: withoutTexts(payload.data) } as WebhookPayload;
  const said = payload.data;
  const data = { ...said, board: { ...said.board, title: said.board.title && board.title } };
  if (!("action" in data)) return { ...payload, data } as WebhookPayload;
  const shown = action && presentAction(action, facilitationOf(board), null);
  const now = {
    text: data.action.text && (shown?.text ?? null),
    owner: data.action.owner && (shown?.owner_name ?? null),
    due_on: shown?.hidden === true ? null : data.action.due_on,
  };
  return { ...payload, data: { ...data, action: { ...data.action, ...now } } } as WebhookPayload;
}

/** The payload of `docs/webhooks.md`. */
export function payloadOf(
  { publicUrl, basePath }: Pick<Settings, "publicUrl" | "basePath">,
  { id, title, passphrase_hash }: Pick<OutboxBoard, "id" | "title" | "passphrase_hash">,
  { type, details }: HookEvent,
  now: number,
): WebhookPayload {
  const url = publicUrl !== null && { url: `${publicUrl}${basePath}/boards/${id}` };
  const data = { board: { id, title, ...url }, ...details };
  const shown = passphrase_hash === null ? data : withoutTexts(data);
  return { type, timestamp: new Date(now).toISOString(), data: shown } as WebhookPayload;
}

import type { Action } from "@retro/contract/actions";
import type { Facilitation } from "@retro/contract/entities";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import type { WebhookEvent, WebhookPayload } from "@retro/contract/webhooks/webhooks";
import { presentAction } from "@retro/rules/present";
import type { OutboxBoard, TurnResult } from "../../board/turn/board-outbox.ts";
import type { Settings } from "../../settings.ts";

export interface HookEvent {
  type: WebhookEvent;
  /** What the payload holds besides the board. */
  details: object;
}

/** What a turn means to those outside [J2], as a stranger may see it [J3]. */
export function eventsOfTurn({ board, before, facilitation, changes }: TurnResult): HookEvent[] {
  const events = [
    ...meetingEvents(before.meeting, facilitation.meeting),
    ...roundEvents(before, facilitation),
    ...changes.flatMap((change) =>
      change.type === "action.put" && change.happened !== undefined
        ? [actionEvent(`action.${change.happened}`, change.action, facilitation)]
        : [],
    ),
  ];
  return board.passphrase_hash === null ? events : events.map(withoutTexts);
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

/** A board with a passphrase tells a stranger nothing of what was written on it [J3, M5]. */
export function withoutTexts({ type, details }: HookEvent): HookEvent {
  const kept = Object.entries(details).map(([part, fields]: [string, object]) => [
    part,
    {
      ...fields,
      ...("name" in fields && { name: null }),
      ...("text" in fields && { text: null, owner: null }),
    },
  ]);
  return { type, details: Object.fromEntries(kept) as object };
}

/** The payload of `docs/webhooks.md`. */
export function payloadOf(
  { publicUrl, basePath }: Pick<Settings, "publicUrl" | "basePath">,
  { id, title, passphrase_hash }: Pick<OutboxBoard, "id" | "title" | "passphrase_hash">,
  { type, details }: HookEvent,
  now: number,
): WebhookPayload {
  const board = {
    id,
    title: passphrase_hash === null ? title : null,
    ...(publicUrl !== null && { url: `${publicUrl}${basePath}/boards/${id}` }),
  };
  const payload = { type, timestamp: new Date(now).toISOString(), data: { board, ...details } };
  return payload as WebhookPayload;
}

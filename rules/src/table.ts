import {
  type FacilitatorOptions,
  idleTimer,
  noOptions,
  type Item,
  type SessionState,
} from "@retro/contract/entities";
import type { ErrorCode } from "@retro/contract/errors";
import { mayEditBoard, mayEditStickers, mayFacilitate, mayTouchSticker } from "./gates.ts";
import { presentItem } from "./present.ts";
import { mayAddVote, mayVoteNow, remainingVotes } from "./votes.ts";

/**
 * The table of who may do and see what under which option, computed from the rules themselves. The server's tests walk it over HTTP
 * and the sockets; `docs/access.md` shows it.
 */
export const roles = ["facilitator", "owner", "participant", "other board's member", "stranger"] as const;
export type Role = (typeof roles)[number];

export interface Scenario {
  name: string;
  options: Partial<FacilitatorOptions>;
}
export const scenarios: readonly Scenario[] = [
  { name: "a facilitator, no option", options: {} },
  { name: "hideContent", options: { hideContent: true } },
  { name: "stopEditing", options: { stopEditing: true } },
  { name: "concealVoteCount", options: { concealVoteCount: true } },
  { name: "showStickerDate", options: { showStickerDate: true } },
  { name: "votes: 0 a board", options: { votes: { limit: 0, item: "board" } } },
  { name: "votes: 2 a section", options: { votes: { limit: 2, item: "section" } } },
  { name: "avatars: none", options: { avatars: "none" } },
  { name: "avatars: show", options: { avatars: "show" } },
  { name: "avatars: hide", options: { avatars: "hide" } },
];

/** The people of the table; the sticker is the owner's. */
export const people = { facilitator: "facilitator", owner: "owner", participant: "participant" } as const;
type Insider = keyof typeof people;

export function sessionOf(scenario: Scenario): SessionState {
  return {
    facilitator_id: people.facilitator,
    facilitator_options: { ...noOptions, ...scenario.options },
    timer: idleTimer,
  };
}

const sticker: Item = {
  id: "sticker",
  board_id: "board",
  parent_id: "column",
  kind: "sticker",
  order: "a0",
  user_id: people.owner,
  title: "text",
  style: {},
  created_at: "2026-01-01T00:00:00.000Z",
  rev: 1,
  votes: 1,
  hidden: false,
};
const items = new Map<string, Item>([
  ["section", { ...sticker, id: "section", parent_id: null, kind: "section", user_id: null, votes: null }],
  ["column", { ...sticker, id: "column", parent_id: "section", kind: "column", user_id: null, votes: null }],
  ["sticker", sticker],
]);

/** What an asker is answered: done, or refused with this status and code. */
export type Verdict = "yes" | `${number} ${ErrorCode}`;

interface Action {
  name: string;
  decide(session: SessionState, user: Insider): ErrorCode | null;
  /** The status of the refusal; 403 unless said. */
  status?: number;
  /** The call names an item, so that the same item under another board's address is unknown. */
  onItem?: true;
}
const vote = (session: SessionState) => mayAddVote(session, remainingVotes(session, items, [], "sticker"));
export const actions: readonly Action[] = [
  { name: "add a sticker", decide: (s, u) => mayEditStickers(s, u) },
  { name: "edit the owner's sticker", decide: (s, u) => mayTouchSticker(s, sticker, u), onItem: true },
  { name: "move the owner's sticker", decide: (s, u) => mayTouchSticker(s, sticker, u) },
  { name: "delete the owner's sticker", decide: (s, u) => mayTouchSticker(s, sticker, u), onItem: true },
  { name: "vote", decide: vote, onItem: true },
  { name: "take a vote back", decide: (s) => mayVoteNow(s), onItem: true },
  { name: "edit the board", decide: (s, u) => mayEditBoard(s, u) },
  { name: "edit a section", decide: (s, u) => mayEditBoard(s, u), onItem: true },
  { name: "delete a section", decide: (s, u) => mayEditBoard(s, u), onItem: true },
  { name: "set the timer", decide: (s, u) => mayEditBoard(s, u) },
  { name: "stop the timer", decide: (s, u) => mayFacilitate(s, u) },
  { name: "set an option", decide: (s, u) => mayFacilitate(s, u) },
  { name: "take the seat", decide: (_, u) => (u === people.facilitator ? null : "seat_taken"), status: 409 },
  { name: "reset votes", decide: (s, u) => mayFacilitate(s, u) },
  { name: "delete all stickers", decide: (s, u) => mayFacilitate(s, u) },
  { name: "leave the seat", decide: (s, u) => mayFacilitate(s, u) },
];

/** What the asker is answered when they try. */
export function verdict(action: Action, scenario: Scenario, role: Role): Verdict {
  if (role === "stranger") return "401 unauthenticated";
  if (role === "other board's member") return "404 not_found";
  const code = action.decide(sessionOf(scenario), people[role]);
  return code === null ? "yes" : `${action.status ?? 403} ${code}`;
}

/** What an asker learns of the owner's sticker, on whatever road it comes. */
export interface Sight {
  text: boolean;
  author: boolean;
  count: boolean;
}

/** `channel`: what everyone on the board's channel hears. Outsiders are told nothing at all. */
export function sight(scenario: Scenario, role: Role | "channel"): Sight | null {
  if (role === "stranger" || role === "other board's member") return null;
  const seen = presentItem(sticker, sessionOf(scenario), role === "channel" ? null : people[role]);
  return { text: seen.title !== null, author: seen.user_id !== null, count: seen.votes !== null };
}

/** The table as Markdown: `docs/access.md`. */
export function accessTableMarkdown(): string {
  const doing = scenarios.map((scenario) => [
    `### ${scenario.name}`,
    "",
    `| may they… | ${roles.join(" | ")} |`,
    `| --- |${roles.map(() => " --- |").join("")}`,
    ...actions.map((a) => `| ${a.name} | ${roles.map((role) => verdict(a, scenario, role)).join(" | ")} |`),
    "",
  ]);
  const word = (s: Sight | null) =>
    s === null
      ? "nothing"
      : (["text", "author", "count"] as const).filter((k) => s[k]).join(", ") || "that it is there";
  return [
    "# Who may do and see what",
    "",
    "Made from the rules (`rules/src/table.ts`); a test fails when this page and the rules differ, and others walk the table over HTTP and",
    "the sockets. The sticker in question is the owner's. An other board's member asks under their own board's address.",
    "",
    "## What is learnt of the owner's sticker, on every road (answers, events, changes, exports)",
    "",
    `| option | the board's channel | ${roles.join(" | ")} |`,
    `| --- | --- |${roles.map(() => " --- |").join("")}`,
    ...scenarios.map(
      (s) =>
        `| ${s.name} | ${word(sight(s, "channel"))} | ${roles.map((role) => word(sight(s, role))).join(" | ")} |`,
    ),
    "",
    "## What may be done",
    "",
    ...doing.flat(),
    "## What may be done with what is stored about a visitor",
    "",
    "`GET` and `DELETE /api/v1/users/{id}…`, for the visitor's id. An administrator deletes a visitor with `npm run admin`.",
    "",
    "| may they… | the visitor | another visitor | administrator | stranger |",
    "| --- | --- | --- | --- | --- |",
    "| download it | yes | 403 forbidden | 403 forbidden | 401 unauthenticated |",
    "| delete it | yes | 403 forbidden | 403 forbidden; their own: 403 admin_account | 401 unauthenticated |",
    "",
  ].join("\n");
}

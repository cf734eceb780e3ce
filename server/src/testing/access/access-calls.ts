import type { Action } from "@retro/contract/actions";
import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { TreeItem } from "@retro/contract/items";
import type { TestApp, Visitor } from "../app.ts";
import { actionCalls } from "./access-calls-actions.ts";
import type { AccessBoard, AccessCall, AccessRequest, People } from "./access-request.ts";
import { addSticker, type TestBoard, treeOf } from "../boards.ts";
import { managementCalls } from "./management-calls.ts";

/** The options of docs/access.md, as they are set. */
export const optionValues: Record<string, Partial<FacilitatorOptions>> = {
  "no option": {},
  hideContent: { hideContent: true },
  stopEditing: { stopEditing: true },
  concealVoteCount: { concealVoteCount: true },
  showStickerDate: { showStickerDate: true },
  "votes: 0 a board": { votes: { limit: 0, item: "board" } },
  "votes: 2 a section": { votes: { limit: 2, item: "section" } },
  "avatars: none": { avatars: "none" },
  "avatars: show": { avatars: "show" },
  "avatars: hide": { avatars: "hide" },
};

/**
 * A board with a facilitator (unless `hasFacilitator` is false), these options, and the owner's sticker,
 * which is added after the options are set if they allow it. The clock moves on, so that calls reach no
 * limit.
 */
export async function makeAccessBoard(
  test: TestApp,
  { facilitator, owner }: People,
  options: Partial<FacilitatorOptions>,
  text: string,
  hasFacilitator = true,
): Promise<AccessBoard> {
  test.time.now += 60_000;
  const made = await facilitator.post("/api/v1/boards", { title: "Retro" });
  const { data: board } = made.json<{ data: TestBoard["board"] }>();
  const url = `/api/v1/boards/${board.id}`;
  const tree: TreeItem[] = await treeOf(facilitator, url);
  const columns = tree[0]?.children.map(({ id }) => id) ?? [];
  const bare: TestBoard = { id: board.id, url, board, columns };
  if (hasFacilitator) await facilitator.post(`${url}/facilitators`);
  const set = async (names: string[]) => {
    for (const option of names) {
      const value = options[option as keyof FacilitatorOptions];
      const answer = await facilitator.put(`${url}/facilitators`, { option, value });
      if (answer.statusCode !== 200) throw new Error(`${option}: ${answer.statusCode} ${answer.body}`);
    }
  };
  const names = Object.keys(options);
  await set(names.filter((name) => name !== "stopEditing"));
  const sticker = await addSticker(owner, bare, text);
  const anchor = await addSticker(facilitator, bare, "Anchor", columns[1]);
  const source = { text: "The owner's action", source_item_id: sticker.id };
  const action = (await owner.post(`${url}/actions`, source)).json<{ data: Action }>().data;
  await set(names.filter((name) => name === "stopEditing"));
  return { ...bare, sections: tree.map(({ id }) => id), sticker, anchor, action };
}

const join = ({ caller }: AccessRequest, channel: string) =>
  caller.post(
    "/broadcasting/auth",
    new URLSearchParams({ socket_id: "1.1", channel_name: channel }).toString(),
    {
      "content-type": "application/x-www-form-urlencoded",
    },
  );
const setOption = (option: string, value: unknown) => (ask: AccessRequest) =>
  ask.caller.put(`${ask.url}/facilitators`, { option, value });
const download = (kind: string) => (ask: AccessRequest) =>
  ask.caller.get(`/web/boards/${ask.boardId}/export-${kind}`);
const item = ({ url, scene }: AccessRequest) => `${url}/items/${scene.sticker.id}`;
const section = ({ url, scene }: AccessRequest) => `${url}/items/${scene.sections[0]}`;
/** The first step sets no option, so that those of the scene stay in force. */
const meetingSteps = [
  { id: "talk", kind: "custom", name: "Talk", minutes: null },
  { id: "vote", kind: "vote", minutes: null },
  { id: "discuss", kind: "discuss", minutes: null },
];
const startMeeting = ({ url }: Pick<AccessBoard, "url">, { facilitator }: People) =>
  facilitator.post(`${url}/meeting`, { steps: meetingSteps });
const startReview = ({ url }: Pick<AccessBoard, "url">, { facilitator }: People) =>
  facilitator.post(`${url}/meeting`, { steps: [{ id: "review", kind: "review", minutes: null }] });
const pause = { pause_time: 1, count_pause_time: 1 };
const twoMinutes = 121_000;

/** One call for each line of docs/access.md. */
export const accessCalls: Record<string, AccessCall> = {
  "open the board": { ask: ({ caller, url }) => caller.get(url) },
  "read the stickers": { ask: ({ caller, url }) => caller.get(`${url}/items`) },
  "read the votes": { ask: ({ caller, url }) => caller.get(`${url}/items/votes`) },
  "catch up": { ask: ({ caller, url }) => caller.get(`${url}/changes?since=0`) },
  "see who is on the board": { ask: ({ caller, url }) => caller.get(`${url}/users-options`) },
  "download as PDF": { ask: download("pdf"), slow: true },
  "download for Excel": { ask: download("excel"), slow: true },
  "download as Markdown": { ask: download("markdown") },
  "download as CSV": { ask: download("csv") },
  "download as JSON": { ask: download("json") },
  "download the actions as a calendar": { ask: download("ics") },
  "save the sections as a template": { ask: ({ caller, url }) => caller.post(`${url}/template`, {}) },
  "duplicate the board": { ask: ({ caller, url }) => caller.post(`${url}/copies`, { stickers: true }) },
  "make a board with the same sections": {
    ask: ({ caller, url }) => caller.post(`${url}/copies`, { stickers: false }),
  },
  "remove the board from their own list": { ask: ({ caller, url }) => caller.delete(`${url}/visit`) },
  "put the board back into their own list": { ask: ({ caller, url }) => caller.put(`${url}/visit`) },
  "join the presence channel": { ask: (ask) => join(ask, `presence-boards.${ask.boardId}`) },
  "join the facilitation channel": { ask: (ask) => join(ask, `private-boards.${ask.boardId}`) },
  "join the owner's own channel": { ask: (ask) => join(ask, `private-users.${ask.ownerId}`) },
  "add a sticker": {
    ask: ({ caller, url, scene }) =>
      caller.post(`${url}/items`, { title: "New", parent_id: scene.columns[0] }),
    namesItems: true,
  },
  "add several stickers": {
    ask: ({ caller, url, scene }) =>
      caller.post(`${url}/items`, { items: [{ title: "A" }, { title: "B" }], parent_id: scene.columns[0] }),
    namesItems: true,
  },
  "edit the owner's sticker": {
    ask: (ask) => ask.caller.put(item(ask), { title: "Changed" }),
    namesItems: true,
  },
  "name the owner's group": {
    ask: (ask) => ask.caller.put(item(ask), { name: "Named" }),
    namesItems: true,
  },
  "note what was said about the owner's sticker": {
    ask: (ask) => ask.caller.put(item(ask), { note: "Said" }),
    namesItems: true,
  },
  "move the owner's sticker to a position": {
    ask: ({ caller, url, scene }) =>
      caller.put(`${url}/sort`, { item_id: scene.sticker.id, parent_id: scene.columns[2], position: 0 }),
    namesItems: true,
  },
  "move the owner's sticker after another": {
    ask: ({ caller, url, scene }) =>
      caller.put(`${url}/sort`, {
        item_id: scene.sticker.id,
        parent_id: scene.columns[1],
        after_id: scene.anchor.id,
      }),
    namesItems: true,
  },
  "group the owner's sticker with others": {
    ask: ({ caller, url, scene }) =>
      caller.put(`${url}/sort`, {
        moves: [{ item_id: scene.sticker.id, parent_id: scene.anchor.id, after_id: null }],
      }),
    namesItems: true,
  },
  "order the stickers of the owner's column": {
    // Other calls move the sticker.
    before: () => undefined,
    ask: ({ caller, url, scene }) =>
      caller.put(`${url}/order`, {
        orders: [{ parent_id: scene.columns[0], from: [scene.sticker.id], to: [scene.sticker.id] }],
      }),
    namesItems: true,
  },
  "delete the owner's sticker": {
    ask: (ask) => ask.caller.delete(item(ask)),
    changesBoard: true,
    namesItems: true,
  },
  "restore the owner's sticker, which they deleted": {
    async before(scene, { facilitator }, test) {
      await facilitator.delete(`${scene.url}/items/${scene.sticker.id}`);
      // Options may forbid the deletion, so the facilitator's counts as the caller's.
      scene.setDeleter = async (user_id) => {
        await test.deps.database.db
          .updateTable("deletions")
          .set({ user_id })
          .where("id", "=", scene.sticker.id)
          .execute();
      };
    },
    async ask(ask) {
      if ("user" in ask.caller) await ask.scene.setDeleter?.((ask.caller as Visitor).user.id);
      return ask.caller.post(`${item(ask)}/restore`);
    },
    changesBoard: true,
    namesItems: true,
  },
  ...actionCalls,
  "list the anonymous questions": { ask: ({ caller, url }) => caller.get(`${url}/questions`) },
  "read an anonymous question": { ask: ({ caller, url }) => caller.get(`${url}/questions/worth`) },
  "answer an anonymous question": {
    ask: ({ caller, url }) => caller.put(`${url}/questions/worth/answer`, { value: 4 }),
  },
  "end an anonymous question": {
    ask: ({ caller, url }) => caller.post(`${url}/questions/end`, { kinds: ["worth"] }),
    changesBoard: true,
  },
  vote: { ask: (ask) => ask.caller.post(`${item(ask)}/vote`), namesItems: true },
  "have a number of votes": {
    ask: (ask) => ask.caller.put(`${item(ask)}/vote`, { votes: 1 }),
    namesItems: true,
  },
  "take a vote back": { ask: (ask) => ask.caller.delete(`${item(ask)}/vote`), namesItems: true },
  "react to the owner's sticker": {
    ask: (ask) => ask.caller.put(`${item(ask)}/reactions/heart`),
    namesItems: true,
  },
  "take a reaction back": {
    ask: (ask) => ask.caller.delete(`${item(ask)}/reactions/heart`),
    namesItems: true,
  },
  "rename the board": { ask: ({ caller, url }) => caller.put(url, { title: "Renamed" }) },
  "describe the board": { ask: ({ caller, url }) => caller.put(url, { description: "Described" }) },
  "rename a section in the settings": {
    ask: ({ caller, url, scene }) =>
      caller.put(url, { sections: [{ id: scene.sections[0] as string, title: "Renamed" }] }),
  },
  "choose the section for actions": {
    ask: ({ caller, url, scene }) =>
      caller.put(url, { sections: [{ id: scene.sections[0] as string, holds: "actions" }] }),
  },
  "add a section": {
    ask: ({ caller, url }) => caller.put(url, { sections: [{ title: "One more" }] }),
    changesBoard: true,
  },
  "delete a section in the settings": {
    ask: ({ caller, url, scene }) => caller.put(url, { deletes: [scene.sections[0] as string] }),
    changesBoard: true,
  },
  "edit a section": { ask: (ask) => ask.caller.put(section(ask), { title: "Edited" }), namesItems: true },
  "delete a section": { ask: (ask) => ask.caller.delete(section(ask)), changesBoard: true, namesItems: true },
  "start the timer": {
    ask: ({ caller, url }) => caller.post(`${url}/timers`, { count_time: 60 }),
    changesBoard: true,
  },
  "set the idle timer": { ask: ({ caller, url }) => caller.put(`${url}/timers`, { count_time: 60 }) },
  "add a minute to the running timer": {
    before: ({ url }, { facilitator }) => facilitator.post(`${url}/timers`, { count_time: 60 }),
    ask: ({ caller, url }) => caller.put(`${url}/timers`, { count_time: 120 }),
    changesBoard: true,
  },
  "pause the running timer": {
    before: ({ url }, { facilitator }) => facilitator.post(`${url}/timers`, { count_time: 60 }),
    ask: ({ caller, url }) => caller.put(`${url}/timers`, pause),
    changesBoard: true,
  },
  "play the paused timer": {
    async before({ url }, { facilitator }) {
      await facilitator.post(`${url}/timers`, { count_time: 60 });
      await facilitator.put(`${url}/timers`, pause);
    },
    ask: ({ caller, url }) => caller.put(`${url}/timers`, { start_time: 1 }),
    changesBoard: true,
  },
  "stop the timer": { ask: ({ caller, url }) => caller.delete(`${url}/timers`), changesBoard: true },
  "learn how many users have voted": { ask: ({ caller, url }) => caller.get(`${url}/voters`) },
  "learn how many votes are left for all together": {
    ask: ({ caller, url }) => caller.get(`${url}/votes-left`),
  },
  "set hideContent": { ask: setOption("hideContent", true), changesBoard: true },
  "set stopEditing": { ask: setOption("stopEditing", true), changesBoard: true },
  "set concealVoteCount": { ask: setOption("concealVoteCount", true), changesBoard: true },
  "set showStickerDate": { ask: setOption("showStickerDate", true), changesBoard: true },
  "set votes": { ask: setOption("votes", { limit: 3, item: "board" }), changesBoard: true },
  "set avatars": { ask: setOption("avatars", "hide"), changesBoard: true },
  "take the seat": { ask: ({ caller, url }) => caller.post(`${url}/facilitators`), changesBoard: true },
  "take the seat two minutes after its holder left": {
    before(_scene, _people, test) {
      test.time.now += twoMinutes;
    },
    ask: ({ caller, url }) => caller.post(`${url}/facilitators`),
    changesBoard: true,
  },
  "open a round of votes": {
    ask: ({ caller, url }) => caller.post(`${url}/rounds`, { name: "Second" }),
    changesBoard: true,
  },
  "close the round of votes": {
    ask: ({ caller, url }) => caller.delete(`${url}/rounds`),
    changesBoard: true,
  },
  "see what a meeting begins with": { ask: ({ caller, url }) => caller.get(`${url}/meeting`) },
  "start a meeting": { ask: ({ caller, url }) => caller.post(`${url}/meeting`, {}), changesBoard: true },
  "go to a step of the meeting": {
    before: startMeeting,
    ask: ({ caller, url }) => caller.put(`${url}/meeting`, { step: "vote" }),
    changesBoard: true,
  },
  "put the owner's sticker up as the topic of the meeting": {
    async before(scene, people) {
      await startMeeting(scene, people);
      await people.facilitator.put(`${scene.url}/meeting`, { step: "discuss" });
    },
    ask: ({ caller, url, scene }) => caller.put(`${url}/meeting`, { topic: scene.sticker.id }),
    changesBoard: true,
  },
  "put back what the last step of the meeting replaced": {
    async before(scene, people) {
      await startMeeting(scene, people);
      await people.facilitator.put(`${scene.url}/meeting`, { step: "vote" });
    },
    ask: ({ caller, url }) => caller.put(`${url}/meeting`, { undo: true }),
    changesBoard: true,
  },
  "change the steps of the meeting": {
    before: startMeeting,
    ask: ({ caller, url }) => caller.put(`${url}/meeting`, { steps: meetingSteps.toReversed() }),
  },
  "read a review that is not open": { ask: ({ caller, url }) => caller.get(`${url}/review`) },
  "show a review without the key of the board's space": {
    before: startReview,
    ask: ({ caller, url }) => caller.put(`${url}/meeting`, { review: true }),
  },
  "close a review": {
    before: startReview,
    ask: ({ caller, url }) => caller.put(`${url}/meeting`, { review: false }),
  },
  "end the meeting": {
    before: startMeeting,
    ask: ({ caller, url }) => caller.delete(`${url}/meeting`),
    changesBoard: true,
  },
  "leave the seat": { ask: ({ caller, url }) => caller.delete(`${url}/facilitators`), changesBoard: true },
  ...managementCalls,
  "reset votes": { ask: ({ caller, url }) => caller.put(`${url}/reset-votes`) },
  "delete all stickers": { ask: ({ caller, url }) => caller.put(`${url}/delete-cards`), changesBoard: true },
};

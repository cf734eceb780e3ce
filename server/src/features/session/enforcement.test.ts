import { randomUUID } from "node:crypto";
import type { Change } from "@retro/contract/changes";
import type { Item, OptionName } from "@retro/contract/entities";
import { actions, roles, type Role, scenarios, sight, verdict } from "@retro/rules/table";
import { describe, expect, test } from "vitest";
import { type Answer, buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, flat, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { type Listener, listenOn } from "../../testing/socket.ts";

/** Walks the table of `rules/src/table.ts`: every option × every call and road × every role, on the real server. */
interface Stage {
  test: TestApp;
  board: TestBoard;
  people: Record<Exclude<Role, "stranger">, Visitor>;
  sticker: Item;
  others: TestBoard;
  before: number;
}

const secret = "Отпуск в мае: nobody knows zyx";

async function stage(options: object): Promise<Stage> {
  const app = await buildTestApp();
  await app.listen();
  const [facilitator, owner, participant, outsider] = [
    await app.visitor(),
    await app.visitor(),
    await app.visitor(),
    await app.visitor(),
  ];
  const board = await makeBoard(facilitator);
  const others = await makeBoard(outsider);
  await facilitator.post(`${board.url}/facilitators`);
  for (const [option, value] of Object.entries(options)) {
    const set = await facilitator.put(`${board.url}/facilitators`, { option: option as OptionName, value });
    expect(set.statusCode).toBe(200);
  }
  const before = 1 + 1 + Object.keys(options).length;
  // The owner writes under the restriction: nobody has seen the text before. Where writing is stopped, the facilitator pauses that.
  const stopped = "stopEditing" in options;
  if (stopped) await facilitator.put(`${board.url}/facilitators`, { option: "stopEditing", value: false });
  const sticker = await addSticker(owner, board, secret);
  if (stopped) await facilitator.put(`${board.url}/facilitators`, { option: "stopEditing", value: true });
  return {
    test: app,
    board,
    people: { facilitator, owner, participant, "other board's member": outsider },
    sticker,
    others,
    before,
  };
}

function outcome(answer: Answer): string {
  return answer.statusCode < 300 ? "yes" : `${answer.statusCode} ${answer.json<{ code: string }>().code}`;
}

/** One call of each action of the table, under the address given. */
function calls(stageOf: Stage, asker: Visitor, url: string): Record<string, () => Promise<Answer>> {
  const { board, sticker } = stageOf;
  const section = board.board.sections[0]?.id;
  return {
    "add a sticker": () => asker.post(`${url}/items`, { title: "New", parent_id: board.columns[0] }),
    "edit the owner's sticker": () => asker.put(`${url}/items/${sticker.id}`, { title: "Changed" }),
    "move the owner's sticker": () =>
      asker.put(`${url}/sort`, { item_id: sticker.id, parent_id: board.columns[1], position: 0 }),
    "delete the owner's sticker": () => asker.delete(`${url}/items/${sticker.id}`),
    vote: () => asker.post(`${url}/items/${sticker.id}/vote`),
    "take a vote back": () => asker.delete(`${url}/items/${sticker.id}/vote`),
    "edit the board": () => asker.put(url, { title: "Renamed" }),
    "edit a section": () => asker.put(`${url}/items/${section}`, { title: "Renamed" }),
    "delete a section": () => asker.delete(`${url}/items/${section}`),
    "set the timer": () => asker.put(`${url}/timers`, { count_time: 60 }),
    "stop the timer": () => asker.delete(`${url}/timers`),
    "set an option": () => asker.put(`${url}/facilitators`, { option: "showStickerDate", value: true }),
    "take the seat": () => asker.post(`${url}/facilitators`),
    "reset votes": () => asker.put(`${url}/reset-votes`),
    "delete all stickers": () => asker.put(`${url}/delete-cards`),
    "leave the seat": () => asker.delete(`${url}/facilitators`),
  };
}

describe.each(scenarios)("[H5] under $name", (scenario) => {
  test.each([...roles].toReversed())(
    "the %s may do just what the table says",
    async (role) => {
      let at = await stage(scenario.options);
      for (const action of actions) {
        const expected = verdict(action, scenario, role);
        const asker =
          role === "stranger"
            ? Object.assign(at.test.browser(), { user: at.people.owner.user })
            : at.people[role];
        const url =
          role !== "other board's member"
            ? at.board.url
            : action.onItem
              ? at.others.url
              : `/api/v1/boards/${randomUUID()}`;
        const answer = await calls(at, asker, url)[action.name]?.();
        expect([action.name, answer && outcome(answer)]).toEqual([action.name, expected]);
        // What succeeded has changed the board: the next call gets a fresh one.
        if (expected === "yes") at = await stage(scenario.options);
      }
    },
    60_000,
  );

  test("each role learns of the sticker just what the table says, on every road", async () => {
    const at = await stage(scenario.options);
    const { facilitator, owner, participant } = at.people;
    const ears: [Role, Visitor, Listener][] = [];
    for (const [role, visitor] of [
      ["facilitator", facilitator],
      ["owner", owner],
      ["participant", participant],
    ] as const)
      ears.push([role, visitor, await listenOn(at.test, visitor, at.board.id)]);
    // Touch the sticker once more, so that an event tells of it; by the facilitator, who may under every option.
    await facilitator.put(`${at.board.url}/sort`, {
      item_id: at.sticker.id,
      parent_id: at.board.columns[2],
      position: 0,
    });
    const roads = async (visitor: Visitor): Promise<Record<string, Item | undefined>> => {
      const find = (items: readonly Item[]) => items.find((i) => i.id === at.sticker.id);
      const changes = (await visitor.get(`${at.board.url}/changes?since=1`)).json<{
        data: { changes: Change[] };
      }>().data.changes;
      const again = await visitor.post(`${at.board.url}/items?return=items`, {
        id: at.sticker.id,
        title: "x",
        parent_id: at.board.columns[0],
      });
      return {
        "GET items": find(flat(await treeOf(visitor, at.board.url))),
        "GET changes": find(changes.flatMap((c) => (c.type === "item.put" ? [c.item] : []))),
        ...(again.statusCode === 201 ? { "?return=items": find(flat(again.json<{ data: [] }>().data)) } : {}),
      };
    };
    for (const [role, visitor, ear] of ears) {
      const expected = sight(scenario, role);
      for (const [road, item] of Object.entries(await roads(visitor)))
        expect([
          role,
          road,
          item && { text: item.title === secret, author: item.user_id !== null, count: item.votes !== null },
        ]).toEqual([role, road, expected]);
      await ear.settle();
      const told = ear.raw.heard.filter((f) => f.event === "board-items.update") as unknown as {
        channel: string;
        data: { changes: Change[] };
      }[];
      const items = told.flatMap((f) =>
        f.data.changes.flatMap((c) => (c.type === "item.put" ? [{ channel: f.channel, item: c.item }] : [])),
      );
      expect(items.length).toBeGreaterThan(0);
      for (const { channel, item } of items)
        expect([
          role,
          channel,
          { text: item.title === secret, author: item.user_id !== null, count: item.votes !== null },
        ]).toEqual([role, channel, sight(scenario, channel.startsWith("private-users") ? role : "channel")]);
      expect([role, "frames hold the text", ear.wire().includes("knows zyx")]).toEqual([
        role,
        "frames hold the text",
        expected?.text,
      ]);
      const counts = (await visitor.get(`${at.board.url}/items/votes`)).json<{ meta: { counts: unknown } }>()
        .meta.counts;
      expect([role, "counts", counts !== null]).toEqual([role, "counts", expected?.count]);
    }
  });
});

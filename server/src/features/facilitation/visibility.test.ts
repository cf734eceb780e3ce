import type { Change } from "@retro/contract/changes";
import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { Item, TreeItem } from "@retro/contract/items";
import type { BoardFile } from "@retro/contract/files/board-file";
import { beforeAll, describe, expect, test } from "vitest";
import { optionValues, makeAccessBoard } from "../../testing/access/access-calls.ts";
import type { AccessBoard } from "../../testing/access/access-request.ts";
import { readAccessPage, type Role } from "../../testing/access/access-page.ts";
import { type TestResponse, buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { flattenTree } from "../../testing/boards.ts";
import { type Listener, listenOn } from "../../testing/nodes/listener.ts";

/**
 * Checks docs/access.md on what users learn of the owner's sticker: in answers, events, changes and exports.
 */
const page = readAccessPage();
const secret = "Отпуск в мае: nobody knows zyx";
const ownerName = "Owner Wyvern";

let shared: TestApp;
let people: Record<"facilitator" | "owner" | "participant", Visitor>;
beforeAll(async () => {
  shared = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 22) });
  await shared.listen();
  people = {
    facilitator: await shared.visitor(),
    owner: await shared.visitor({ name: ownerName, options: { isAvatarStickers: true } }),
    participant: await shared.visitor(),
  };
});

const insiders = ["facilitator", "owner", "participant"] as const;
const learntOf = (item: Item | undefined) =>
  item && { text: item.title === secret, author: item.user_id !== null, count: item.votes !== null };
const puts = (changes: readonly Change[]) => changes.flatMap((c) => (c.type === "item.put" ? [c.item] : []));

/** What each of these tells a user of the owner's sticker. */
async function roads(visitor: Visitor, { id, url, columns, sticker }: AccessBoard, mayWrite: boolean) {
  const find = (items: readonly Item[]) => items.find((item) => item.id === sticker.id);
  const tree = (answer: TestResponse) => flattenTree(answer.json<{ data: TreeItem[] }>().data);
  const changes = (await visitor.get(`${url}/changes?since=1`)).json<{ data: { changes: Change[] } }>();
  // A user who may not write gets no tree in an answer to a change.
  const added = await visitor.post(`${url}/items?return=items`, { title: "x", parent_id: columns[0] });
  expect(added.statusCode).toBe(mayWrite ? 201 : 403);
  const file = (await visitor.get(`/web/boards/${id}/export-json`)).json<BoardFile>();
  const inFile = file.sections.flatMap((section) => section.columns.flat());
  expect(inFile.length).toBeGreaterThan(0);
  return {
    items: {
      "GET items": find(tree(await visitor.get(`${url}/items`))),
      "GET changes": find(puts(changes.data.changes)),
      ...(mayWrite ? { "?return=items": find(tree(added)) } : {}),
    },
    fileText: inFile.some((each) => each.text === secret),
    fileCount: inFile.every((each) => typeof each.votes === "number"),
    csv: (await visitor.get(`/web/boards/${id}/export-csv`)).body,
    markdown: (await visitor.get(`/web/boards/${id}/export-markdown`)).body,
    counts: (await visitor.get(`${url}/items/votes`)).json<{ meta: { counts: unknown } }>().meta.counts,
  };
}

describe.each(page.options)("[H1, H2, H3, H4, H5] what each user gets of a sticker, %s", (option) => {
  const options: Partial<FacilitatorOptions> = optionValues[option] ?? {};

  test("in answers and files", async () => {
    const scene = await makeAccessBoard(shared, people, options, secret);
    for (const role of insiders) {
      const expected = page.visibility(option, role);
      const mayWrite = options.stopEditing !== true || role === "facilitator";
      const { items, fileText, fileCount, csv, markdown, counts } = await roads(
        people[role],
        scene,
        mayWrite,
      );
      for (const [road, item] of Object.entries(items))
        expect([role, road, learntOf(item)]).toEqual([role, road, expected]);
      expect([role, "JSON", fileText, fileCount]).toEqual([role, "JSON", expected?.text, expected?.count]);
      for (const text of [csv, markdown])
        expect([role, "file", text.includes("knows zyx")]).toEqual([role, "file", expected?.text]);
      expect([role, "CSV", csv.split("\r\n")[0]?.includes("votes")]).toEqual([role, "CSV", expected?.count]);
      // A file names no author while avatars are hidden, not even its owner.
      expect([role, "CSV", csv.includes(ownerName)]).toEqual([role, "CSV", options.avatars !== "hide"]);
      expect([role, "counts", counts !== null]).toEqual([role, "counts", expected?.count]);
    }
  });

  test("in events, on the board's channel and on one's own", async () => {
    const scene = await makeAccessBoard(shared, people, options, secret);
    const listeners: [Role, Listener][] = [];
    for (const role of insiders) listeners.push([role, await listenOn(shared, people[role], scene.id)]);
    // The facilitator may touch the sticker under every option; an event tells of it.
    const moved = await people.facilitator.put(`${scene.url}/sort`, {
      item_id: scene.sticker.id,
      parent_id: scene.columns[2],
      position: 0,
    });
    expect(moved.statusCode).toBe(200);
    for (const [role, listener] of listeners) {
      await listener.flush();
      const told = listener.raw.received
        .filter((frame) => frame.event === "board-items.update")
        .map((frame) => frame as unknown as { channel: string; data: { changes: Change[] } })
        .flatMap(({ channel, data }) => puts(data.changes).map((item) => ({ channel, item })));
      expect(told.some(({ channel }) => channel.startsWith("presence-boards"))).toBe(true);
      for (const { channel, item } of told) {
        const audience = channel.startsWith("private-users") ? role : "the board's channel";
        expect([role, channel, learntOf(item)]).toEqual([role, channel, page.visibility(option, audience)]);
      }
      const own = told.findLast(({ channel }) => channel.startsWith("private-users")) ?? told.at(-1);
      expect([role, learntOf(own?.item)]).toEqual([role, page.visibility(option, role)]);
      const received = listener.receivedText().includes("knows zyx");
      expect([role, "frames", received]).toEqual([role, "frames", page.visibility(option, role)?.text]);
    }
  });

  test("in whispers", async () => {
    const scene = await makeAccessBoard(shared, people, options, secret);
    const channel = `presence-boards.${scene.id}`;
    const listener = await listenOn(shared, people.participant, scene.id);
    const sender = await listenOn(shared, people.owner, scene.id);
    const look = { name: ownerName, options: people.owner.user.options };
    sender.raw.send("client-edit.board-item", { item_id: scene.sticker.id }, channel);
    sender.raw.send("client-write.column", { column_id: scene.columns[0] }, channel);
    sender.raw.send("client-write.column", { column_id: scene.columns[1] }, `private-boards.${scene.id}`);
    sender.raw.send("client-update.user", look, channel);
    await sender.flush();
    await listener.flush();
    const writing = listener.raw.received.filter(({ event }) => event === "client-write.column");
    expect({
      editing: listener.events("client-edit.board-item").length > 0,
      writer: writing.some((frame) => frame.user_id === people.owner.user.id),
      someone: writing.some((frame) => frame.user_id === undefined && frame.channel?.startsWith("private-")),
      user: listener.events("client-update.user").length > 0,
    }).toEqual(page.whispers(option));
  });
});

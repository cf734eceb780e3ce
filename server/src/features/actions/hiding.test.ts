import { describe, expect, test } from "vitest";
import type { Action } from "@retro/contract/actions";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";
import { describeReceived } from "../../testing/received-events.ts";
import { makeSpace } from "../../testing/spaces.ts";

/**
 * What everyone learns of an action that was made from a sticker. Ann facilitates; “one” is Ann's sticker,
 * “two” is Bob's.
 */
const start = observeBoards();

const secret = "nobody-knows-zyx";

/** Cy has made an action from Bob's sticker. */
async function fromBobsSticker(t: ObservedBoard): Promise<void> {
  const link = "https://t.example/browse/RET-1-nobody-knows";
  const details = { link, owner_name: "Zoe Zebra", due_on: "2026-12-01" };
  await t.sendOk("cy", "POST", "/actions", { text: secret, ...details, source_item_id: "@two" });
}

describe("[D3] while content is hidden", () => {
  test("an action from a sticker is hidden from everyone but both authors and the facilitator", async () => {
    const t = await start();
    await fromBobsSticker(t);
    await t.facilitate({ hideContent: true });
    const seen = async (by: "ann" | "bob" | "cy") =>
      ((await t.send(by, "GET", "/actions")).data as Action[])[0];
    for (const by of ["ann", "bob", "cy"] as const)
      expect(await seen(by)).toMatchObject({ text: secret, hidden: false });
    const eve = await t.app.visitor();
    const stranger = (await eve.get(`${t.url}/actions`)).json<{ data: Action[] }>().data;
    const nothing = { text: null, link: null, owner_id: null, owner_name: null, due_on: null };
    expect(stranger).toMatchObject([{ ...nothing, hidden: true }]);
  });

  test("the board's channel carries no text of it; both authors and the facilitator get it on their own channels", async () => {
    const t = await start();
    await fromBobsSticker(t);
    await t.facilitate({ hideContent: true });
    const done = await t.sendOk("cy", "PUT", "/actions/@!nobody-knows-zyx", { text: `${secret} again` });
    expect(describeReceived(done).bob).toEqual([
      "presence board-items.update: action @!nobody-knows-zyx hidden",
      "own board-items.update: action @!nobody-knows-zyx",
    ]);
    expect(describeReceived(done).annTab).toHaveLength(2);
    const shared = Object.values(done.received)
      .flat()
      .filter(({ on }) => on !== "own");
    expect(JSON.stringify(shared)).not.toMatch(new RegExp(`${secret} again|Zoe Zebra|2026-12-01`));
  });

  test("an attacker does not get it from the changes, by editing, moving, deleting or restoring it", async () => {
    const t = await start();
    const eve = await t.app.visitor();
    await fromBobsSticker(t);
    const url = `${t.url}/actions/${t.names.id("@!nobody-knows-zyx")}`;
    const version = (await t.boardRow())["version"] as number;
    await t.facilitate({ hideContent: true });
    const changes = await eve.get(`${t.url}/changes?since=${version - 1}`);
    const answers = [
      await eve.put(url, { text: "mine now" }),
      await eve.put(url, { status: "done" }),
      await eve.put(url, { text: "mine now", rev: 7 }),
      await eve.put(`${url}/position`, { after_id: null }),
      await eve.put(`${url}/position`, { after_id: null, from: { order: "guessed" } }),
      await eve.delete(url),
      await eve.delete(`${url}?rev=9`),
    ];
    for (const answer of answers)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, "content_hidden"]);
    for (const answer of [changes, ...answers])
      expect(answer.body).not.toMatch(new RegExp(`${secret}|Zoe Zebra|2026-12-01`));
    expect(changes.json()).toMatchObject({ data: { changes: expect.any(Array) } });
  });

  test("a user who deleted it before it was hidden cannot read it by restoring it", async () => {
    const t = await start();
    const eve = await t.app.visitor();
    await t.sendOk("bob", "POST", "/actions", { text: secret, source_item_id: "@two" });
    const url = `${t.url}/actions/${t.names.id("@!nobody-knows-zyx")}`;
    expect((await eve.delete(url)).statusCode).toBe(200);
    await t.facilitate({ hideContent: true });
    const answer = await eve.post(`${url}/restore`);
    expect([answer.statusCode, answer.body.includes(secret)]).toEqual([403, false]);
  });

  test("an action stays hidden when its sticker is deleted, and when the sticker's author is erased", async () => {
    const t = await start();
    const eve = await t.app.visitor();
    const zoe = await t.app.visitor();
    const column = t.names.id("@A.0");
    const made = await zoe.post(`${t.url}/items`, { title: "Zoe's", parent_id: column });
    const { id } = made.json<{ data: { id: string } }>().data;
    await zoe.post(`${t.url}/actions`, { text: secret, source_item_id: id });
    await t.facilitate({ hideContent: true });
    expect((await zoe.delete(`${t.url}/items/${id}`)).statusCode).toBe(200);
    const read = async () => (await eve.get(`${t.url}/actions`)).body;
    expect(await read()).not.toContain(secret);
    expect((await zoe.delete(`/api/v1/users/${zoe.user.id}`)).statusCode).toBe(200);
    expect(await read()).not.toContain(secret);
    expect(JSON.parse(await read())).toMatchObject({ data: [{ hidden: true, user_id: null }] });
    await t.facilitate({ hideContent: false });
    expect(await read()).toContain(secret);
  });

  test("an action that was written directly is never hidden, and nobody makes one from a sticker that they cannot read", async () => {
    const t = await start();
    await t.facilitate({ hideContent: true });
    await t.sendOk("bob", "POST", "/actions", { text: "plain" });
    expect((await t.send("cy", "GET", "/actions")).data).toMatchObject([{ text: "plain", hidden: false }]);
    const refused = await t.send("cy", "POST", "/actions", { text: "guess", source_item_id: "@two" });
    expect([refused.status, refused.code]).toEqual([403, "content_hidden"]);
  });
});

test("[D3] an action whose sticker was deleted while it was written is saved, and hidden as one whose sticker is deleted later", async () => {
  const t = await start();
  await t.facilitate({ hideContent: true });
  const source = t.names.id("@two");
  await t.sendOk("ann", "DELETE", "/items/@two");
  const mine = await t.sendOk("bob", "POST", "/actions", { text: "late-zyx", source_item_id: source });
  expect(mine.data).toMatchObject({ text: "late-zyx", source_item_id: "@two", source_user_id: null });
  expect((await t.send("cy", "GET", "/actions")).data).toMatchObject([{ text: null, hidden: true }]);
});

test("[D3, H3] while avatars are hidden, both authors are withheld from the others, the facilitator included", async () => {
  const t = await start();
  await fromBobsSticker(t);
  await t.facilitate({ avatars: "hide" });
  const done = await t.sendOk("cy", "PUT", "/actions/@!nobody-knows-zyx", { status: "done" });
  expect(done.data).toMatchObject({ user_id: "@cy", source_user_id: null });
  const authors = (by: "ann" | "bob") =>
    t.send(by, "GET", "/actions").then(({ data }) => {
      const [{ user_id, source_user_id }] = data as [Action];
      return [user_id, source_user_id];
    });
  expect([await authors("ann"), await authors("bob")]).toEqual([
    [null, null],
    [null, "@bob"],
  ]);
});

test("[D2] while editing is stopped, a space's member sets the status, and nothing that is hidden from them", async () => {
  const t = await start();
  await fromBobsSticker(t);
  await t.sendOk("bob", "POST", "/actions", { text: "plain" });
  const { dan } = t.people;
  const space = `/api/v1/spaces/${await makeSpace(dan)}`;
  await t.people.ann.put(`${space}/boards/${t.names.id("@retro")}`);
  await t.facilitate({ stopEditing: true });
  const close = (name: string) => dan.put(`${space}/actions/${t.names.id(name)}`, { status: "done" });
  expect((await close("@!plain")).json()).toMatchObject({ data: { status: "done" } });
  const reopened = await t.people.bob.put(`${t.url}/actions/${t.names.id("@!plain")}`, { status: "open" });
  expect(reopened.json()).toMatchObject({ code: "stickers_locked" });
  await t.facilitate({ hideContent: true });
  expect((await close("@!nobody-knows-zyx")).json()).toMatchObject({ code: "content_hidden" });
});

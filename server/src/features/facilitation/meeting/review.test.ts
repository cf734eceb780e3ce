import { channels, eventNames } from "@retro/contract/events";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { BoardReview } from "@retro/contract/spaces/space-actions";
import { describe, expect, test } from "vitest";
import { buildTestApp, type Visitor } from "../../../testing/app.ts";
import { addSticker, makeBoard } from "../../../testing/boards.ts";
import { listenOn } from "../../../testing/nodes/listener.ts";
import { addAction, makeSpace, makeSpaceBoard } from "../../../testing/spaces.ts";

const steps = [
  { id: "review", kind: "review", minutes: null },
  { id: "talk", kind: "custom", name: "Talk", minutes: null },
];

/** Ann, a member, leads the meeting on `now`; Bob has the board's link alone. `last` has the open actions. */
async function start() {
  const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 26) });
  const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
  const key = await makeSpace(ann, "Secret team");
  const last = await makeSpaceBoard(ann, key, { title: "Last retro" });
  const now = await makeSpaceBoard(ann, key, { title: "This retro" });
  const action = await addAction(ann, last.id, "Call Bob");
  const url = `/api/v1/boards/${now.id}`;
  await ann.post(`${url}/meeting`, { steps });
  const show = (review: boolean, by = ann, spaceKey: string | null = key) =>
    by.put(`${url}/meeting`, { review }, spaceKey === null ? {} : { "x-space-key": spaceKey });
  const read = (by: Visitor) => by.get(`${url}/review`);
  const textsOf = async (by: Visitor) => {
    const answer = await read(by);
    if (answer.statusCode !== 200) return answer.statusCode;
    const { actions, settled } = answer.json<{ data: BoardReview }>().data;
    return [...actions, ...settled].map(({ text, status }) => `${text}: ${status}`);
  };
  const settle = (status: string) => ann.put(`/api/v1/spaces/${key}/actions/${action.id}`, { status });
  return { app, ann, bob, eve, key, last, now, url, show, read, textsOf, settle };
}

describe("a review on a board [F9]", () => {
  test("is read by everybody on the board, from when it is opened until it is closed, by late comers too", async () => {
    const { ann, bob, app, show, textsOf } = await start();
    expect([await textsOf(ann), await textsOf(bob)]).toEqual([404, 404]);
    expect((await show(true)).statusCode).toBe(200);
    const late = await app.visitor();
    for (const who of [ann, bob, late]) expect(await textsOf(who)).toEqual(["Call Bob: open"]);
    expect((await show(false)).statusCode).toBe(200);
    expect(await textsOf(bob)).toBe(404);
  });

  test("shows what is settled meanwhile, and tells the board, without data, of each change in the space", async () => {
    const { app, bob, now, last, ann, key, show, settle, textsOf } = await start();
    await app.listen();
    const tab = await listenOn(app, bob, now.id);
    await show(true);
    await settle("done");
    expect(await textsOf(bob)).toEqual(["Call Bob: done"]);
    await addAction(ann, last.id, "Another");
    // The opening, the status and the new action.
    await expect.poll(() => tab.events(eventNames.review)).toEqual([{}, {}, {}]);
    expect((await textsOf(bob)) as string[]).toEqual(["Another: open", "Call Bob: done"]);
    for (const secret of [key, "Secret team", "Last retro", last.id, "Call Bob"])
      expect(tab.receivedText()).not.toContain(secret);
  });

  test("ends with the step, and undo of the step opens it again", async () => {
    const { ann, bob, url, show, textsOf } = await start();
    await show(true);
    await ann.put(`${url}/meeting`, { step: "talk" });
    expect(await textsOf(bob)).toBe(404);
    await ann.put(`${url}/meeting`, { undo: true });
    expect(await textsOf(bob)).toEqual(["Call Bob: open"]);
    const back = async (step: string) => ann.put(`${url}/meeting`, { step });
    await back("talk");
    await back("review");
    expect(await textsOf(bob)).toBe(404);
    await show(true);
    await ann.delete(`${url}/meeting`);
    expect(await textsOf(bob)).toBe(404);
  });

  test("attack: a facilitator without the space's key opens nothing, and learns nothing of a space", async () => {
    const { app, ann, bob, key, url, show, textsOf } = await start();
    await ann.delete(`${url}/facilitators`);
    await bob.post(`${url}/facilitators`);
    const own = await makeSpace(bob);
    const outside = await makeBoard(bob);
    await bob.post(`${outside.url}/meeting`, { steps });
    const refusals = [
      await show(true, bob, null),
      await show(true, bob, own),
      await show(true, bob, "A".repeat(22)),
      await bob.put(`${outside.url}/meeting`, { review: true }, { "x-space-key": own }),
    ];
    for (const refused of refusals)
      expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: "space_key_required" }]);
    expect(await textsOf(bob)).toBe(404);
    // With the key the same press works: it was the key that was missing.
    expect((await show(true, bob, key)).statusCode).toBe(200);
    expect(await textsOf(await app.visitor())).toEqual(["Call Bob: open"]);
  });

  test("attack: whoever takes the seat keeps no review open that a member has opened, and forges none", async () => {
    const { ann, bob, url, show, textsOf } = await start();
    const opened = (await show(true)).json<{ data: Facilitation }>().data.meeting;
    await ann.delete(`${url}/facilitators`);
    expect(await textsOf(bob)).toBe(404);
    await bob.post(`${url}/facilitators`);
    expect(await textsOf(bob)).toBe(404);
    await bob.put(`${url}/meeting`, { undo: true });
    await bob.put(`${url}/meeting`, { steps, review: opened?.review });
    await bob.put(`${url}/meeting`, { review: opened?.review });
    expect(await textsOf(bob)).toBe(404);
  });

  test("attack: with a replaced link, in another space or in none, an open review shows nothing more", async () => {
    const { app, ann, bob, key, now, show, textsOf } = await start();
    await app.listen();
    const tab = await listenOn(app, bob, now.id);
    await show(true);
    await expect.poll(() => tab.events(eventNames.review)).toHaveLength(1);
    const next = (await ann.put(`/api/v1/spaces/${key}/link`)).json<{ data: { key: string } }>().data.key;
    expect(await textsOf(bob)).toBe(404);
    await expect.poll(() => tab.events(eventNames.review)).toHaveLength(2);
    expect((await show(true, ann, key)).statusCode).toBe(403);
    await show(true, ann, next);
    expect(await textsOf(bob)).toEqual(["Call Bob: open"]);
    const other = await makeSpace(ann);
    const there = await makeSpaceBoard(ann, other);
    await addAction(ann, there.id, "Of another team");
    await ann.put(`/api/v1/spaces/${other}/boards/${now.id}`, { leaving: next });
    expect(await textsOf(bob)).toBe(404);
    await ann.delete(`/api/v1/spaces/${other}/boards/${now.id}`);
    expect(await textsOf(bob)).toBe(404);
  });

  test("attack: it shows no hidden action, none of a board with a passphrase or in the bin, and no board's id", async () => {
    const { ann, bob, key, last, url, show, read, textsOf } = await start();
    await show(true);
    const secret = await makeSpaceBoard(ann, key, { title: "Sealed retro" });
    await addAction(ann, secret.id, "Sealed");
    await ann.put(`/api/v1/boards/${secret.id}/passphrase`, { passphrase: "horse battery staple" });
    const binned = await makeSpaceBoard(ann, key);
    await addAction(ann, binned.id, "Binned");
    await ann.delete(`/api/v1/boards/${binned.id}`);
    const hidden = await makeBoard(ann);
    await ann.put(`/api/v1/spaces/${key}/boards/${hidden.id}`);
    const sticker = await addSticker(ann, hidden, "Source");
    await addAction(ann, hidden.id, "Hidden", { source_item_id: sticker.id });
    await ann.post(`${hidden.url}/facilitators`);
    await ann.put(`${hidden.url}/facilitators`, { option: "hideContent", value: true });
    const archived = await makeSpaceBoard(ann, key);
    await addAction(ann, archived.id, "Archived");
    await ann.put(`/api/v1/boards/${archived.id}/archive`, { archived: true });
    expect(((await textsOf(bob)) as string[]).toSorted()).toEqual(["Archived: open", "Call Bob: open"]);
    // Ann has given the passphrase and may read her own hidden action.
    expect(await textsOf(ann)).toHaveLength(4);
    const { body } = await read(bob);
    for (const id of [
      last.id,
      secret.id,
      binned.id,
      hidden.id,
      archived.id,
      key,
      "Secret team",
      "Sealed retro",
    ])
      expect(body).not.toContain(id);
    expect((await bob.get(`${url}/review?after=~1~x`)).json<{ data: BoardReview }>().data.settled).toEqual(
      [],
    );
  });

  test("attack: it is not read without the board's passphrase, from the bin, without a session, or from another board", async () => {
    const { app, ann, bob, eve, key, now, last, show, read } = await start();
    await app.listen();
    await show(true);
    expect((await app.browser().get(`/api/v1/boards/${now.id}/review`)).statusCode).toBe(401);
    expect((await bob.get(`/api/v1/boards/${last.id}/review`)).statusCode).toBe(404);
    await ann.put(`/api/v1/boards/${now.id}/passphrase`, { passphrase: "horse battery staple" });
    expect((await read(eve)).json()).toMatchObject({ code: "passphrase_required" });
    const tab = await listenOn(app, eve, now.id, []);
    expect(await tab.join(channels.facilitation(now.id))).toBe(403);
    await ann.delete(`/api/v1/boards/${now.id}`);
    expect((await read(ann)).statusCode).toBe(404);
    await ann.put(`/api/v1/spaces/${key}/boards/${now.id}/restore`);
    // The bin has ended it.
    expect((await read(ann)).statusCode).toBe(404);
  });

  test("attack: who sees a review without the space's key sets no status by it", async () => {
    const { bob, url, show, read, textsOf } = await start();
    await show(true);
    const [action] = (await read(bob)).json<{ data: BoardReview }>().data.actions;
    const tries = [
      await bob.put(`${url}/actions/${action?.id}`, { status: "done" }),
      await bob.put(`${url}/review/actions/${action?.id}`, { status: "done" }),
      await bob.put(`/api/v1/spaces/${"A".repeat(22)}/actions/${action?.id}`, { status: "done" }),
      await show(true, bob),
    ];
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 403]);
    expect(await textsOf(bob)).toEqual(["Call Bob: open"]);
  });

  test("is opened in its step only", async () => {
    const { ann, url, show } = await start();
    await ann.put(`${url}/meeting`, { step: "talk" });
    expect((await show(true)).json()).toMatchObject({ code: "meeting_state" });
  });
});

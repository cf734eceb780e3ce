import type { Action } from "@retro/contract/actions";
import { afterAction, type SpaceActions } from "@retro/contract/spaces/space-actions";
import { describe, expect, test } from "vitest";
import { buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { facilitate } from "../../testing/sticker-fixture.ts";
import {
  addAction,
  openNewSpace,
  makeSpace,
  makeSpaceBoard,
  openActionsOf,
  openSpace,
} from "../../testing/spaces.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const start = Date.UTC(2026, 10, 22);
const secret = "nobody-knows-zyx";
const urlOf = (board: { id: string }) => `/api/v1/boards/${board.id}`;

/** Ann's space with two boards. */
async function spaceOf(app: TestApp) {
  const ann = await app.visitor();
  const key = await makeSpace(ann);
  const [one, two] = [
    await makeSpaceBoard(ann, key, { title: "One" }),
    await makeSpaceBoard(ann, key, { title: "Two" }),
  ];
  const setStatus = (by: Visitor, id: string, status: string) =>
    by.put(`/api/v1/spaces/${key}/actions/${id}`, { status });
  return { ann, key, one, two, setStatus };
}

async function statusOf(by: Visitor, boardId: string, id: string): Promise<string | undefined> {
  const answer = await by.get(`/api/v1/boards/${boardId}/actions`);
  return answer.json<{ data: Action[] }>().data.find((each) => each.id === id)?.status;
}

eachEngine("the open actions of a space", (open) => {
  test("[G7] are those of all its boards, the earliest due date first, then the oldest; a status leaves the list", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: start });
    const { ann, key, one, two, setStatus } = await spaceOf(app);
    const ben = await app.visitor();
    const late = await addAction(ann, one.id, "No date", { owner_name: "Ben" });
    app.time.now += 60_000;
    await addAction(ann, two.id, "No date either");
    await addAction(ann, two.id, "In May", { due_on: "2027-05-01" });
    await addAction(ann, one.id, "In March", { due_on: "2027-03-01" });
    const outside = await makeBoard(ann);
    await addAction(ann, outside.id, "Elsewhere");
    expect(await openActionsOf(ben, key)).toEqual(["In March", "In May", "No date", "No date either"]);
    const answer = await ben.get(`/api/v1/spaces/${key}/actions`);
    expect(answer.json<{ data: SpaceActions }>().data.actions[2]).toEqual({
      id: late.id,
      board_id: one.id,
      board_title: "One",
      text: "No date",
      owner_name: "Ben",
      due_on: null,
      link: null,
      status: "open",
      created_at: new Date(start).toISOString(),
    });
    const done = await setStatus(ben, late.id, "done");
    expect(done.json()).toMatchObject({ data: { id: late.id, status: "done", board_title: "One" } });
    expect(await openActionsOf(ann, key)).toEqual(["In March", "In May", "No date either"]);
    expect(await statusOf(ann, one.id, late.id)).toBe("done");
    expect((await setStatus(ben, late.id, "open")).statusCode).toBe(200);
    expect(await openActionsOf(ann, key)).toContain("No date");
    expect((await setStatus(ben, late.id, "someday")).statusCode).toBe(422);
  });

  test("[G7] a page goes on behind its last action, whatever its due date, and although that one has left the list", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: start });
    const { ann, key, one, setStatus } = await spaceOf(app);
    // At one time, so that the ids decide.
    const made = [];
    for (const due_on of ["2027-01-01", "2027-01-01", "2027-01-02", null, null])
      made.push(await addAction(ann, one.id, `Due ${due_on}`, { due_on }));
    const list = async (query = "") =>
      (await ann.get(`/api/v1/spaces/${key}/actions${query}`)).json<{ data: SpaceActions }>().data.actions;
    const all = await list();
    expect(all.map(({ due_on }) => due_on)).toEqual(made.map(({ due_on }) => due_on));
    for (const [i, action] of all.entries()) {
      await setStatus(ann, action.id, "done");
      expect(await list(`?after=${afterAction(action)}`)).toEqual(all.slice(i + 1));
    }
  });

  test("[G6] the chart counts the actions by month, and none of a board whose passphrase the member has not given", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: start });
    const { ann, key, one, two, setStatus } = await spaceOf(app);
    const first = await addAction(ann, one.id, "First");
    await addAction(ann, two.id, "Second");
    app.time.now = Date.UTC(2026, 11, 2);
    await setStatus(ann, first.id, "done");
    const counts = async (by: Visitor) =>
      (await openSpace(by, key)).chart.map((month) => [month.actions_created, month.actions_done]);
    const ben = await app.visitor();
    expect(await counts(ben)).toEqual([
      [2, 0],
      [0, 1],
    ]);
    await ann.put(`${urlOf(one)}/passphrase`, { passphrase: "open sesame" });
    expect(await counts(ann)).toEqual([
      [2, 0],
      [0, 1],
    ]);
    expect(await counts(ben)).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  test("[G7] attack: an action that is hidden from the reader takes no place on a page", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: start });
    const { ann, key, one } = await spaceOf(app);
    const eve = await app.visitor();
    const board = { url: urlOf(one), id: one.id };
    const [section] = (await ann.get(`${board.url}/items`)).json<{ data: { children: { id: string }[] }[] }>()
      .data;
    const sticker = await ann.post(`${board.url}/items`, {
      title: secret,
      parent_id: section!.children[0]!.id,
    });
    await addAction(ann, one.id, secret, {
      source_item_id: sticker.json<{ data: { id: string } }>().data.id,
    });
    for (let n = 1; n < 51; n += 1) {
      app.time.now += 5000;
      await addAction(ann, one.id, `Action ${n}`);
    }
    await facilitate(ann, board, { hideContent: true });
    const page = await eve.get(`/api/v1/spaces/${key}/actions`);
    const { actions, more } = page.json<{ data: SpaceActions }>().data;
    expect([actions.length, actions[0]?.text, more]).toEqual([50, "Action 1", false]);
  });
});

describe("who reads and changes the actions of a space", () => {
  test("[G7] an archived board keeps its actions; of a locked one the members still set the status [D2]", async () => {
    const app = await buildTestApp();
    const { ann, key, one, two, setStatus } = await spaceOf(app);
    const [kept, fixed] = [await addAction(ann, one.id, "Kept"), await addAction(ann, two.id, "Fixed")];
    expect((await ann.put(`${urlOf(one)}/archive`, { archived: true })).statusCode).toBe(200);
    expect((await ann.put(`${urlOf(two)}/lock`, { locked: true })).statusCode).toBe(200);
    expect((await openActionsOf(ann, key)).toSorted()).toEqual(["Fixed", "Kept"]);
    expect((await setStatus(ann, kept.id, "done")).statusCode).toBe(200);
    expect((await setStatus(ann, fixed.id, "done")).statusCode).toBe(200);
    expect(await statusOf(ann, two.id, fixed.id)).toBe("done");
  });

  test("[G7] its pages and the board hear of a new board and of every change of an action, the pages without data; a board in no space tells nobody", async () => {
    const { app, maker: ann, key, page, told } = await openNewSpace();
    const one = await makeSpaceBoard(ann, key);
    await expect.poll(told).toHaveLength(1);
    const onBoard = await listenOn(app, ann, one.id);
    const { id } = await addAction(ann, one.id, "Call Bob");
    await expect.poll(told).toHaveLength(2);
    await ann.put(`/api/v1/spaces/${key}/actions/${id}`, { status: "done" });
    await expect.poll(told).toHaveLength(3);
    await onBoard.flush();
    expect(onBoard.events("board-items.update").at(-1)).toMatchObject({
      changes: [{ type: "action.put", action: { id, status: "done" } }],
    });
    await ann.delete(`${urlOf(one)}/actions/${id}`);
    await expect.poll(told).toHaveLength(4);
    // The seat, then the option: hidden texts leave the pages of the space at once [H6].
    await facilitate(ann, { url: urlOf(one) }, { hideContent: true });
    await expect.poll(told).toHaveLength(6);
    const outside = await makeBoard(ann);
    await addAction(ann, outside.id, "Elsewhere");
    await addSticker(ann, outside, "A sticker");
    await page.flush();
    expect(told()).toEqual([{}, {}, {}, {}, {}, {}]);
  });

  test("[G7] attack: a guessed action id, and the action of a board of another space or of none, do not exist for a member", async () => {
    const app = await buildTestApp();
    const { ann, one, setStatus } = await spaceOf(app);
    const eve = await app.visitor();
    const own = await makeSpace(eve);
    await makeSpaceBoard(eve, own);
    const outside = await makeBoard(ann);
    const ids = [(await addAction(ann, one.id, secret)).id, (await addAction(ann, outside.id, secret)).id];
    const unknown = await eve.put(`/api/v1/spaces/${own}/actions/no-such-action`, { status: "done" });
    for (const id of ids) {
      const answer = await eve.put(`/api/v1/spaces/${own}/actions/${id}`, { status: "done" });
      expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
    }
    expect((await setStatus(ann, ids[1]!, "done")).statusCode).toBe(404);
    expect([await statusOf(ann, one.id, ids[0]!), await statusOf(ann, outside.id, ids[1]!)]).toEqual([
      "open",
      "open",
    ]);
  });

  test("[D3] attack: a member gets no hidden text through the space, neither by listing nor by changing it", async () => {
    const app = await buildTestApp();
    const { ann, key, one, setStatus } = await spaceOf(app);
    const [ben, eve] = [await app.visitor(), await app.visitor()];
    const board = { url: urlOf(one), id: one.id };
    const items = (await ann.get(`${board.url}/items`)).json<{
      data: { children: { id: string }[] }[];
    }>().data;
    const sticker = await ben.post(`${board.url}/items`, {
      title: secret,
      parent_id: items[0]!.children[0]!.id,
    });
    const source_item_id = sticker.json<{ data: { id: string } }>().data.id;
    const { id } = await addAction(ben, one.id, secret, { source_item_id });
    await addAction(ben, one.id, "Written directly");
    await facilitate(ann, board, { hideContent: true });
    expect(await openActionsOf(eve, key)).toEqual(["Written directly"]);
    expect((await openActionsOf(ben, key)).toSorted()).toEqual(["Written directly", secret]);
    const refused = await setStatus(eve, id, "done");
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: "content_hidden" }]);
    expect(refused.body).not.toContain(secret);
    expect(await statusOf(ann, one.id, id)).toBe("open");
  });

  test("[M4, M5] attack: a board with a passphrase, or in the bin, shows a member no action and takes no status", async () => {
    const app = await buildTestApp();
    const { ann, key, one, two, setStatus } = await spaceOf(app);
    const eve = await app.visitor();
    const [locked, binned] = [await addAction(ann, one.id, secret), await addAction(ann, two.id, secret)];
    await ann.put(`${urlOf(one)}/passphrase`, { passphrase: "open sesame" });
    expect((await ann.delete(urlOf(two))).statusCode).toBe(200);
    expect([await openActionsOf(eve, key), await openActionsOf(ann, key)]).toEqual([[], [secret]]);
    const unknown = await setStatus(eve, "no-such-action", "done");
    for (const id of [locked.id, binned.id]) {
      const answer = await setStatus(eve, id, "done");
      expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
    }
    expect(await statusOf(ann, one.id, locked.id)).toBe("open");
    await eve.post(`${urlOf(one)}/pass`, { passphrase: "open sesame" });
    expect(await openActionsOf(eve, key)).toEqual([secret]);
    expect((await setStatus(eve, locked.id, "dropped")).statusCode).toBe(200);
  });
});

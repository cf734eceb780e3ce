import { afterAll, beforeAll, expect, test } from "vitest";
import type { Action } from "@retro/contract/actions";
import type { Board } from "@retro/contract/boards";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { facilitate } from "../../testing/sticker-fixture.ts";
import { becomePerson, signInAtProvider, startProvider, type TestProvider } from "../../testing/provider.ts";
import { signInPerson } from "./commands.ts";
import { strictRows } from "../../testing/databases/strict-rows.ts";
import { TaskRows } from "../../jobs/task-rows.ts";
import { tasks } from "../housekeeping/tasks.ts";
import { insertMerge } from "../privacy/inheritance-store.ts";
import { resumeMerges } from "../privacy/merge.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const boardsOf = async (who: Visitor) =>
  (await who.get("/api/v1/boards"))
    .json<{ data: Board[] }>()
    .data.map(({ title }) => title)
    .toSorted();
const stickerOn = async (who: Visitor, board: TestBoard, id: string) =>
  flattenTree(await treeOf(who, board.url)).find((item) => item.id === id);

eachEngine("a guest who signs in as a person whom the server knows from another device", (open) => {
  test("[I1] loses nothing: boards, stickers, votes, reactions, actions and the seat are the person's", async () => {
    const database = await open();
    const app = await buildTestApp({ database, env: provider.env });
    const ann = await becomePerson(app.browser());
    const host = await app.visitor({ name: "Host" });
    const guest = await app.visitor({ name: "Guest" });
    const [annOnly, shared, guestOnly, seat] = [
      await makeBoard(ann, "Ann only"),
      await makeBoard(host, "Shared"),
      await makeBoard(guest, "Guest only"),
      await makeBoard(guest, "Seat"),
    ];
    const hers = await addSticker(guest, shared, "The guest's");
    const both = await addSticker(host, shared, "Both vote");
    for (const who of [ann, guest]) await who.post(`${shared.url}/items/${both.id}/vote`);
    await guest.post(`${shared.url}/items/${hers.id}/vote`);
    await guest.put(`${shared.url}/items/${both.id}/reactions/party`);
    const action = (await guest.post(`${shared.url}/actions`, { text: "Call Bob" })).json<{ data: Action }>()
      .data;
    const deleted = await addSticker(guest, guestOnly, "Deleted");
    await guest.delete(`${guestOnly.url}/items/${deleted.id}`);
    await guest.delete(`/api/v1/boards/${annOnly.id}/visit`);
    await facilitate(guest, seat, { hideContent: true });
    const hidden = await addSticker(guest, seat, "Hidden from others");
    const made = await makeBoard(guest, "Made, and left alone");
    await guest.delete(`${seat.url}/visit`);
    const voted = await addSticker(host, shared, "Deleted with both votes");
    for (const who of [ann, guest]) await who.post(`${shared.url}/items/${voted.id}/vote`);
    await host.delete(`${shared.url}/items/${voted.id}`);

    const again = await becomePerson(guest);
    expect(again.user.id).toBe(ann.user.id);
    for (const who of [again, ann])
      expect(await boardsOf(who)).toEqual(["Ann only", "Guest only", "Made, and left alone", "Shared"]);
    expect(await stickerOn(ann, shared, hers.id)).toMatchObject({ user_id: ann.user.id, votes: 1 });
    expect(await stickerOn(ann, seat, hidden.id)).toMatchObject({ title: "Hidden from others" });
    expect(await stickerOn(host, shared, both.id)).toMatchObject({
      votes: 2,
      reactions: { party: { count: 1, user_ids: [ann.user.id] } },
    });
    expect((await ann.delete(`${shared.url}/items/${hers.id}/vote`)).json().data.votes).toBe(0);
    const actions = (await ann.get(`${shared.url}/actions`)).json<{ data: Action[] }>().data;
    expect(actions.find(({ id }) => id === action.id)).toMatchObject({ user_id: ann.user.id });
    expect((await ann.post(`${guestOnly.url}/items/${deleted.id}/restore`)).statusCode).toBe(200);
    expect((await host.post(`${shared.url}/items/${voted.id}/restore`)).statusCode).toBe(200);
    expect(await stickerOn(host, shared, voted.id)).toMatchObject({ votes: 2 });
    expect((await ann.get(seat.url)).json().data).toMatchObject({ facilitator_id: ann.user.id });
    const creators = database.db.selectFrom("boards").select("creator_id").where("id", "=", made.id);
    expect(await creators.execute()).toEqual([{ creator_id: ann.user.id }]);
    const guests = database.db.selectFrom("users").select("name").where("name", "=", "Guest");
    expect(await guests.execute()).toEqual([]);
    expect(await database.db.selectFrom("user_merges").selectAll().execute()).toEqual([]);
  });

  test("[I1] a guest who presses twice becomes the person once, and loses nothing", async () => {
    const app = await buildTestApp({ database: await open(), env: provider.env });
    provider.person = { sub: crypto.randomUUID() };
    const guest = await app.visitor();
    const board = await makeBoard(guest, "The guest's");
    const { id } = await addSticker(guest, board, "Written as a guest");
    const subject = provider.person.sub;
    // Both presses found the guest's session, before either had an answer.
    const previous = await app.app.findSession({
      raw: { headers: { cookie: guest.cookieHeader() } },
    } as never);
    const press = () =>
      signInPerson(app.deps, null, {
        person: {
          issuer: provider.issuer,
          subject,
          name: null,
          groups: { names: [], complete: true },
          sid: null,
          idToken: null,
          refreshToken: null,
        },
        previous,
        keepsGuest: true,
        address: "127.0.0.1",
        userAgent: "",
        locale: "en",
      });
    await Promise.all([press(), press()]);
    const again = await becomePerson(app.browser());
    expect(again.user.id).toBe(guest.user.id);
    expect(await stickerOn(again, board, id)).toMatchObject({ user_id: guest.user.id });
  });

  test("[I1] a merge that a stop has interrupted goes on within the hour", async () => {
    const database = await open();
    const app = await buildTestApp({ database, env: provider.env, frozenAt: Date.now() });
    provider.person = { sub: crypto.randomUUID() };
    const ann = await becomePerson(app.browser());
    const guest = await app.visitor();
    const board = await makeBoard(guest, "Guest only");
    const { id } = await addSticker(guest, board, "The guest's");
    const former = new Map(guest.cookies);
    const begin = database.transaction.bind(database);
    let transactions = 0;
    database.transaction = (work) => {
      transactions += 1;
      return transactions > 3 ? Promise.reject(new Error("the server stops here")) : begin(work);
    };
    await signInAtProvider(guest);
    database.transaction = begin;
    expect(await stickerOn(ann, board, id)).not.toMatchObject({ user_id: ann.user.id });
    expect(await resumeMerges(app.deps, 5, strictRows())).toEqual({ done: 0, more: false });
    app.time.now += 60_000;
    const task = tasks.find(({ name }) => name === "interrupted merges");
    const cursor = { read: () => "", write: () => Promise.resolve() };
    expect(await task?.step(app.deps, cursor, strictRows())).toEqual({ done: 1, more: false });
    expect(await boardsOf(ann)).toEqual(["Guest only"]);
    expect(await stickerOn(ann, board, id)).toMatchObject({ user_id: ann.user.id });
    for (const [name, value] of former) guest.cookies.set(name, value);
    expect((await guest.get("/api/v1/users/auth")).statusCode).toBe(401);
  });

  test("[I1] a merge that fails stops none behind it", async () => {
    const database = await open();
    const app = await buildTestApp({ database, env: provider.env, frozenAt: Date.now() });
    const heir = await app.visitor();
    const guests = [await app.visitor(), await app.visitor()].toSorted((a, b) =>
      a.user.id < b.user.id ? -1 : 1,
    );
    for (const guest of guests) await makeBoard(guest, guest.user.id);
    for (const { user } of guests)
      await insertMerge(database.db, { user_id: user.id, into_id: heir.user.id }, 0);
    const begin = database.transaction.bind(database);
    let transactions = 0;
    database.transaction = (work) => {
      transactions += 1;
      return transactions === 1 ? Promise.reject(new Error("this one fails")) : begin(work);
    };
    const failed: string[] = [];
    const rows = new TaskRows((_, id) => failed.push(id));
    expect(await resumeMerges(app.deps, 5, rows)).toEqual({ done: 1, more: false });
    database.transaction = begin;
    expect([failed, await boardsOf(heir)]).toEqual([[guests[0]?.user.id], [guests[1]?.user.id]]);
  });
});

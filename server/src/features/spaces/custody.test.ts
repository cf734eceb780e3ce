import type { BoardListRow } from "@retro/contract/boards";
import { expect, test } from "vitest";
import { type Browser, buildTestApp, type TestResponse, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { makeSpace, makeSpaceBoard, openSpace } from "../../testing/spaces.ts";
import { keepHouse } from "../../testing/housekeeping.ts";

const start = Date.UTC(2026, 10, 28);
const dayMs = 86_400_000;
const words = "horse battery staple";

const urlOf = (id: string) => `/api/v1/boards/${id}`;
const moveIn = (who: Browser, key: string, id: string, leaving?: string) =>
  who.put(`/api/v1/spaces/${key}/boards/${id}`, { leaving });
const takeOwnOut = (who: Browser, id: string) => who.delete(`${urlOf(id)}/space`);
const takeBack = (who: Browser, key: string) => who.post(`/api/v1/spaces/${key}/returns`);
const setWords = (who: Browser, id: string, passphrase = words) =>
  who.put(`${urlOf(id)}/passphrase`, { passphrase });
const removeWords = (who: Browser, id: string, key?: string) =>
  who.put(`${urlOf(id)}/passphrase`, { passphrase: null }, key === undefined ? {} : { "x-space-key": key });
const replaceLink = async (who: Browser, key: string) =>
  (await who.put(`/api/v1/spaces/${key}/link`)).json<{ data: { key: string } }>().data.key;
const outcome = (answer: TestResponse) =>
  answer.statusCode < 400 ? "yes" : (answer.json<{ code?: string }>().code ?? String(answer.statusCode));
const idsIn = async (who: Visitor, key: string) => (await openSpace(who, key)).boards.map(({ id }) => id);
const listed = async (who: Browser, id: string) =>
  (await who.get("/api/v1/boards?mine=1")).json<{ data: BoardListRow[] }>().data.find((row) => row.id === id);
const reads = async (who: Browser, id: string) => (await who.get(urlOf(id))).statusCode === 200;

eachEngine("custody of a board", (open) => {
  const people = async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: start });
    const [ann, bob, eve] = [
      await app.visitor({ name: "Ann" }),
      await app.visitor({ name: "Bob" }),
      await app.visitor({ name: "Eve" }),
    ];
    const later = (ms = 60_000) => (app.time.now += ms);
    /** The sessions of those who are awake go on. */
    const passDays = async (days: number, ...awake: Visitor[]) => {
      for (let day = 0; day < days; day += 1) {
        later(dayMs);
        for (const who of awake) await who.get("/api/v1/boards?mine=1");
      }
    };
    const notSeenFor = async ({ user }: Visitor, days: number) => {
      await app.deps.database.db
        .updateTable("users")
        .set({ seen_at: app.time.now - days * dayMs - 1 })
        .where("id", "=", user.id)
        .execute();
    };
    return { app, ann, bob, eve, later, passDays, notSeenFor };
  };

  test("[G3] attack: a guest of one meeting takes its board into their own space, through a free seat and in it", async () => {
    const { app, ann, eve } = await people();
    await app.listen();
    const [team, own] = [await makeSpace(ann), await makeSpace(eve)];
    const { id, url } = await makeBoard(ann);
    await eve.get(url);
    expect(outcome(await moveIn(eve, own, id))).toBe("creator_must_agree");
    await eve.post(`${url}/facilitators`);
    expect(outcome(await moveIn(eve, own, id))).toBe("creator_must_agree");
    await eve.delete(`${url}/facilitators`);
    expect(await idsIn(eve, own)).toEqual([]);
    expect(outcome(await moveIn(ann, team, id))).toBe("yes");
  });

  test("[G3] a facilitator moves a board when its creator is erased, or was not seen for 30 days, and not before", async () => {
    const { ann, bob, eve, notSeenFor } = await people();
    const key = await makeSpace(eve);
    const [gone, away] = [await makeBoard(ann), await makeBoard(bob)];
    await eve.get(gone.url);
    await ann.delete(`/api/v1/users/${ann.user.id}`);
    for (const { url } of [gone, away]) await eve.post(`${url}/facilitators`);
    expect(outcome(await moveIn(eve, key, gone.id))).toBe("yes");
    await notSeenFor(bob, 29);
    expect(outcome(await moveIn(eve, key, away.id))).toBe("creator_must_agree");
    await notSeenFor(bob, 30);
    expect(outcome(await moveIn(eve, key, away.id))).toBe("yes");
    // Back again, the creator is told, and takes the board out, also beside a facilitator.
    expect(await listed(bob, away.id)).toMatchObject({ in_other_space: true });
    expect(outcome(await takeOwnOut(bob, away.id))).toBe("yes");
    expect(await listed(bob, away.id)).not.toHaveProperty("in_other_space");
    expect(await idsIn(eve, key)).toEqual([gone.id]);
    // The creator is here now: neither the facilitator nor the members take it back.
    await eve.delete(`${away.url}/facilitators`);
    expect(outcome(await moveIn(eve, key, away.id))).toBe("creator_must_agree");
    expect((await takeBack(eve, key)).json()).toEqual({ data: { count: 0 } });
  });

  test("[G3] the creator, on the board, is asked and decides; whoever else answers decides nothing", async () => {
    const { app, ann, bob, eve, later } = await people();
    await app.listen();
    const key = await makeSpace(bob, "Team");
    const { id, url } = await makeBoard(ann);
    const [creator, asker] = [await listenOn(app, ann, id), await listenOn(app, bob, id)];
    await bob.post(`${url}/facilitators`);
    const ask = async () => {
      expect(outcome(await moveIn(bob, key, id))).toBe("creator_asked");
      await creator.flush();
      return creator.events("space.ask").at(-1) as { request: string };
    };
    const answer = (who: Browser, { request }: { request: string }, agree: boolean) =>
      who.put(`${url}/space`, { request, agree });
    const asked = await ask();
    expect(asked).toEqual({ board_id: id, name: "Bob", space: "Team", request: expect.any(String) });
    expect(asker.events("space.ask")).toEqual([]);
    for (const other of [bob, eve]) expect(outcome(await answer(other, asked, true))).toBe("not_found");
    expect(await idsIn(bob, key)).toEqual([]);
    expect(outcome(await answer(ann, asked, false))).toBe("yes");
    await asker.flush();
    expect(asker.events("space.answer")).toEqual([{ board_id: id, space: "Team", agreed: false }]);
    // Too late, for another board, after the seat or the link has changed.
    const late = await ask();
    later(6 * 60_000);
    expect(outcome(await answer(ann, late, true))).toBe("request_over");
    const other = await makeBoard(ann);
    expect(outcome(await ann.put(`${other.url}/space`, { ...(await ask()), agree: true }))).toBe(
      "request_over",
    );
    const left = await ask();
    await bob.delete(`${url}/facilitators`);
    expect(outcome(await answer(ann, left, true))).toBe("request_over");
    await bob.post(`${url}/facilitators`);
    const old = await ask();
    const next = await replaceLink(bob, key);
    expect(outcome(await answer(ann, old, true))).toBe("request_over");
    expect(outcome(await moveIn(bob, next, id))).toBe("creator_asked");
    await creator.flush();
    const last = creator.events("space.ask").at(-1) as { request: string };
    expect(outcome(await answer(ann, last, true))).toBe("yes");
    expect(await idsIn(bob, next)).toEqual([id]);
    expect(outcome(await answer(ann, last, true))).toBe("request_over");
    expect(await listed(ann, id)).toMatchObject({ in_other_space: true });
  });

  test("[G3] what a member has taken out of a space, members put back, as the undo does", async () => {
    const { ann, bob } = await people();
    const key = await makeSpace(ann);
    const { id } = await makeSpaceBoard(ann, key);
    const other = await makeSpace(bob);
    expect(outcome(await bob.delete(`/api/v1/spaces/${key}/boards/${id}`))).toBe("yes");
    expect(outcome(await moveIn(bob, other, id))).toBe("creator_must_agree");
    expect(outcome(await moveIn(bob, key, id))).toBe("yes");
    expect(await idsIn(ann, key)).toEqual([id]);
  });

  test("[G3] what its creator has moved on through other spaces, members of the first one put back", async () => {
    const { ann, bob } = await people();
    const [first, second, third] = [await makeSpace(ann), await makeSpace(ann), await makeSpace(ann)];
    const { id } = await makeSpaceBoard(ann, first);
    await openSpace(bob, first);
    expect(outcome(await moveIn(ann, second, id, first))).toBe("yes");
    expect(outcome(await moveIn(ann, third, id, second))).toBe("yes");
    expect(outcome(await ann.delete(`/api/v1/spaces/${third}/boards/${id}`))).toBe("yes");
    expect(outcome(await moveIn(bob, first, id))).toBe("yes");
  });

  test("[G3, G4] only the creator learns that the board is in another's space, and takes it out", async () => {
    const { ann, bob, eve } = await people();
    const key = await makeSpace(bob);
    const { id, url } = await makeSpaceBoard(ann, key).then((made) => ({ ...made, url: urlOf(made.id) }));
    for (const who of [bob, eve]) await who.get(url);
    // Ann has used the link; then it is replaced.
    expect(await listed(ann, id)).not.toHaveProperty("in_other_space");
    const next = await replaceLink(bob, key);
    expect(await listed(ann, id)).toMatchObject({ in_other_space: true });
    for (const who of [bob, eve]) {
      expect(await listed(who, id)).not.toHaveProperty("in_other_space");
      expect(outcome(await takeOwnOut(who, id))).toBe("forbidden");
    }
    const own = await makeSpace(ann);
    expect((await moveIn(ann, own, id)).json()).toMatchObject({
      code: "space_key_required",
      data: { may_take_out: true },
    });
    await bob.post(`${url}/facilitators`);
    expect(outcome(await takeOwnOut(ann, id))).toBe("yes");
    expect(outcome(await takeOwnOut(ann, id))).toBe("yes");
    expect(await idsIn(bob, next)).toEqual([]);
  });

  test("[M5] attack: the squatter of a board opens it again after its creator has closed it", async () => {
    const { app, ann, eve, later, notSeenFor } = await people();
    const own = await makeSpace(eve);
    const board = await makeBoard(ann);
    await notSeenFor(ann, 30);
    await eve.post(`${board.url}/facilitators`);
    expect(outcome(await moveIn(eve, own, board.id))).toBe("yes");
    await eve.delete(`${board.url}/facilitators`);
    later();
    expect((await setWords(ann, board.id)).json()).toEqual({ data: { left_space: true } });
    await addSticker(ann, board, "Layoffs");
    const roads = [
      () => removeWords(eve, board.id, own),
      () => moveIn(eve, own, board.id),
      () => takeBack(eve, own),
      () => takeOwnOut(eve, board.id),
      () => eve.post(`${board.url}/facilitators`),
      () => eve.put(`/api/v1/spaces/${own}/boards/${board.id}/restore`),
    ];
    for (const first of roads)
      for (const second of roads) {
        app.time.now += 10_000;
        await first();
        await second();
        await removeWords(eve, board.id, own);
        expect(await reads(eve, board.id)).toBe(false);
      }
    await replaceLink(eve, own);
    expect(await idsIn(ann, await makeSpace(ann))).toEqual([]);
    expect(await app.deps.database.db.selectFrom("space_departures").select("id").execute()).toEqual([]);
  });

  test("[M5] attack: a former member who made the board takes it out of the space, and removes the team's passphrase", async () => {
    const { ann, bob, eve, later } = await people();
    const old = await makeSpace(ann);
    const { id } = await makeSpaceBoard(eve, old);
    const key = await replaceLink(ann, old);
    later();
    expect((await setWords(ann, id)).json()).toEqual({ data: null });
    expect(outcome(await removeWords(eve, id))).toBe("passphrase_required");
    expect(outcome(await removeWords(eve, id, old))).toBe("passphrase_required");
    expect(outcome(await takeOwnOut(eve, id))).toBe("yes");
    expect(outcome(await removeWords(eve, id))).toBe("passphrase_required");
    expect(outcome(await moveIn(eve, await makeSpace(eve), id))).toBe("passphrase_required");
    await setWords(eve, id, "another passphrase");
    expect(await reads(eve, id)).toBe(false);
    // Whoever knows it opens the board.
    expect(outcome(await bob.post(`${urlOf(id)}/pass`, { passphrase: words }))).toBe("yes");
    expect(key).not.toBe(old);
  });

  test("[M5] attack: who joins the space after a passphrase was set removes it, also after it was replaced", async () => {
    const { ann, bob, eve, later } = await people();
    const key = await makeSpace(ann);
    const { id } = await makeSpaceBoard(ann, key);
    await openSpace(bob, key);
    later();
    await setWords(ann, id);
    later();
    await openSpace(eve, key);
    await setWords(ann, id, "another passphrase");
    later();
    expect(outcome(await removeWords(eve, id, key))).toBe("passphrase_required");
    await setWords(eve, id);
    expect(await reads(eve, id)).toBe(false);
    // A member of before, with the key of now, without giving it.
    const next = await replaceLink(ann, key);
    expect(outcome(await removeWords(bob, id, key))).toBe("passphrase_required");
    await openSpace(bob, next);
    expect(outcome(await removeWords(bob, id, next))).toBe("yes");
    expect(await reads(eve, id)).toBe(true);
  });

  test("[M5] attack: a member of the space to which a closed board moves, or returns, removes its passphrase", async () => {
    const { ann, bob, later } = await people();
    const [one, two] = [await makeSpace(ann), await makeSpace(bob)];
    const { id } = await makeBoard(ann);
    await openSpace(bob, one);
    await openSpace(ann, two);
    later();
    await setWords(ann, id);
    for (const [key, leaving] of [[one], [two, one], [one, two]] as const) {
      expect(outcome(await moveIn(ann, key, id, leaving))).toBe("yes");
      expect(outcome(await removeWords(bob, id, key))).toBe("passphrase_required");
    }
    expect(await reads(bob, id)).toBe(false);
    expect(outcome(await takeOwnOut(ann, id))).toBe("yes");
    expect(outcome(await removeWords(ann, id))).toBe("yes");
  });

  test("[G15] attack: a stranger with a leaked link moves a team's boards away, on and into the bin: members take them back in one press", async () => {
    const { ann, bob, eve, later, passDays } = await people();
    const old = await makeSpace(ann);
    const [own, far] = [await makeSpace(eve), await makeSpace(eve)];
    const ids = [
      await makeSpaceBoard(ann, old),
      await makeSpaceBoard(bob, old),
      await makeSpaceBoard(bob, old),
    ];
    const [moved, taken, binned] = ids.map(({ id }) => id) as [string, string, string];
    const left = await makeSpaceBoard(bob, old);
    await eve.delete(`/api/v1/spaces/${old}/boards/${left.id}`);
    await passDays(31, ann, bob, eve);
    await moveIn(eve, own, moved, old);
    await moveIn(eve, far, moved, own);
    await eve.post(`${urlOf(moved)}/facilitators`);
    await eve.delete(`/api/v1/spaces/${old}/boards/${taken}`);
    await moveIn(eve, own, binned, old);
    await eve.delete(urlOf(binned));
    // Before the link is replaced, it is a move like any other.
    expect(await openSpace(ann, old)).not.toHaveProperty("moved_away");
    expect((await takeBack(ann, old)).json()).toEqual({ data: { count: 0 } });
    later();
    const key = await replaceLink(ann, old);
    const { moved_away } = await openSpace(bob, key);
    expect(moved_away?.map(({ id }) => id).toSorted()).toEqual([moved, taken, binned].toSorted());
    expect(outcome(await takeBack(eve, old))).toBe("not_found");
    expect((await takeBack(bob, key)).json()).toEqual({ data: { count: 3 } });
    expect((await idsIn(bob, key)).toSorted()).toEqual([moved, taken].toSorted());
    expect((await openSpace(bob, key)).bin_count).toBe(1);
    expect([await idsIn(eve, own), await idsIn(eve, far)]).toEqual([[], []]);
    expect((await takeBack(bob, key)).json()).toEqual({ data: { count: 0 } });
    expect(outcome(await moveIn(eve, own, taken, own))).toBe("space_key_required");
  });

  test("[G15] boards are taken back for 30 days after the link was replaced; then nothing says that they left", async () => {
    const { app, ann, eve, passDays } = await people();
    const [old, own] = [await makeSpace(ann), await makeSpace(eve)];
    const { id } = await makeSpaceBoard(ann, old);
    await moveIn(eve, own, id, old);
    const key = await replaceLink(ann, old);
    await passDays(30, ann);
    expect(await openSpace(ann, key)).not.toHaveProperty("moved_away");
    await passDays(31, ann);
    await keepHouse(app);
    expect(await app.deps.database.db.selectFrom("space_departures").select("id").execute()).toEqual([]);
  });

  test("[G15, M5] attack: a stranger closes a team's boards with a passphrase: members take them back, and those of before open them", async () => {
    const { ann, bob, eve, later } = await people();
    const key = await makeSpace(ann);
    const { id } = await makeSpaceBoard(bob, key);
    await ann.get(urlOf(id));
    later();
    expect((await setWords(eve, id)).json()).toEqual({ data: { left_space: true } });
    expect(await openSpace(ann, key)).toMatchObject({ boards: [], moved_away: [{ id, title: "" }] });
    expect((await takeBack(ann, key)).json()).toEqual({ data: { count: 1 } });
    expect(outcome(await removeWords(ann, id, key))).toBe("yes");
    expect(await reads(ann, id)).toBe(true);
  });
});

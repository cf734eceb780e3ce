import type { BinnedBoard } from "@retro/contract/boards";
import type { SpaceBoard } from "@retro/contract/spaces/spaces";
import { describe, expect, test } from "vitest";
import { limits } from "@retro/contract/limits";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOnSpace, makeSpace, makeSpaceBoard, openSpace } from "../../testing/spaces.ts";

const noon = Date.UTC(2026, 10, 22, 12);
const day = 86_400_000;
const binOf = async (who: Browser, key: string) =>
  (await who.get(`/api/v1/spaces/${key}/boards?shelf=bin`)).json<{ data: SpaceBoard[] }>().data;
const restore = (who: Browser, key: string, id: string) =>
  who.put(`/api/v1/spaces/${key}/boards/${id}/restore`);

describe("the bin of a space", () => {
  test("[M4] any member restores a board of the space, exactly as it was, for 30 days", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const board = await makeBoard(ann, "Sprint 42");
    const { id, url } = board;
    await ann.put(`/api/v1/spaces/${key}/boards/${id}`);
    await addSticker(ann, board, "Slow builds");
    const exported = async () => (await bob.get(`/web/boards/${id}/export-json`)).body;
    const before = await exported();

    await ann.delete(url);
    const bin_until = new Date(noon + 30 * day).toISOString();
    expect(await openSpace(bob, key)).toMatchObject({ boards: [], board_count: 0, bin_count: 1 });
    expect(await binOf(bob, key)).toEqual([
      expect.objectContaining({ id, title: "Sprint 42", can_edit: true, bin_until }),
    ]);
    expect((await bob.get(url)).json<{ data: BinnedBoard }>().data.may_restore).toBe(true);
    expect((await bob.post(`${url}/space`, { keys: [key] })).json()).toEqual({ data: null });
    expect((await restore(bob, key, id)).json()).toEqual({ data: null });
    expect([await exported(), await binOf(bob, key)]).toEqual([before, []]);
    expect((await bob.post(`${url}/space`, { keys: [key] })).json()).toMatchObject({ data: { key } });
    expect((await restore(bob, key, id)).statusCode).toBe(404);

    await ann.delete(url);
    await app.deps.database.db
      .updateTable("boards")
      .set({ deleted_at: noon - 30 * day })
      .execute();
    expect([await binOf(bob, key), (await openSpace(bob, key)).bin_count]).toEqual([[], 0]);
    expect((await restore(bob, key, id)).statusCode).toBe(404);
  });

  test("[M4, G1] attack: a stranger, a former member and a member of another space restore nothing and learn nothing", async () => {
    const app = await buildTestApp();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const old = await makeSpace(ann);
    const { id } = await makeSpaceBoard(ann, old);
    const outside = (await makeSpaceBoard(ann, await makeSpace(ann))).id;
    await ann.delete(`/api/v1/boards/${id}`);
    await ann.delete(`/api/v1/boards/${outside}`);
    const rotated = await ann.put(`/api/v1/spaces/${old}/link`);
    const { key } = rotated.json<{ data: { key: string } }>().data;
    const other = await makeSpace(eve, "Another team");
    for (const guess of ["A".repeat(22), old, other]) {
      const refused = await restore(eve, guess, id);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([404, "not_found"]);
      // The answer does not tell whether the board is in a bin, in a space, or exists.
      for (const another of [outside, "unknown"])
        expect((await restore(eve, guess, another)).body).toBe(refused.body);
    }
    expect((await binOf(ann, key)).map((board) => board.id)).toEqual([id]);
  });

  test("[M4] attack: a stranger takes the free seat and bins the board: creator and members restore it, and take the seat two minutes later", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12) });
    const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const board = await makeBoard(ann);
    const { id, url } = board;
    const sticker = await addSticker(ann, board, "Slow builds");
    await ann.put(`/api/v1/spaces/${key}/boards/${id}`);
    // Eve's passphrase takes it out of the space, also when it is in the bin [M5, G15].
    const takeBack = () => bob.post(`/api/v1/spaces/${key}/returns`);
    for (const who of [ann, bob]) {
      await takeBack();
      await eve.post(`${url}/timers`, { count_time: 300 });
      await eve.put(`${url}/facilitators`, { option: "hideContent", value: true });
      await eve.put(`${url}/passphrase`, { passphrase: "a long passphrase" });
      expect((await eve.delete(url)).statusCode).toBe(200);
      expect(await binOf(bob, key)).toEqual([]);
      if (who === bob) await takeBack();
      const inBin = (await binOf(bob, key)).map(({ title, passphrase }) => ({ title, passphrase }));
      expect(inBin).toEqual(who === bob ? [{ title: "", passphrase: "needed" }] : []);
      const restored = who === ann ? await ann.put(`${url}/restore`) : await restore(bob, key, id);
      expect(restored.json()).toEqual({ data: null });
      // The passphrase still closes the board, and nothing that was hidden is shown.
      expect((await bob.get(url)).json()).toMatchObject({ code: "passphrase_required" });
      await ann.put(`${url}/passphrase`, { passphrase: null });
      expect((await bob.get(url)).json()).toMatchObject({
        data: {
          facilitator_id: eve.user.id,
          timer: { startTime: null },
          facilitator_options: { hideContent: true },
        },
      });
      expect((await bob.get(`${url}/items`)).body).not.toContain("Slow builds");
      expect((await ann.get(`${url}/items`)).body).toContain(sticker.id);
    }
    app.time.now += limits.seatEmptyMs;
    expect((await ann.post(`${url}/facilitators`)).statusCode).toBe(200);
  });

  test("[G2] the pages of a space are told when a board is locked, archived, gets a passphrase, goes into the bin and returns", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const page = await listenOnSpace(app, bob, key);
    const told = () => page.events("space.update");
    const { id } = await makeSpaceBoard(ann, key);
    await expect.poll(told).toHaveLength(1);
    const url = `/api/v1/boards/${id}`;
    const acts = [
      () => ann.put(`${url}/lock`, { locked: true }),
      () => ann.put(`${url}/archive`, { archived: true }),
      () => ann.put(`${url}/passphrase`, { passphrase: "a long passphrase" }),
      () => ann.delete(url),
      () => restore(ann, key, id),
      () => ann.delete(url),
      () => ann.put(`${url}/restore`),
    ];
    for (const [index, act] of acts.entries()) {
      expect((await act()).statusCode).toBe(200);
      await expect.poll(told).toHaveLength(index + 2);
    }
    const archive = await ann.get(`/api/v1/spaces/${key}/boards?shelf=archived`);
    expect(archive.json<{ data: SpaceBoard[] }>().data[0]).toMatchObject({
      locked: true,
      archived: true,
      passphrase: "given",
    });
  });
});

import type { PassphraseRefusal } from "@retro/contract/boards";
import { describe, expect, test } from "vitest";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { makeSpace, openSpace } from "../../testing/spaces.ts";

const set = (who: Browser, url: string) =>
  who.put(`${url}/passphrase`, { passphrase: "horse battery staple" });
const remove = (who: Browser, url: string, key?: string) =>
  who.put(`${url}/passphrase`, { passphrase: null }, key === undefined ? {} : { "x-space-key": key });
const refusalOf = async (who: Browser, url: string) =>
  (await who.get(url)).json<{ data: PassphraseRefusal }>().data;

describe("a passphrase that shuts the team out", () => {
  test("[M5] attack: a stranger with the link sets a passphrase and facilitates: the board leaves its space, creator and members open it again, and nothing hidden is shown", async () => {
    const app = await buildTestApp();
    const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const key = await makeSpace(bob);
    const board = await makeBoard(ann);
    const { id, url } = board;
    await addSticker(ann, board, "Slow builds");
    for (const who of [ann, bob]) {
      await ann.put(`/api/v1/spaces/${key}/boards/${id}`);
      expect((await set(eve, url)).json()).toEqual({ data: { left_space: true } });
      expect((await openSpace(bob, key)).boards).toEqual([]);
      await eve.post(`${url}/facilitators`);
      await eve.put(`${url}/facilitators`, { option: "hideContent", value: true });
      await eve.put(`${url}/lock`, { locked: true });
      expect([(await ann.get(url)).statusCode, (await bob.get(url)).statusCode]).toEqual([403, 403]);
      if (who === bob) await bob.post(`/api/v1/spaces/${key}/returns`);
      expect((await remove(who, url, who === bob ? key : undefined)).json()).toEqual({ data: null });
      expect((await bob.get(url)).json()).toMatchObject({
        data: { facilitator_id: eve.user.id, facilitator_options: { hideContent: true }, locked: true },
      });
      expect((await bob.get(`${url}/items`)).body).not.toContain("Slow builds");
      await eve.put(`${url}/lock`, { locked: false });
      await eve.delete(`${url}/facilitators`);
    }
  });

  test("[M5] attack: whoever has the link, another space's key or the key from before the link was replaced removes no passphrase", async () => {
    const app = await buildTestApp();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const [old, other] = [await makeSpace(ann), await makeSpace(eve)];
    const { id, url } = await makeBoard(ann);
    await ann.put(`/api/v1/spaces/${old}/boards/${id}`);
    await ann.put(`/api/v1/spaces/${old}/link`);
    await set(ann, url);
    const refusals = new Set<string>();
    for (const key of [undefined, "", "A".repeat(22), other, old]) {
      const refused = await remove(eve, url, key);
      refusals.add(`${refused.statusCode} ${refused.body}`);
    }
    expect([...refusals]).toEqual([expect.stringMatching(/^403 .*passphrase_required/)]);
    expect((await eve.get(url)).statusCode).toBe(403);
    // With the passphrase, but beside a facilitator, as before [M1].
    await ann.post(`${url}/facilitators`);
    await eve.post(`${url}/pass`, { passphrase: "horse battery staple" });
    expect((await remove(eve, url)).json()).toMatchObject({ code: "board_locked" });
  });

  test("[M5] who set it is told to those who have opened the board before, and not to a stranger with the link", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor({ name: "Bob" })];
    const [cid, eve] = [await app.visitor(), await app.visitor()];
    const { url } = await makeBoard(ann);
    for (const who of [bob, cid]) await who.get(url);
    await set(bob, url);
    expect(await refusalOf(ann, url)).toEqual({ may_remove: true, set_by: "Bob" });
    expect(await refusalOf(cid, url)).toEqual({ may_remove: false, set_by: "Bob" });
    expect(await refusalOf(eve, url)).toEqual({ may_remove: false });
    // Whoever gives it has not set it, also when the user who did is gone.
    await ann.post(`${url}/pass`, { passphrase: "horse battery staple" });
    await bob.delete(`/api/v1/users/${bob.user.id}`);
    expect(await refusalOf(cid, url)).toEqual({ may_remove: false });
  });
});

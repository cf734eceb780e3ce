import { channels } from "@retro/contract/events";
import { beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../http/session/secrets.ts";
import { type Browser, buildTestApp, type TestApp } from "../../testing/app.ts";
import { readAccessPage, spaceRoles } from "../../testing/access/access-page.ts";
import { makeSpacePlace, spaceCalls } from "../../testing/access/space-calls.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { makeSpace, makeSpaceBoard, openSpace } from "../../testing/spaces.ts";

/** Every board is asked about, so this answer is no failure: a browser would log one. */
const knowsNothing = (name: string, { body }: { body: string }) =>
  name === "learn that a board belongs to it" && body === '{"data":null}';

let shared: TestApp;
beforeAll(async () => {
  shared = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 22) });
});

test.each(readAccessPage().spaceCalls)(
  "[G1, H5] who may $name is as docs/access.md says",
  async ({ name, verdict }) => {
    // A new minute for each call, so that no limit is reached.
    shared.time.now += 60_000;
    const [ann, bob] = [await shared.visitor(), await shared.visitor()];
    const { now, former } = await makeSpacePlace(shared, ann);
    const outcomeOf = async (role: (typeof spaceRoles)[number]) => {
      const place =
        role === "stranger" ? { ...now, key: "A".repeat(22) } : role === "former member" ? former : now;
      const answer = await spaceCalls[name]!(role === "no session" ? shared.browser() : bob, place);
      if (knowsNothing(name, answer)) return "null";
      return answer.statusCode < 400
        ? "yes"
        : `${answer.statusCode} ${answer.json<{ code?: string }>().code}`;
    };
    // The member is the last: the call may change the space.
    for (const role of spaceRoles.toReversed())
      expect([role, await outcomeOf(role)]).toEqual([role, verdict(role)]);
  },
);

describe("access to a space", () => {
  test("[G2] attack: a rotated link opens nothing, and its answers are those of a link that never existed", async () => {
    const app = await buildTestApp();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const { now, former } = await makeSpacePlace(app, ann);
    for (const [name, call] of Object.entries(spaceCalls)) {
      const rotated = await call(eve, former);
      const unknown = await call(eve, { ...former, key: "A".repeat(22), channel: "A".repeat(22) });
      expect([rotated.statusCode, rotated.body]).toEqual([unknown.statusCode, unknown.body]);
      const refused = knowsNothing(name, rotated) || rotated.statusCode >= 403;
      expect([name, refused]).toEqual([name, true]);
    }
    expect((await ann.put(`/api/v1/spaces/${former.key}/link`)).statusCode).toBe(404);
    expect((await openSpace(ann, now.key)).board_count).toBe(2);
  });

  test("[G4] attack: a leaked board link neither opens its space nor reveals that there is one", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 22) });
    await app.listen();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann, "Secret team");
    const [inside, outside] = [await makeBoard(ann), await makeBoard(ann)];
    await ann.put(`/api/v1/spaces/${key}/boards/${inside.id}`);
    const { channel } = await openSpace(ann, key);
    const [{ id }] = (await app.deps.database.db.selectFrom("spaces").select("id").execute()) as [
      { id: string },
    ];
    const secrets = [key, sha256(key), channel, id, "Secret team", "space"];

    const tab = await listenOn(app, eve, inside.id);
    await addSticker(ann, inside, "One");
    await ann.put(inside.url, { description: "Described" });
    await ann.post(`${inside.url}/timers`, { count_time: 60 });
    await tab.flush();
    const read = async (url: string) => (await eve.get(url)).body;
    const told = [tab.receivedText()];
    for (const path of ["", "/items", "/items/votes", "/changes?since=0", "/users-options"])
      told.push(await read(inside.url + path));
    for (const kind of ["markdown", "csv", "json"])
      told.push(await read(`/web/boards/${inside.id}/export-${kind}`));
    told.push((await eve.post(`${inside.url}/copies`, { stickers: true })).body);
    told.push(await read("/api/v1/boards"), await read(`/api/v1/users/${eve.user.id}/data`));
    // The download has empty lists of the spaces that its user has kept and opened.
    const said = told.map((text) => text.replaceAll(/"(?:kept_spaces|spaces_opened)": \[\n \]/gu, ""));
    for (const text of said) for (const secret of secrets) expect(text).not.toContain(secret);
    const keysOf = async (board: { url: string }) => {
      const board_ = await eve.post(`${board.url}/space`, { keys: ["A".repeat(22)] });
      return [board_.statusCode, board_.body];
    };
    expect(await keysOf(inside)).toEqual(await keysOf(outside));
    expect(await keysOf(inside)).toEqual([200, '{"data":null}']);
    expect(Object.keys((await eve.get(inside.url)).json<{ data: object }>().data)).toEqual(
      Object.keys((await eve.get(outside.url)).json<{ data: object }>().data),
    );
  });

  test("[G2] a link is replaced by the browser's key, and the same call again succeeds", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const old = await makeSpace(ann);
    const key = "abcdefghijklmnopqrst-A";
    for (let i = 0; i < 2; i += 1)
      expect((await ann.put(`/api/v1/spaces/${old}/link`, { key })).json()).toEqual({ data: { key } });
    expect((await openSpace(ann, key)).board_count).toBe(0);
    expect((await ann.get(`/api/v1/spaces/${old}`)).statusCode).toBe(404);
  });

  test("[G2] attack: a key that is short, in use, or chosen by somebody without the old one replaces nothing", async () => {
    const app = await buildTestApp();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const [key, own] = [await makeSpace(ann), await makeSpace(eve)];
    const replace = async (by: Browser, from: string, to: string) =>
      (await by.put(`/api/v1/spaces/${from}/link`, { key: to })).statusCode;
    const fresh = "abcdefghijklmnopqrst-A";
    for (const weak of ["", "1", "A".repeat(21), "A".repeat(23), `${"A".repeat(21)}B`, `${"A".repeat(21)}/`])
      expect([weak, await replace(ann, key, weak)]).toEqual([weak, 422]);
    expect(await replace(eve, own, key)).toBe(409);
    expect(await replace(eve, own, own)).toBe(409);
    expect(await replace(eve, "B".repeat(22), fresh)).toBe(404);
    for (const each of [key, own]) expect((await ann.get(`/api/v1/spaces/${each}`)).statusCode).toBe(200);
  });

  test("[G3] attack: a stranger with a board's link, also as its facilitator, moves it into their own space", async () => {
    const app = await buildTestApp();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const [old, own] = [await makeSpace(ann), await makeSpace(eve)];
    const { id } = await makeSpaceBoard(ann, old);
    const { key } = (await ann.put(`/api/v1/spaces/${old}/link`)).json<{ data: { key: string } }>().data;
    await eve.post(`/api/v1/boards/${id}/facilitators`);
    // Without a key, with the one of before the link was replaced, with their own.
    for (const leaving of [undefined, old, own]) {
      const refused = await eve.put(`/api/v1/spaces/${own}/boards/${id}`, { leaving });
      expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: "space_key_required" }]);
    }
    expect((await eve.delete(`/api/v1/spaces/${own}/boards/${id}`)).statusCode).toBe(404);
    expect((await openSpace(ann, key)).boards.map((board) => board.id)).toEqual([id]);
    expect((await eve.put(`/api/v1/spaces/${own}/boards/${id}`, { leaving: key })).statusCode).toBe(200);
  });

  test("[G1] attack: a guessed id of the space, of its channel or of its board is no key", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15) });
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const { now } = await makeSpacePlace(app, ann);
    const [row] = await app.deps.database.db.selectFrom("spaces").select(["id", "key_hash"]).execute();
    for (const guess of [row!.id, row!.key_hash, now.channel, now.board])
      for (const [name, call] of Object.entries(spaceCalls)) {
        app.time.now += 10_000;
        const answer = await call(eve, { ...now, key: guess });
        const refused = knowsNothing(name, answer) || [403, 404].includes(answer.statusCode);
        expect([name, guess, refused]).toEqual([name, guess, true]);
      }
    expect((await openSpace(ann, now.key)).board_count).toBe(2);
  });

  test("[G2] attack: a former member's open socket hears nothing after the rotation, and cannot join again", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const old = await makeSpace(ann);
    const before = await openSpace(ann, old);
    const socket = await listenOn(app, eve, "", []);
    expect(await socket.join(channels.space(before.channel), { space_key: old })).toBe(200);
    const { key } = (await ann.put(`/api/v1/spaces/${old}/link`)).json<{ data: { key: string } }>().data;
    await socket.raw.receive("space.closed");
    const after = await openSpace(ann, key);
    expect(after.channel).not.toBe(before.channel);

    const page = await listenOn(app, ann, "", []);
    await page.join(channels.space(after.channel), { space_key: key });
    await makeSpaceBoard(ann, key);
    await page.raw.receive("space.update");
    // Whatever the server still sends to the old channel reaches nobody.
    app.deps.transport.broadcast(channels.space(before.channel), "space.update", {});
    await socket.flush();
    expect(socket.events("space.update")).toEqual([]);
    for (const [channel, space_key] of [
      [before.channel, old],
      [after.channel, old],
      [after.channel, ""],
      [before.channel, key],
    ] as const)
      expect(await socket.join(channels.space(channel), { space_key })).toBe(404);
    const whisper = () => page.raw.send("client-update.user", { name: "x" }, channels.space(after.channel));
    whisper();
    expect((await page.raw.receive("pusher:error")).data.code).toBe(4301);
  });

  test("[G4] a browser that has the key of a board's space learns which of its keys it is", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const [mine, other] = [await makeSpace(ann, "Mine"), await makeSpace(ann, "Other")];
    const board = await makeSpaceBoard(ann, mine);
    const ask = (keys: string[]) => ann.post(`/api/v1/boards/${board.id}/space`, { keys });
    expect((await ask([other, mine])).json()).toEqual({ data: { key: mine, name: "Mine", tracker: null } });
    expect((await ask([other])).json()).toEqual({ data: null });
    expect((await ask(Array.from({ length: 21 }, (_, i) => `${i}`))).statusCode).toBe(422);
  });
});

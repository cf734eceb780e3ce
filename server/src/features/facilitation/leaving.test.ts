import { expect, test } from "vitest";
import type { Board } from "@retro/contract/boards";
import { limits } from "@retro/contract/limits";
import { emptyFacilitation } from "@retro/rules/facilitation";
import { type TestApp, type Visitor, buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { listenOn } from "../../testing/nodes/listener.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const secret = "nobody-knows-zyx";

eachEngine("the facilitator's end", (open) => {
  /** Ann leads a meeting at a step; Eve listens. Bob has written the secret and voted for it. */
  async function atStep(step: "write" | "vote") {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    await app.listen();
    const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const sticker = await addSticker(bob, board, secret);
    await ann.post(`${board.url}/meeting`, {});
    await ann.put(`${board.url}/meeting`, { step });
    const isVoting = step === "vote";
    expect((await bob.post(`${board.url}/items/${sticker.id}/vote`)).statusCode).toBe(isVoting ? 200 : 403);
    const listener = await listenOn(app, eve, board.id);
    return { app, ann, bob, eve, board, listener, before: await stateOf(eve, board.url) };
  }

  async function stateOf(who: Visitor, url: string) {
    const read = (await who.get(url)).json<{ data: Board }>().data;
    const { facilitator_id, facilitator_options, timer, meeting } = read;
    return { facilitator_id, facilitator_options, timer, meeting };
  }

  /** Everything that Eve can read and has received. */
  async function seenBy({ eve, board, listener }: Awaited<ReturnType<typeof atStep>>): Promise<string> {
    await listener.flush();
    const reads = ["", "/items", "/changes?since=0", "/items/votes", "/users-options"];
    const bodies = [];
    for (const path of reads) bodies.push((await eve.get(`${board.url}${path}`)).body);
    bodies.push((await eve.get(`/web/boards/${board.id}/export-csv`)).body);
    return [listener.receivedText(), ...bodies].join("\n");
  }

  type Scene = Awaited<ReturnType<typeof atStep>>;
  const leave = ({ ann, board }: Scene) => ann.delete(`${board.url}/facilitators`);
  const erase = ({ ann }: Scene) => ann.delete(`/api/v1/users/${ann.user.id}`);

  test.each([
    ["leaves the seat", leave],
    ["erases their data", erase],
  ] as const)(
    "[F1, H1] attack: nobody reads a hidden text when the facilitator %s in Write, on no road",
    async (_, end) => {
      const scene = await atStep("write");
      expect((await end(scene)).statusCode).toBeLessThan(300);
      expect(await seenBy(scene)).not.toContain(secret);
      expect(await stateOf(scene.eve, scene.board.url)).toEqual({ ...scene.before, facilitator_id: null });
      expect((await scene.eve.post(`${scene.board.url}/timers`, { count_time: 60 })).json()).toMatchObject({
        code: "facilitator_only",
      });
    },
  );

  test.each([
    ["leaves the seat", leave],
    ["erases their data", erase],
  ] as const)(
    "[F1, H2] attack: when the facilitator %s in Vote, counts stay concealed and the limit in force",
    async (_, end) => {
      const scene = await atStep("vote");
      const { bob, eve, board, before } = scene;
      await end(scene);
      expect(await seenBy(scene)).not.toMatch(/"votes":1\b/);
      expect(await stateOf(eve, board.url)).toEqual({ ...before, facilitator_id: null });
      for (let left = limits.meeting.minVotes - 1; left >= 0; left--) {
        const next = await addSticker(eve, board, `${left}`);
        const voted = (await bob.post(`${board.url}/items/${next.id}/vote`)).json<object>();
        expect(voted).toMatchObject(
          left > 0 ? { data: { votes: null, remaining: left - 1 } } : { code: "vote_limit_reached" },
        );
      }
    },
  );

  test("[F1] the answer names no facilitator, and the next one finds the step in force and goes on", async () => {
    const scene = await atStep("write");
    const { ann, bob, board, before } = scene;
    expect((await leave(scene)).json()).toMatchObject({ data: { ...before, facilitator_id: null } });
    const taken = (await bob.post(`${board.url}/facilitators`)).json<object>();
    expect(taken).toMatchObject({ data: { ...before, facilitator_id: bob.user.id } });
    expect((await ann.post(`${board.url}/facilitators`)).json()).toMatchObject({ code: "seat_taken" });
    await bob.put(`${board.url}/meeting`, { step: "group", from: "write" });
    expect(await stateOf(ann, board.url)).toMatchObject({ facilitator_options: { hideContent: false } });
    await bob.put(`${board.url}/meeting`, { undo: true });
    expect(await stateOf(ann, board.url)).toEqual({ ...before, facilitator_id: bob.user.id });
  });

  test("[F1] who left by a slip takes the seat back at once, and has lost nothing", async () => {
    const scene = await atStep("vote");
    const { ann, board, before } = scene;
    await leave(scene);
    expect((await ann.post(`${board.url}/facilitators`)).statusCode).toBe(200);
    expect(await stateOf(ann, board.url)).toEqual(before);
  });

  test("[F1] of two who accept the offered seat at once, one has it", async () => {
    const scene = await atStep("write");
    const { bob, eve, board } = scene;
    await leave(scene);
    const attempts = await Promise.all([bob, eve].map((each) => each.post(`${board.url}/facilitators`)));
    expect(attempts.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [taken] = attempts.filter(({ statusCode }) => statusCode === 200);
    const { facilitator_id } = await stateOf(eve, board.url);
    expect(taken?.json()).toMatchObject({ data: { facilitator_id } });
  });

  test("[P6, S1] without a meeting too, an erased facilitator's options stay until somebody asks for the seat", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(eve);
    await ann.post(`${board.url}/facilitators`);
    await ann.put(`${board.url}/facilitators`, { option: "hideContent", value: true });
    await ann.delete(`/api/v1/users/${ann.user.id}`);
    const started = await eve.post(`${board.url}/timers`, { count_time: 60 });
    expect(started.json()).toMatchObject({ code: "facilitator_only" });
    const hides = { facilitator_id: null, facilitator_options: { hideContent: true } };
    expect(await stateOf(eve, board.url)).toMatchObject(hides);
    await eve.post(`${board.url}/facilitators`);
    expect((await eve.post(`${board.url}/timers`, { count_time: 60 })).statusCode).toBe(200);
    await eve.delete(`${board.url}/facilitators`);
    expect(await stateOf(eve, board.url)).toEqual({ ...emptyFacilitation({}), meeting: undefined });
  });

  test.each(["a meeting", "an option"])(
    "[M4, S2] attack: whoever restores a board from the bin and sits down reads nothing that %s hides",
    async (what) => {
      const app: TestApp = await buildTestApp({ database: await open(), frozenAt: noon });
      await app.listen();
      const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
      const board = await makeBoard(ann);
      await addSticker(bob, board, secret);
      await eve.get(board.url);
      if (what === "a meeting") await ann.post(`${board.url}/meeting`, {});
      else {
        await ann.post(`${board.url}/facilitators`);
        await ann.put(`${board.url}/facilitators`, { option: "hideContent", value: true });
      }
      await ann.delete(board.url);
      app.time.now += 86_400_000;
      expect((await eve.put(`${board.url}/restore`)).statusCode).toBe(200);
      const listener = await listenOn(app, eve, board.id);
      for (const wait of [0, limits.seatEmptyMs - 1]) {
        app.time.now += wait;
        expect((await eve.post(`${board.url}/facilitators`)).json()).toMatchObject({ code: "seat_taken" });
        expect((await eve.post(`${board.url}/timers`, { count_time: 60 })).statusCode).toBe(403);
      }
      expect((await eve.get(`${board.url}/items`)).body).not.toContain(secret);
      await listener.flush();
      expect(listener.receivedText()).not.toContain(secret);
      // From then on it is as with every facilitator who is away [S2].
      app.time.now += 1;
      expect((await eve.post(`${board.url}/facilitators`)).statusCode).toBe(200);
    },
  );
});

import { describe, expect, test } from "vitest";
import { channels } from "@retro/contract/events";
import type { Board, BoardListRow } from "@retro/contract/boards";
import { type Browser, buildTestApp, type TestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { addAction } from "../../testing/spaces.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { takeTurn } from "../../board/turn/turn.ts";
import { countAttempt, passphraseSubjects } from "../admin/throttle.ts";

const passphrase = "horse battery staple";
const set = (who: Browser, url: string, value: string | null = passphrase) =>
  who.put(`${url}/passphrase`, { passphrase: value });
const give = (who: Browser, url: string, value = passphrase) =>
  who.post(`${url}/pass`, { passphrase: value });

/** Counts a wrong passphrase without the work of checking it. */
const countWrong = (app: TestApp, boardId: string, { user = "somebody", address = "203.0.113.1" }) =>
  app.deps.database.transaction((trx) =>
    countAttempt(app.deps, trx, passphraseSubjects(boardId, user, address)),
  );

test("attack: a link without a session tells a title, and nothing of a board with a passphrase, in the bin, or that does not exist", async () => {
  const app = await buildTestApp();
  const ann = await app.visitor();
  const [open, guarded, binned] = [await makeBoard(ann), await makeBoard(ann), await makeBoard(ann)];
  await set(ann, guarded.url);
  await ann.delete(binned.url);
  const titles = [open.url, guarded.url, binned.url, `/api/v1/boards/${"A".repeat(22)}`].map(async (url) =>
    (await app.browser().get(`${url}/title`)).json(),
  );
  const [first, ...others] = await Promise.all(titles);
  expect(first).toEqual({ data: (await ann.get(open.url)).json<{ data: Board }>().data.title });
  expect(others).toEqual([{ data: null }, { data: null }, { data: null }]);
});

describe("a board's passphrase", () => {
  test("[M5] is asked once; whoever sets it keeps access, and a new one asks everybody else again", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const statuses = async () => [
      (await ann.get(board.url)).statusCode,
      (await bob.get(board.url)).statusCode,
    ];
    expect((await set(ann, board.url)).json()).toEqual({ data: null });
    expect(await statuses()).toEqual([200, 403]);
    expect((await ann.get(board.url)).json<{ data: Board }>().data.passphrase).toBe(true);
    expect((await give(bob, board.url, "  horse battery staple ")).statusCode).toBe(200);
    expect(await statuses()).toEqual([200, 200]);
    await set(bob, board.url, "another passphrase");
    expect(await statuses()).toEqual([403, 200]);
    expect((await give(ann, board.url)).json()).toMatchObject({
      errors: { passphrase: [expect.any(String)] },
    });
    await set(bob, board.url, null);
    expect(await statuses()).toEqual([200, 200]);
    expect((await ann.get(board.url)).json()).not.toHaveProperty("data.passphrase");
  });

  test("[M5] is the same however a keyboard writes its letters", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const words = "Ёжик в тумане";
    await set(ann, board.url, words.normalize("NFC"));
    expect((await give(bob, board.url, words.normalize("NFD"))).statusCode).toBe(200);
  });

  test("[M5, M4] without it, and in the bin, naming an owner of an action does not tell who is on the board", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const action = await addAction(ann, board.id, "Call Bob");
    await set(ann, board.url);
    await listenOn(app, ann, board.id);
    const ownedBy = async ({ id }: { id: string }) => {
      const answers = [
        await eve.post(`${board.url}/actions`, { text: "Whose?", owner_id: id }),
        await eve.put(`${board.url}/actions/${action.id}`, { owner_id: id }),
      ];
      return answers.map((answer) => answer.json<{ code: string }>().code);
    };
    const needed = ["passphrase_required", "passphrase_required"];
    expect([await ownedBy(ann.user), await ownedBy(bob.user)]).toEqual([needed, needed]);
    await ann.delete(board.url);
    const binned = ["board_in_bin", "board_in_bin"];
    expect([await ownedBy(ann.user), await ownedBy(bob.user)]).toEqual([binned, binned]);
  });

  test("[M5] is not stored as text, and no answer contains its hash", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    await set(ann, board.url);
    const row = await app.deps.database.db.selectFrom("boards").selectAll().executeTakeFirstOrThrow();
    expect(row.passphrase_hash).toMatch(/^\$argon2id\$/);
    for (const path of [board.url, "/api/v1/boards", `/web/boards/${board.id}/export-json`])
      expect((await ann.get(path)).body).not.toContain("argon2id");
  });

  test("[M5] attack: 21 wrong passphrases of one user, then the right one: it is refused until the budget refills, and the office comes in", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15) });
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    await set(ann, board.url);
    for (let i = 0; i < 19; i += 1)
      await countWrong(app, board.id, { user: eve.user.id, address: "127.0.0.1" });
    expect((await give(eve, board.url, "wrong guess")).statusCode).toBe(422);
    const refused = await give(eve, board.url);
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: "rate_limited" }]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    // Others behind the same address, and another board, are not affected.
    expect((await give(await app.visitor(), board.url)).statusCode).toBe(200);
    expect((await give(eve, board.url)).statusCode).toBe(429);
    const other = await makeBoard(ann);
    await set(ann, other.url);
    expect((await give(eve, other.url)).statusCode).toBe(200);
    app.time.now += 3_600_000 / 20;
    expect((await give(eve, board.url)).statusCode).toBe(200);
  });

  test("[M5] attack: a session that sets passphrases in a loop is refused at the 51st, and no other is", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15) });
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const [board, other] = [await makeBoard(eve), await makeBoard(ann)];
    app.time.now += 60_000;
    for (let i = 0; i < 50; i += 1) expect((await set(eve, board.url)).statusCode).toBe(200);
    for (const call of [set, give])
      expect((await call(eve, board.url)).json()).toMatchObject({ code: "rate_limited" });
    expect((await set(ann, other.url)).statusCode).toBe(200);
    app.time.now += 5000;
    expect((await set(eve, board.url)).statusCode).toBe(200);
  });

  test("[M5] the right passphrase takes back the wrong ones before it", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15) });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    for (const words of [passphrase, "another passphrase"]) {
      await set(ann, board.url, words);
      for (let i = 0; i < 19; i += 1)
        await countWrong(app, board.id, { user: bob.user.id, address: "127.0.0.1" });
      expect((await give(bob, board.url, words)).statusCode).toBe(200);
    }
  });

  test.each([
    ["new users of one address", 200, () => ({ address: "127.0.0.1" })],
    ["many addresses", 1_000, (i: number) => ({ address: `203.0.${i >> 8}.${i & 255}` })],
  ])("[M5] attack: wrong passphrases of %s: after %i the right one is refused", async (_who, most, from) => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15) });
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    await set(ann, board.url);
    for (let i = 0; i < most; i += 1) await countWrong(app, board.id, { user: `user ${i}`, ...from(i) });
    expect((await give(eve, board.url)).statusCode).toBe(429);
    app.time.now += 3_600_000 / most;
    expect((await give(eve, board.url)).statusCode).toBe(200);
  });

  test("[M5] attack: a visitor who opened the board before finds its new title neither in the list nor by a search nor in their data", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Old title");
    await bob.get(board.url);
    await set(ann, board.url);
    await ann.put(board.url, { title: "Layoffs" });
    const list = async (query = "") =>
      (await bob.get(`/api/v1/boards${query}`)).json<{ data: BoardListRow[] }>().data;
    expect(await list()).toEqual([
      {
        id: board.id,
        title: "",
        section_count: 0,
        sticker_count: 0,
        visited_at: expect.any(String),
        people: [],
        can_edit: false,
        passphrase: "needed",
      },
    ]);
    expect(await list("?q=layoffs")).toEqual([]);
    expect((await bob.get(`/api/v1/users/${bob.user.id}/data`)).body).not.toContain("Layoffs");
    await give(bob, board.url);
    expect((await list("?q=layoffs"))[0]).toMatchObject({ title: "Layoffs", passphrase: "given" });
  });

  test("[M5] attack: the maker of a board that has somebody else's passphrase finds its new title in their data", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann, "Old title");
    await set(bob, board.url);
    await bob.put(board.url, { title: "Layoffs" });
    const data = async () => (await ann.get(`/api/v1/users/${ann.user.id}/data`)).body;
    expect(await data()).toContain(board.id);
    expect(await data()).not.toContain("Layoffs");
    await give(ann, board.url);
    expect(await data()).toContain("Layoffs");
  });

  test("[M5] attack: a member of the board's space, without the passphrase, reads its title and takes it out of the space", async () => {
    const app = await buildTestApp();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const { key } = (await ann.post("/api/v1/spaces", { name: "Team" })).json<{ data: { key: string } }>()
      .data;
    const board = await makeBoard(ann, "Layoffs");
    const place = `/api/v1/spaces/${key}/boards/${board.id}`;
    expect((await ann.put(place)).statusCode).toBe(200);
    await set(ann, board.url);
    for (const path of [`/api/v1/spaces/${key}`, `/api/v1/spaces/${key}/boards`]) {
      expect((await eve.get(path)).body).not.toContain("Layoffs");
      expect((await ann.get(path)).body).toContain("Layoffs");
    }
    expect((await eve.delete(place)).json()).toMatchObject({ code: "passphrase_required" });
    expect((await ann.delete(place)).statusCode).toBe(200);
  });

  test("[B2, B3, M5] copies have the same passphrase, and whoever makes one has given it", async () => {
    const app = await buildTestApp();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    await set(ann, board.url);
    for (const stickers of [true, false]) {
      const { id } = (await ann.post(`${board.url}/copies`, { stickers })).json<{ data: Board }>().data;
      const url = `/api/v1/boards/${id}`;
      expect([(await ann.get(url)).statusCode, (await eve.get(url)).statusCode]).toEqual([200, 403]);
      expect((await give(eve, url)).statusCode).toBe(200);
    }
  });

  test("[M5] attack: open sockets of others end when a passphrase is set, also one that listens to the facilitation only", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const annTab = await listenOn(app, ann, board.id);
    const bobTab = await listenOn(app, bob, board.id);
    const eveTab = await listenOn(app, eve, board.id, [channels.facilitation(board.id)]);
    await set(ann, board.url);
    expect([await bobTab.raw.waitForClose(), await eveTab.raw.waitForClose()]).toEqual([4200, 4200]);
    await annTab.flush();
    expect(annTab.events("pusher_internal:member_removed")).toEqual([{ user_id: bob.user.id }]);
    const again = await listenOn(app, bob, board.id, []);
    expect([
      await again.join(channels.presence(board.id)),
      await again.join(channels.facilitation(board.id)),
    ]).toEqual([403, 403]);
    await give(bob, board.url);
    expect(await again.join(channels.presence(board.id))).toBe(200);
  });

  test("[M5] attack: a signature that was asked for before the passphrase was set opens no channel", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const { raw } = await listenOn(app, eve, board.id, []);
    const channel = channels.facilitation(board.id);
    const form = new URLSearchParams({ socket_id: raw.socketId, channel_name: channel }).toString();
    const signed = await eve.post("/broadcasting/auth", form, {
      "content-type": "application/x-www-form-urlencoded",
    });
    await set(ann, board.url);
    raw.send("pusher:subscribe", { channel, ...signed.json<object>() });
    expect(await raw.waitForClose()).toBe(4200);
    expect(raw.received.map(({ event }) => event)).not.toContain("pusher_internal:subscription_succeeded");
  });

  test("[M5] attack: the author of a hidden sticker, without the passphrase, gets no changes on their own channel", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const sticker = await addSticker(bob, board, "Bob's");
    await ann.post(`${board.url}/facilitators`);
    await ann.put(`${board.url}/facilitators`, { option: "hideContent", value: true });
    const own = await listenOn(app, bob, board.id, [channels.user(bob.user.id)]);
    const edit = (title: string, rev: number) => ann.put(`${board.url}/items/${sticker.id}`, { title, rev });
    expect((await edit("Seen", 1)).statusCode).toBe(200);
    await own.raw.receive("board-items.update");
    await set(ann, board.url);
    expect((await edit("Secret", 2)).statusCode).toBe(200);
    await own.flush();
    expect(own.receivedText()).not.toContain("Secret");
    await give(bob, board.url);
    await edit("Seen again", 3);
    await own.raw.receive("board-items.update");
    expect(own.receivedText()).toContain("Seen again");
  });
});

eachEngine("a passphrase that changes", (open) => {
  test("[M5] attack: the old passphrase, while a new one is being set, lets nobody in", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    await set(ann, board.url);
    await Promise.all([give(eve, board.url), set(ann, board.url, "another passphrase")]);
    expect((await eve.get(board.url)).statusCode).toBe(403);
  });

  test("[M5] attack: a participant whose passphrase is still being hashed when somebody takes the seat sets none", async ({
    skip,
  }) => {
    const app = await buildTestApp({ database: await open() });
    skip(app.deps.database.engine === "sqlite", "SQLite reads nothing while a turn is held");
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const [begun, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Ann takes the seat in a turn that lasts until Eve's request has passed the check before the hashing.
    const seat = takeTurn(
      app.deps,
      board.id,
      { userId: ann.user.id, connection: undefined },
      async (turn) => {
        begun.resolve();
        await asked.promise;
        turn.setFacilitation({ ...turn.facilitation, facilitator_id: ann.user.id });
      },
    );
    await begun.promise;
    const refused = set(eve, board.url);
    await eve.get(board.url);
    asked.resolve();
    await seat;
    expect((await refused).json()).toMatchObject({ code: "board_locked" });
    const row = await app.deps.database.db
      .selectFrom("boards")
      .select("passphrase_hash")
      .where("id", "=", board.id)
      .executeTakeFirstOrThrow();
    expect(row.passphrase_hash).toBeNull();
  });
});

describe("a passphrase", () => {
  test.each([
    ["short", "seven77"],
    ["with NUL", "abcdefgh\u0000"],
  ])("that is %s is refused", async (_name, value) => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const { url } = await makeBoard(ann);
    expect((await set(ann, url, value)).json()).toMatchObject({
      errors: { passphrase: [expect.any(String)] },
    });
    expect((await app.visitor().then((bob) => bob.get(url))).statusCode).toBe(200);
  });
});

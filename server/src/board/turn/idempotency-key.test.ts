import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ChangeMeta } from "@retro/contract/changes";
import type { Item } from "@retro/contract/items";
import { eventNames } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import { openDatabaseAt } from "../../db/engines/open.ts";
import type { RetroDatabase } from "../../db/database.ts";
import { buildTestApp, type TestApp, type TestResponse, type Visitor } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { breakCommits, mendCommits } from "../../testing/databases/broken-commits.ts";
import { runAlone, sendTogether } from "../../testing/databases/held-turns.ts";
import { eachEngine, engines } from "../../testing/databases/test-engines.ts";
import { keepHouse } from "../../testing/housekeeping.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { becomePerson, startProvider } from "../../testing/provider.ts";
import { ownToken, script } from "../../testing/tokens.ts";
import { readDocument } from "../../testing/requests/api-document.ts";

const noon = Date.UTC(2026, 0, 15, 12);
type Send = (path: string, body?: object) => Promise<TestResponse>;

/** Sends with a key: the same one for each call of what it returns. */
function keyed(by: Visitor, { url }: Pick<TestBoard, "url">, key: string = randomUUID()) {
  const headers = { "idempotency-key": key };
  const send =
    (method: "post" | "put" | "delete"): Send =>
    (path, body) =>
      by[method](`${url}${path}`, body, headers);
  return { post: send("post"), put: send("put"), delete: send("delete") };
}

const answerOf = (answer: TestResponse) => answer.json<{ data: unknown; code?: string; meta: ChangeMeta }>();
const dataOf = (answer: TestResponse) => answer.json<{ data: Item }>().data;
const titlesOn = async (by: Visitor, { url }: TestBoard) =>
  flattenTree(await treeOf(by, url)).flatMap(({ kind, title }) => (kind === "sticker" ? [title] : []));
const keysIn = ({ db }: RetroDatabase) => db.selectFrom("idempotency_keys").selectAll().execute();

/** One call for each command that takes a key, on a board that Ann leads; they are sent in this order. */
async function commandsOf(ann: Visitor, board: TestBoard) {
  const { columns, url } = board;
  const parent_id = columns[0];
  const [one, two, gone] = [
    await addSticker(ann, board, "One"),
    await addSticker(ann, board, "Two"),
    await addSticker(ann, board, "Gone"),
  ];
  const action = dataOf(await ann.post(`${url}/actions`, { text: "Call" }));
  const [item, act] = [`/items/${one.id}`, `/actions/${action.id}`];
  const of = (path: string) =>
    path.replace(one.id, "{itemId}").replace(action.id, "{actionId}").replace("heart", "{kind}");
  const call = (method: "post" | "put" | "delete", path: string, body?: object) => ({
    name: `${method} /api/v1/boards/{id}${of(path).replace(gone.id, "{itemId}").replace(/\?.*/u, "")}`,
    send: (by: ReturnType<typeof keyed>) => by[method](path, body),
  });
  return [
    call("post", "/facilitators"),
    call("post", "/items", { title: "New", parent_id }),
    call("post", "/items?return=items", { title: "New, with the tree", parent_id }),
    call("post", "/items", { items: [{ title: "A" }, { title: "B" }], parent_id }),
    call("put", item, { title: "Edited" }),
    call("put", "/sort", { item_id: one.id, parent_id: columns[1], after_id: null }),
    call("put", "/sort", { moves: [{ item_id: two.id, parent_id: columns[1], after_id: one.id }] }),
    call("put", "/order", {
      orders: [{ parent_id: columns[1], from: [one.id, two.id], to: [two.id, one.id] }],
    }),
    call("delete", `/items/${gone.id}`),
    call("post", `/items/${gone.id}/restore`),
    call("put", `${item}/reactions/heart`),
    call("delete", `${item}/reactions/heart`),
    call("post", `${item}/vote`),
    call("delete", `${item}/vote`),
    call("put", `${item}/vote`, { votes: 1 }),
    call("put", "/reset-votes"),
    call("post", "/actions", { text: "New" }),
    call("put", act, { text: "Edited" }),
    call("put", `${act}/position`, { after_id: null }),
    call("delete", act),
    call("post", `${act}/restore`),
    call("put", "/facilitators", { option: "showStickerDate", value: true }),
    call("post", "/timers", { count_time: 60 }),
    call("put", "/timers", { count_time: 120 }),
    call("delete", "/timers"),
    call("post", "/rounds", { name: "First" }),
    call("delete", "/rounds"),
    call("post", "/meeting", { steps: [{ id: "talk", kind: "custom", name: "Talk", minutes: null }] }),
    call("put", "/meeting", { step: "talk" }),
    call("delete", "/meeting"),
    // The end of the meeting has freed the seat.
    call("post", "/facilitators"),
    call("put", "", { title: "Renamed" }),
    call("put", "/archive", { archived: true }),
    call("put", "/lock", { locked: true }),
    call("put", "/lock", { locked: false }),
    call("put", "/delete-cards"),
    call("delete", "/facilitators"),
  ];
}

eachEngine("a command with an Idempotency-Key", (open) => {
  const begin = async (frozenAt = noon) => {
    const app = await buildTestApp({ database: await open(), frozenAt });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    return { app, ann, bob, board: await makeBoard(ann) };
  };

  test("without the header keeps nothing, and other calls ignore it", async () => {
    const { app, ann, board } = await begin();
    await addSticker(ann, board, "One");
    const by = keyed(ann, board);
    await by.put("/passphrase", { passphrase: "a long passphrase" });
    await by.put("/passphrase", { passphrase: "another passphrase" });
    expect(await keysIn(app.deps.database)).toEqual([]);
  });

  test("[Y8] answers a repeat with the present state, under the options in force now", async () => {
    const { ann, bob, board } = await begin();
    const secret = await addSticker(bob, board, "Secret");
    const move = { item_id: secret.id, parent_id: board.columns[1], after_id: null };
    const by = keyed(ann, board);
    const repeat = async () => dataOf(await by.put("/sort", move));
    expect(await repeat()).toMatchObject({ title: "Secret" });
    await bob.put(`${board.url}/items/${secret.id}`, { title: "Changed" });
    await bob.put(`${board.url}/sort`, { ...move, parent_id: board.columns[2] });
    expect(await repeat()).toMatchObject({ title: "Changed", parent_id: board.columns[2] });
    await bob.post(`${board.url}/facilitators`);
    for (const option of ["hideContent", "stopEditing"])
      await bob.put(`${board.url}/facilitators`, { option, value: true });
    const hidden = await by.put("/sort", move);
    expect(hidden.statusCode).toBe(200);
    expect(hidden.body).not.toContain("Changed");
    expect(dataOf(hidden)).toMatchObject({ title: null, hidden: true });
    await bob.put(`${board.url}/facilitators`, { option: "hideContent", value: false });
    expect(await repeat()).toMatchObject({ title: "Changed" });
  });

  test("answers a repeat on a locked board, and of what is gone; without access it does not", async () => {
    const { ann, bob, board } = await begin();
    const add = keyed(ann, board);
    const body = { items: [{ title: "One" }, { title: "Two" }], parent_id: board.columns[0] };
    const made = (await add.post("/items", body)).json<{ data: Item[] }>().data;
    const ids = made.map(({ id }) => id);
    const edit = keyed(bob, board);
    await edit.put(`/items/${ids[0]}`, { title: "Edited" });
    await bob.delete(`${board.url}/items/${ids[0]}`);
    await ann.put(`${board.url}/lock`, { locked: true });
    const again = await add.post("/items", body);
    expect(again.statusCode).toBe(201);
    expect(answerOf(again)).toMatchObject({ data: [{ id: ids[1] }], meta: { repeated: { ids } } });
    const gone = await edit.put(`/items/${ids[0]}`, { title: "Edited" });
    expect([gone.statusCode, answerOf(gone).data]).toEqual([200, null]);
    await ann.put(`${board.url}/passphrase`, { passphrase: "a long passphrase" });
    expect((await edit.put(`/items/${ids[0]}`, { title: "Edited" })).json()).toMatchObject({
      code: "passphrase_required",
    });
  });

  test("that changed nothing is kept too: its repeat undoes nobody's later change", async () => {
    const { ann, bob, board } = await begin();
    const { id } = await addSticker(ann, board, "Calm");
    const by = keyed(ann, board);
    const edit = () => by.put(`/items/${id}`, { title: "Calm" });
    const { version } = answerOf(await edit()).meta;
    await bob.put(`${board.url}/items/${id}`, { title: "Changed since" });
    expect(answerOf(await edit())).toMatchObject({
      data: { title: "Changed since" },
      meta: { version: version + 1, repeated: { version } },
    });
    const seat = keyed(ann, board);
    await seat.post("/facilitators");
    await ann.delete(`${board.url}/facilitators`);
    await bob.post(`${board.url}/facilitators`);
    expect(dataOf(await seat.post("/facilitators"))).toMatchObject({ facilitator_id: bob.user.id });
  });

  test("names its owner once: a repeat is answered although the owner has left", async () => {
    const { app, ann, bob, board } = await begin();
    await app.listen();
    const listener = await listenOn(app, bob, board.id);
    const by = keyed(ann, board);
    const add = () => by.post("/actions", { text: "Call", owner_id: bob.user.id });
    expect((await add()).statusCode).toBe(201);
    listener.raw.socket.terminate();
    await expect
      .poll(
        async () =>
          (await ann.post(`${board.url}/actions`, { text: "Other", owner_id: bob.user.id })).statusCode,
      )
      .toBe(422);
    expect((await add()).statusCode).toBe(201);
    expect(
      (await keyed(ann, board).post("/actions", { text: "Call", owner_id: bob.user.id })).statusCode,
    ).toBe(422);
  });

  test("is refused with another body, method or address: 422; quotes do not count", async () => {
    const { ann, board } = await begin();
    const key = randomUUID();
    const by = keyed(ann, board, key);
    const body = { title: "One", parent_id: board.columns[0] };
    await by.post("/items", body);
    const { id } = await addSticker(ann, board, "Two");
    const others = [
      await by.post("/items", { ...body, title: "Other" }),
      await by.post("/items?return=items", body),
      await by.put(`/items/${id}`, { title: "One" }),
      await by.delete(`/items/${id}`),
    ];
    for (const answer of others)
      expect([answer.statusCode, answerOf(answer).code]).toEqual([422, "key_reused"]);
    const quoted = await keyed(ann, board, `"${key}"`).post("/items", {
      parent_id: body.parent_id,
      title: body.title,
    });
    expect(answerOf(quoted).meta).toHaveProperty("repeated");
    expect(await titlesOn(ann, board)).toEqual(["One", "Two"]);
  });

  test("is refused with a header that is no key: 400", async () => {
    const { ann, board } = await begin();
    const body = { title: "One", parent_id: board.columns[0] };
    const longest = "k".repeat(limits.idempotencyKeys.length);
    for (const header of [
      "",
      '""',
      '"',
      '"open',
      'open"',
      "two words",
      "a, b",
      "a\\b",
      "ключ",
      `${longest}k`,
    ]) {
      const answer = await keyed(ann, board, header).post("/items", body);
      expect([header, answer.statusCode, answerOf(answer).code]).toEqual([header, 400, "malformed"]);
    }
    for (const header of [longest, `"${longest}"`])
      expect((await keyed(ann, board, header).post("/items", body)).statusCode).toBe(201);
    expect(await titlesOn(ann, board)).toEqual(["One"]);
  });

  test("is another one of another user, and on another board", async () => {
    const { ann, bob, board } = await begin();
    const other = await makeBoard(ann);
    const key = randomUUID();
    const add = async (by: Visitor, on: TestBoard, title: string) =>
      answerOf(await keyed(by, on, key).post("/items", { title, parent_id: on.columns[0] })).meta;
    for (const meta of [
      await add(ann, board, "Ann's"),
      await add(bob, board, "Bob's"),
      await add(ann, other, "Ann's"),
    ])
      expect(meta).not.toHaveProperty("repeated");
    expect(await titlesOn(ann, board)).toEqual(["Ann's", "Bob's"]);
  });

  test("[Y8] that is refused is not kept: it is decided anew", async () => {
    const { app, ann, bob, board } = await begin();
    await bob.put(`${board.url}/lock`, { locked: true });
    const by = keyed(ann, board);
    const add = () => by.post("/items", { title: "One", parent_id: board.columns[0] });
    expect((await add()).statusCode).toBe(403);
    await bob.put(`${board.url}/lock`, { locked: false });
    await breakCommits(app.deps.database);
    expect((await add()).statusCode).toBe(500);
    await mendCommits(app.deps.database);
    expect(answerOf(await add()).meta).not.toHaveProperty("repeated");
    expect(answerOf(await add()).meta).toHaveProperty("repeated");
    expect(await titlesOn(ann, board)).toEqual(["One"]);
  });

  test("is refused while the first is at work: 409, and soon after answered", async () => {
    const { app, ann, bob, board } = await begin();
    const { turns } = app.deps.database;
    const by = keyed(ann, board);
    const add = () => by.post("/items", { title: "One", parent_id: board.columns[0] });
    const held = Promise.withResolvers<void>();
    const holding = runAlone(turns, board.id, () => held.promise);
    const first = add();
    await vi.waitUntil(() => turns.length === 1);
    const second = await add();
    expect([second.statusCode, answerOf(second).code, second.headers["retry-after"]]).toEqual([
      409,
      "in_progress",
      "1",
    ]);
    const others = addSticker(bob, board, "Bob's");
    held.resolve();
    await Promise.all([holding, others]);
    expect((await first).statusCode).toBe(201);
    expect(answerOf(await add()).meta).toHaveProperty("repeated");
    expect(await titlesOn(ann, board)).toEqual(["One", "Bob's"]);
  });

  test("several that wait for one board are one transaction, in which each keeps its key", async () => {
    const { app, ann, bob, board } = await begin();
    const { id } = await addSticker(ann, board, "Calm");
    const { turns } = app.deps.database;
    const send = [
      [keyed(ann, board), "Calm"],
      [keyed(bob, board), "Edited"],
      [keyed(ann, board), ""],
      [keyed(bob, board), "Edited"],
    ] as const;
    const all = () =>
      sendTogether(
        turns,
        board.id,
        send.map(
          ([by, title]) =>
            () =>
              by.put(`/items/${id}`, { title }),
        ),
      );
    const first = (await all()).map(({ statusCode }) => statusCode);
    expect(first).toEqual([200, 200, 422, 200]);
    expect(await keysIn(app.deps.database)).toHaveLength(3);
    const again = await all();
    expect(again.map((answer) => [answer.statusCode, "repeated" in (answerOf(answer).meta ?? {})])).toEqual(
      first.map((status) => [status, status === 200]),
    );
  });

  test("leaves no text, and goes with its user, its board and its age", async () => {
    const { app, ann, bob, board } = await begin();
    const { database } = app.deps;
    const own = await makeBoard(bob);
    await keyed(ann, board, "ann@example.com").post("/items", {
      title: "Secret",
      parent_id: board.columns[0],
    });
    for (const on of [board, own])
      await keyed(bob, on).post("/items", { title: "Bob's", parent_id: on.columns[0] });
    const rows = await keysIn(database);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/Secret|example/u);
    await bob.delete(`/api/v1/users/${bob.user.id}`);
    expect((await keysIn(database)).map(({ user_id }) => user_id)).toEqual([ann.user.id]);
    app.time.now += limits.idempotencyKeys.keptMs;
    expect(await keepHouse(app)).not.toHaveProperty("idempotency keys");
    app.time.now += 1;
    expect(await keepHouse(app)).toMatchObject({ "idempotency keys": 1 });
  });
});

test("[Y8] each call whose description names the header answers a repeat with the first status, and changes and announces nothing", async () => {
  const app = await buildTestApp({ frozenAt: noon });
  await app.listen();
  const [ann, bob] = [await app.visitor(), await app.visitor()];
  const board = await makeBoard(ann);
  const listener = await listenOn(app, bob, board.id);
  const calls = await commandsOf(ann, board);
  const { calls: documented } = await readDocument(app);
  const named = documented.filter(({ operation }) =>
    operation.parameters?.some(({ name }) => name === "Idempotency-Key"),
  );
  expect(new Set(calls.map(({ name }) => name))).toEqual(
    new Set(named.map(({ method, path }) => `${method} ${path}`)),
  );

  const versions: number[] = [];
  for (const { name, send } of calls) {
    app.time.now += 60_000;
    const by = keyed(ann, board);
    const first = await send(by);
    expect([name, first.statusCode]).toEqual([name, first.statusCode < 300 ? first.statusCode : first.body]);
    const { version, changes } = answerOf(first).meta;
    if (changes.length > 0) versions.push(version);
    const again = await send(by);
    expect([name, again.statusCode]).toEqual([name, first.statusCode]);
    const repeated: unknown = { version, ids: expect.any(Array) };
    expect([name, again.json()]).toEqual([
      name,
      { ...first.json(), meta: { version, changes: [], repeated } },
    ]);
  }
  await listener.flush();
  const announced = listener.events(eventNames.items).map((event) => event.version as number);
  expect(announced).toEqual(announced.filter((version, i) => announced.indexOf(version) === i));
  expect(new Set(announced).size).toBeGreaterThan(10);
  expect((await ann.get(board.url)).json().data.version).toBe(Math.max(...versions));
});

test("a person who was a guest repeats what the guest has sent", async () => {
  const provider = await startProvider();
  onTestFinished(() => provider.stop());
  const app = await buildTestApp({ env: provider.env });
  await becomePerson(app.browser());
  const guest = await app.visitor();
  const { id } = guest.user;
  const board = await makeBoard(guest);
  const key = randomUUID();
  const add = (by: Visitor) =>
    keyed(by, board, key).post("/items", { title: "One", parent_id: board.columns[0] });
  await add(guest);
  const person = await becomePerson(guest);
  expect(person.user.id).not.toBe(id);
  const again = await add(person);
  expect([again.statusCode, answerOf(again).meta.repeated?.ids]).toEqual([201, [dataOf(again).id]]);
});

test("[Y8] a token sends a key with its own calls, and with those of an assistant's tools", async () => {
  const app = await buildTestApp();
  const ann = await app.visitor();
  const board = await makeBoard(ann);
  const bot = script(app, await ownToken(app, ann));
  const body = { title: "One", parent_id: board.columns[0] };
  const headers = { "idempotency-key": "nightly", accept: "application/json, text/event-stream" };
  await bot.post(`${board.url}/items`, body, headers);
  expect(answerOf(await bot.post(`${board.url}/items`, body, headers)).meta).toHaveProperty("repeated");
  const given = { board_id: board.id, column_id: body.parent_id, texts: ["Two"] };
  const params = { name: "add_stickers", arguments: given };
  const tool = () =>
    bot.post(
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      { ...headers, "idempotency-key": "tool" },
    );
  const [first, again] = [await tool(), await tool()];
  expect([first.statusCode, again.json()]).toEqual([200, first.json()]);
  expect(await titlesOn(ann, board)).toEqual(["One", "Two"]);
});

test.each(engines)(
  "[Y8] of two servers on $name, one carries a command out, and the other answers its repeat",
  async ({ place }) => {
    const { where, drop } = await place();
    onTestFinished(drop);
    const apps: TestApp[] = [];
    for (const _ of [1, 2]) {
      const database = await openDatabaseAt(where);
      onTestFinished(() => database.close());
      apps.push(await buildTestApp({ database }));
    }
    const [one, two] = apps as [TestApp, TestApp];
    const ann = await one.visitor();
    const board = await makeBoard(ann);
    const elsewhere: Visitor = Object.assign(two.browser(), { user: ann.user });
    for (const [name, value] of ann.cookies) elsewhere.cookies.set(name, value);
    for (let round = 0; round < 5; round += 1) {
      const key = randomUUID();
      const add = (by: Visitor) =>
        keyed(by, board, key).post("/items", { title: `${round}`, parent_id: board.columns[0] });
      const answers = await Promise.all([add(ann), add(elsewhere)]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      expect(answers.filter((answer) => "repeated" in answerOf(answer).meta)).toHaveLength(1);
      expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
    }
    expect(await titlesOn(ann, board)).toEqual(["0", "1", "2", "3", "4"]);
  },
);

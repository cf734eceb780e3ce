import { describe, expect, test } from "vitest";
import type { CopyMeta } from "@retro/contract/commands";
import type { Board, BoardListRow } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { limits } from "@retro/contract/limits";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { type TestApp, type TestResponse, type Visitor, buildTestApp } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { boardBytes, budgets, prices } from "../../limits/budgets.ts";
import { sha256 } from "../../http/session/secrets.ts";

const noon = Date.UTC(2026, 0, 15, 12);

async function copy(by: Visitor, { url }: Pick<TestBoard, "url">, stickers: boolean) {
  const answer = await by.post(`${url}/copies`, { stickers });
  if (answer.statusCode !== 201) throw new Error(`no copy: ${answer.statusCode} ${answer.body}`);
  const { data, meta } = answer.json<{ data: Board; meta: CopyMeta }>();
  return { board: data, meta, url: `/api/v1/boards/${data.id}` };
}

/** The session's id in the limits. */
const sessionOf = (visitor: Visitor) => sha256(visitor.cookies.get("retro_session") ?? "");

/** Titles of a tree, nested as it is. */
type Shape = (string | null | Shape)[];
const shapeOf = (tree: readonly TreeItem[]): Shape =>
  tree.flatMap(({ title, children }) => (children.length === 0 ? [title] : [title, shapeOf(children)]));

/** Everything that the database holds about a board's items. */
const rowsOf = ({ deps }: TestApp, boardId: string) =>
  deps.database.db.selectFrom("items").selectAll().where("board_id", "=", boardId).execute();

async function set(by: Visitor, { url }: TestBoard, option: string, value: unknown): Promise<void> {
  expect((await by.put(`${url}/facilitators`, { option, value })).statusCode).toBe(200);
}

/** A board of Ann's with a group, a style and a vote, on which Ann is the facilitator. */
async function busyBoard(app: TestApp) {
  const [ann, bob] = [await app.visitor({ name: "Ann" }), await app.visitor({ name: "Bob" })];
  const board = await makeBoard(ann, "Sprint 12");
  await ann.put(board.url, { description: "The second quarter" });
  const [section] = board.board.sections;
  await ann.put(`${board.url}/items/${section?.id}`, {
    title: "Good things",
    style: { self: { backgroundColor: "#aabbcc" }, item: { fontSize: "20px" } },
  });
  const group = await addSticker(bob, board, "Group");
  app.time.now += 1000;
  await addSticker(ann, board, "Nested", group.id);
  const styled = await addSticker(ann, board, "Styled", board.columns[2]);
  await ann.put(`${board.url}/items/${styled.id}`, { style: { backgroundColor: "#ffee00" } });
  await addSticker(bob, board, "Last");
  await bob.post(`${board.url}/items/${group.id}/vote`);
  await ann.post(`${board.url}/facilitators`);
  await ann.post(`${board.url}/timers`, { count_time: 60 });
  return { ann, bob, board, group };
}

describe("a copy of a board", () => {
  test("[B2] a duplicate has sections, styles and stickers in their places, and no authors, votes or facilitator", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { ann, bob, board } = await busyBoard(app);
    const source = await treeOf(bob, board.url);
    app.time.now += 1000;
    const made = await copy(bob, board, true);

    expect(made.meta).toEqual({ left_out: 0 });
    expect(made.board).toMatchObject({
      title: "Sprint 12 (copy)",
      description: "The second quarter",
      facilitator_id: null,
      facilitator_options: noOptions,
      timer: idleTimer,
      version: 1,
    });
    const tree = await treeOf(bob, made.url);
    expect(shapeOf(tree)).toEqual(shapeOf(source));
    const [originals, copies] = [flattenTree(source), flattenTree(tree)];
    expect(copies.map(({ style }) => style)).toEqual(originals.map(({ style }) => style));
    const stickers = copies.filter(({ kind }) => kind === "sticker");
    expect(stickers.map(({ user_id, votes, rev }) => [user_id, votes, rev])).toEqual(
      stickers.map(() => [null, 0, 1]),
    );
    expect(stickers.map(({ created_at }) => created_at)).toEqual(
      originals.filter(({ kind }) => kind === "sticker").map(({ created_at }) => created_at),
    );
    const ids = new Set(originals.map(({ id }) => id));
    expect(copies.filter(({ id }) => ids.has(id))).toEqual([]);

    const list = (await bob.get("/api/v1/boards")).json<{ data: BoardListRow[] }>().data;
    expect(list[0]).toMatchObject({ id: made.board.id, sticker_count: 4, section_count: 3 });
    expect((await ann.get(board.url)).json()).toMatchObject({ data: { title: "Sprint 12", version: 11 } });
    expect((await ann.get("/api/v1/boards")).json()).toMatchObject({ meta: { total: 1 } });
  });

  test("[B3] a board made from another one has its title, description and sections, and no sticker", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { bob, board } = await busyBoard(app);
    const made = await copy(bob, board, false);
    expect(made.board).toMatchObject({ title: "Sprint 12", description: "The second quarter" });
    const tree = await treeOf(bob, made.url);
    expect(tree.map(({ title, style }) => ({ title, style }))).toEqual(
      (await treeOf(bob, board.url)).map(({ title, style }) => ({ title, style })),
    );
    expect(flattenTree(tree).filter(({ kind }) => kind === "sticker")).toEqual([]);
    expect(tree.every(({ children }) => children.length === 3)).toBe(true);
  });

  test("[B2, H1] an attack: duplicating a board while its content is hidden copies no hidden text into the database", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const [ann, spy] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const secret = await addSticker(ann, board, "SECRET group");
    await addSticker(ann, board, "SECRET nested", secret.id);
    await addSticker(spy, board, "Mine, nested", secret.id);
    await addSticker(spy, board, "Mine");
    await ann.post(`${board.url}/facilitators`);
    await set(ann, board, "hideContent", true);

    const made = await copy(spy, board, true);
    expect(made.meta).toEqual({ left_out: 2 });
    expect(JSON.stringify(await rowsOf(app, made.board.id))).not.toContain("SECRET");
    const stickers = flattenTree(await treeOf(spy, made.url)).filter(({ kind }) => kind === "sticker");
    expect(stickers.map(({ title }) => title)).toEqual(["Mine, nested", "Mine"]);
    // The counts of the card are those of the copy.
    const listed = (await spy.get("/api/v1/boards")).json<{ data: BoardListRow[] }>().data;
    expect(listed.find(({ id }) => id === made.board.id)).toMatchObject({ sticker_count: 2 });
    // The facilitator sees everything, so their duplicate has everything, and hides nothing.
    const whole = await copy(ann, board, true);
    expect(whole.meta).toEqual({ left_out: 0 });
    expect(whole.board.facilitator_options).toEqual(noOptions);
    expect(flattenTree(await treeOf(ann, whole.url)).filter(({ kind }) => kind === "sticker")).toHaveLength(
      4,
    );
  });

  test("[B2, H2, H3] an attack: a duplicate shows neither concealed votes nor hidden authors", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { ann, bob, board } = await busyBoard(app);
    await set(ann, board, "concealVoteCount", true);
    await set(ann, board, "avatars", "hide");
    const made = await copy(bob, board, true);
    const rows = await rowsOf(app, made.board.id);
    expect(rows.filter((row) => row.user_id !== null || row.imported_votes !== 0)).toEqual([]);
    const votes = app.deps.database.db.selectFrom("votes").selectAll().where("board_id", "=", made.board.id);
    expect(await votes.execute()).toEqual([]);
    expect((await bob.get(`${made.url}/users-options`)).json<{ data: object[] }>().data).toHaveLength(1);
  });

  test("[B2] a board too large for one transaction is copied whole, in order", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const titles = Array.from({ length: 600 }, (_, i) => `Sticker ${i}`);
    for (let at = 0; at < titles.length; at += 100) {
      const items = titles.slice(at, at + 100).map((title) => ({ title }));
      const answer = await ann.post(`${board.url}/items`, { parent_id: board.columns[0], items });
      expect(answer.statusCode).toBe(201);
    }
    const made = await copy(ann, board, true);
    const stickers = flattenTree(await treeOf(ann, made.url)).filter(({ kind }) => kind === "sticker");
    expect(stickers.map(({ title }) => title)).toEqual(titles);
  });
});

describe("attacks on copies", () => {
  test("a hundred duplicates in a minute: the limit on new boards holds, and refusals say when to try again", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const { burst, refill } = budgets.points.session;
    const price = prices.board.points;
    // Most of the burst is used: more copies would show the same, but later.
    const left = 10;
    app.deps.rateLimiter.charge(
      { session: sessionOf(ann), address: "192.0.2.9" },
      { points: burst - (left + 1) * price },
    );
    const answers: TestResponse[] = [];
    for (let i = 0; i < 100; i += 1) {
      app.time.now += 600;
      answers.push(await ann.post(`${board.url}/copies`, { stickers: true }));
    }
    const made = answers.filter(({ statusCode }) => statusCode === 201).length;
    expect(made).toBeGreaterThanOrEqual(left);
    expect(made).toBeLessThanOrEqual(left + refill / price);
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(
      refused.every(({ statusCode, headers }) => statusCode === 429 && Number(headers["retry-after"]) > 0),
    ).toBe(true);
    const { length } = await app.deps.database.db.selectFrom("boards").select("id").execute();
    expect(length).toBe(made + 1);
  });

  test("the stickers of a duplicate are paid for: without a budget of bytes nothing is written", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    for (let i = 0; i < 20; i += 1) await addSticker(ann, board, "x".repeat(1000));
    // Enough for a new board, and too little for its 20 stickers of 1,500 bytes each.
    const left = boardBytes + 5000;
    const used = budgets.storedBytes.session.burst - 20 * 1500 - boardBytes;
    app.deps.rateLimiter.charge(
      { session: sessionOf(ann), address: "192.0.2.9" },
      { storedBytes: used - left },
    );
    const answer = await ann.post(`${board.url}/copies`, { stickers: true });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, "quota"]);
    expect(await app.deps.database.db.selectFrom("boards").select("id").execute()).toHaveLength(1);
    expect((await ann.post(`${board.url}/copies`, { stickers: false })).statusCode).toBe(201);
  });

  test.each([{}, { stickers: "yes" }])("the body %j is refused under its field", async (body) => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor();
    const answer = await ann.post(`${(await makeBoard(ann)).url}/copies`, body);
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([
      422,
      ["stickers"],
    ]);
  });

  test("the longest title is cut, so that the copy's title still says that it is one", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor({ language: "ru" });
    const board = await makeBoard(ann, "🦦".repeat(limits.boardTitle));
    const { title } = (await copy(ann, board, true)).board;
    expect([...title]).toHaveLength(limits.boardTitle);
    expect(title).toMatch(/^🦦+ \(копия\)$/u);
    const colon = await makeBoard(ann, "a :title b");
    expect((await copy(ann, colon, true)).board.title).toBe("a :title b (копия)");
  });
});

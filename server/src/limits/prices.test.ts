import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import { bodyLimit } from "../http/limits/request-limits.ts";
import { type TestResponse, type TestApp, type Visitor, buildTestApp } from "../testing/app.ts";
import { signInAdmin } from "../testing/admin.ts";
import { type TestBoard, addSticker, makeBoard } from "../testing/boards.ts";
import { makeSpace } from "../testing/spaces.ts";
import { facilitate } from "../testing/sticker-fixture.ts";
import type { Payer } from "./payer.ts";
import { boardBytes, type Budget, type BudgetName, budgets, rowBytes } from "./budgets.ts";

/** After this time every bucket of points is full again; the administrator's session lasts twelve hours. */
const fiveMinutes = 300_000;
const day = 86_400_000;

let app: TestApp;
let ann: Visitor;
let root: Visitor;
let board: TestBoard;
let sticker: string;
let space: string;

beforeAll(async () => {
  app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12) });
  ann = await app.visitor();
  root = await signInAdmin(app);
  board = await makeBoard(ann);
  space = await makeSpace(ann);
  sticker = (await addSticker(ann, board, "One")).id;
  await facilitate(ann, board, {});
});

type Ask = () => Promise<TestResponse>;
const add = (query = "") =>
  ann.post(`${board.url}/items${query}`, { title: "New", parent_id: board.columns[0] });
const addMany = (count: number) =>
  ann.post(`${board.url}/items`, {
    items: Array.from({ length: count }, () => ({ title: "x" })),
    parent_id: board.columns[2],
  });
/** A file with this many bytes; empty lines do not count as lines. */
const bring = (bytes: number) =>
  ann.post("/api/v1/boards/import", "section,column,text\nS,1,x".padEnd(bytes, "\n"), {
    "content-type": "text/csv",
  });
const preview = (bytes: number) =>
  ann.post("/api/v1/boards/import/preview", "text;votes\nTea;1".padEnd(bytes, "\n"), {
    "content-type": "text/csv",
  });
const withSolution = async (path: string, body: object = {}) =>
  app.browser().post(`/api/v1/${path}`, { ...body, solution: await app.solution() });

function sessionOf(who: Visitor): Payer {
  const session = createHash("sha256")
    .update(who.cookies.get("retro_session") ?? "")
    .digest("hex");
  return { session, address: "192.0.2.9" };
}
const noSession: Payer = { session: null, address: "127.0.0.1" };

/** How much of a budget the payer has left. */
function left(name: BudgetName, payer: Payer): number {
  let [low, high] = [
    0,
    (budgets[name] as Budget)[payer.session === null ? "address" : "session"]?.burst ?? 0,
  ];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (app.deps.rateLimiter.findRefusal(payer, { [name]: middle }) === null) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function taken(name: BudgetName, ask: Ask, payer = sessionOf(ann)): Promise<number> {
  app.time.now += name === "points" ? fiveMinutes : day;
  const before = left(name, payer);
  expect((await ask()).statusCode).toBeLessThan(300);
  return before - left(name, payer);
}

test.each<[what: string, points: number, ask: Ask]>([
  ["a read", 1, () => ann.get(board.url)],
  ["adding", 5, () => add()],
  ["adding with the tree", 10, () => add("?return=items")],
  ["adding six in a batch", 10, () => addMany(6)],
  ["editing", 5, () => ann.put(`${board.url}/items/${sticker}`, { title: randomUUID() })],
  ["reading the stickers", 10, () => ann.get(`${board.url}/items`)],
  ["resetting votes", 10, () => ann.put(`${board.url}/reset-votes`)],
  ["a space", 30, () => ann.post("/api/v1/spaces", { name: "Team" })],
  ["making a board", 30, () => ann.post("/api/v1/boards", { title: "New" })],
  ["exporting", 100, () => ann.get(`/web/boards/${board.id}/export-json`)],
  ["a search in a space", 20, () => ann.get(`/api/v1/spaces/${space}/search?q=build`)],
  ["an archive of a space", 500, () => ann.get(`/api/v1/spaces/${space}/archive`)],
  ["downloading one's data", 200, () => ann.get(`/api/v1/users/${ann.user.id}/data`)],
  ["importing 100 kB", 100, () => bring(100_000)],
  ["importing a byte more", 200, () => bring(100_001)],
  ["a preview of a table", 50, () => preview(499_999)],
  ["a preview of 500 kB", 100, () => preview(500_000)],
])("%s costs %i points", async (_what, points, ask) => {
  expect(await taken("points", ask)).toBe(points);
});

test("a list for administrators costs ten points", async () => {
  expect(await taken("points", () => root.get("/api/v1/feedback"), sessionOf(root))).toBe(10);
});

test.each<[what: string, points: number, ask: Ask]>([
  [
    "a puzzle",
    20,
    () => app.browser().get(`/api/v1/captcha/puzzle?sitekey=${app.deps.settings.captchaSitekey}`),
  ],
  ["a puzzle, a CSRF token, and coming in", 71, () => withSolution("users/anonymous")],
  [
    "a puzzle, a CSRF token, and a subscription",
    121,
    () => withSolution("subscribers", { email: "ann@example.com" }),
  ],
])("without a session %s costs its address %i points", async (_what, points, ask) => {
  expect(await taken("points", ask, noSession)).toBe(points);
});

test("a call that costs more than is left is refused with 429 and Retry-After, and allowed after that time", async () => {
  app.time.now += fiveMinutes;
  app.deps.rateLimiter.charge(sessionOf(ann), { points: budgets.points.session.burst - 99 });
  const ask = () => ann.get(`/web/boards/${board.id}/export-json`);
  const refused = await ask();
  expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([
    429,
    "rate_limited",
    "1",
  ]);
  app.time.now += 1000;
  expect((await ask()).statusCode).toBe(200);
});

test("a used-up quota of stored bytes is answered 429 quota, for longer than a minute", async () => {
  app.time.now += day;
  app.deps.rateLimiter.charge(sessionOf(ann), { storedBytes: 2 * budgets.storedBytes.session.burst });
  const refused = await add();
  expect([refused.statusCode, refused.json().code]).toEqual([429, "quota"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
  app.time.now += 2 * day;
});

test("a batch of stickers costs the bytes of all its rows", async () => {
  const bytes = (count: number) => taken("storedBytes", () => addMany(count));
  expect((await bytes(11)) - (await bytes(1))).toBeGreaterThanOrEqual(10 * rowBytes);
});

test("attack: an import hides its stickers in groups, or is all actions: each item costs as much as any other", async () => {
  const importing = (stickers: object[], actions: object[] = []) => {
    const sections = [{ title: "S", columns: [stickers, [], []] }];
    const file = { format: "retro-board", version: 1, board: { title: "B" }, sections, actions };
    return ann.post("/api/v1/boards/import", file, { "content-type": "application/json" });
  };
  const many = (count: number) => Array.from({ length: count }, () => ({ text: "x" }));
  const nested = [{ text: "x", stickers: many(499) }];
  const actions = Array.from({ length: 200 }, () => ({ text: "x", status: "open" }));
  for (const name of ["points", "storedBytes"] as const) {
    const plain = await taken(name, () => importing(many(500)));
    const closeTo = (cost: number) => expect(Math.abs(cost - plain)).toBeLessThan(plain / 10);
    closeTo(await taken(name, () => importing(nested)));
    closeTo(await taken(name, () => importing(many(300), actions)));
  }
  expect(await taken("points", () => importing(nested))).toBe(200);
});

test("a catch-up with many changes costs more than one with few", async () => {
  const { version } = (await ann.get(board.url)).json<{ data: { version: number } }>().data;
  await addMany(30);
  expect(await taken("points", () => ann.get(`${board.url}/changes?since=${version}`))).toBe(4);
  expect(await taken("points", () => ann.get(`${board.url}/changes?since=${version + 1}`))).toBe(1);
});

test("deleting or moving a group costs by its size", async () => {
  await ann.put(`${board.url}/delete-cards`);
  const { id } = (await ann.post(`${board.url}/items`, { title: "g", parent_id: board.columns[2] })).json<{
    data: { id: string };
  }>().data;
  await ann.post(`${board.url}/items`, {
    items: Array.from({ length: 85 }, () => ({ title: "x" })),
    parent_id: id,
  });
  const move = { item_id: id, parent_id: board.columns[1], position: 0 };
  expect(await taken("points", () => ann.put(`${board.url}/sort`, move))).toBe(7);
  expect(await taken("points", () => ann.delete(`${board.url}/items/${id}`))).toBe(7);
});

test("a change is charged for what it stores once it has succeeded; a deletion and a refused change cost nothing", async () => {
  expect(await taken("storedBytes", () => ann.post("/api/v1/boards", { title: "x" }))).toBeGreaterThan(
    boardBytes,
  );
  expect(await taken("storedBytes", () => ann.post(`${board.url}/template`, {}))).toBeGreaterThan(boardBytes);
  const { id } = (await add()).json<{ data: { id: string } }>().data;
  expect(await taken("storedBytes", () => ann.delete(`${board.url}/items/${id}`))).toBe(0);
  // A body that does not tell its length costs as much as the largest one.
  const payload = JSON.stringify({ title: "x", parent_id: board.columns[0] });
  const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
  const addInChunks = () => ann.post(`${board.url}/items`, Readable.from([payload]), headers);
  expect(await taken("storedBytes", addInChunks)).toBeGreaterThanOrEqual(bodyLimit);
  const stored = left("storedBytes", sessionOf(ann));
  expect((await ann.post(`${board.url}/items`, { title: "", parent_id: "x" })).statusCode).toBe(422);
  expect(left("storedBytes", sessionOf(ann))).toBe(stored);
});

import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import { bodyLimit } from "../http/limits/request-limits.ts";
import { type TestResponse, type TestApp, type Visitor, buildTestApp } from "../testing/app.ts";
import { signInAdmin } from "../testing/admin.ts";
import { type TestBoard, addSticker, makeBoard } from "../testing/boards.ts";
import { facilitate } from "../testing/sticker-fixture.ts";
import { boardBytes, rowBytes } from "./stored-bytes.ts";
import { type RateLimit, type RateName, rateLimits } from "./table.ts";

/**
 * After this time every bucket of a session is full again; the administrator's session lasts twelve hours.
 */
const fiveMinutes = 300_000;

let app: TestApp;
let ann: Visitor;
let root: Visitor;
let board: TestBoard;
let sticker: string;

beforeAll(async () => {
  app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12) });
  ann = await app.visitor();
  root = await signInAdmin(app);
  board = await makeBoard(ann);
  sticker = (await addSticker(ann, board, "One")).id;
  await facilitate(ann, board, {});
});

type Ask = () => Promise<TestResponse>;
const add = (query = "") =>
  ann.post(`${board.url}/items${query}`, { title: "New", parent_id: board.columns[0] });
/** A file with this many bytes; empty lines do not count as lines. */
const bring = (bytes: number) =>
  ann.post("/api/v1/boards/import", "section,column,text\nS,1,x".padEnd(bytes, "\n"), {
    "content-type": "text/csv",
  });
const preview = (bytes: number) =>
  ann.post("/api/v1/boards/import/preview", "text;votes\nTea;1".padEnd(bytes, "\n"), {
    "content-type": "text/csv",
  });
const ofSize = (items: number, ask: Ask) => () => {
  app.deps.rateLimiter.noteBoardSize(board.id, items);
  return ask();
};
const message = { email: "ann@example.com", name: "Ann", inquiry: "I", subject: "S", message: "M" };
const withSolution = async (path: string, body: object = {}) =>
  app.browser().post(`/api/v1/${path}`, { ...body, solution: await app.solution() });

/** How many tokens of a session's limit a call takes. */
const bySession: [what: string, name: RateName, cost: number, ask: Ask, by?: "admin"][] = [
  ["a read", "requests", 1, () => ann.get(board.url)],
  ["a list of one's boards", "requests", 1, () => ann.get("/api/v1/boards")],
  ["a change", "requests", 1, () => add()],
  ["adding", "writes", 1, () => add()],
  ["adding with the tree", "treeReads", 1, () => add("?return=items")],
  ["adding to a large board, with its tree", "treeReads", 2, ofSize(250, () => add("?return=items"))],
  ["editing", "writes", 1, () => ann.put(`${board.url}/items/${sticker}`, { title: randomUUID() })],
  ["editing the board", "writes", 1, () => ann.put(board.url, { title: randomUUID() })],
  ["editing the board, with its tree", "treeReads", 1, () => ann.put(`${board.url}?return=items`, {})],
  [
    "moving",
    "writes",
    1,
    () => ann.put(`${board.url}/sort`, { item_id: sticker, parent_id: board.columns[1], position: 0 }),
  ],
  ["voting", "writes", 1, () => ann.post(`${board.url}/items/${sticker}/vote`)],
  ["taking a vote back", "writes", 1, () => ann.delete(`${board.url}/items/${sticker}/vote`)],
  ["resetting votes", "writes", 1, () => ann.put(`${board.url}/reset-votes`)],
  ["resetting votes, which gives the tree", "treeReads", 1, () => ann.put(`${board.url}/reset-votes`)],
  [
    "setting an option",
    "writes",
    1,
    () => ann.put(`${board.url}/facilitators`, { option: "avatars", value: "show" }),
  ],
  ["reading the stickers", "treeReads", 1, () => ann.get(`${board.url}/items`)],
  ["reading 249 stickers", "treeReads", 1, ofSize(249, () => ann.get(`${board.url}/items`))],
  ["reading 250 stickers", "treeReads", 2, ofSize(250, () => ann.get(`${board.url}/items`))],
  ["reading the votes", "treeReads", 1, () => ann.get(`${board.url}/items/votes`)],
  ["exporting", "exports", 1, () => ann.get(`/web/boards/${board.id}/export-json`)],
  ["exporting as a table", "exports", 1, () => ann.get(`/web/boards/${board.id}/export-csv`)],
  ["downloading one's data", "exports", 2, () => ann.get(`/api/v1/users/${ann.user.id}/data`)],
  ["importing 100 kB", "imports", 1, () => bring(100_000)],
  ["importing a byte more", "imports", 2, () => bring(100_001)],
  ["a preview of a table", "previews", 1, () => preview(499_999)],
  ["a preview of 500 kB", "previews", 2, () => preview(500_000)],
  ["making a board", "boards", 1, () => ann.post("/api/v1/boards", { title: "New" })],
  ["making a board, as a change", "writes", 1, () => ann.post("/api/v1/boards", { title: "New" })],
  ["keeping a template", "boards", 1, () => ann.post(`${board.url}/template`, {})],
  ["a click that is logged", "activity", 1, () => ann.post("/api/v1/logger", { event: 100 })],
  ["the list of feedback", "adminLists", 1, () => root.get("/api/v1/feedback"), "admin"],
  ["the list of messages", "adminLists", 1, () => root.get("/api/v1/contacts"), "admin"],
  ["the list of addresses", "adminLists", 1, () => root.get("/api/v1/subscribers"), "admin"],
  ["the activity log", "adminLists", 1, () => root.get("/api/v1/logger"), "admin"],
  ["deleting all stickers, which gives the tree", "treeReads", 1, () => ann.put(`${board.url}/delete-cards`)],
  ["deleting 250 stickers", "treeReads", 2, ofSize(250, () => ann.put(`${board.url}/delete-cards`))],
  ["resetting votes on 250", "treeReads", 2, ofSize(250, () => ann.put(`${board.url}/reset-votes`))],
  ["the people of 500 stickers", "requests", 6, ofSize(500, () => ann.get(`${board.url}/users-options`))],
  ["counting votes left on 500", "requests", 6, ofSize(500, () => ann.get(`${board.url}/votes-left`))],
  ["counting voters on 500 stickers", "requests", 6, ofSize(500, () => ann.get(`${board.url}/voters`))],
];

const sessionOf = (who: Visitor) =>
  createHash("sha256")
    .update(who.cookies.get("retro_session") ?? "")
    .digest("hex");

test.each(bySession)("%s: of %s it takes %i", async (_what, name, cost, ask, by) => {
  app.time.now += fiveMinutes;
  const client = { session: sessionOf(by === "admin" ? root : ann) };
  const { burst } = (rateLimits as Record<RateName, RateLimit>)[name].session ?? { burst: 0 };
  app.deps.rateLimiter.charge(client, { [name]: burst - cost + 1 });
  const refused = await ask();
  expect([refused.statusCode, refused.json().code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  app.time.now += fiveMinutes;
  app.deps.rateLimiter.charge(client, { [name]: burst - cost });
  const allowed = await ask();
  expect([allowed.statusCode < 300, allowed.statusCode]).toEqual([true, allowed.statusCode]);
});

/** How many tokens of its address's limit a call without a session takes. */
const byAddress: [what: string, name: RateName, ask: Ask][] = [
  ["a puzzle", "puzzles", () => app.browser().get("/api/v1/captcha/puzzle?sitekey=none")],
  ["coming in", "signIns", () => withSolution("users/anonymous")],
  ["a message", "messages", () => withSolution("contacts", message)],
  ["an address", "messages", () => withSolution("subscribers", { email: message.email })],
  ["the end of the letters", "messages", () => withSolution("subscribers/unsubscribe", { token: "none" })],
  [
    "a password",
    "adminSignIns",
    () => withSolution("users/sign-in", { email: "x@example.com", password: "x" }),
  ],
  ["a link", "signInLinks", () => withSolution("users/sign-in-link", { token: "none", password: "x" })],
  ["a look at a link", "signInLinks", () => withSolution("users/sign-in-link/check", { token: "none" })],
  ["a file", "files", () => app.browser().get("/robots.txt")],
];

test.each(byAddress)(
  "%s: of %s it takes one, and another address is not refused",
  async (_what, name, ask) => {
    app.time.now += 3_600_000;
    const { burst } = (rateLimits as Record<RateName, RateLimit>)[name].address ?? { burst: 0 };
    const address = "127.0.0.1 without session";
    app.deps.rateLimiter.charge({ address: "192.0.2.1 without session" }, { [name]: burst });
    app.deps.rateLimiter.charge({ address }, { [name]: burst - 1 });
    expect((await ask()).statusCode).not.toBe(429);
    app.deps.rateLimiter.charge({ address }, { [name]: burst });
    expect((await ask()).statusCode).toBe(429);
  },
);

/** How many whole tokens of a limit a session has left. */
function left(name: RateName, who: Visitor): number {
  const { rateLimiter } = app.deps;
  const { burst } = (rateLimits as Record<RateName, RateLimit>)[name].session ?? { burst: 0 };
  let [low, high] = [0, burst];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rateLimiter.findRefusal({ session: sessionOf(who) }, { [name]: middle }) === null) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function taken(name: RateName, ask: Ask): Promise<number> {
  app.time.now += 86_400_000;
  const before = left(name, ann);
  expect((await ask()).statusCode).toBeLessThan(300);
  return before - left(name, ann);
}

const addMany = (count: number) =>
  ann.post(`${board.url}/items`, {
    items: Array.from({ length: count }, () => ({ title: "x" })),
    parent_id: board.columns[2],
  });

test("a batch of stickers costs one write, and one more for every five after the first", async () => {
  expect(await taken("writes", () => addMany(1))).toBe(1);
  expect(await taken("writes", () => addMany(6))).toBe(2);
  expect(await taken("writes", () => addMany(7))).toBe(3);
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
  for (const name of ["imports", "storedBytes"] as const) {
    const plain = await taken(name, () => importing(many(500)));
    const closeTo = (cost: number) => expect(Math.abs(cost - plain)).toBeLessThan(plain / 10);
    closeTo(await taken(name, () => importing(nested)));
    closeTo(await taken(name, () => importing(many(300), actions)));
  }
  expect(await taken("imports", () => importing(nested))).toBe(2);
});

test("a catch-up with many changes costs more than one with few", async () => {
  const { version } = (await ann.get(board.url)).json<{ data: { version: number } }>().data;
  await addMany(30);
  expect(await taken("requests", () => ann.get(`${board.url}/changes?since=${version}`))).toBe(4);
  expect(await taken("requests", () => ann.get(`${board.url}/changes?since=${version + 1}`))).toBe(1);
});

test("deleting 200 stickers costs a write more than deleting 199", async () => {
  const deleteAll = () => ann.put(`${board.url}/delete-cards`);
  const fill = async (count: number) => {
    await deleteAll();
    for (let at = 0; at < count; at += 100) await addMany(Math.min(100, count - at));
  };
  await fill(199);
  expect(await taken("writes", deleteAll)).toBe(1);
  await fill(200);
  expect(await taken("writes", deleteAll)).toBe(2);
});

test("deleting or moving a group of 200 costs a write more, and so does deleting its section", async () => {
  const groupOf = async (count: number, parent = board.columns[2]) => {
    const head = (await ann.post(`${board.url}/items`, { title: "g", parent_id: parent })).json<{
      data: { id: string };
    }>().data.id;
    for (let at = 1; at < count; at += 100) {
      const items = Array.from({ length: Math.min(100, count - at) }, () => ({ title: "x" }));
      await ann.post(`${board.url}/items`, { items, parent_id: head });
    }
    return head;
  };
  await ann.put(`${board.url}/delete-cards`);
  const small = await groupOf(199);
  expect(await taken("writes", () => ann.delete(`${board.url}/items/${small}`))).toBe(1);
  const large = await groupOf(200);
  const move = { item_id: large, parent_id: board.columns[1], position: 0 };
  expect(await taken("writes", () => ann.put(`${board.url}/sort`, move))).toBe(2);
  expect(await taken("writes", () => ann.delete(`${board.url}/items/${large}`))).toBe(2);
});

test("every change tells how large the board is, so that the next read is weighed by it", async () => {
  const { rateLimiter } = app.deps;
  await ann.put(`${board.url}/delete-cards`);
  rateLimiter.noteBoardSize(board.id, 0);
  await add();
  // Three sections with three columns each.
  expect(rateLimiter.boardSize(board.id)).toBeGreaterThanOrEqual(12);
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
  const stored = left("storedBytes", ann);
  expect((await ann.post(`${board.url}/items`, { title: "", parent_id: "x" })).statusCode).toBe(422);
  expect(left("storedBytes", ann)).toBe(stored);
});

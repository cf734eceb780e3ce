import { expect, test } from "vitest";
import { signInAdmin } from "../testing/admin.ts";
import { buildTestApp } from "../testing/app.ts";
import { addSticker, makeBoard } from "../testing/boards.ts";
import { listenOn } from "../testing/nodes/listener.ts";
import type { LoadMeasurement } from "./load-monitor.ts";
import { LoadMonitor } from "./load-monitor.ts";
import { heavyBoardItems } from "./table.ts";

const calm: LoadMeasurement = { lagMs: 1, cpu: 1, heap: 0.2 };

async function loadedServer() {
  let now = calm;
  const test = await buildTestApp({ measure: () => now });
  const load = (measured: LoadMeasurement) => {
    now = measured;
    test.deps.rateLimiter.load.sample();
  };
  return { ...test, load };
}

test.each([
  ["the event loop is late", { lagMs: 300, cpu: 1, heap: 0.2 }],
  ["the heap is nearly full", { lagMs: 1, cpu: 1, heap: 0.86 }],
])("while %s, expensive calls are refused with 503 and live boards go on", async (_why, measured) => {
  const server = await loadedServer();
  const [ann, bob] = [await server.visitor(), await server.visitor()];
  const root = await signInAdmin(server);
  const board = await makeBoard(ann);
  const sticker = await addSticker(ann, board, "before");
  await server.listen();
  await listenOn(server, ann, board.id);
  server.load(measured);

  for (const refused of [
    await ann.post("/api/v1/boards", { title: "one more" }),
    await ann.post("/api/v1/boards/import", "section,column,text\n", { "content-type": "text/csv" }),
    await ann.get(`/web/boards/${board.id}/export-json`),
    await root.get("/api/v1/feedback?q=x"),
    await bob.get(`${board.url}/items`),
  ]) {
    expect([refused.statusCode, refused.json().code]).toEqual([503, "busy"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
  await addSticker(ann, board, "meanwhile");
  expect((await bob.post(`${board.url}/items/${sticker.id}/vote`)).statusCode).toBe(200);
  expect((await ann.get(`${board.url}/items`)).statusCode).toBe(200);
  expect((await bob.get("/health/live")).statusCode).toBe(200);
  expect((await bob.get("/health/ready")).statusCode).toBe(200);
});

test("under load, a user whose websocket is blocked still reads their board, unless it is large", async () => {
  const { visitor, deps, load } = await loadedServer();
  const ann = await visitor();
  const board = await makeBoard(ann);
  expect((await ann.get(`${board.url}/items`)).statusCode).toBe(200);
  load({ lagMs: 300, heap: 0.2, cpu: 1 });
  await addSticker(ann, board, "meanwhile");
  expect((await ann.get(`${board.url}/items`)).statusCode).toBe(200);
  deps.rateLimiter.noteBoardSize(board.id, heavyBoardItems + 1);
  expect((await ann.get(`${board.url}/items`)).statusCode).toBe(503);
});

test("under heavy load new visitors are refused too, and writes go on", async () => {
  const { visitor, browser, load } = await loadedServer();
  const ann = await visitor();
  const board = await makeBoard(ann);
  load({ lagMs: 1200, cpu: 1, heap: 0.2 });
  expect((await browser().get("/api/v1/captcha/puzzle?sitekey=x")).statusCode).toBe(503);
  await addSticker(ann, board, "still saved");
});

test("a level ends only after several calm measurements, and a single long task does not begin one", () => {
  let now: LoadMeasurement = calm;
  const load = new LoadMonitor(() => now);
  const after = (measured: LoadMeasurement) => {
    now = measured;
    load.sample();
    return load.level;
  };
  // One task of 300 ms among fifty ticks of 10 ms.
  expect(after({ lagMs: 6, cpu: 1, heap: 0.2 })).toBe(0);
  expect(after({ lagMs: 1700, cpu: 1, heap: 0.2 })).toBe(2);
  expect([after(calm), after(calm), after(calm), after(calm)]).toEqual([2, 2, 2, 0]);
  // Each level on the way down lasts as long.
  const busy = { lagMs: 300, cpu: 1, heap: 0.2 };
  expect(after({ lagMs: 1700, cpu: 1, heap: 0.2 })).toBe(2);
  expect([after(busy), after(busy), after(busy), after(busy)]).toEqual([2, 2, 2, 1]);
  expect([after(calm), after(calm), after(calm), after(calm)]).toEqual([1, 1, 1, 0]);
});

test("a machine that other programs keep busy makes the loop late, but refuses nobody", () => {
  const monitor = new LoadMonitor(() => ({ lagMs: 2000, cpu: 0.2, heap: 0.2 }));
  monitor.sample();
  expect(monitor.level).toBe(0);
});

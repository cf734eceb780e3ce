import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { solvePuzzle } from "../../testing/solve-puzzle.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { DifficultyScale } from "./difficulty.ts";
import { makePuzzle } from "./puzzle.ts";
import { checkSolution } from "./verify.ts";

/**
 * The worker script of the friendly-challenge package, run as the browser would, with its plain-script
 * solver.
 */
async function startWidgetWorker() {
  const file = createRequire(import.meta.url)
    .resolve("friendly-challenge")
    .replace(/[^/\\]*$/, "worker.min.js");
  let hear: (message: { type: string; solution: Uint8Array }) => void = () => undefined;
  const builtIns = { Promise, Uint8Array, Uint32Array, DataView, console, setTimeout };
  const self = {
    ...builtIns,
    postMessage: (message: never) => hear(message),
    onmessage: (_event: { data: object }): unknown => undefined,
  };
  // In a worker the global object is `self`.
  runInNewContext(readFileSync(file, "utf8"), Object.assign(self, { self }));
  const say = (data: object, until: string) =>
    new Promise<{ solution: Uint8Array }>((resolve) => {
      hear = (message) => {
        if (message.type === until) resolve(message);
      };
      self.onmessage({ data });
    });
  await say({ type: "solver", forceJS: true }, "ready");
  return { solve: async (task: object) => (await say({ type: "start", ...task }, "done")).solution };
}

const start = Date.UTC(2026, 0, 15, 12);
const settings = { appSecret: "a secret of the tests", captchaSitekey: "FCMRETRO00000000" };
const needs = (now = start) => ({ settings: settings as never, clock: () => now });
const cheap = (change: Partial<{ n: number; d: number; now: number }> = {}) =>
  makePuzzle(settings, { n: 3, d: 10, now: start, ...change });
const refused = expect.objectContaining({
  statusCode: 422,
  details: { errors: { solution: ["captcha.failed"] } },
});

/** The same puzzle and signature, with some bytes replaced. */
function tampered(puzzle: string, at: number, value: number): string {
  const [signature, base64 = ""] = puzzle.split(".");
  const bytes = Buffer.from(base64, "base64");
  bytes.writeUInt8(value, at);
  return `${signature}.${bytes.toString("base64")}`;
}

test("a solution made as the widget makes it is right", () => {
  expect(checkSolution(needs(), solvePuzzle(cheap())).expiresAt).toBe(start + 3_600_000);
});

test("the widget's own worker finds right solutions", async () => {
  const puzzle = cheap({ n: 2, d: 60 });
  const [signature, base64 = ""] = puzzle.split(".");
  const worker = await startWidgetWorker();
  const solutions: Uint8Array[] = [];
  for (let index = 0; index < 2; index += 1) {
    // The same as the widget's getPuzzleSolverInputs.
    const puzzleSolverInput = new Uint8Array(128);
    puzzleSolverInput.set(Buffer.from(base64, "base64"));
    puzzleSolverInput[120] = index;
    const task = {
      puzzleSolverInput,
      threshold: Math.floor(2 ** ((255.999 - 60) / 8)),
      puzzleIndex: index,
      n: 2,
    };
    solutions.push(await worker.solve(task));
  }
  const text = `${signature}.${base64}.${Buffer.concat(solutions).toString("base64")}.AgAA`;
  expect(checkSolution(needs(), text)).toBeDefined();
});

test("a puzzle is 32 bytes in the order that the widget reads", () => {
  const bytes = Buffer.from(cheap({ n: 51, d: 122 }).split(".")[1] ?? "", "base64");
  expect(bytes).toHaveLength(32);
  expect(bytes.readUInt32BE(0)).toBe(start / 1000);
  expect([...bytes.subarray(12, 24)]).toEqual([1, 12, 51, 122, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test("refuses a forged signature", () => {
  const [, ...rest] = solvePuzzle(cheap()).split(".");
  expect(() => checkSolution(needs(), ["0".repeat(64), ...rest].join("."))).toThrow(refused);
  const foreign = makePuzzle(
    { ...settings, appSecret: "somebody else's secret" },
    { n: 1, d: 1, now: start },
  );
  expect(() => checkSolution(needs(), solvePuzzle(foreign))).toThrow(refused);
});

test("refuses a puzzle whose difficulty was lowered", () => {
  expect(() => checkSolution(needs(), solvePuzzle(tampered(cheap({ d: 200 }), 15, 0)))).toThrow(refused);
});

test("refuses a puzzle whose count was lowered", () => {
  expect(() => checkSolution(needs(), solvePuzzle(tampered(cheap({ n: 200 }), 14, 1)))).toThrow(refused);
});

test("refuses an expired solution, to the millisecond", () => {
  const solution = solvePuzzle(cheap());
  expect(checkSolution(needs(start + 3_600_000 - 1), solution)).toBeDefined();
  expect(() => checkSolution(needs(start + 3_600_000), solution)).toThrow(refused);
});

test("refuses a puzzle from the future", () => {
  expect(() => checkSolution(needs(), solvePuzzle(cheap({ now: start + 600_000 })))).toThrow(refused);
});

test("refuses the same solution sent n times over", () => {
  const [signature, puzzle, solutions = ""] = solvePuzzle(cheap()).split(".");
  const one = Buffer.from(solutions, "base64").subarray(0, 8);
  const copies = Buffer.concat([one, one, one]).toString("base64");
  expect(() => checkSolution(needs(), `${signature}.${puzzle}.${copies}.AgAA`)).toThrow(refused);
});

test("refuses too few solutions, too many, and half of one", () => {
  const [signature, puzzle, solutions = ""] = solvePuzzle(cheap()).split(".");
  const bytes = Buffer.from(solutions, "base64");
  for (const wrong of [
    bytes.subarray(0, 16),
    bytes.subarray(0, 20),
    Buffer.concat([bytes, bytes]),
    Buffer.alloc(0),
  ]) {
    expect(() => checkSolution(needs(), `${signature}.${puzzle}.${wrong.toString("base64")}.AgAA`)).toThrow(
      refused,
    );
  }
});

test("refuses work that was not done", () => {
  const [signature, base64] = cheap({ d: 250 }).split(".");
  const idle = Buffer.from([...Array(24).keys()]).toString("base64");
  expect(() => checkSolution(needs(), `${signature}.${base64}.${idle}.AgAA`)).toThrow(refused);
});

test("refuses a puzzle made for another sitekey", () => {
  const other = makePuzzle({ ...settings, captchaSitekey: "FCMOTHER" }, { n: 1, d: 1, now: start });
  expect(() => checkSolution(needs(), solvePuzzle(other))).toThrow(refused);
});

test.each([
  "",
  ".",
  "...",
  "a.b.c.d",
  "a.b.c.d.e.f",
  ".HEADLESS_ERROR",
  "\u0000".repeat(50),
  "é".repeat(4000),
])("refuses rubbish: %j", (text) => {
  expect(() => checkSolution(needs(), text)).toThrow(refused);
});

test("puzzles grow harder by address, an office at ease, and easier again after half an hour", () => {
  const scale = new DifficultyScale();
  const take = (count: number, now: number) =>
    Array.from({ length: count }, () => scale.countPuzzle("10.0.0.1", now)).at(-1);
  expect(take(100, start)).toEqual({ n: 51, d: 122 });
  expect(take(1, start)).toEqual({ n: 51, d: 130 });
  expect(take(150, start)).toEqual({ n: 45, d: 141 });
  expect(take(250, start)).toEqual({ n: 45, d: 149 });
  expect(scale.countPuzzle("10.0.0.2", start)).toEqual({ n: 51, d: 122 });
  expect(take(1, start + 61 * 60_000)).toEqual({ n: 51, d: 122 });
});

test("attack: puzzles for ever new addresses take no memory for ever, and nobody else's count is lost to one address", () => {
  const scale = new DifficultyScale();
  for (let i = 0; i < 100; i += 1) scale.countPuzzle("10.0.0.1", start);
  for (let i = 0; i < 49_999; i += 1) scale.countPuzzle(`2001:db8::${i.toString(16)}`, start);
  expect(scale.countPuzzle("10.0.0.1", start).d).toBe(130);
  // The address that asked first is not the one that asked least recently.
  scale.countPuzzle("10.0.0.2", start);
  expect(scale.countPuzzle("10.0.0.1", start).d).toBe(130);
  for (let i = 0; i < 50_000; i += 1) scale.countPuzzle(`2001:db8:1::${i.toString(16)}`, start);
  expect(scale.countPuzzle("10.0.0.1", start).d).toBe(122);
});

test("the half hour before counts as far as the window still covers it", () => {
  const scale = new DifficultyScale();
  const minute = 60_000;
  const take = (count: number, now: number) =>
    Array.from({ length: count }, () => scale.countPuzzle("10.0.0.1", now).d).at(-1);
  expect(take(90, start)).toBe(122);
  expect(take(30, start + 29 * minute)).toBe(130);
  // A quarter of an hour into the next half: half of 120, and these.
  expect(take(40, start + 45 * minute)).toBe(122);
  expect(take(1, start + 45 * minute)).toBe(130);
  // Half hours count from the first one, also after a pause.
  expect(take(100, start + 61 * minute)).toBe(130);
  expect(take(1, start + 89 * minute)).toBe(130);
  expect(take(1, start + 135 * minute)).toBe(122);
});

test("of the half hour before, most counts at the beginning of the next one and little at its end", () => {
  const minute = 60_000;
  const after = (minutes: number) => {
    const scale = new DifficultyScale();
    for (let i = 0; i < 100; i += 1) scale.countPuzzle("10.0.0.1", start);
    return (count: number) =>
      Array.from({ length: count }, () => scale.countPuzzle("10.0.0.1", start + minutes * minute).d).at(-1);
  };
  const early = after(33);
  expect([early(10), early(1)]).toEqual([122, 130]);
  const late = after(59);
  expect([late(97), late(1)]).toEqual([122, 130]);
});

test("a puzzle whose clock is a minute ahead is right, and one that wants no solution is not", () => {
  expect(checkSolution(needs(), solvePuzzle(cheap({ now: start + 60_000 })))).toBeDefined();
  expect(() => checkSolution(needs(), solvePuzzle(cheap({ now: start + 61_000 })))).toThrow(refused);
  expect(() => checkSolution(needs(), solvePuzzle(cheap({ n: 0 })))).toThrow(refused);
});

test("every puzzle is another one, also within one second", () => {
  expect(new Set(Array.from({ length: 20 }, () => cheap())).size).toBe(20);
});

test("the puzzles of one address grow harder without CAPTCHA_DIFFICULTY", async () => {
  const { browser, deps } = await buildTestApp({ env: { CAPTCHA_DIFFICULTY: "" }, frozenAt: start });
  const wanted = async () => {
    const answer = await browser().get(`/api/v1/captcha/puzzle?sitekey=${deps.settings.captchaSitekey}`);
    const { puzzle } = answer.json<{ data: { puzzle: string } }>().data;
    return [...Buffer.from(puzzle.split(".")[1] ?? "", "base64").subarray(14, 16)];
  };
  for (let i = 0; i < 100; i += 1) expect(await wanted()).toEqual([51, 122]);
  expect(await wanted()).toEqual([51, 130]);
});

test("the endpoint answers the widget, and refuses another sitekey in its own words", async () => {
  const { browser, deps } = await buildTestApp();
  const client = { "x-frc-client": "js-0.9.20" };
  const answer = await browser().get(
    `/api/v1/captcha/puzzle?sitekey=${deps.settings.captchaSitekey}`,
    client,
  );
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    data: { puzzle: expect.stringMatching(/^[0-9a-f]{64}\.[A-Za-z0-9+/]{43}=$/) },
  });
  const wrong = await browser().get("/api/v1/captcha/puzzle?sitekey=OTHER", client);
  expect([wrong.statusCode, wrong.json()]).toEqual([403, { errors: ["endpoint_not_enabled"] }]);
});

eachEngine("used solutions", (open) => {
  test("refuses all but one of a solution sent many times at once", async () => {
    const app = await buildTestApp({ database: await open() });
    const solution = await app.solution();
    const browsers = Array.from({ length: 8 }, () => app.browser());
    const answers = await Promise.all(
      browsers.map((each) => each.post("/api/v1/users/anonymous", { solution })),
    );
    const counts = Object.groupBy(answers, (answer) => answer.statusCode);
    expect([counts[201]?.length, counts[422]?.length]).toEqual([1, 7]);
  });
});

describe("a used solution", () => {
  test("refuses a replayed solution, after a restart too", async () => {
    const env = { APP_SECRET: "the same secret across restarts" };
    const first = await buildTestApp({ env });
    const { database } = first.deps;
    const solution = await first.solution();
    expect((await first.browser().post("/api/v1/users/anonymous", { solution })).statusCode).toBe(201);
    for (const app of [first, await buildTestApp({ database, env })]) {
      const again = await app.browser().post("/api/v1/users/anonymous", { solution });
      expect([again.statusCode, again.json()]).toMatchObject([
        422,
        { errors: { solution: ["Verification failed"] } },
      ]);
    }
  });

  test("a solution is spent only when what it guards succeeds", async () => {
    const app = await buildTestApp();
    const solution = await app.solution();
    const browser = app.browser();
    const failed = await browser.post("/api/v1/users/anonymous", { solution, name: "x".repeat(65) });
    expect(failed.statusCode).toBe(422);
    expect((await browser.post("/api/v1/users/anonymous", { solution, name: "Ann" })).statusCode).toBe(201);
  });

  test("marks of expired puzzles are deleted", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const { database } = app.deps;
    await app.visitor();
    app.time.now += 3_600_000;
    await app.visitor();
    expect(await database.db.selectFrom("used_solutions").selectAll().execute()).toHaveLength(1);
  });
});

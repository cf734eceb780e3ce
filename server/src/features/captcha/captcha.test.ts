import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { solvePuzzle } from "../../testing/solve-puzzle.ts";
import { eachEngine, openTestSqlite } from "../../testing/databases/test-engines.ts";
import { hasRedis, startRedis } from "../../testing/nodes/redis.ts";
import { budgets } from "../../limits/budgets.ts";
import { DifficultyScale, lighter } from "./difficulty.ts";
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

test("refuses work that was not done", () => {
  const [signature, base64] = cheap({ d: 250 }).split(".");
  const idle = Buffer.from([...Array(24).keys()]).toString("base64");
  expect(() => checkSolution(needs(), `${signature}.${base64}.${idle}.AgAA`)).toThrow(refused);
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

describe("a lighter set for a slow device", () => {
  const env = { CAPTCHA_DIFFICULTY: "", TRUST_PROXY: "1" };
  async function lighterSets() {
    const app = await buildTestApp({ env, frozenAt: start });
    const path = `/api/v1/captcha/puzzle?sitekey=${app.deps.settings.captchaSitekey}`;
    const ask = async (address: string, query = "&set=lighter") => {
      const answer = await app.browser({ "x-forwarded-for": address }).get(`${path}${query}`);
      return answer.json<{ data: { puzzle: string } }>().data.puzzle;
    };
    const difficulty = async (address: string) =>
      Buffer.from((await ask(address)).split(".")[1] ?? "", "base64").readUInt8(15);
    return { app, ask, difficulty };
  }

  test("costs a 128th of the usual one, which is still work; a difficulty of the operator's, too", () => {
    expect(lighter({ n: 51, d: 122 })).toEqual({ n: 51, d: 66 });
    expect(lighter({ n: 45, d: 149 })).toEqual({ n: 45, d: 93 });
    expect(51 * 2 ** (66 / 8)).toBeGreaterThan(15_000);
    expect(lighter({ n: 2, d: 20 })).toEqual({ n: 2, d: 0 });
  });

  test("attack: an address that asks for lighter sets without end gets the usual one, and another address its own", async () => {
    const { app, difficulty } = await lighterSets();
    const { burst } = budgets.lighterPuzzles.address;
    for (let i = 0; i < burst; i += 1) expect(await difficulty("192.0.2.1")).toBe(66);
    for (let i = 0; i < 5; i += 1) expect(await difficulty("192.0.2.1")).toBe(122);
    // The addresses of one network of IPv6 are one address.
    for (let i = 0; i < burst; i += 1) await difficulty(`2001:db8:1:1::${i}`);
    expect(await difficulty("2001:db8:1:1::ffff")).toBe(122);
    expect(await difficulty("192.0.2.2")).toBe(66);
    app.time.now += 3_600_000;
    expect(await difficulty("192.0.2.1")).toBe(66);
  });

  test("attack: the light work of a lighter set, sent as the solution of a usual one", async () => {
    const { app, ask } = await lighterSets();
    const usual = await ask("192.0.2.1", "");
    const [signature, base64, work, diagnostics] = solvePuzzle(await ask("192.0.2.1")).split(".");
    const [usualSignature, usualBase64 = ""] = usual.split(".");
    const asEasy = Buffer.from(usualBase64, "base64");
    asEasy.writeUInt8(66, 15);
    for (const solution of [
      [usualSignature, usualBase64, work, diagnostics].join("."),
      [signature, usualBase64, work, diagnostics].join("."),
      [usualSignature, base64, work, diagnostics].join("."),
      // The usual puzzle, its difficulty lowered and really solved.
      solvePuzzle(`${usualSignature}.${asEasy.toString("base64")}`),
    ]) {
      const answer = await app.browser().post("/api/v1/users/anonymous", { solution });
      expect([answer.statusCode, answer.json().errors.solution]).toEqual([422, ["Verification failed"]]);
    }
  });

  test("attack: a set of another name is refused, not given", async () => {
    const { app } = await lighterSets();
    const path = `/api/v1/captcha/puzzle?sitekey=${app.deps.settings.captchaSitekey}`;
    for (const set of ["none", "lightest", "1", ""])
      expect((await app.browser().get(`${path}&set=${set}`)).statusCode).toBe(422);
  });
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

  test("marks of expired puzzles are deleted", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const { database } = app.deps;
    await app.visitor();
    app.time.now += 3_600_000;
    await app.visitor();
    expect(await database.db.selectFrom("used_solutions").selectAll().execute()).toHaveLength(1);
  });
});

test.skipIf(!hasRedis)("attack: puzzles grow harder for an address that asks two nodes in turn", async () => {
  const redis = await startRedis();
  const { database, drop } = await openTestSqlite();
  onTestFinished(drop);
  const env = { REDIS_URL: redis.url, DATABASE_URL: "postgres://not-used/x", CAPTCHA_DIFFICULTY: "" };
  const one = await buildTestApp({ database, env, frozenAt: start });
  const two = await buildTestApp({ database, env, frozenAt: start });
  const difficulty = async (app: typeof one) => {
    const url = `/api/v1/captcha/puzzle?sitekey=${app.deps.settings.captchaSitekey}`;
    const { puzzle } = (await app.browser().get(url)).json<{ data: { puzzle: string } }>().data;
    return Buffer.from(puzzle.split(".")[1] ?? "", "base64")[15];
  };
  for (let n = 0; n < 50; n += 1) {
    expect(await difficulty(one)).toBe(122);
    expect(await difficulty(two)).toBe(122);
  }
  await expect.poll(() => difficulty(one)).toBe(130);
  await expect.poll(() => difficulty(two)).toBe(130);
});

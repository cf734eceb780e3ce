import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Costs, type RateLimit, type RateName, rateLimits } from "../limits/table.ts";
import { accessCalls, makeAccessBoard } from "../testing/access/access-calls.ts";
import type { AccessBoard, AccessCall, People } from "../testing/access/access-request.ts";
import { buildTestApp, type TestApp } from "../testing/app.ts";
import { treeOf } from "../testing/boards.ts";

interface CallCost {
  name: string;
  items: number;
  /** What the call takes of the loop, and what it pays for. */
  loopMs: number;
  priceMs: number;
}

const { CALL_COSTS: file, CALL_COSTS_QUICK: quick } = process.env;
const sizes = quick === undefined ? [10, 500, 5900] : [10, 500];
const batch = 100;

let order: string[] = [];
/** The access tests give a column of one sticker a new order; here it is a full one. */
const calls: Record<string, AccessCall> = {
  ...accessCalls,
  "order the stickers of the owner's column": {
    async before({ url, columns }, { facilitator }) {
      const tree = await treeOf(facilitator, url);
      const column = tree[0]?.children.find(({ id }) => id === columns[0]);
      order = column?.children.map(({ id }) => id) ?? [];
    },
    ask: ({ caller, url, scene }) =>
      caller.put(`${url}/order`, {
        orders: [{ parent_id: scene.columns[0], from: order, to: order.toReversed() }],
      }),
  },
};
/** Nobody who sits on the board may make these calls. */
const refused = [
  "join the owner's own channel",
  "read a review that is not open",
  "show a review without the key of the board's space",
];

/** Not a test of a rule: `npm run bench -- costs` runs it, because the calls are those of the access tests. */
test.skipIf(file === undefined)(
  "what each call about a board takes of the loop",
  async () => {
    const found: CallCost[] = [];
    for (const items of sizes) found.push(...(await measureCalls(items)));
    const measured = new Set(found.map(({ name }) => name));
    expect(Object.keys(calls).filter((name) => !measured.has(name))).toEqual(refused);
    writeFileSync(file as string, JSON.stringify(found));
  },
  1_800_000,
);

async function measureCalls(items: number): Promise<CallCost[]> {
  const app = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 27) });
  const people = { facilitator: await app.visitor(), owner: await app.visitor() };
  const charged = recordCharges(app);
  const fresh = () => fill(app, people, items);
  const rounds = items > 1000 ? 2 : 5;
  const empty: number[] = [];
  const taken = new Map<string, { ms: number[]; priceMs: number }>();
  for (let round = 0; round <= rounds; round += 1) {
    let board = await fresh();
    for (const [name, call] of Object.entries(calls)) {
      for (let time = 0; time < 3; time += 1)
        empty.push(await loopMs(() => people.facilitator.get("/health/live")));
      app.time.now += 60_000;
      await call.before?.(board, people, app);
      const ask = { caller: people.facilitator, scene: board, url: board.url, boardId: board.id };
      charged.clear();
      let status = 0;
      const ms = await loopMs(async () => {
        status = (await call.ask({ ...ask, ownerId: people.owner.user.id })).statusCode;
      });
      // The first round compiles the code.
      if (round > 0 && status < 300) {
        const known = taken.get(name) ?? { ms: [], priceMs: priceMs(charged) };
        known.ms.push(ms);
        taken.set(name, known);
      }
      if (call.changesBoard || call.before) board = await fresh();
    }
  }
  const nothing = median(empty);
  return [...taken].map(([name, { ms, priceMs: price }]) => ({
    name,
    items,
    loopMs: Math.max(0, median(ms) - nothing),
    priceMs: price,
  }));
}

/** What the session is charged from now on. */
function recordCharges({ deps: { rateLimiter } }: TestApp): Map<RateName, number> {
  const charged = new Map<RateName, number>();
  const charge = rateLimiter.charge.bind(rateLimiter);
  rateLimiter.charge = (client, costs: Costs) => {
    if (client.session)
      for (const [name, cost] of Object.entries(costs) as [RateName, number][])
        if ("session" in rateLimits[name]) charged.set(name, (charged.get(name) ?? 0) + cost);
    charge(client, costs);
  };
  return charged;
}

async function fill(app: TestApp, people: People, items: number): Promise<AccessBoard> {
  const board = await makeAccessBoard(app, people, {}, "The owner's");
  for (let made = 0; made < items; made += batch) {
    app.time.now += 60_000;
    const stickers = Array.from({ length: Math.min(batch, items - made) }, () => ({
      id: randomUUID(),
      title: "A sentence of usual length about what went well in this sprint",
    }));
    const author = made % 200 === 0 ? people.owner : people.facilitator;
    const parent_id = board.columns[(made / batch) % board.columns.length];
    const answer = await author.post(`${board.url}/items`, { items: stickers, parent_id });
    if (answer.statusCode !== 201) throw new Error(`no stickers: ${answer.statusCode} ${answer.body}`);
  }
  return board;
}

/** What one visitor may take of the loop for long: 33 of them fill it. */
const share = 0.03;
const msOf = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The time until the session may repeat the call for ever, of which a visitor's share is the loop's. */
function priceMs(charged: ReadonlyMap<RateName, number>): number {
  let waitMs = 0;
  for (const [name, cost] of charged) {
    const { session: rate, code }: RateLimit = rateLimits[name];
    // A quota is for the disk.
    if (rate !== undefined && code !== "quota")
      waitMs = Math.max(waitMs, (cost / rate.refill) * msOf[rate.per]);
  }
  return waitMs * share;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Processor time of this thread, which is the server's loop, until the answer and what follows it. */
async function loopMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

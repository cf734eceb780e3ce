import { randomUUID } from "node:crypto";
import type { Board } from "@retro/contract/entities";
import { eventNames, facilitationEvents } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import { HttpClient } from "../http-client.ts";
import { type BenchOptions, type Measurement, median, wait } from "../measurement.ts";
import { boardChannels, fetchColumnIds, PusherSocket } from "../retro-client.ts";
import { randomText, seededRandom } from "../seed/random-text.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";
import { addressesFor, roundsOf } from "./load-run.ts";

const browserHeaders = { "accept-encoding": "gzip, deflate, br, zstd" };

interface Author {
  visitor: Visitor;
  socket: PusherSocket;
}

/** What a step took of the server, and until everybody had the new state. */
interface Step {
  loopMs: number;
  /** The longest time in which nobody else was served. */
  stopMs: number;
  seconds: number;
}

/** 200 authors of 2,000 stickers, avatars hidden: each of them sees another board. */
export async function measureHiddenAuthors(options: BenchOptions): Promise<Measurement[]> {
  const [people, stickers] = options.quick ? [50, 1200] : [200, 2000];
  const steps = ["open the board", "load it again after a reveal", "Sort by votes"] as const;
  const runs: Record<(typeof steps)[number], Step>[] = [];
  for (let round = 0; round < roundsOf(options); round += 1) runs.push(await measureOne(people, stickers));
  return steps.flatMap((step) => {
    const label = `${people} authors, avatars hidden, ${stickers} stickers: ${step}`;
    const of = (read: (step: Step) => number) => median(runs.map((run) => read(run[step])));
    return [
      {
        label: `${label}, processor time of the loop for each`,
        unit: "ms",
        value: of(({ loopMs }) => loopMs) / people,
        aim: "20",
        detail: runs,
      },
      { label: `${label}, longest stop of the loop`, unit: "ms", value: of(({ stopMs }) => stopMs) },
      { label: `${label}, all have it`, unit: "s", value: of(({ seconds }) => seconds), aim: "1.5" },
    ];
  });
}

async function measureOne(people: number, stickers: number) {
  const server = await ServerProcess.start("retro");
  const clients = addressesFor(people, 3).map((address) => new HttpClient(server.url, address));
  try {
    const authors: Author[] = [];
    for (let i = 0; i < people; i += 1) {
      const http = clients[i % clients.length] as HttpClient;
      const visitor = await Visitor.createAnonymous(http);
      const socket = new PusherSocket(server.url, http.localAddress);
      authors.push({ visitor, socket: await socket.waitUntilConnected() });
    }
    const facilitator = (authors[0] as Author).visitor;
    const { id } = await facilitator.callApi<Board>("POST", "/api/v1/boards", { title: "Hidden authors" });
    const path = `/api/v1/boards/${id}`;
    const columns = await fetchColumnIds(facilitator, id);
    const orders = columns.map((parent_id) => ({ parent_id, from: [] as string[], to: [] as string[] }));
    const random = seededRandom(1);
    const each = Math.ceil(stickers / people);
    for (const [i, { visitor }] of authors.entries()) {
      const order = orders[i % orders.length] as (typeof orders)[number];
      const items = Array.from({ length: each }, () => ({ id: randomUUID(), title: randomText(random) }));
      await visitor.callApi("POST", `${path}/items`, { parent_id: order.parent_id, items });
      order.from.push(...items.map((item) => item.id));
      order.to.unshift(...items.map((item) => item.id).toReversed());
    }
    await facilitator.callApi("POST", `${path}/facilitators`);
    const setOption = (option: string, value: unknown) =>
      facilitator.callApi("PUT", `${path}/facilitators`, { option, value });
    await setOption("avatars", "hide");
    await setOption("hideContent", true);

    const join = async ({ visitor, socket }: Author) => {
      for (const channel of boardChannels(id, visitor.user.id)) await socket.join(visitor, channel);
      await load(visitor, path);
    };
    const opened = await measureStep(server, () => Promise.all(authors.map(join)));
    const told = (names: readonly string[], then: (visitor: Visitor) => Promise<unknown>) =>
      authors.map(
        ({ visitor, socket }) =>
          new Promise((resolve, reject) => {
            socket.onEvent = ({ event }) => {
              if (!names.includes(event)) return;
              socket.onEvent = () => undefined;
              then(visitor).then(resolve, reject);
            };
          }),
      );
    const revealed = await measureStep(server, async () => {
      const all = told(facilitationEvents, (visitor) => call(visitor, `${path}/items`));
      await Promise.all([setOption("hideContent", false), ...all]);
    });
    const { version } = await facilitator.callApi<{ version: number }>("GET", path);
    const sorted = await measureStep(server, async () => {
      const all = told([eventNames.items], async (visitor) => {
        const body = await call(visitor, `${path}/changes?since=${version}`);
        if (body.includes('"reload":true')) await load(visitor, path);
      });
      await Promise.all([
        facilitator.callApi("PUT", `${path}/order`, { orders: withinOneOrder(orders) }),
        ...all,
      ]);
    });
    for (const { socket } of authors) socket.close();
    return { "open the board": opened, "load it again after a reveal": revealed, "Sort by votes": sorted };
  } finally {
    for (const client of clients) client.close();
    await server.stopAndDelete();
  }
}

/** As many columns as one call may order. */
function withinOneOrder<Order extends { to: string[] }>(orders: readonly Order[]): Order[] {
  let left: number = limits.stickersPerOrder;
  return orders.filter(({ to }) => to.length > 1 && (left -= to.length) >= 0);
}

async function call(visitor: Visitor, path: string): Promise<Buffer> {
  const { status, body } = await visitor.send("GET", path, undefined, browserHeaders);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return body;
}

function load(visitor: Visitor, path: string): Promise<unknown> {
  return Promise.all(["", "/items", "/items/votes"].map((below) => call(visitor, path + below)));
}

async function measureStep(server: ServerProcess, step: () => Promise<unknown>): Promise<Step> {
  await server.loopDelay();
  await wait(1000);
  await server.loopDelay();
  const before = await server.loop();
  const from = performance.now();
  await step();
  const seconds = (performance.now() - from) / 1000;
  const loopMs = (await server.loop()).cpuMs - before.cpuMs;
  return { loopMs, stopMs: (await server.loopDelay()).max, seconds };
}

import { randomUUID } from "node:crypto";
import { eventNames, facilitationEvents } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import { HttpClient } from "./http-client.ts";
import { medianRow, type Part, roundsOf, wait } from "./measurement.ts";
import { createBoard, joinBoard, type PusherSocket } from "./retro-client.ts";
import { randomText, seededRandom } from "./random-text.ts";
import { ServerProcess } from "./server-process.ts";
import { browserEncodings, Visitor } from "./visitor.ts";
import { addressesFor } from "./load-run.ts";

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
export const measureHiddenAuthors: Part = async (options) => {
  const [people, stickers] = options.quick ? [50, 1200] : [200, 2000];
  const steps = ["open the board", "load it again after a reveal", "Sort by votes"] as const;
  const runs: Record<(typeof steps)[number], Step>[] = [];
  for (let round = 0; round < roundsOf(options, 3); round += 1) runs.push(await measureOne(people, stickers));
  return steps.flatMap((step) => {
    const row = (what: string, unit: string, read: (step: Step) => number, aim = "") => {
      const label = `${people} authors, avatars hidden, ${stickers} stickers: ${step}, ${what}`;
      return medianRow(runs, label, unit, (run) => read(run[step]), { aim });
    };
    return [
      row("processor time of the loop for each", "ms", ({ loopMs }) => loopMs / people, "20"),
      row("longest stop of the loop", "ms", ({ stopMs }) => stopMs),
      row("all have it", "s", ({ seconds }) => seconds, "1.5"),
    ];
  });
};

async function measureOne(people: number, stickers: number) {
  await using server = await ServerProcess.start("retro");
  const clients = addressesFor(people, 3).map((address) => new HttpClient(server.url, address));
  const visitors: Visitor[] = [];
  for (let i = 0; i < people; i += 1)
    visitors.push(await Visitor.createAnonymous(clients[i % clients.length] as HttpClient));
  const facilitator = visitors[0] as Visitor;
  const { id, path, columns } = await createBoard(facilitator);
  const orders = columns.map((parent_id) => ({ parent_id, from: [] as string[], to: [] as string[] }));
  const random = seededRandom(1);
  for (const [i, visitor] of visitors.entries()) {
    const order = orders[i % orders.length] as (typeof orders)[number];
    const ids = Array.from({ length: Math.ceil(stickers / people) }, () => randomUUID());
    const items = ids.map((sticker) => ({ id: sticker, title: randomText(random) }));
    await visitor.callApi("POST", `${path}/items`, { parent_id: order.parent_id, items });
    order.from.push(...ids);
    order.to.unshift(...ids.toReversed());
  }
  await facilitator.callApi("POST", `${path}/facilitators`);
  const setOption = (option: string, value: unknown) =>
    facilitator.callApi("PUT", `${path}/facilitators`, { option, value });
  await setOption("avatars", "hide");
  await setOption("hideContent", true);

  const authors: Author[] = [];
  const opened = await measureStep(server, () =>
    Promise.all(
      visitors.map(async (visitor) => {
        authors.push({ visitor, socket: await joinBoard(visitor, id) });
        await load(visitor, path);
      }),
    ),
  );
  /** Resolves when everybody has received one of the events and done what follows from it. */
  const everybody = (names: readonly string[], then: (visitor: Visitor) => Promise<unknown>) =>
    Promise.all(
      authors.map(
        ({ visitor, socket }) =>
          new Promise((resolve, reject) => {
            socket.onEvent = ({ event }) => {
              if (!names.includes(event)) return;
              socket.onEvent = () => undefined;
              then(visitor).then(resolve, reject);
            };
          }),
      ),
    );
  const revealed = await measureStep(server, async () => {
    const all = everybody(facilitationEvents, (visitor) => call(visitor, `${path}/items`));
    await Promise.all([setOption("hideContent", false), all]);
  });
  const { version } = await facilitator.callApi<{ version: number }>("GET", path);
  const sorted = await measureStep(server, async () => {
    const all = everybody([eventNames.items], async (visitor) => {
      const body = await call(visitor, `${path}/changes?since=${version}`);
      if (body.includes('"reload":true')) await load(visitor, path);
    });
    const order = facilitator.callApi("PUT", `${path}/order`, { orders: withinOneOrder(orders) });
    await Promise.all([order, all]);
  });
  for (const { socket } of authors) socket.close();
  for (const client of clients) client.close();
  return { "open the board": opened, "load it again after a reveal": revealed, "Sort by votes": sorted };
}

/** As many columns as one call may order. */
function withinOneOrder<Order extends { to: string[] }>(orders: readonly Order[]): Order[] {
  let left: number = limits.stickersPerOrder;
  return orders.filter(({ to }) => to.length > 1 && (left -= to.length) >= 0);
}

async function call(visitor: Visitor, path: string): Promise<Buffer> {
  const { status, body } = await visitor.send("GET", path, undefined, browserEncodings);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return body;
}

function load(visitor: Visitor, path: string): Promise<unknown> {
  return Promise.all(["", "/items", "/items/votes"].map((below) => call(visitor, path + below)));
}

async function measureStep(server: ServerProcess, step: () => Promise<unknown>): Promise<Step> {
  await wait(1000);
  const before = await server.loop();
  const from = performance.now();
  await step();
  const seconds = (performance.now() - from) / 1000;
  const { cpuMs, max } = await server.loop();
  return { loopMs: cpuMs - before.cpuMs, stopMs: max, seconds };
}

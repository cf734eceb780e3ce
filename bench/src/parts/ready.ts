import type { Board } from "@retro/contract/entities";
import { channels, eventNames } from "@retro/contract/events";
import { HttpClient } from "../http-client.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { percentile, wait } from "../measurement.ts";
import { boardChannels, PusherSocket } from "../retro-client.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

const people = 200;
const withinMs = 10_000;

/** In a meeting, two hundred people press "I'm done" within ten seconds; each press reaches all others. */
export async function measureReadiness({ quick }: BenchOptions): Promise<Measurement[]> {
  const server = await ServerProcess.start("retro");
  const http = new HttpClient(server.url);
  const sockets: PusherSocket[] = [];
  try {
    const fay = await Visitor.createAnonymous(http);
    const { id } = await fay.callApi<Board>("POST", "/api/v1/boards", { title: "Bench" });
    await fay.callApi("POST", `/api/v1/boards/${id}/meeting`, {});
    const channel = channels.presence(id);
    for (let i = 0; i < people; i += 1) {
      const visitor = await Visitor.createAnonymous(http);
      const socket = await new PusherSocket(http.url).waitUntilConnected();
      for (const each of boardChannels(id, visitor.user.id)) await socket.join(visitor, each);
      sockets.push(socket);
    }
    const version = async () =>
      (await fay.callApi<{ version: number }>("GET", `/api/v1/boards/${id}`)).version;
    const before = await version();
    const sentAt: number[] = [];
    const latencies: number[] = [];
    for (const socket of sockets)
      socket.onEvent = ({ event, data }, at) => {
        if (event !== eventNames.whisperReady) return;
        const { ready } = (typeof data === "string" ? JSON.parse(data) : data) as { ready: number };
        latencies.push(at - (sentAt[ready] ?? Number.NaN));
      };
    const cpu = server.cpu();
    const presses = sockets.map(async (socket, i) => {
      await wait((i / people) * (quick ? withinMs / 5 : withinMs));
      sentAt[i] = performance.now();
      // The number that a page whispers is the time of its step: here it names the press.
      socket.whisper(channel, eventNames.whisperReady, { ready: i });
    });
    await Promise.all(presses);
    await wait(2000);
    const expected = people * (people - 1);
    return [
      {
        label: `one of ${people} “I’m done” within 10 s is seen, p95`,
        unit: "ms",
        value: percentile(latencies, 0.95),
        aim: "< 300 ms",
        detail: { p50: percentile(latencies, 0.5), slowest: Math.max(...latencies) },
      },
      { label: "presses that did not arrive", unit: "", value: expected - latencies.length, aim: "0" },
      { label: "versions of the board for it", unit: "", value: (await version()) - before, aim: "0" },
      { label: "server CPU for it", unit: "s", value: server.cpu() - cpu },
    ];
  } finally {
    for (const socket of sockets) socket.close();
    http.close();
    await server.stopAndDelete();
  }
}

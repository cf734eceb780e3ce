import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { call, prefetch } from "../../api/client.ts";
import { startI18n } from "../../i18n/i18n.ts";
import { BoardStore } from "../boardStore.ts";
import { createFaultyNetwork, person } from "../testing/faultyNetwork.ts";
import { createSimulation } from "../testing/simulation.ts";

it("an answer that was fetched ahead and is used seconds later says when its request was sent (B21)", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"data":{"serverTime":1}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  let now = 1_800_000_000_000;
  const answered = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const response = await real(new URL(path, origin), init);
    now += 200;
    // The client notes the arrival before it returns the answer.
    setTimeout(answered.resolve);
    return response;
  });
  vi.stubGlobal("document", { cookie: "", documentElement: { lang: "" } });
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.spyOn(Date, "now").mockImplementation(() => now);
  onTestFinished(async () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  await startI18n();
  prefetch("boards/b21");
  await answered.promise;
  now += 8000;
  const { sentAt, receivedAt } = await call("GET", "boards/b21");
  expect([sentAt, receivedAt]).toEqual([1_800_000_000_000, 1_800_000_000_200]);
});

it("a board whose first answer was sent eight seconds ago shows the server's time at once (B21)", async () => {
  const simulation = createSimulation();
  const ann = person("ann");
  const { server } = createFaultyNetwork(simulation, [ann]);
  const sentAt = simulation.now();
  const early = new Map(
    ["", "/items", "/items/votes"].map((path) => [
      `boards/board${path}`,
      server.handle({ id: ann.id, socketId: undefined }, "GET", `boards/board${path}`, undefined),
    ]),
  );
  await simulation.advance(8000);
  const store = new BoardStore({
    boardId: server.boardId,
    me: ann,
    // Later answers never arrive, so nothing corrects a wrong clock.
    call: (_method, path) => {
      const answer = early.get(path);
      return answer
        ? Promise.resolve({ ...answer, sentAt, receivedAt: sentAt + 100 })
        : new Promise<never>(() => undefined);
    },
    env: simulation.openTab().env,
    connect: () => new Promise<never>(() => undefined),
    onSessionEnded: () => undefined,
  });
  onTestFinished(() => store.close());
  // The first view waits a moment for the authors' names.
  await simulation.advance(60);
  expect(store.getState().status).toBe("ready");
  expect(Math.abs(store.serverNow() - simulation.now())).toBeLessThanOrEqual(100);
});

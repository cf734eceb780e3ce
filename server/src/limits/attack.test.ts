import { connect } from "node:net";
import type { Item } from "@retro/contract/entities";
import { expect, onTestFinished, test } from "vitest";
import { type TestApp, type Visitor, buildTestApp } from "../testing/app.ts";
import { makeBoard } from "../testing/boards.ts";
import { reservationLimits } from "./reservations.ts";
import { rateLimits } from "./table.ts";

const sessions = 8;
const others = 5;
const hostileAddress = "127.0.0.2";
const csv = { "content-type": "text/csv" };
const file = `section,column,text\n${"Went well,1,x\n".repeat(400)}`;

/** Makes calls as a session at an address. */
function callsFrom(server: TestApp, visitor: Visitor, remoteAddress: string) {
  return async (method: "GET" | "POST" | "PUT", url: string, payload?: object | string, headers = {}) => {
    const answer = await server.app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...visitor.credentials(), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return { url, status: answer.statusCode, wait: answer.headers["retry-after"], answer };
  };
}

/**
 * `npm run bench -- attack` runs the full minute. Here the clock does not move, so that calls reach the
 * limits at once.
 */
test("one visitor with 8 sessions runs every kind of call at once: others get no error, limits are reached, memory is bounded", async () => {
  const server = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12) });
  const { rateLimiter } = server.deps;
  const port = Number(new URL(await server.listen()).port);
  const host = await server.visitor();
  const board = await makeBoard(host);
  const users = await Promise.all(Array.from({ length: others }, () => server.visitor()));
  const hostile = await Promise.all(Array.from({ length: sessions }, () => server.visitor()));
  // Start with most of the burst used: a thousand more calls would show the same, but later.
  rateLimiter.charge({ address: hostileAddress }, { notFound: rateLimits.notFound.address.burst - 20 });

  const attack = hostile.map(async (visitor) => {
    const call = callsFrom(server, visitor, hostileAddress);
    const own = (await call("POST", "/api/v1/boards", { title: "Attack" })).answer.json<{
      data: { id: string };
    }>().data.id;
    const at = `/api/v1/boards/${own}`;
    for (const path of [`/web/boards/${own}/export-json`, `${at}/items`]) {
      const socket = connect({ port, host: "127.0.0.1", localAddress: hostileAddress });
      socket.on("error", () => undefined);
      socket.pause();
      onTestFinished(() => void socket.destroy());
      socket.write(`GET ${path} HTTP/1.1\r\nHost: retro\r\nCookie: ${visitor.cookieHeader()}\r\n\r\n`);
    }
    return Promise.all([
      ...Array.from({ length: 65 }, () => call("POST", "/api/v1/logger", { event: 100 })),
      ...Array.from({ length: 15 }, () => call("GET", "/api/v1/nowhere")),
      ...Array.from({ length: 20 }, () => call("GET", `${at}/items`)),
      ...Array.from({ length: 3 }, () => call("POST", "/api/v1/boards/import", file, csv)),
      ...Array.from({ length: 12 }, () => call("POST", "/api/v1/feedback", "x")),
    ]);
  });
  const use = users.map(async (visitor, i) => {
    const call = callsFrom(server, visitor, `127.0.1.${i}`);
    const made = await call("POST", `${board.url}/items`, { title: "well", parent_id: board.columns[0] });
    const { id } = made.answer.json<{ data: Item }>().data;
    return [
      made,
      await call("POST", `${board.url}/items/${id}/vote`),
      await call("GET", `${board.url}/items`),
      await call("GET", `${board.url}/changes?since=1`),
    ];
  });

  const forOthers = (await Promise.all(use)).flat();
  expect(forOthers.filter(({ status }) => status >= 300)).toEqual([]);
  const refused = (await Promise.all(attack)).flat().filter(({ status }) => status === 429 || status === 503);
  for (const part of ["logger", "nowhere", "import", "feedback"])
    expect(refused.some(({ url, status }) => status === 429 && url.includes(part))).toBe(true);
  expect(refused.filter(({ wait }) => !(Number(wait) >= 1))).toEqual([]);
  expect(rateLimiter.inUse("unreadBytes")).toBeLessThanOrEqual(reservationLimits.unreadBytes.address);
  await expect.poll(() => [rateLimiter.requestSlots.waiting, rateLimiter.heavySlots.waiting]).toEqual([0, 0]);
}, 60_000);

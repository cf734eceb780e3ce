import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Item } from "@retro/contract/items";
import { expect, onTestFinished, test } from "vitest";
import { type TestApp, type Visitor, buildTestApp } from "../testing/app.ts";
import { makeBoard, type TestBoard } from "../testing/boards.ts";
import { type Listener, listenOn } from "../testing/nodes/listener.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { type Budget, budgets, bytesCost, type Costs, prices } from "./budgets.ts";

const people = 200;
/** Of them, the test lets so many really come: the limits are used up by the share of the others before. */
const present = 20;
const html = { accept: "text/html" };

function webFolder(files: number): string {
  const webDir = mkdtempSync(join(tmpdir(), "retro-office-"));
  onTestFinished(() => rmSync(webDir, { recursive: true }));
  writeFileSync(join(webDir, "index.html"), '<html lang="en"><head></head></html>');
  for (let i = 0; i < files; i += 1) writeFileSync(join(webDir, `${i}.js`), "export {};".repeat(1000));
  return webDir;
}

/** A browser that notes every answer that is not a success. */
function watched(visitor: Visitor, refused: string[]): Visitor {
  const note =
    <A extends unknown[], R extends { statusCode: number; body: string }>(send: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const answer = await send(...args);
      if (answer.statusCode >= 400)
        refused.push(`${String(args[0])}: ${answer.statusCode} ${answer.body.slice(0, 100)}`);
      return answer;
    };
  return { ...visitor, get: note(visitor.get), post: note(visitor.post) };
}

async function loadBoard(who: Visitor, board: TestBoard, files: number): Promise<void> {
  await who.get(`/boards/${board.id}`, html);
  for (let i = 0; i < files; i += 1) await who.get(`/${i}.js`);
  await Promise.all([
    who.get("/api/v1/users/auth"),
    who.get(board.url),
    who.get(`${board.url}/items`),
    who.get(`${board.url}/items/votes`),
    who.get(`${board.url}/users-options`),
  ]);
}

/** The clock does not move, so no bucket refills within the minute: this is stricter than any real office. */
async function office(files: number): Promise<{ server: TestApp; board: TestBoard }> {
  const server = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12), webDir: webFolder(files) });
  await server.listen();
  const { rateLimiter } = server.deps;
  for (const session of ["somebody", null])
    for (const [name, { address }] of Object.entries<Budget>(budgets))
      rateLimiter.charge(
        { session, address: "127.0.0.1" },
        { [name]: address.burst * (1 - present / people) },
      );
  const host = await server.visitor({ name: "Host" });
  return { server, board: await makeBoard(host) };
}

test("200 people behind one address join a board within a minute, write and vote, and reach no limit", async () => {
  const files = 3;
  const { server, board } = await office(files);
  const refused: string[] = [];
  const joined: { who: Visitor; socket: Listener }[] = [];
  for (let i = 0; i < present; i += 1) {
    const who = watched(await server.visitor({ name: `Person ${i}` }), refused);
    await loadBoard(who, board, files);
    joined.push({ who, socket: await listenOn(server, who, board.id) });
  }
  const stickers = await Promise.all(
    joined.map(async ({ who }, i) => {
      const body = { title: `What ${i} says`, parent_id: board.columns[i % 3] };
      return (await who.post(`${board.url}/items`, body)).json<{ data: Item }>().data;
    }),
  );
  await Promise.all(
    joined.map(async ({ who }, i) => {
      for (const step of [1, 2])
        await who.post(`${board.url}/items/${stickers[(i + step) % present]?.id}/vote`, undefined);
    }),
  );
  expect(refused).toEqual([]);
  await joined[0]?.socket.flush();
  expect(joined[0]?.socket.events("pusher_internal:member_added").length).toBe(present - 1);
}, 120_000);

test("a busy minute of an office of 200 fits into the limits of its address with what a browser really loads", () => {
  const rateLimiter = new RateLimiter({ clock: () => 0 });
  const address = "192.0.2.1";
  const { read, write, tree, puzzle, visitor, board, join } = prices;
  const minute: Costs = {
    // Each user comes in, loads the page and 50 files with a cold cache, loads the board twice, then makes a
    // change every two seconds.
    points:
      51 * read.points +
      puzzle.points +
      visitor.points +
      2 * (8 * read.points + 2 * tree.points) +
      30 * write.points +
      6 * join.points +
      board.points,
    ...bytesCost(30 * 200, 30),
  };
  const refusals = Array.from({ length: people }, (_, i) => {
    const client = { session: `person ${i}`, address };
    const refusal = rateLimiter.findRefusal(client, minute);
    rateLimiter.charge(client, minute);
    return refusal;
  });
  expect(refusals.filter((refusal) => refusal !== null)).toEqual([]);
});

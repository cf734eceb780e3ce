import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { type TestApp, type Visitor, buildTestApp } from "../testing/app.ts";
import { budgets, type Costs, prices } from "./budgets.ts";

/** After this time every bucket of points is full again. */
const refillMs = 300_000;
const noSession = { session: null, address: "127.0.0.1" };

const noon = Date.UTC(2026, 0, 15, 12);
const unknown = "A".repeat(22);

/** The status of a websocket's handshake: 101 when it is accepted. */
function handshake(address: string, headers: Record<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = new WebSocket(`${address.replace("http", "ws")}/app/retro?protocol=7`, { headers });
  onTestFinished(() => socket.terminate());
  socket.on("open", () => resolve(101));
  socket.on("unexpected-response", (_request, { statusCode = 0 }) => resolve(statusCode));
  socket.on("error", reject);
  return promise;
}

async function chargeSession({ deps }: TestApp, { user }: Visitor, costs: Costs): Promise<void> {
  const { id: session } = await deps.database.db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  deps.rateLimiter.charge({ session, address: "192.0.2.9" }, costs);
}

test("a hundred first visits from one office in the same moment are let in", async () => {
  const server = await buildTestApp({ frozenAt: noon });
  const visitors = await Promise.all(Array.from({ length: 100 }, () => server.visitor()));
  expect(new Set(visitors.map(({ user }) => user.id)).size).toBe(100);
});

test("attack: a flood of requests without a session uses up nothing of the users behind the same address", async () => {
  const server = await buildTestApp({ frozenAt: noon });
  const ann = await server.visitor();
  expect((await ann.get("/api/v1/users/auth")).statusCode).toBe(200);
  const anonymous = server.browser();
  const message = () => anonymous.post("/api/v1/contacts", {});
  await message();
  server.time.now += refillMs;
  server.deps.rateLimiter.charge(noSession, {
    points: budgets.points.address.burst - prices.message.points,
  });
  expect((await message()).statusCode).toBe(422);
  const refused = await message();
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
  expect((await ann.post("/api/v1/contacts", {})).statusCode).toBe(422);
});

test("attack: a made-up session cookie does not let a flood pay as a user of the address", async () => {
  const server = await buildTestApp({ frozenAt: noon });
  const anonymous = server.browser();
  server.deps.rateLimiter.charge(noSession, {
    guesses: budgets.guesses.address.burst - 1,
  });
  const cookie = "retro_session=made-up";
  expect((await anonymous.get("/api/v1/nowhere", { cookie })).statusCode).toBe(404);
  const refused = await anonymous.get("/api/v1/nowhere", { cookie: "retro_session=one-more" });
  expect(refused.statusCode).toBe(429);
});

test("attack: the cookie of a session that has ended does not let a flood pay as a user of the address", async () => {
  const server = await buildTestApp({ frozenAt: noon });
  const eve = await server.visitor();
  await eve.get("/api/v1/users/auth");
  const ended = { cookie: eve.cookieHeader(), accept: "text/html" };
  await eve.post("/api/v1/users/sign-out");
  const anonymous = server.browser();
  expect((await anonymous.get("/api/v1/users/auth", ended)).statusCode).toBe(401);
  server.deps.rateLimiter.charge(noSession, { points: budgets.points.address.burst });
  expect((await anonymous.get("/", ended)).statusCode).toBe(429);
});

test("attack: a flood of websockets without a session does not keep the address's users from connecting", async () => {
  const server = await buildTestApp({ frozenAt: noon });
  const address = await server.listen();
  const ann = await server.visitor();
  await ann.get("/api/v1/users/auth");
  server.deps.rateLimiter.charge(noSession, {
    points: budgets.points.address.burst,
  });
  expect(await handshake(address, {})).toBe(429);
  expect(await handshake(address, { cookie: ann.cookieHeader() })).toBe(101);
});

test("attack: a session guesses board ids until its limit of 404s, and others behind its address go on", async () => {
  const server = await buildTestApp({ frozenAt: noon });
  const [guesser, ann] = [await server.visitor(), await server.visitor()];
  await ann.get("/api/v1/users/auth");
  await chargeSession(server, guesser, { guesses: budgets.guesses.session.burst - 1 });
  expect((await guesser.get(`/api/v1/boards/${unknown}`)).statusCode).toBe(404);
  const refused = await guesser.get(`/api/v1/boards/${unknown}`);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
  expect((await ann.get(`/api/v1/boards/${unknown}`)).statusCode).toBe(404);
});

test("attack: a session loads files until its limit, and others behind its address go on", async () => {
  const server = await buildTestApp({ frozenAt: noon });
  const [flooder, ann] = [await server.visitor(), await server.visitor()];
  for (const user of [flooder, ann]) await user.get("/api/v1/users/auth");
  const page = { accept: "text/html" };
  server.time.now += refillMs;
  await chargeSession(server, flooder, { points: budgets.points.session.burst - 1 });
  expect((await flooder.get("/", page)).statusCode).not.toBe(429);
  expect((await flooder.get("/", page)).statusCode).toBe(429);
  expect((await ann.get("/", page)).statusCode).not.toBe(429);
});

test("attack: a flood of files without a session ends at the address's limit, and its users with a session still get files", async () => {
  const server = await buildTestApp({ frozenAt: noon });
  const ann = await server.visitor();
  await ann.get("/api/v1/users/auth");
  const page = { accept: "text/html" };
  server.time.now += refillMs;
  server.deps.rateLimiter.charge(noSession, {
    points: budgets.points.address.burst - 1,
  });
  const anonymous = server.browser();
  expect((await anonymous.get("/", page)).statusCode).not.toBe(429);
  const refused = await anonymous.get("/0.js");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
  expect((await ann.get("/", page)).statusCode).not.toBe(429);
});

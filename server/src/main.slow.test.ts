import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { startInstallation } from "./testing/nodes/nodes.ts";
import { dataFolder, startProcess } from "./testing/process.ts";
import { solvePuzzle } from "./testing/solve-puzzle.ts";

// Each test starts processes, and a busy machine needs seconds for each.
vi.setConfig({ testTimeout: 60_000 });

test("starts, says what is where and how to make the first admin, lets everybody go with a hint to come back, and stops cleanly", async () => {
  const folder = dataFolder();
  const server = startProcess({ DATA_DIR: folder });
  const address = await server.address;
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  const socket = new WebSocket(`${address.replace("http", "ws")}/app/retro?protocol=7`);
  await once(socket, "message");
  const closed = once(socket, "close");
  server.child.kill("SIGTERM");
  expect((await closed)[0]).toBe(4200);
  expect(await server.exit).toBe(0);
  expect(server.text()).toContain(`Data: ${folder}, a new database\n`);
  expect(server.text()).toContain("npm run admin -- add");
  expect(server.errorText()).toContain("Only this machine can open it. For others, set HOST=0.0.0.0");
  const printed = server.errorText().split("\n");
  const logged = server
    .text()
    .split("\n")
    .filter((line) => !printed.includes(line));
  expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain("starting");
});

test("beside other servers, drains its connections in portions, and answers meanwhile", async () => {
  const [server] = (await startInstallation([[]])).nodes;
  if (server === undefined) throw new Error("there is no server");
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status;
  const sockets = Array.from(
    { length: 300 },
    () => new WebSocket(`${server.url.replace("http", "ws")}/app/retro?protocol=7`),
  );
  await Promise.all(sockets.map((socket) => once(socket, "message")));
  const closed = sockets.map((socket) => once(socket, "close").then(([code]) => code as number));
  server.process.child.kill("SIGTERM");
  await expect.poll(() => status("/health/serving")).toBe(503);
  await Promise.race(closed);
  expect([await status("/health/live"), await status("/api/v1/config")]).toEqual([200, 200]);
  expect(await server.process.exit).toBe(0);
  expect(new Set(await Promise.all(closed))).toEqual(new Set([4200]));
  expect(server.process.text()).toContain('"seconds":6,"msg":"draining the connections"');
});

test("makes the first admin that the environment names, and says nothing of the password", async () => {
  const folder = dataFolder();
  const server = startProcess({
    DATA_DIR: folder,
    ADMIN_EMAIL: "ann@example.com",
    ADMIN_PASSWORD: "a password of the tests",
  });
  await server.address;
  server.child.kill("SIGINT");
  expect(await server.exit).toBe(0);
  expect(server.text()).toContain("the first administrator was made");
  expect(server.text()).not.toContain("a password of the tests");
  expect(server.text()).not.toContain("npm run admin");
  const again = startProcess({ DATA_DIR: folder });
  await again.address;
  again.child.kill("SIGTERM");
  expect(await again.exit).toBe(0);
  expect(again.text()).toContain(`Data: ${folder}\n`);
  expect(server.text()).toContain('"migrations":["0100-schema"');
  expect(again.text()).not.toContain("migrations");
  expect(again.text()).not.toContain("npm run admin");
});

test("a request under way is finished before the stop", async () => {
  const server = startProcess({ DATA_DIR: dataFolder() });
  const address = await server.address;
  const config = await fetch(`${address}/api/v1/config`);
  const token = /XSRF-TOKEN=([^;]+)/.exec(config.headers.get("set-cookie") ?? "")?.[1] ?? "";
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const request = {
    method: "POST",
    headers: { "content-type": "application/json", cookie: `XSRF-TOKEN=${token}`, "x-xsrf-token": token },
    body: body.readable,
    duplex: "half" as const,
  };
  const answer = fetch(`${address}/api/v1/users/anonymous`, request);
  await writer.write(Buffer.from('{"solution":'));
  // Once the server has answered another request, on any connection, it has handled this one too.
  await fetch(`${address}/health/live`);
  server.child.kill("SIGTERM");
  await writer.write(Buffer.from('"x"}'));
  await writer.close();
  expect((await answer).status).toBe(422);
  expect(await server.exit).toBe(0);
});

test("refuses a second server on the same folder in one line, and the first one continues", async () => {
  const folder = dataFolder();
  const first = startProcess({ DATA_DIR: folder });
  const address = await first.address;
  const second = startProcess({ DATA_DIR: folder });
  expect(await second.exit).toBe(1);
  expect(second.errorText().trim()).toMatch(
    /^The data folder .* is in use by another Retro server\. Stop that one first\. Or set DATA_DIR .*$/,
  );
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
});

test("a port that is taken is reported in one line", async () => {
  const first = startProcess({ DATA_DIR: dataFolder() });
  const { port } = new URL(await first.address);
  const second = startProcess({ DATA_DIR: dataFolder(), PORT: port });
  expect(await second.exit).toBe(1);
  expect(second.errorText().trim()).toBe(
    `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or set PORT to another.`,
  );
});

test("a bad setting is reported in one line", async () => {
  const server = startProcess({ DATA_DIR: dataFolder(), PORT: "many" });
  expect(await server.exit).toBe(78);
  expect(server.errorText().trim()).toBe('PORT must be a whole number from 0 to 65535, not "many".');
});

test("a database that does not answer is reported in one line, without its password", async () => {
  const server = startProcess({ DATA_DIR: dataFolder(), DATABASE_URL: "postgres://u:hush@127.0.0.1:1/x" });
  expect(await server.exit).toBe(1);
  expect(server.errorText().trim()).toMatch(/^The database at DATABASE_URL cannot be used: .*$/);
  expect(server.text()).not.toContain("hush");
});

test("the log holds no text of a board, no name, no token, no query, even at its most talkative", async () => {
  const server = startProcess({ DATA_DIR: dataFolder(), LOG_LEVEL: "trace" });
  const address = await server.address;
  const puzzle = await fetch(`${address}/api/v1/captcha/puzzle?sitekey=FCMRETRO00000000`);
  const cookies = new Map(puzzle.headers.getSetCookie().map((each) => cookieOf(each)));
  const post = (path: string, body: object): Promise<Response> =>
    fetch(address + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "x-xsrf-token": cookies.get("XSRF-TOKEN") ?? "",
      },
      body: JSON.stringify(body),
    });
  const { data } = (await puzzle.json()) as { data: { puzzle: string } };
  const entered = await post("/api/v1/users/anonymous", {
    solution: solvePuzzle(data.puzzle),
    name: "Whispering Wren",
  });
  expect(entered.status).toBe(201);
  for (const each of entered.headers.getSetCookie()) cookies.set(...cookieOf(each));
  expect((await post("/api/v1/boards", { title: "Confidential matters" })).status).toBe(201);
  expect((await post("/api/v1/boards?q=Confidential", { title: "" })).status).toBe(422);
  const subscriber = { email: "ann@example.com", solution: "Confidential" };
  expect((await post("/api/v1/subscribers", subscriber)).status).toBe(422);
  server.child.kill("SIGTERM");
  expect(await server.exit).toBe(0);
  expect(server.text()).toContain('"path":"/api/v1/boards"');
  for (const secret of ["Confidential", "Whispering", data.puzzle, ...cookies.values()]) {
    expect(server.text()).not.toContain(secret);
  }
});

function cookieOf(header: string): [name: string, value: string] {
  const [name = "", value = ""] = (header.split(";", 1)[0] ?? "").split("=", 2);
  return [name, value];
}

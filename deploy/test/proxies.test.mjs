import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { isInstalled } from "../../scripts/machine/deploy-tools.mjs";
import { hasRedis, startRedis } from "../../server/src/testing/nodes/redis.ts";
import { startTcpProxy } from "../../server/src/testing/nodes/tcp-proxy.ts";
import { hasOpenssl, makeCertificate } from "../../server/src/testing/certificate.ts";
import { makeDatabase, makeDataFolder, runPacked } from "./packed-server.mjs";
import { proxies } from "./proxy-examples.mjs";
import { makeProxyFolder, startProxy } from "./proxy-programs.mjs";
import { Visitor } from "./visitor.mjs";

const admin = { email: "admin@example.com", password: "a password of the tests" };
const severalNodes = hasRedis && Boolean(process.env.TEST_DATABASE_URL);
if (!severalNodes)
  console.log("The proxies are tested with one server: PostgreSQL and Redis are needed for two.");
const missing = Object.keys(proxies).filter((name) => !isInstalled(name));
for (const name of missing) console.log(`deploy/proxies: ${name} is not checked: it is not installed.`);

/**
 * Starts two servers on one database and one Redis; one server on SQLite where these are missing. @returns
 * their ports
 */
async function startServers(basePath, trustProxy = "1") {
  const env = {
    PORT: "0",
    BASE_PATH: basePath,
    TRUST_PROXY: trustProxy,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...(severalNodes ? { DATABASE_URL: await makeDatabase(), REDIS_URL: (await startRedis()).url } : {}),
  };
  const servers = Array.from({ length: severalNodes ? 2 : 1 }, () =>
    runPacked({ ...env, DATA_DIR: makeDataFolder() }),
  );
  return Promise.all(servers.map(async ({ address }) => new URL(await address).port));
}

/** Passes requests on to a server. @returns its port, and how many checks of the server's health it has passed on */
async function countChecks(target) {
  let checks = 0;
  const relay = createServer((incoming, answer) => {
    if (incoming.url.startsWith("/health/")) checks += 1;
    const { method, headers, url } = incoming;
    const onward = request(target + url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  onTestFinished(() => {
    relay.close();
    relay.closeAllConnections();
  });
  return { port: relay.address().port, checks: () => checks };
}

test.each([
  ["nginx", "1"],
  ["caddy", "2"],
])(
  "attack: %s behind another proxy takes the client's address and the scheme from that one, and from nobody else",
  async (name, trustProxy) => {
    if (missing.includes(name)) return;
    const behind = "127.0.0.9";
    const address = await startProxy(name, { ports: await startServers("", trustProxy), behind });
    const signIn = async (localAddress) => {
      const headers = { "x-forwarded-for": "198.51.100.1, 203.0.113.9", "x-forwarded-proto": "https" };
      const root = new Visitor(address, { localAddress, headers });
      const body = { ...admin, solution: await root.solution() };
      const answer = await root.send("POST", "/api/v1/users/sign-in", body);
      expect(answer.status).toBe(200);
      return { root, isSecure: answer.headers["set-cookie"].some((cookie) => /; secure/i.test(cookie)) };
    };
    expect((await signIn("127.0.0.2")).isSecure).toBe(false);
    const { root, isSecure } = await signIn(behind);
    expect(isSecure).toBe(true);
    const sessions = (await root.send("GET", "/api/v1/admin/sessions")).json();
    expect(sessions.map((session) => session.address).toSorted()).toEqual(["127.0.0.2", "203.0.113.9"]);
  },
);

test.skipIf(missing.includes("nginx") || !hasOpenssl)(
  "attack: the cluster's nginx behind nginx with TLS on this machine takes the address and the scheme from that one, and from nobody else",
  async () => {
    // The cluster sees a proxy of its machine at the gateway of its network; this address stands for it.
    const gateway = "127.0.0.9";
    const cluster = await startProxy("nginx", { ports: await startServers(""), behind: gateway });
    const { port } = new URL(cluster);
    const certificate = makeCertificate();
    const address = await startProxy("nginx", { ports: [port], certificate, from: gateway });
    const headers = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
    const signIn = async (base, localAddress) => {
      const root = new Visitor(base, { localAddress, headers });
      const body = { ...admin, solution: await root.solution() };
      const answer = await root.send("POST", "/api/v1/users/sign-in", body);
      expect(answer.status).toBe(200);
      return { root, isSecure: answer.headers["set-cookie"].some((cookie) => /; secure/i.test(cookie)) };
    };
    expect((await signIn(cluster, "127.0.0.2")).isSecure).toBe(false);
    const { root, isSecure } = await signIn(address, "127.0.0.3");
    expect(isSecure).toBe(true);
    const sessions = (await root.send("GET", "/api/v1/admin/sessions")).json();
    expect(sessions.map((session) => session.address).toSorted()).toEqual(["127.0.0.2", "127.0.0.3"]);
    const { id } = (await root.send("POST", "/api/v1/boards", { title: "Behind TLS" })).json();
    const frames = await root.listen(`presence-boards.${id}`);
    const [section] = (await root.send("GET", `/api/v1/boards/${id}/items`)).json();
    const sticker = { title: "Seen", parent_id: section.children[0].id };
    expect((await root.send("POST", `/api/v1/boards/${id}/items`, sticker)).status).toBe(201);
    await expect.poll(() => frames.join("\n")).toContain("Seen");
  },
);

describe.skipIf(missing.includes("nginx"))("attack: nginx logs no board's id and no space's key", () => {
  const logsOf = (folder) =>
    ["access.log", "error.log"].map((name) => readFileSync(join(folder, name), "utf8")).join("");

  test("of pages, calls, exports and websockets, in odd spellings, and in a Referer", async () => {
    const folder = makeProxyFolder("nginx");
    const address = await startProxy("nginx", { ports: await startServers(""), folder });
    const ann = new Visitor(address);
    expect((await ann.enter("Ann")).status).toBe(201);
    const { id } = (await ann.send("POST", "/api/v1/boards", { title: "Kept secret" })).json();
    await ann.listen(`presence-boards.${id}`);
    const paths = [
      `/boards/${id}`,
      `/boards/${id}?from=${id}`,
      `/api/v1/boards/${id}/items`,
      `/web/boards/${id}/export-json`,
      `/%62oards/${id}`,
      `/BOARDS/${id}`,
      `//boards//${id}/boards/${id}`,
      `/spaces/${id}/boards/${id}`,
    ];
    for (const path of paths) {
      const socket = connect(new URL(address).port, "127.0.0.1");
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nReferer: http://x/boards/${id}\r\nConnection: close\r\n\r\n`,
      );
      expect((await socket.setEncoding("utf8").toArray()).join("")).toMatch(/^HTTP\/1\.1 \d+/);
    }
    const count = () =>
      logsOf(folder).match(/"GET \/(?:web\/|api\/v1\/)?\/?(?:boards|spaces)\/- HTTP/gi)?.length;
    await expect.poll(count).toBeGreaterThanOrEqual(paths.length);
    expect(logsOf(folder)).not.toContain(id);
  });

  test("of calls that no server answers", async () => {
    const folder = makeProxyFolder("nginx");
    const server = runPacked({ PORT: "0", TRUST_PROXY: "1", DATA_DIR: makeDataFolder() });
    const { port } = new URL(await server.address);
    const address = await startProxy("nginx", { ports: [port], folder });
    server.child.kill("SIGKILL");
    await server.exit;
    const id = "7M2YuSpqbNVAHxy76Tbbww";
    expect((await new Visitor(address).send("GET", `/api/v1/boards/${id}`)).status).toBe(502);
    await expect.poll(() => logsOf(folder)).toContain('"GET /api/v1/boards/- HTTP/1.1" 502');
    expect(logsOf(folder)).not.toContain(id);
  });
});

test.skipIf(missing.includes("nginx") || !severalNodes)(
  "nginx by board sends the calls and the websockets of a board to one server, and boards to all servers",
  async () => {
    const ports = await startServers("");
    const ann = new Visitor(await startProxy("nginx", { ports, byBoard: true }));
    expect((await ann.enter("Ann")).status).toBe(201);
    const servers = ports.map((port) => new Visitor(`http://127.0.0.1:${port}`));
    const read = async (pattern) =>
      Promise.all(
        servers.map(async (server) =>
          [...(await server.send("GET", "/metrics")).text.matchAll(pattern)].reduce(
            (sum, [, n]) => sum + Number(n),
            0,
          ),
        ),
      );
    const sockets = () => read(/^retro_websocket_connections (\d+)/gm);
    const commands = () => read(/^retro_command_duration_seconds_count\{.*\} (\d+)/gm);
    const homes = new Set();
    for (let i = 0; i < 12; i += 1) {
      const { id } = (await ann.send("POST", "/api/v1/boards", { title: `Board ${i}` })).json();
      const [section] = (await ann.send("GET", `/api/v1/boards/${id}/items`)).json();
      const [before, done] = [await sockets(), await commands()];
      for (let tab = 0; tab < 3; tab += 1) {
        await ann.listen(`presence-boards.${id}`);
        const sticker = { title: "One", parent_id: section.children[0].id };
        expect((await ann.send("POST", `/api/v1/boards/${id}/items`, sticker)).status).toBe(201);
      }
      const [opened, called] = [await sockets(), await commands()];
      const home = opened.map((count, at) => count - before[at]).indexOf(3);
      expect([i, home, called[home] - done[home]]).toEqual([i, expect.any(Number), 3]);
      expect(home).toBeGreaterThanOrEqual(0);
      homes.add(home);
    }
    expect(homes.size).toBe(2);
  },
);

describe.each(Object.keys(proxies))("behind %s, without sticky sessions", (name) => {
  test.skipIf(missing.includes(name)).each([
    ["at the root", "", []],
    // With an address of another product that begins alike.
    ["below a path", "/retro", ["spective"]],
  ])(
    "%s: page, API, websocket, event of another server, client's address",
    async (_where, basePath, elsewhere) => {
      const ports = await startServers(basePath);
      const address = await startProxy(name, { ports, basePath });
      // The client chooses an address, which nobody may believe.
      const visit = (localAddress) =>
        new Visitor(address, { localAddress, headers: { "x-forwarded-for": "203.0.113.9", ...chosen } });
      const chosen = { "x-request-id": "chosen-by-the-client" };

      const page = await visit("127.0.0.2").send("GET", "/");
      expect(page.headers["x-request-id"]).toMatch(/^[0-9a-f-]{32,36}$/);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(`src="${basePath}/assets/`)]);
      expect((await visit("127.0.0.2").send("GET", "/metrics")).status).toBe(404);
      expect((await visit("127.0.0.2").send("GET", "")).status).toBeLessThan(400);
      for (const rest of elsewhere)
        expect((await visit("127.0.0.2").send("GET", rest)).text).not.toContain('"code":"not_found"');

      const [ann, ben] = [visit("127.0.0.2"), visit("127.0.0.3")];
      for (const [visitor, who] of [
        [ann, "Ann"],
        [ben, "Ben"],
      ])
        expect((await visitor.enter(who)).status).toBe(201);
      const board = (await ann.send("POST", "/api/v1/boards", { title: "Behind a proxy" })).json();
      const [section] = (await ann.send("GET", `/api/v1/boards/${board.id}/items`)).json();
      // With two servers, two of these connections are on one, and one is on the other.
      const channel = `presence-boards.${board.id}`;
      const listeners = await Promise.all([ann, ben, ben].map((visitor) => visitor.listen(channel)));
      for (const title of ["First", "Second"]) {
        const sticker = { title, parent_id: section.children[0].id };
        expect((await ann.send("POST", `/api/v1/boards/${board.id}/items`, sticker)).status).toBe(201);
      }
      for (const frames of listeners) await expect.poll(() => frames.join("\n")).toMatch(/First[^]*Second/);

      const root = visit("127.0.0.4");
      expect(
        (await root.send("POST", "/api/v1/users/sign-in", { ...admin, solution: await root.solution() }))
          .status,
      ).toBe(200);
      const sessions = (await root.send("GET", "/api/v1/admin/sessions")).json();
      expect(sessions.map((session) => session.address)).toEqual(["127.0.0.4"]);
    },
  );

  /** Starts one server behind the proxy. @returns what a visitor gets, and when the proxy knows about a fault */
  async function startOne(env) {
    const server = runPacked({ PORT: "0", TRUST_PROXY: "1", ...env });
    const relay = await countChecks(await server.address);
    const address = await startProxy(name, { ports: [relay.port], basePath: "" });
    const ann = new Visitor(address);
    expect((await ann.enter("Ann")).status).toBe(201);
    const { id } = (await ann.send("POST", "/api/v1/boards", { title: "Kept" })).json();
    const proxyKnows = async () => {
      // nginx asks nothing: it looks at the answers that it passes on.
      const enough = name === "nginx" ? 0 : relay.checks() + 4;
      await expect.poll(relay.checks).toBeGreaterThanOrEqual(enough);
    };
    return { ann, server, path: `/api/v1/boards/${id}`, proxyKnows };
  }
  /** As `startOne`, on a PostgreSQL that can be taken away. */
  async function startOnPostgres() {
    const postgres = await startTcpProxy(await makeDatabase());
    onTestFinished(() => postgres.close());
    const one = await startOne({ DATA_DIR: makeDataFolder(), DATABASE_URL: postgres.url });
    return { ...one, postgres, address: await one.server.address };
  }
  /** @returns the server's own answer, which the proxy passes on */
  async function expectRefusal({ ann, path }) {
    expect((await ann.send("GET", "/")).status).toBe(200);
    const answer = await ann.send("GET", path);
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([503, "unavailable"]);
    return answer;
  }
  const statusOf = async (address) => (await fetch(`${address}/health/ready`)).status;

  test.skipIf(missing.includes(name))("boards are read while nothing can be written", async () => {
    const folder = makeDataFolder();
    const { ann, server, path, proxyKnows } = await startOne({ DATA_DIR: folder });
    const other = new DatabaseSync(join(folder, "retro.db"));
    other.exec("begin immediate");
    onTestFinished(() => other.close());
    const address = await server.address;
    await expect.poll(() => statusOf(address)).toBe(503);
    await proxyKnows();
    // A supervisor must not end it: a restart brings no disk.
    expect(await runPacked({ PORT: new URL(address).port }, "health").exit).toBe(0);
    expect((await ann.send("GET", path)).json().title).toBe("Kept");
    expect((await ann.send("GET", "/")).status).toBe(200);
  });

  test.skipIf(missing.includes(name) || !severalNodes)(
    "while PostgreSQL hangs the server itself answers, and serves again by itself",
    async () => {
      const { postgres, ann, address, path, proxyKnows } = await startOnPostgres();
      postgres.hang();
      const reason = async () => (await (await fetch(`${address}/health/ready`)).json()).data?.reason;
      await expect.poll(reason).toBe("no answer");
      await proxyKnows();
      expect(await runPacked({ PORT: new URL(address).port }, "health").exit).toBe(0);
      await expectRefusal({ ann, path });
      postgres.release();
      await expect.poll(async () => (await ann.send("GET", path)).status).toBe(200);
    },
  );

  test.skipIf(missing.includes(name) || !severalNodes)(
    "without PostgreSQL the server itself answers, and serves again by itself",
    async () => {
      const { postgres, ann, address, path, proxyKnows } = await startOnPostgres();
      await postgres.cut();
      await expect.poll(() => statusOf(address)).toBe(503);
      await proxyKnows();
      const answer = await expectRefusal({ ann, path });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      await postgres.restore();
      await expect.poll(async () => (await ann.send("GET", path)).status).toBe(200);
    },
  );
});

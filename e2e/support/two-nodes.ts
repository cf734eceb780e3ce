import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as sendRequest } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, endProcess, launch, type RunningServer } from "./server-process.ts";

/** Two servers on one database and one Redis, behind a balancer without sticky sessions. */
export async function startTwoNodes(extraEnv: Record<string, string>): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), "retro-e2e-"));
  const database = await createDatabase();
  const redis = await startRedis();
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    DATA_DIR: folder,
    LOG_LEVEL: "warn",
    CAPTCHA_DIFFICULTY: "1:1",
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    ...extraEnv,
  };
  const ports: [string, string] = ["0", "0"];
  const start = async () => {
    const nodes: ChildProcess[] = [];
    for (const [at, port] of ports.entries()) {
      const { child, url } = await launch({ ...env, PORT: port }, []);
      ports[at] = new URL(url).port;
      nodes.push(child);
    }
    return nodes;
  };
  let nodes = await start();
  const balancer = await startBalancer(() => ports.map(Number));
  const restart: RunningServer["restart"] = async (how, { whileDown, aheadMs = 0 } = {}) => {
    await Promise.all(nodes.map((child) => endProcess(child, how)));
    await whileDown?.();
    await database.advanceClock(aheadMs);
    nodes = await start();
  };
  return {
    url: balancer.url,
    env,
    restart,
    advanceClock: (ms) => restart("SIGTERM", { aheadMs: ms }),
    async stop() {
      await balancer.close();
      await Promise.all(nodes.map((child) => endProcess(child, "SIGTERM")));
      await endProcess(redis.child, "SIGKILL");
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the Redis of scripts/machine/redis.mjs on a free port. */
async function startRedis(): Promise<{ child: ChildProcess; url: string }> {
  const program = process.env["TEST_REDIS_SERVER"];
  if (!program) throw new Error("TEST_REDIS_SERVER is not set");
  const probe = createTcpServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`Redis ended with ${code}: ${output}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ready to accept connections")) resolve();
    });
  });
  return { child, url: `redis://127.0.0.1:${port}` };
}

/** Sends every request and every websocket to the next server. */
async function startBalancer(ports: () => number[]): Promise<{ url: string; close: () => Promise<void> }> {
  let turn = 0;
  const nextPort = (): number => {
    turn += 1;
    const all = ports();
    return all[turn % all.length] ?? 0;
  };
  const sockets = new Set<Socket>();
  // As long as the server's own: a shorter one resets a connection that a test uses again after a pause.
  const balancer = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    const { method, url: path, headers } = request;
    const upstream = sendRequest({ host: "127.0.0.1", port: nextPort(), method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // The browser sees what it would see without a balancer: a broken connection.
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  });
  balancer.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  balancer.on("upgrade", (request, socket: Socket, head) => {
    const upstream = connect(nextPort(), "127.0.0.1", () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let at = 0; at < request.rawHeaders.length; at += 2)
        lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
      upstream.write(`${lines.join("\r\n")}\r\n\r\n`);
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  balancer.listen(0, "localhost");
  await once(balancer, "listening");
  return {
    url: `http://localhost:${(balancer.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      balancer.close();
      await once(balancer, "close");
    },
  };
}

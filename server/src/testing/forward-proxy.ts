import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import { onTestFinished } from "vitest";

export interface ForwardProxy {
  url: string;
  port: number;
  /** The hosts and ports that it was asked to connect to. */
  asked: string[];
  /** The value of `proxy-authorization` that it wants; null: none. */
  wants: string | null;
  /** Whether it answers. */
  answers: boolean;
  /** Connections that are open now. */
  open: () => number;
}

/** A proxy on loopback that resolves each name to this machine, until the end of the test. */
export async function startForwardProxy(): Promise<ForwardProxy> {
  const isAllowed = ({ headers }: IncomingMessage) =>
    proxy.wants === null || headers["proxy-authorization"] === proxy.wants;
  const server = createServer();
  const connections = new Set<object>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
  });
  server.on("connect", (request, client) => {
    proxy.asked.push(request.url ?? "");
    client.on("error", () => client.destroy());
    if (!proxy.answers) return;
    if (isAllowed(request)) openTunnel(request, client);
    else client.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy: ForwardProxy = {
    url: `http://127.0.0.1:${port}`,
    port,
    asked: [],
    wants: null,
    answers: true,
    open: () => connections.size,
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return proxy;
}

function openTunnel({ url }: IncomingMessage, client: Duplex): void {
  const onward = connect(Number(url?.split(":").at(-1)), "127.0.0.1");
  onward.on("error", () => client.destroy());
  // A server's socket stays open on its own side when the other one ends.
  onward.on("close", () => client.destroy());
  onward.on("connect", () => {
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    client.pipe(onward).pipe(client);
  });
}

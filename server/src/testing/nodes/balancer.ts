import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A load balancer without sticky sessions: every connection goes to the next server. */
export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/** @param targets the addresses of the servers at the moment; one that refuses a connection is passed over */
export async function startBalancer(targets: () => readonly string[]): Promise<Balancer> {
  let next = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => undefined);
    client.on("close", () => sockets.delete(client));
    const tryNext = (left: number): void => {
      const urls = targets();
      const url = urls[next % urls.length];
      next += 1;
      if (left === 0 || url === undefined) return void client.destroy();
      const { hostname, port } = new URL(url);
      const upstream = connect(Number(port), hostname);
      upstream.once("error", () => tryNext(left - 1));
      upstream.once("connect", () => {
        upstream.removeAllListeners("error");
        upstream.on("error", () => client.destroy());
        upstream.on("close", () => client.destroy());
        client.on("close", () => upstream.destroy());
        client.pipe(upstream).pipe(client);
      });
    };
    tryNext(targets().length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  path: string;
}

export interface HookReceiver {
  url: string;
  port: number;
  received: Received[];
  /** Resolves when there have been this many requests. */
  got(count: number): Promise<Received[]>;
  /** Of the payloads. */
  types(): string[];
  /** What the next answers are. */
  answer: { status: number; headers?: Record<string, string>; body?: string };
}

/** A program that takes webhooks at an address of this machine, until the end of the test. */
export async function startReceiver(): Promise<HookReceiver> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: (found: Received[]) => void }[] = [];
  const receiver: HookReceiver = {
    url: "",
    port: 0,
    received,
    got: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve(received);
        else waiting.push({ count, resolve });
      }),
    types: () => received.map(({ text }) => (JSON.parse(text) as { type: string }).type),
    answer: { status: 200 },
  };
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { status, headers = {}, body = "ok" } = receiver.answer;
      received.push({ headers: request.headers, text, path: request.url ?? "" });
      response.writeHead(status, headers).end(body);
      for (const each of waiting) if (received.length >= each.count) each.resolve(received);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `http://127.0.0.1:${receiver.port}/hook`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

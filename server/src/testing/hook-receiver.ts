import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { TestCertificate } from "./certificate.ts";

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  path: string;
}

export interface HookReceiver {
  url: string;
  port: number;
  received: Received[];
  /** Resolves when there have been this many requests; fails with those that have come, before the test's time is over. */
  got(count: number, timeout?: number): Promise<Received[]>;
  /** Of the payloads. */
  types(): string[];
  /** What the next answers are. */
  answer: { status: number; headers?: Record<string, string>; body?: string };
}

/**
 * A program that takes webhooks at an address of this machine, until the end of the test.
 * @param certificate for https
 */
export async function startReceiver(certificate?: TestCertificate): Promise<HookReceiver> {
  const received: Received[] = [];
  const receiver: HookReceiver = {
    url: "",
    port: 0,
    received,
    async got(count, timeout = 50_000) {
      const here = () => received.map(({ text }) => text);
      await expect
        .poll(() => (received.length >= count ? count : here()), {
          timeout,
          message: `a receiver of webhooks waits for ${count}`,
        })
        .toBe(count);
      return received;
    },
    types: () => received.map(({ text }) => (JSON.parse(text) as { type: string }).type),
    answer: { status: 200 },
  };
  const receive: RequestListener = (request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { status, headers = {}, body = "ok" } = receiver.answer;
      received.push({ headers: request.headers, text, path: request.url ?? "" });
      response.writeHead(status, headers).end(body);
    });
  };
  const server =
    certificate === undefined
      ? createServer(receive)
      : createTlsServer(
          { key: readFileSync(certificate.key), cert: readFileSync(certificate.file) },
          receive,
        );
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

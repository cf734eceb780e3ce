import { Agent, request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A minimal HTTP client with kept-alive connections: the work of the client must not change the figures. */
export class HttpClient {
  readonly url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #sockets = new Set<Socket>();
  readonly localAddress: string | undefined;

  constructor(url: string, localAddress?: string) {
    this.url = url;
    this.localAddress = localAddress;
  }

  send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: string | Buffer | null = null,
  ): Promise<HttpAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const length = body === null ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const local = this.localAddress === undefined ? {} : { localAddress: this.localAddress };
    const options = { method, agent: this.#agent, headers: { ...headers, ...length }, ...local };
    const outgoing = request(this.url + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on("socket", (socket: Socket) => this.#sockets.add(socket));
    outgoing.on("error", reject);
    outgoing.end(body);
    return promise;
  }

  /** Bytes received on all connections so far, headers included. */
  get receivedBytes(): number {
    return [...this.#sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);
  }

  close(): void {
    this.#agent.destroy();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

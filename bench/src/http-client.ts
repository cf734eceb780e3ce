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
  /** Bytes of the bodies of all answers so far, before decompression. */
  bodyBytes = 0;

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
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${this.url}${path}`,
        {
          method,
          agent: this.#agent,
          ...(this.localAddress === undefined ? {} : { localAddress: this.localAddress }),
          headers:
            body === null ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const answerBody = Buffer.concat(chunks);
            this.bodyBytes += answerBody.length;
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answerBody });
          });
        },
      );
      outgoing.on("socket", (socket: Socket) => this.#sockets.add(socket));
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  /** Bytes received on all connections so far, headers included. */
  get receivedBytes(): number {
    return [...this.#sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);
  }

  close(): void {
    this.#agent.destroy();
  }
}

import { once } from "node:events";
import { request } from "node:http";
import { request as requestTls } from "node:https";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { solvePuzzle } from "../../server/src/testing/solve-puzzle.ts";

/** A browser at a client's address, over HTTP: with cookies, the CSRF header and a websocket. */
export class Visitor {
  #base;
  #headers;
  #localAddress;
  #cookies = new Map();

  /**
   * @param base where users reach the product, base path included
   * @param from `localAddress`: the client's address; `headers` of every request
   */
  constructor(base, { localAddress = "127.0.0.1", headers = {} } = {}) {
    this.#base = base;
    this.#headers = headers;
    this.#localAddress = localAddress;
  }

  /** Sends a request below the base path. @returns `status`, `headers`, `body` and `json()` */
  async send(method, path, body) {
    const json = body !== undefined && typeof body !== "string";
    const sent = (this.#base.startsWith("https:") ? requestTls : request)(this.#base + path, {
      method,
      // The tests' certificates are signed by themselves.
      rejectUnauthorized: false,
      localAddress: this.#localAddress,
      headers: {
        ...this.#headers,
        cookie: this.#cookieHeader(),
        "x-xsrf-token": this.#cookies.get("XSRF-TOKEN") ?? "",
        ...(json ? { "content-type": "application/json" } : {}),
        ...(typeof body === "string" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      },
    });
    sent.end(json ? JSON.stringify(body) : body);
    let response;
    try {
      [response] = await once(sent, "response");
    } catch (error) {
      // As browsers do: a proxy that reads its configuration again closes idle connections, maybe at this moment.
      if (sent.reusedSocket && error.code === "ECONNRESET") return this.send(method, path, body);
      throw error;
    }
    for (const cookie of response.headers["set-cookie"] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      this.#cookies.set(name, value);
    }
    const content = Buffer.concat(await response.toArray());
    const { statusCode: status, headers } = response;
    return {
      status,
      headers,
      body: content,
      text: content.toString(),
      json: () => JSON.parse(content.toString()).data,
    };
  }

  /** Sends a form with files. @returns the answer of `fetch` */
  async sendForm(path, form) {
    const headers = { cookie: this.#cookieHeader(), "x-xsrf-token": this.#cookies.get("XSRF-TOKEN") ?? "" };
    return fetch(this.#base + path, { method: "POST", headers, body: form });
  }

  async solution() {
    const { sitekey } = (await this.send("GET", "/api/v1/config")).json().captcha;
    return solvePuzzle((await this.send("GET", `/api/v1/captcha/puzzle?sitekey=${sitekey}`)).json().puzzle);
  }

  /** Enters through the captcha. */
  async enter(name) {
    return this.send("POST", "/api/v1/users/anonymous", { solution: await this.solution(), name });
  }

  /** Opens a board's channel. @returns the received frames, in the order of arrival */
  async listen(channel) {
    const board = channel.slice("presence-boards.".length);
    const { key } = (await this.send("GET", "/api/v1/config")).json().realtime;
    const socket = new WebSocket(`${this.#base.replace("http", "ws")}/app/${key}?protocol=7&board=${board}`, {
      localAddress: this.#localAddress,
      rejectUnauthorized: false,
      headers: { cookie: this.#cookieHeader(), origin: new URL(this.#base).origin },
    });
    onTestFinished(() => socket.terminate());
    const frames = [];
    const { promise: joined, resolve, reject } = Promise.withResolvers();
    const sign = async (socketId) => {
      const form = new URLSearchParams({ socket_id: socketId, channel_name: channel }).toString();
      const signed = await this.send("POST", "/broadcasting/auth", form);
      if (signed.status !== 200) throw new Error(`${channel}: ${signed.status} ${signed.text}`);
      socket.send(
        JSON.stringify({ event: "pusher:subscribe", data: { channel, ...JSON.parse(signed.text) } }),
      );
    };
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`the server closed the websocket: ${code}`)));
    socket.on("message", (data) => {
      const text = Buffer.from(data).toString();
      const frame = JSON.parse(text);
      frames.push(text);
      if (frame.event === "pusher_internal:subscription_succeeded") resolve();
      if (frame.event === "pusher:connection_established")
        sign(JSON.parse(frame.data).socket_id).catch((error) => reject(error));
    });
    await joined;
    return frames;
  }

  #cookieHeader() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

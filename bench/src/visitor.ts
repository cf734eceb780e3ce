import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { User } from "@retro/contract/users";
import type { HttpClient } from "./http-client.ts";

const jsonHeaders = { "content-type": "application/json" };
const formHeaders = { "content-type": "application/x-www-form-urlencoded" };
const attempts = 20;
/** What a browser asks for: answers are compressed as for one. */
export const browserEncodings = { "accept-encoding": "gzip, deflate, br, zstd" };

export class Visitor {
  readonly http: HttpClient;
  readonly #cookies = new Map<string, string>();
  user!: User;

  private constructor(http: HttpClient) {
    this.http = http;
  }

  static async createAnonymous(http: HttpClient): Promise<Visitor> {
    const visitor = new Visitor(http);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const config = await visitor.callApi<{ captcha: { sitekey: string } }>("GET", "/api/v1/config");
      const path = `/api/v1/captcha/puzzle?sitekey=${encodeURIComponent(config.captcha.sitekey)}`;
      const { puzzle } = await visitor.callApi<{ puzzle: string }>("GET", path);
      const body = { solution: guessSolution(puzzle) };
      const answer = await visitor.send("POST", "/api/v1/users/anonymous", body);
      if (answer.status === 422) continue;
      visitor.user = readData(answer.status, answer.body) as User;
      return visitor;
    }
    throw new Error(`no puzzle was solved in ${attempts} attempts: is CAPTCHA_DIFFICULTY 1:0?`);
  }

  cookies(): { name: string; value: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value }));
  }

  cookieHeader(): string {
    return this.cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  /** The answer's body is decompressed. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    extra: Record<string, string> = {},
  ): Promise<{ status: number; body: Buffer }> {
    const isEncoded = body === undefined || typeof body === "string" || Buffer.isBuffer(body);
    const text = isEncoded ? (body ?? null) : JSON.stringify(body);
    const headers = {
      cookie: this.cookieHeader(),
      "x-requested-with": "XMLHttpRequest",
      accept: "application/json",
      "x-xsrf-token": this.#cookies.get("XSRF-TOKEN") ?? "",
      ...(text === null ? {} : jsonHeaders),
      ...extra,
    };
    const answer = await this.http.send(method, path, headers, text);
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return { status: answer.status, body: decompress(answer.headers["content-encoding"], answer.body) };
  }

  async callApi<T>(method: string, path: string, body?: unknown, extra?: Record<string, string>): Promise<T> {
    const answer = await this.send(method, path, body, extra);
    return readData(answer.status, answer.body) as T;
  }

  async authoriseChannel(socketId: string, channel: string): Promise<Record<string, string>> {
    const body = new URLSearchParams({ socket_id: socketId, channel_name: channel }).toString();
    const answer = await this.send("POST", "/broadcasting/auth", body, formHeaders);
    if (answer.status !== 200)
      throw new Error(`${channel} refused: ${answer.status} ${answer.body.toString()}`);
    return JSON.parse(answer.body.toString()) as Record<string, string>;
  }
}

/** A solution of difficulty 0, which accepts almost any bytes: the bench does not measure the captcha. */
function guessSolution(puzzle: string): string {
  const bytes = crypto.getRandomValues(Buffer.alloc(8));
  return `${puzzle}.${bytes.toString("base64")}.AgAA`;
}

function decompress(encoding: string | undefined, body: Buffer): Buffer {
  if (encoding === "br") return brotliDecompressSync(body);
  return encoding === "gzip" ? gunzipSync(body) : body;
}

function readData(status: number, body: Buffer): unknown {
  if (status >= 300) throw new Error(`answered ${status}: ${body.toString().slice(0, 300)}`);
  return (JSON.parse(body.toString()) as { data: unknown }).data;
}

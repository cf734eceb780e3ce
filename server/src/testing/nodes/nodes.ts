import { onTestFinished } from "vitest";
import { channels } from "@retro/contract/events";
import type { User } from "@retro/contract/users";
import { RawClient } from "../../realtime/testing.ts";
import { dataFolder, type ServerProcess, startProcess } from "../process.ts";
import { createDatabase } from "../databases/postgres.ts";
import { startRedis } from "./redis.ts";
import { solvePuzzle } from "../solve-puzzle.ts";

/** One server process of an installation. */
export interface ServerNode {
  process: ServerProcess;
  url: string;
}

/** Several real servers on one database and one Redis. */
export interface Installation {
  nodes: ServerNode[];
  databaseUrl: string;
  /** Starts one more server. @param args Node's own arguments */
  add(args?: string[]): Promise<ServerNode>;
}

/**
 * @param args for each server, Node's own arguments
 * @param settings of every server
 */
export async function startInstallation(
  args: string[][],
  settings: Record<string, string> = {},
): Promise<Installation> {
  const made = await createDatabase();
  onTestFinished(made.drop);
  const redis = await startRedis();
  const add = async (nodeArgs: string[] = []): Promise<ServerNode> => {
    const env = {
      ...settings,
      DATA_DIR: dataFolder(),
      DATABASE_URL: made.url,
      REDIS_URL: redis.url,
    };
    const process = startProcess(env, { args: nodeArgs });
    return { process, url: await process.address };
  };
  const nodes = await Promise.all(args.map(add));
  return { nodes, databaseUrl: made.url, add };
}

interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/**
 * The server stops: it refuses with 503, or closes the websocket while a client joins. A client tries again.
 */
export class ServerStopsError extends Error {}

/** @throws ServerStopsError when the websocket closes before the frame arrives */
function receiveOrFail(raw: RawClient, event: string): ReturnType<RawClient["receive"]> {
  const closed = raw.waitForClose().then((code) => {
    throw new ServerStopsError(`closed with ${code} before ${event}`);
  });
  return Promise.race([raw.receive(event), closed]);
}

/** A visitor whose requests may reach any server. */
export class RoamingVisitor {
  readonly #cookies = new Map<string, string>();
  user!: User;
  solution = "";

  /** Enters with a puzzle of one server at another one. */
  static async enter(puzzleFrom: string, at: string, name?: string): Promise<RoamingVisitor> {
    const visitor = new RoamingVisitor();
    visitor.solution = await visitor.solve(puzzleFrom);
    const answer = await visitor.send<{ data: User }>(at, "POST", "/api/v1/users/anonymous", {
      solution: visitor.solution,
      name,
    });
    if (answer.status !== 201) throw new Error(`no visitor: ${answer.status} ${JSON.stringify(answer.body)}`);
    visitor.user = answer.body.data;
    return visitor;
  }

  async solve(at: string): Promise<string> {
    const { body } = await this.send<{ data: { puzzle: string } }>(
      at,
      "GET",
      "/api/v1/captcha/puzzle?sitekey=FCMRETRO00000000",
    );
    return solvePuzzle(body.data.puzzle);
  }

  async send<T = unknown>(
    at: string,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const isForm = body instanceof URLSearchParams;
    const answer = await fetch(at + path, {
      method,
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "x-xsrf-token": this.#cookies.get("XSRF-TOKEN") ?? "",
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=", 2);
      this.#cookies.set(name, value);
    }
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: (text === "" ? null : JSON.parse(text)) as T,
    };
  }

  /** Makes a board. @returns its id and the id of its first column */
  async makeBoard(at: string): Promise<{ id: string; url: string; column: string }> {
    const { body } = await this.send<{ data: { id: string } }>(at, "POST", "/api/v1/boards", {
      title: "Board",
    });
    const url = `/api/v1/boards/${body.data.id}`;
    const tree = await this.send<{ data: { children: { id: string }[] }[] }>(at, "GET", `${url}/items`);
    return { id: body.data.id, url, column: tree.body.data[0]?.children[0]?.id ?? "" };
  }

  /**
   * Opens a websocket at one server and joins a board's channels with authorisations of another.
   * @throws ServerStopsError, and what `fetch` throws when a connection breaks; the websocket is closed then
   */
  async listen(at: string, authorisedBy: string, boardId: string): Promise<RawClient> {
    const raw = await this.connect(at);
    try {
      await this.#join(raw, authorisedBy, boardId);
      return raw;
    } catch (error) {
      raw.socket.terminate();
      throw error;
    }
  }

  async #join(raw: RawClient, authorisedBy: string, boardId: string): Promise<void> {
    for (const channel of [
      channels.presence(boardId),
      channels.facilitation(boardId),
      channels.user(this.user.id),
    ]) {
      const signed = await this.authorise(authorisedBy, raw, channel);
      if (signed.status === 503) throw new ServerStopsError(`${channel}: 503`);
      if (signed.status !== 200) throw new Error(`${channel}: ${signed.status}`);
      raw.send("pusher:subscribe", { channel, ...signed.body });
      await receiveOrFail(raw, "pusher_internal:subscription_succeeded");
    }
  }

  async connect(at: string): Promise<RawClient> {
    const raw = new RawClient(`${at.replace("http", "ws")}/app/retro?protocol=7`);
    onTestFinished(() => raw.socket.terminate());
    raw.socketId = (await receiveOrFail(raw, "pusher:connection_established")).data.socket_id ?? "";
    return raw;
  }

  authorise(at: string, raw: RawClient, channel: string): Promise<Answer<object>> {
    const form = new URLSearchParams({ socket_id: raw.socketId, channel_name: channel });
    return this.send(at, "POST", "/broadcasting/auth", form);
  }
}

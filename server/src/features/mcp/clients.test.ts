import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Client,
  discoverOAuthProtectedResourceMetadata,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TreeItem } from "@retro/contract/items";
import { buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";
import { script, spaceToken } from "../../testing/tokens.ts";

/** What assistants really send, and what they can take [U8]. */
let app: TestApp;
let ann: Visitor;
let key: string;
let token: string;
let id: string;
let column: string;
beforeAll(async () => {
  app = await buildTestApp({ env: { PUBLIC_URL: "https://retro.example" } });
  ann = await app.visitor({ name: "Ann" });
  key = await makeSpace(ann, "Team");
  ({ id, column } = await makeBoard("Sprint 12"));
  ({ token } = await spaceToken(app, ann, key, { name: "Assistant" }));
});

async function makeBoard(title: string) {
  const made = await makeSpaceBoard(ann, key, { title });
  const tree = (await ann.get(`/api/v1/boards/${made.id}/items`)).json<{ data: TreeItem[] }>().data;
  return { id: made.id, column: tree[0]?.children[0]?.id ?? "" };
}

const post = (method: string, params: object, headers: Record<string, string> = {}, url = "/mcp") =>
  script(app, { token }).post(url, { jsonrpc: "2.0", id: 1, method, params }, headers);

interface Answer {
  next: string | null;
  sections: TreeItem[];
  topics: { id: string }[];
  boards: { id: string }[];
  actions: { id: string; text: string; status: string; owner_name: string | null }[];
  ids: string[];
}

async function call(name: string, given: unknown) {
  const answer = await post("tools/call", { name, arguments: given });
  const { result } = answer.json<{ result: { content: [{ text: string }]; isError?: boolean } }>();
  const [{ text }] = result.content;
  return { text, isError: result.isError ?? false, data: () => JSON.parse(text) as Answer };
}

describe("a client library with an OAuth provider, and no token", () => {
  test("ends with the words that it needs a token", async () => {
    const webDir = mkdtempSync(join(tmpdir(), "retro-web-"));
    onTestFinished(() => rmSync(webDir, { recursive: true }));
    writeFileSync(join(webDir, "index.html"), "<!doctype html><html><head></head></html>");
    const listening = await buildTestApp({ webDir });
    const address = await listening.listen();
    await expect(discoverOAuthProtectedResourceMetadata(`${address}/mcp`)).rejects.toThrow(
      "does not implement OAuth 2.0",
    );
    const provider: OAuthClientProvider = {
      redirectUrl: "http://127.0.0.1/callback",
      clientMetadata: { redirect_uris: ["http://127.0.0.1/callback"], client_name: "test" },
      clientInformation: () => undefined,
      saveClientInformation: () => undefined,
      tokens: () => undefined,
      saveTokens: () => undefined,
      redirectToAuthorization: () => undefined,
      saveCodeVerifier: () => undefined,
      codeVerifier: () => "",
    };
    const client = new Client({ name: "test", version: "1" });
    onTestFinished(() => client.close());
    const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      authProvider: provider,
    });
    const problem = await client.connect(transport).catch((error: unknown) => error as Error);
    expect(problem).toMatchObject({ name: expect.not.stringMatching("SyntaxError") });
    expect((problem as Error).message).toContain("a token: Authorization: Bearer retro_");
  });

  test("is asked for a token by the header of the 401, too", async () => {
    const answer = await app.app.inject({ method: "POST", url: "/mcp", payload: {} });
    expect([answer.statusCode, answer.headers["www-authenticate"], answer.json().message]).toEqual([
      401,
      'Bearer realm="Retro"',
      "This call needs a token: Authorization: Bearer retro_…",
    ]);
  });
});

describe("a client", () => {
  const initialize = (protocolVersion: string) => ({
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });

  test.each([["application/json"], ["*/*"], ["text/event-stream"], ["application/json, text/event-stream"]])(
    "that accepts %s is answered in JSON",
    async (accept) => {
      const answer = await post("tools/list", {}, { accept });
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/json"]);
      expect(answer.json().result.tools).toHaveLength(10);
    },
  );

  test("of a version that is not known yet is offered one that is", async () => {
    const version = "2030-01-01";
    for (const headers of [{}, { "mcp-protocol-version": version }]) {
      const answer = await post("initialize", initialize(version), headers);
      expect(answer.statusCode).toBe(200);
      expect(answer.json().result.protocolVersion).toMatch(/^202\d-/);
    }
  });

  test("may end the address with a slash, and send several calls at once", async () => {
    expect((await post("tools/list", {}, {}, "/mcp/")).statusCode).toBe(200);
    const both = [1, 2].map((each) => ({ jsonrpc: "2.0", id: each, method: "tools/list", params: {} }));
    const answer = await script(app, { token }).post("/mcp", both);
    expect(answer.json<{ id: number }[]>().map((each) => each.id)).toEqual([1, 2]);
  });

  test("attack: that cancels a call in the message that makes it is answered", async () => {
    const made = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_boards" } };
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const answer = await script(app, { token }).post("/mcp", [made, cancelled]);
    expect(answer.statusCode).toBe(200);
    expect((await script(app, { token }).post("/mcp", [cancelled])).statusCode).toBe(202);
  });

  test("comes through a proxy that sends a name of its own, and no page of another site does", async () => {
    expect((await post("tools/list", {}, { host: "upstream:8080" })).statusCode).toBe(200);
    const own = { host: "upstream:8080", origin: "https://retro.example" };
    expect((await post("tools/list", {}, own)).statusCode).toBe(200);
    const bent = { host: "evil.example", origin: "https://evil.example" };
    expect((await post("tools/list", {}, bent)).statusCode).toBe(403);
  });
});

describe("a model's arguments", () => {
  test.each([
    ["null", null],
    ["nothing", undefined],
    ["a field that is null", { after: null }],
    ["an empty field", { after: "" }],
  ])("%s is a tool without arguments", async (_what, given) => {
    const { isError, data } = await call("list_boards", given);
    expect([isError, data().boards.length > 0]).toEqual([false, true]);
  });

  test.each([
    (board: string) => `https://retro.example/boards/${board}`,
    (board: string) => `https://retro.example/retro/boards/${board}/?x=1#top`,
    (board: string) => ` ${board} `,
  ])("a board's link is its id", async (linkOf) => {
    expect(await call("read_board", { board_id: linkOf(id), after: "" })).toMatchObject({ isError: false });
  });

  test("JSON in a string is the list, and one text is a list of one", async () => {
    const add = async (texts: unknown) =>
      (await call("add_stickers", { board_id: id, column_id: column, texts })).data().ids;
    expect(await add('["a","b"]')).toHaveLength(2);
    expect(await add("only one")).toHaveLength(1);
    expect(await add([" as it is "])).toHaveLength(1);
    expect((await call("read_board", { board_id: id })).text).toMatch(/"a".*"b".*"only one"/);
  });

  test("“Done” is done, a moment is its day, and what is null or empty stays as it was", async () => {
    const made = await call("add_action", {
      board_id: id,
      text: "Cache",
      owner_name: "Ann",
      due_on: "2026-12-01T00:00:00Z",
    });
    const action = made.data() as unknown as Answer["actions"][number];
    expect(action).toMatchObject({ owner_name: "Ann", due_on: "2026-12-01" });
    const changed = await call("change_action", {
      board_id: id,
      action_id: action.id,
      text: null,
      owner_name: "",
      status: "Done",
    });
    expect(changed.data()).toMatchObject({ text: "Cache", status: "done", due_on: "2026-12-01" });
    const removed = await call("change_action", { board_id: id, action_id: action.id, due_on: null });
    expect(removed.data()).toMatchObject({ due_on: null });
  });

  test("a number is a text, and what cannot be read is refused with its field", async () => {
    expect(await call("search", { q: 2026 })).toMatchObject({ isError: false });
    for (const [given, field] of [
      [{ board_id: id, action_id: "x", status: "finished?" }, "status"],
      [{ board_id: null, action_id: "x" }, "board_id"],
      [{ board_id: `https://elsewhere.example/x?${id}`, action_id: "x" }, "board_id"],
    ] as const) {
      const { isError, text } = await call("change_action", given);
      expect([isError, text]).toEqual([true, expect.stringContaining(field)]);
    }
  });
});

describe("an answer", () => {
  test("of a long board comes in pages of less than 30,000 characters, which together have each sticker once", async () => {
    const long = await makeBoard("Long");
    const texts = Array.from({ length: 50 }, (_, i) => `${i} ${"ж".repeat(900)}`);
    const added: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const given = { board_id: long.id, column_id: long.column, texts };
      const answer = await call("add_stickers", given);
      expect(answer.text.length).toBeLessThan(30_000);
      added.push(...answer.data().ids);
    }
    for (const sticker of added.slice(0, 60))
      await ann.post(`/api/v1/boards/${long.id}/items/${sticker}/vote`);
    for (let i = 0; i < 40; i += 1)
      await ann.post(`/api/v1/boards/${long.id}/actions`, { text: `${i} ${"ы".repeat(900)}` });
    const pagesOf = async (name: string, given: object) => {
      const pages: string[] = [];
      let after: string | null = null;
      do {
        const { text, data, isError } = await call(name, { ...given, ...(after !== null && { after }) });
        expect([isError, text.length < 30_000]).toEqual([false, true]);
        pages.push(text);
        after = data().next;
      } while (after !== null);
      return pages;
    };
    const countOf = (pages: readonly string[], part: RegExp) =>
      pages.flatMap((page) => page.match(part) ?? []).length;

    const read = await pagesOf("read_board", { board_id: long.id });
    expect(read.length).toBeGreaterThan(3);
    expect(countOf(read, /"text":"\d+ ж/g)).toBe(100);
    for (const name of ["results", "summarize_meeting"]) {
      const pages = await pagesOf(name, { board_id: long.id });
      const found = [countOf(pages, /"text":"\d+ ж/g), countOf(pages, /"text":"\d+ ы/g)];
      expect([name, ...found]).toEqual([name, 60, 40]);
    }
    expect(countOf(await pagesOf("list_open_actions", {}), /"text":"\d+ ы/g)).toBe(40);
    await pagesOf("list_boards", {});
    await pagesOf("search", { q: "жжж" });
  });
});

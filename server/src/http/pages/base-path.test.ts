import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { brotliDecompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { makeSignInLink } from "../../features/admin/sign-in-link.ts";
import { unsubscribeLink } from "../../features/outreach/commands.ts";
import { openRaw } from "../../realtime/testing.ts";
import { type TestApp, buildTestApp } from "../../testing/app.ts";
import { adminEmail, signInAdmin } from "../../testing/admin.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";

const page =
  '<!doctype html><html lang="en"><head><link href="/favicon.svg"></head><body><a href="//other.example">x</a><script src="/assets/a.js"></script></body></html>';

/** A web app as the build makes it. */
function webFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "retro-web-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "index.html"), page);
  writeFileSync(join(folder, "offline.html"), page);
  writeFileSync(join(folder, "offline.html.br"), "not the page");
  writeFileSync(join(folder, "sw.js"), "self;");
  return folder;
}

const startBelowPath = (env: Record<string, string> = {}): Promise<TestApp> =>
  buildTestApp({ webDir: webFolder(), env: { BASE_PATH: "/retro", ...env } });

test("pages name their files below the base path, also a page that the build has compressed", async () => {
  const { app } = await startBelowPath();
  for (const [url, encoding] of [
    ["/retro/", "identity"],
    ["/retro/boards/1?x=2", "identity"],
    ["/retro/offline.html", "br"],
  ] as const) {
    const answer = await app.inject({ url, headers: { accept: "text/html", "accept-encoding": encoding } });
    const body = encoding === "br" ? brotliDecompressSync(answer.rawPayload).toString() : answer.body;
    expect(answer.statusCode).toBe(200);
    expect(body).toContain('data-base="/retro"');
    expect(body).toContain('href="/retro/favicon.svg"');
    expect(body).toContain('src="/retro/assets/a.js"');
    expect(body).toContain('href="//other.example"');
  }
  expect((await app.inject("/retro/sw.js")).headers["content-security-policy"]).toContain(
    "default-src 'self'",
  );
});

test.each(["", "/retro"])(
  "under “%s” a link to a board with an unreadable ending leads to the page",
  async (base) => {
    const { app } = await buildTestApp({ webDir: webFolder(), env: { BASE_PATH: base } });
    for (const [ending, readable] of [
      ["%", "%25"],
      ["%BB", "%25BB"],
      ["%E2%80", "%25E2%2580"],
    ]) {
      const answer = await app.inject({
        url: `${base}/boards/x${ending}?a=%`,
        headers: { accept: "text/html" },
      });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, `${base}/boards/x${readable}`]);
      const page = await app.inject({ url: answer.headers.location ?? "", headers: { accept: "text/html" } });
      expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    }
    // Not a way to another site.
    expect((await app.inject({ url: `${base}//elsewhere.example/%` })).statusCode).toBe(404);
  },
);

test("without BASE_PATH a page is sent as it was built", async () => {
  const { app } = await buildTestApp({ webDir: webFolder() });
  const { body } = await app.inject("/offline.html");
  expect(body).toBe(page);
});

test("what is outside the base path does not exist, and the log says what the proxy must not do", async () => {
  const lines: string[] = [];
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const { app } = await buildTestApp({
    webDir: webFolder(),
    env: { BASE_PATH: "/retro", LOG_LEVEL: "warn" },
    logTo,
  });
  for (const url of ["/", "/api/v1/config", "/health/live", "/retrofit", "/RETRO/", "//retro/", "/sw.js"]) {
    const answer = await app.inject({ url, headers: { accept: "text/html" } });
    expect([url, answer.statusCode, answer.json()]).toEqual([
      url,
      404,
      expect.objectContaining({ code: "not_found" }),
    ]);
  }
  expect(lines.filter((line) => line.includes("outside BASE_PATH"))).toHaveLength(1);
});

test("the base path without a slash leads to the index", async () => {
  const { app } = await startBelowPath();
  const answer = await app.inject("/retro?x=1");
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "/retro/?x=1"]);
});

test("probes, metrics, the API's document and its page are below the base path", async () => {
  const { app } = await startBelowPath();
  for (const url of ["/retro/health/live", "/retro/health/ready", "/retro/metrics"])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
  const document = (await app.inject("/retro/api/docs/json")).json<{ servers: unknown; paths: object }>();
  expect(document.servers).toEqual([{ url: "/retro" }]);
  expect(document.paths).toHaveProperty("/api/v1/boards");
  for (const address of ["/retro/api/docs", "/retro/api/docs/"]) {
    const docs = await app.inject(address);
    const files = [...docs.body.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? "");
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const { pathname } = new URL(file, `http://host${address}`);
      expect([pathname, (await app.inject(pathname)).statusCode]).toEqual([pathname, 200]);
    }
  }
});

test("cookies are sent to this product only", async () => {
  const server = await startBelowPath();
  const browser = server.browser();
  const answer = await browser.post("/api/v1/users/anonymous", { solution: await server.solution() });
  expect(answer.cookies.map(({ name, path }) => `${name} ${path}`).toSorted()).toEqual([
    "XSRF-TOKEN /retro",
    "retro_session /retro",
  ]);
  const admin = await signInAdmin(server);
  expect((await admin.get("/api/v1/admin/sessions")).statusCode).toBe(200);
  const out = await admin.post("/api/v1/users/sign-out");
  expect(out.cookies.find(({ name }) => name === "retro_session")).toMatchObject({
    path: "/retro",
    maxAge: 0,
  });
});

test("links outside the app and the captcha's address have the base path", async () => {
  const server = await startBelowPath({ PUBLIC_URL: "https://example.com/retro" });
  await signInAdmin(server);
  expect(await makeSignInLink(server.deps, adminEmail)).toMatch(
    /^https:\/\/example\.com\/retro\/admin\/link#/,
  );
  expect(unsubscribeLink(server.deps, "1")).toMatch(/^https:\/\/example\.com\/retro\/unsubscribe\?token=/);
  const config = (await server.app.inject("/retro/api/v1/config")).json<{ data: { captcha: object } }>().data;
  expect(config.captcha).toMatchObject({ endpoints: ["/retro/api/v1/captcha/puzzle"] });
});

test("a board lives below the base path: requests, websocket, live update and export", async () => {
  const server = await startBelowPath();
  const port = Number(new URL(await server.listen()).port);
  const [ann, ben] = [await server.visitor({ name: "Ann" }), await server.visitor({ name: "Ben" })];
  const board = await makeBoard(ann);
  const listener = await listenOn(server, ben, board.id);
  await addSticker(ann, board, "Slow builds");
  await listener.flush();
  expect(listener.receivedText()).toContain("Slow builds");
  expect((await ann.get(`/web/boards/${board.id}/export-markdown`)).body).toContain("Slow builds");
  const { key } = server.deps.transport.clientSettings();
  expect(await openRaw({ port }, `/app/${key}?protocol=7`).waitForClose()).toBe(1006);
});

test("a build that replaces another below the running server is served, and the old files are not found", async () => {
  const webDir = webFolder();
  mkdirSync(join(webDir, "assets"));
  writeFileSync(join(webDir, "assets", "a.js"), "old");
  const { app } = await buildTestApp({ webDir });
  rmSync(join(webDir, "assets", "a.js"));
  writeFileSync(join(webDir, "assets", "b.js"), "new");
  writeFileSync(join(webDir, "index.html"), page.replace("a.js", "b.js"));
  expect((await app.inject("/assets/a.js")).statusCode).toBe(404);
  expect((await app.inject({ url: "/", headers: { accept: "text/html" } })).body).toContain("/assets/b.js");
  expect((await app.inject("/assets/b.js")).body).toBe("new");
});

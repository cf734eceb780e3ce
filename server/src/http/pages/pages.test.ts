import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { screens } from "@retro/contract/screens";
import { buildTestApp, type TestApp } from "../../testing/app.ts";

const folder = mkdtempSync(join(tmpdir(), "retro-web-"));
afterAll(() => rmSync(folder, { recursive: true }));
const navigation = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** At the root of the host, and below a path. */
describe.each(["", "/retro"])("under “%s”", (base) => {
  let server: TestApp;
  beforeAll(async () => {
    writeFileSync(join(folder, "index.html"), "<!doctype html><html><head></head></html>");
    server = await buildTestApp({ webDir: folder, env: { BASE_PATH: base } });
  });
  const ask = async (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") => {
    const answer = await server.app.inject({ method, url: base + url, headers });
    return { ...answer, isPage: String(answer.headers["content-type"]).startsWith("text/html") };
  };

  test.each(Object.values(screens))("the page is at %s, for no search engine", async (screen) => {
    const url = screen.replace(/:\w+/, "any");
    for (const [headers, method] of [
      [navigation, "GET"],
      [navigation, "HEAD"],
      [{}, "GET"],
    ] as const) {
      const { statusCode, isPage, headers: sent } = await ask(url, headers, method);
      expect([statusCode, isPage, sent["x-robots-tag"]]).toEqual([200, true, "noindex, nofollow"]);
    }
  });

  test.each([
    "/wp-login.php",
    "/admin/nothing",
    "/boards",
    "/.well-known/openid-configuration",
    "/.well-known/change-password",
  ])("a browser that goes to %s gets the page, with status 404, which leads to the error", async (url) => {
    for (const method of ["GET", "HEAD"] as const) {
      const { statusCode, isPage, headers } = await ask(url, navigation, method);
      expect([statusCode, isPage, headers["x-robots-tag"]]).toEqual([404, true, "noindex, nofollow"]);
    }
  });

  test.each([
    ["a program", {}],
    ["a program that takes all", { accept: "*/*" }],
    ["a program that takes JSON", { accept: "application/json" }],
    ["a page's script", { ...navigation, "sec-fetch-mode": "cors" }],
  ])("attack: %s that asks whether an address exists is not answered with a page", async (_who, headers) => {
    for (const url of ["/.well-known/oauth-authorization-server", "/nothing", "/.env", "/mcp/nothing"]) {
      const { statusCode, body } = await ask(url, headers);
      expect([url, statusCode, JSON.parse(body).code]).toEqual([url, 404, "not_found"]);
    }
  });

  test("a change of what does not exist is 404, without a word about a page that is out of date", async () => {
    const { statusCode, body } = await server.app.inject({
      method: "POST",
      url: `${base}/register`,
      payload: {},
    });
    expect([statusCode, JSON.parse(body).message]).toEqual([
      404,
      expect.stringContaining("Authorization: Bearer retro_…"),
    ]);
  });
});

test("the web app has the files that programs ask for by name", async () => {
  const { app } = await buildTestApp({
    webDir: fileURLToPath(new URL("../../../../web/public", import.meta.url)),
  });
  const robots = await app.inject("/robots.txt");
  expect([robots.headers["content-type"], robots.body]).toEqual([
    "text/plain; charset=utf-8",
    "User-agent: *\nDisallow: /api/\nDisallow: /web/\n",
  ]);
  const icon = await app.inject("/favicon.ico");
  expect([icon.statusCode, icon.headers["content-type"]]).toEqual([200, "image/x-icon"]);
});

test("security.txt is a file of LEGAL_DIR", async () => {
  const url = "/.well-known/security.txt";
  const folder = mkdtempSync(join(tmpdir(), "retro-security-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { app } = await buildTestApp({ env: { LEGAL_DIR: folder } });
  expect((await app.inject(url)).statusCode).toBe(404);
  const text = "Contact: mailto:security@retro.example\nExpires: 2027-06-30T00:00:00Z\n";
  writeFileSync(join(folder, "security.txt"), text);
  const answer = await app.inject(url);
  expect([answer.headers["content-type"], answer.body]).toEqual(["text/plain; charset=utf-8", text]);
  expect((await (await buildTestApp()).app.inject(url)).statusCode).toBe(404);
});

describe("a call without a session", () => {
  const call = (server: TestApp, method: "GET" | "POST", headers: Record<string, string>) =>
    server.app.inject({ method, url: "/api/v1/boards", headers });

  test("that a program makes says that it needs a token, in its language", async () => {
    const server = await buildTestApp();
    for (const [method, status] of [
      ["GET", 401],
      ["POST", 419],
    ] as const) {
      const answer = await call(server, method, { accept: "*/*" });
      expect([answer.statusCode, answer.json().message]).toEqual([
        status,
        "This call needs a token: Authorization: Bearer retro_…",
      ]);
      expect(answer.headers["www-authenticate"]).toBe(status === 401 ? 'Bearer realm="Retro"' : undefined);
      const russian = await call(server, method, { "accept-language": "ru" });
      expect(russian.json().message).toContain("нужен токен: Authorization: Bearer retro_…");
    }
    const wrong = await call(server, "GET", { authorization: `Bearer retro_${"A".repeat(43)}` });
    expect([wrong.json().message, wrong.headers["www-authenticate"]]).toEqual([
      "The token is wrong, has expired or was revoked",
      'Bearer realm="Retro", error="invalid_token"',
    ]);
  });

  test.each([
    ["a page's script", { "x-requested-with": "XMLHttpRequest" }],
    ["a page", { "sec-fetch-site": "same-origin" }],
    ["a browser", { accept: "text/html" }],
    ["a visitor", { cookie: "retro_session=ended" }],
  ])("that %s makes keeps the words for people", async (_who, headers) => {
    const server = await buildTestApp();
    for (const method of ["GET", "POST"] as const) {
      const answer = await call(server, method, headers);
      expect(answer.json().message).toContain("Reload");
      expect(answer.headers["www-authenticate"]).toBeUndefined();
    }
  });
});

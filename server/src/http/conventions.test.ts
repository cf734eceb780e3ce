import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeTimer, setOption } from "@retro/contract/commands";
import { budgets } from "../limits/budgets.ts";
import { buildTestApp } from "../testing/app.ts";
import type { Browser, TestApp } from "../testing/app.ts";
import { ValidationError, parse } from "./errors/validation.ts";

let shared: TestApp;
beforeAll(async () => {
  shared = await buildTestApp();
});
const json = { "content-type": "application/json" };

describe("failures", () => {
  test("400: JSON that cannot be read", async () => {
    const browser = shared.browser();
    for (const broken of ["{", "nope", '{"a":1,}', "\u0000"]) {
      const answer = await browser.post("/api/v1/users/anonymous", broken, json);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { message: "The request could not be read", code: "malformed" },
      ]);
    }
  });

  test("400: a body of a kind or a shape that no call takes", async () => {
    const browser = shared.browser();
    for (const type of ["text/plain", "application/xml", "nonsense"]) {
      const answer = await browser.post("/api/v1/users/anonymous", "x", { "content-type": type });
      expect([type, answer.statusCode, answer.json().code]).toEqual([type, 400, "malformed"]);
    }
    for (const body of ["[]", "7", '"text"', "true"]) {
      const answer = await browser.post("/api/v1/users/anonymous", body, json);
      expect([body, answer.statusCode]).toEqual([body, 400]);
    }
  });

  test.each([
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":{"__proto__":[]}}',
  ])("refuses to poison prototypes: %s", async (body) => {
    const answer = await shared.browser().post("/api/v1/users/anonymous", body, json);
    expect([400, 422]).toContain(answer.statusCode);
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test.each([
    "/api/v1/nothing",
    "/api/v2/users/auth",
    "/api",
    "/web/boards",
    "/broadcasting/x",
    "/assets/none.js",
  ])("404 in JSON: %s", async (url) => {
    const answer = await shared.browser({ accept: "text/html" }).get(url);
    expect([answer.statusCode, answer.json()]).toEqual([404, { message: "Not found", code: "not_found" }]);
  });

  test("404: addresses that cannot be read", async () => {
    const ann = await shared.visitor();
    for (const id of ["%E0%A4%A", "%zz", "x".repeat(600)]) {
      const answer = await ann.put(`/api/v1/users/${id}`, {});
      expect([id, answer.statusCode, answer.json().code]).toEqual([id, 404, "not_found"]);
    }
  });

  test("413: a body too large", async () => {
    const answer = await shared.browser().post("/api/v1/users/anonymous", { solution: "x".repeat(100_001) });
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { message: "This is too large", code: "too_large" },
    ]);
  });

  test("422: fields by name, in the caller's language", async () => {
    const answer = await shared.browser({ "accept-language": "ru" }).post("/api/v1/users/anonymous", {});
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        message: expect.stringMatching(/^[А-ЯЁ]/),
        code: "invalid",
        errors: { solution: [expect.stringMatching(/^[А-ЯЁ]/)] },
      },
    ]);
  });

  test("refuses characters that cannot be stored, wherever they are", async () => {
    const ann = await shared.visitor();
    const message = ["This text contains characters that cannot be saved"];
    expect((await ann.get("/api/v1/boards/a%00b")).statusCode).toBe(404);
    const query = await ann.get("/api/v1/captcha/puzzle?sitekey=a%00b");
    expect([query.statusCode, query.json().errors]).toEqual([422, { sitekey: message }]);
    for (const odd of ["a\u0000b", "\ud800"]) {
      const answer = await shared.browser().post("/api/v1/users/anonymous", { solution: odd });
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { solution: message }]);
    }
    const paired = await ann.put(`/api/v1/users/${ann.user.id}`, '{"name":"\\ud83e\\udda6"}', json);
    expect([paired.statusCode, paired.json().data.name]).toEqual([200, "🦦"]);
  });

  test("429: too many, with Retry-After", async () => {
    const { browser, deps } = await buildTestApp();
    const noSession = { session: null, address: "127.0.0.1" };
    deps.rateLimiter.charge(noSession, { points: 2 * budgets.points.address.burst });
    const answer = await browser().post("/api/v1/users/anonymous", {});
    expect([answer.statusCode, answer.json()]).toEqual([
      429,
      { message: "Too many requests. Wait a moment and try again", code: "rate_limited" },
    ]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("500 tells nothing of the inside", async () => {
    const { deps, visitor } = await buildTestApp();
    const ann = await visitor();
    await deps.database.db.schema.dropTable("sessions").execute();
    const answer = await ann.get("/api/v1/users/auth");
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { message: expect.stringMatching(/^Something went wrong/), code: "internal" },
    ]);
  });
});

describe("503", () => {
  test("ready means that the database answers", async () => {
    const { browser, deps } = await buildTestApp();
    expect((await browser().get("/health/ready")).statusCode).toBe(200);
    await deps.database.close();
    const answer = await browser().get("/health/ready");
    expect([answer.statusCode, answer.json().code]).toEqual([503, "not_ready"]);
    expect((await browser().get("/health/live")).statusCode).toBe(200);
    expect((await browser().get("/health/serving")).statusCode).toBe(200);
  });
});

describe("419", () => {
  const post = (headers: Record<string, string>) =>
    shared.app.inject({ method: "POST", url: "/api/v1/users/sign-out", headers });
  const token = async (): Promise<string> => {
    const browser = shared.browser();
    await browser.get("/api/v1/config");
    return browser.cookies.get("XSRF-TOKEN") ?? "";
  };

  test("refuses a change without the header, without the cookie, and with two different ones", async () => {
    const [one, other] = [await token(), await token()];
    const attempts: Record<string, string>[] = [
      {},
      { cookie: `XSRF-TOKEN=${one}` },
      { "x-xsrf-token": one },
      { cookie: `XSRF-TOKEN=${one}`, "x-xsrf-token": other },
      { cookie: `XSRF-TOKEN=${one}`, "x-xsrf-token": "" },
    ];
    for (const headers of attempts) {
      const answer = await post(headers);
      expect([answer.statusCode, answer.json().code]).toEqual([419, "csrf"]);
    }
    expect((await post({ cookie: `XSRF-TOKEN=${one}`, "x-xsrf-token": one })).statusCode).toBe(401);
  });

  test.each(["planted", "planted.planted", ".", "a."])(
    "refuses the planted cookie %j, sent twice",
    async (planted) => {
      expect((await post({ cookie: `XSRF-TOKEN=${planted}`, "x-xsrf-token": planted })).statusCode).toBe(419);
    },
  );

  test.each(["PUT", "DELETE", "PATCH", "POST"] as const)(
    "guards %s, the realtime routes included",
    async (method) => {
      for (const url of ["/api/v1/users/x", "/broadcasting/auth"]) {
        expect((await shared.app.inject({ method, url })).statusCode).toBe(419);
      }
    },
  );

  test("any GET hands the cookie out, once; files that caches keep do not", async () => {
    const browser = shared.browser();
    expect((await browser.get("/api/v1/users/auth")).headers["set-cookie"]).toMatch(
      /^XSRF-TOKEN=[^;]+; Path=\/; SameSite=Lax$/,
    );
    expect((await browser.get("/api/v1/config")).headers["set-cookie"]).toBeUndefined();
    expect((await shared.browser().get("/assets/none.js")).headers["set-cookie"]).toBeUndefined();
  });
});

describe("cookies", () => {
  test("are Secure behind https, and scripts never see the session's", async () => {
    const { browser, solution } = await buildTestApp({ env: { PUBLIC_URL: "https://retro.example" } });
    const client = browser();
    const answer = await client.post("/api/v1/users/anonymous", { solution: await solution() });
    const flags = { secure: true, sameSite: "Lax", path: "/" };
    expect(answer.cookies).toEqual([
      expect.objectContaining({ name: "retro_session", httpOnly: true, maxAge: 2_592_000, ...flags }),
      expect.objectContaining({ name: "XSRF-TOKEN", ...flags }),
    ]);
    expect(answer.cookies[1]).not.toHaveProperty("httpOnly");
    expect((await browser().get("/api/v1/config")).headers["strict-transport-security"]).toContain("Sub");
  });

  test("below a path, https is asked for on this host only: its subdomains belong to others", async () => {
    const env = { PUBLIC_URL: "https://retro.example", BASE_PATH: "/retro" };
    const { browser } = await buildTestApp({ env });
    const { headers } = await browser().get("/retro/api/v1/config");
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  });

  test("a proxy's word on https counts only when it is trusted", async () => {
    const forwarded = { "x-forwarded-proto": "https" };
    const trusting = await buildTestApp({ env: { TRUST_PROXY: "1" } });
    expect((await trusting.browser().get("/api/v1/config", forwarded)).cookies[0]?.secure).toBe(true);
    expect((await shared.browser().get("/api/v1/config", forwarded)).cookies[0]?.secure).toBeUndefined();
  });
});

describe("validation", () => {
  const errorsOf = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      if (error instanceof ValidationError) return { ...error.errors };
      throw error;
    }
    return null;
  };

  test("when a body may have several forms, speaks about the one that was meant", () => {
    expect(errorsOf(() => parse(changeTimer, { count_time: 0 }))).toEqual({
      count_time: [{ key: "validation.countTime", params: { min: 1 } }],
    });
    expect(errorsOf(() => parse(changeTimer, {}))).toEqual({ body: ["validation.timer"] });
    expect(
      errorsOf(() => parse(setOption, { option: "votes", value: { limit: -1, item: "board" } })),
    ).toEqual({
      "value.limit": [{ key: "validation.notNegative", params: { min: 0 } }],
    });
  });
});

describe("pages", () => {
  const built = brotliCompressSync("built in advance");
  let folder: string;
  let browser: Browser;
  beforeAll(async () => {
    folder = join(mkdtempSync(join(tmpdir(), "retro-web-")), "web");
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(folder, "public.txt"), "in the folder");
    writeFileSync(join(folder, "..", "beside.txt"), "beside the folder");
    writeFileSync(
      join(folder, "index.html"),
      '<!doctype html><html lang="en"><head><script nonce="__CSP_NONCE__" src="/assets/a-1.js"></script></head><body></body></html>',
    );
    writeFileSync(join(folder, "assets", "a-1.js"), "console.log(1);".repeat(200));
    writeFileSync(join(folder, "assets", "b-1.css"), "body {}");
    writeFileSync(join(folder, "assets", "b-1.css.br"), built);
    const server = await buildTestApp({ webDir: folder });
    browser = server.browser({ accept: "text/html,*/*;q=0.8" });
  });
  afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }));

  test.each(["/", "/boards/some-id", "/auth-anonymous", "/admin/sign-in", "/error/404"])(
    "the app's page is at %s, uncached, with a new nonce, and brings the token that a visitor's first call needs",
    async (url) => {
      browser.cookies.clear();
      const [one, two] = [await browser.get(url), await browser.get(url)];
      expect(browser.cookies.get("XSRF-TOKEN")).toMatch(/^~/);
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(
        String(one.headers["content-security-policy"]),
      )?.[1];
      expect([one.statusCode, one.headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(one.body).toContain(`<script nonce="${nonce}"`);
      expect(two.body).not.toContain(String(nonce));
      expect(one.headers["content-security-policy"]).not.toContain("unsafe-inline");
    },
  );

  test("sockets may go to this host alone, or to the hosted push provider where there is one", async () => {
    const csp = async (env: Record<string, string>) => {
      const server = await buildTestApp({ webDir: folder, env });
      const answer = await server.browser().get("/", { host: "retro.example:3000" });
      return String(answer.headers["content-security-policy"]);
    };
    for (const env of [{}, { PUBLIC_URL: "https://retro.example" }])
      expect(await csp(env)).toContain(
        "connect-src 'self' ws://retro.example:3000 wss://retro.example:3000;",
      );
    const hosted = { PUSHER_APP_ID: "1", PUSHER_KEY: "key", PUSHER_SECRET: "secret" };
    expect(await csp(hosted)).toContain("connect-src 'self' wss://ws-eu.pusher.com:443;");
  });

  test("speaks the caller's language and brings the configuration along", async () => {
    const { body } = await browser.get("/", { "accept-language": "ru" });
    const config = /<script type="application\/json" id="retro-config">(.*?)<\/script>/.exec(body)?.[1] ?? "";
    expect(body).toContain('<html lang="ru"');
    expect({ data: JSON.parse(config) }).toEqual((await browser.get("/api/v1/config")).json());
  });

  test("is compressed", async () => {
    const page = (await browser.get("/")).body.replaceAll(/nonce="[^"]*"/g, "");
    for (const [encoding, decompress] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await browser.get("/", { "accept-encoding": encoding });
      expect([headers["content-encoding"], headers["content-type"]]).toEqual([
        encoding,
        "text/html; charset=utf-8",
      ]);
      expect(
        decompress(rawPayload)
          .toString()
          .replaceAll(/nonce="[^"]*"/g, ""),
      ).toBe(page);
    }
  });

  test("files are compressed, and those with a hash in their name kept for ever", async () => {
    const answer = await browser.get("/assets/a-1.js", { "accept-encoding": "gzip, br" });
    expect(answer.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
    });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe("console.log(1);".repeat(200));
    const plain = await browser.get("/assets/a-1.js", { "accept-encoding": "br;q=0" });
    expect([plain.headers["content-encoding"], plain.body.length]).toEqual([undefined, 3000]);
    const known = { "accept-encoding": "br", "if-none-match": String(answer.headers.etag) };
    expect((await browser.get("/assets/a-1.js", known)).statusCode).toBe(304);
  });

  test("the compressed files of the build are sent as they are, and have no address", async () => {
    const answer = await browser.get("/assets/b-1.css", { "accept-encoding": "br" });
    expect(answer.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "text/css; charset=utf-8",
      vary: "accept-encoding",
    });
    expect(answer.rawPayload.equals(built)).toBe(true);
    const zipped = await browser.get("/assets/b-1.css", { "accept-encoding": "gzip" });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe("body {}");
    expect((await browser.get("/assets/b-1.css", {})).body).toBe("body {}");
    expect((await browser.get("/assets/b-1.css.br")).statusCode).toBe(404);
  });

  test("no path leads out of the folder, however it is written", async () => {
    const server = await buildTestApp({ webDir: folder });
    const { port } = new URL(await server.listen());
    /** Sends the path unchanged: a URL object would resolve the dots. */
    const ask = (path: string) =>
      new Promise<string>((resolve, reject) => {
        request({ port, path, agent: false }, (response) => {
          let body = `${response.statusCode} `;
          response.on("data", (bytes: Buffer) => (body += bytes.toString()));
          response.on("end", () => resolve(body));
        })
          .on("error", reject)
          .end();
      });
    expect(await ask("/public.txt")).toBe("200 in the folder");
    for (const up of ["..", "%2e%2e", ".%2e", "%252e%252e", "..%5c", "..%00"])
      for (const slash of ["/", "%2f", "//", "\\"])
        for (const path of [`/${up}${slash}beside.txt`, `/assets/${up}${slash}${up}${slash}beside.txt`])
          expect([path, await ask(path)]).toEqual([path, expect.not.stringContaining("beside the folder")]);
    expect(await ask(`/${join(dirname(folder), "beside.txt")}`)).not.toContain("beside the folder");
  });

  test("a client that does not accept HTML gets no page", async () => {
    expect((await browser.get("/picture.png", { accept: "image/*" })).statusCode).toBe(404);
  });
});

test("answers over 1 kB are compressed as the caller accepts", async () => {
  const answer = await shared.browser().get("/api/docs/json", { "accept-encoding": "br" });
  expect(answer.headers["content-encoding"]).toBe("br");
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toMatchObject({ openapi: "3.1.0" });
});

test("refuses what is not HTTP without a stack", async () => {
  const server = await buildTestApp();
  const url = new URL(await server.listen());
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
    socket.write("NONSENSE\r\n\r\n");
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*"code":"malformed"/);
});

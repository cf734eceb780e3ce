import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { signInAdmin } from "../testing/admin.ts";
import { buildTestApp } from "../testing/app.ts";
import { boardReference } from "./board-reference.ts";
import { createLogger } from "./observe/logger.ts";

const collect = (lines: string[]): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
const json = { "content-type": "application/json" };

describe("attack: a body of nested arrays with a NUL, to a call that has no body", () => {
  const url = "/api/v1/users/sign-out";

  test.each([33, 10_000, 45_000])("%i levels deep, without a session, is answered 400", async (depth) => {
    const app = await buildTestApp();
    const body = `${"[".repeat(depth)}"\\u0000"${"]".repeat(depth)}`;
    const answer = await app.browser().post(url, body, json);
    expect([answer.statusCode, answer.json().code]).toEqual([400, "malformed"]);
  });

  test("a few levels deep is answered 422 with the field", async () => {
    const app = await buildTestApp();
    const answer = await app.browser().post(url, '{"more":[[["\\u0000"]]]}', json);
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ["more.0.0.0"]]);
  });
});

describe("attack: a CSRF token", () => {
  const tryWith = async (from: "before the session" | "another session" | "after sign-out") => {
    const app = await buildTestApp();
    const victim = await app.visitor();
    const planted = app.browser();
    if (from === "another session") Object.assign(planted, await app.visitor());
    await planted.get("/api/v1/config");
    const stolen = from === "after sign-out" ? victim.cookies.get("XSRF-TOKEN") : undefined;
    if (from === "after sign-out") await victim.post("/api/v1/users/sign-out");
    const token = stolen ?? planted.cookies.get("XSRF-TOKEN") ?? "";
    const session = victim.cookies.get("retro_session");
    return app.app.inject({
      method: "POST",
      url: "/api/v1/users/sign-out",
      headers: {
        cookie: `XSRF-TOKEN=${token}${session === undefined ? "" : `; retro_session=${session}`}`,
        "x-xsrf-token": token,
      },
    });
  };

  test.each(["before the session", "another session", "after sign-out"] as const)(
    "from %s is worth nothing",
    async (from) => {
      const answer = await tryWith(from);
      expect([answer.statusCode, answer.json().code]).toEqual([419, "csrf"]);
    },
  );

  test("rotates when a session begins and ends, and only then", async () => {
    const app = await buildTestApp();
    const tokens: (string | undefined)[] = [];
    const browser = app.browser();
    const note = () => tokens.push(browser.cookies.get("XSRF-TOKEN"));
    await browser.get("/api/v1/config");
    note();
    await browser.post("/api/v1/users/anonymous", { solution: await app.solution() });
    note();
    await browser.get("/api/v1/users/auth");
    expect(browser.cookies.get("XSRF-TOKEN")).toBe(tokens[1]);
    expect((await browser.post("/api/v1/boards", { title: "Retro" })).statusCode).toBe(201);
    await browser.post("/api/v1/users/sign-out");
    note();
    expect(new Set(tokens).size).toBe(3);
    expect((await browser.post("/api/v1/users/sign-out")).statusCode).toBe(401);
  });

  test("of another tab's old session is replaced by any GET", async () => {
    const app = await buildTestApp();
    const browser = await app.visitor();
    const old = browser.cookies.get("XSRF-TOKEN") ?? "";
    await browser.post("/api/v1/users/sign-out");
    await browser.post("/api/v1/users/anonymous", { solution: await app.solution() });
    browser.cookies.set("XSRF-TOKEN", old);
    expect((await browser.post("/api/v1/boards", { title: "Retro" })).statusCode).toBe(419);
    await browser.get("/api/v1/config");
    expect((await browser.post("/api/v1/boards", { title: "Retro" })).statusCode).toBe(201);
  });
});

describe("attack: reading the board's address from what browsers and proxies keep", () => {
  test("no answer of the API is stored, refusals included; template pictures are", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const board = (await ann.post("/api/v1/boards", { title: "Retro" })).json<{ data: { id: string } }>()
      .data;
    const root = await signInAdmin(app);
    const answers = [
      await ann.get("/api/v1/users/auth"),
      await app.browser().get("/api/v1/users/auth"),
      await ann.get(`/api/v1/boards/${board.id}`),
      await ann.get(`/api/v1/boards/${board.id}/items`),
      await ann.get("/api/v1/legal/privacy-policy"),
      await ann.get("/api/v1/board-templates"),
      await ann.get("/api/v1/nothing"),
      await ann.get(`/web/boards/${board.id}/export-markdown`),
      await root.get("/api/v1/feedback"),
      await app.browser().get("/api/v1/feedback"),
      await ann.post("/broadcasting/auth", {}),
    ];
    for (const answer of answers) expect(answer.headers["cache-control"]).toContain("no-store");
    const [template] = (await ann.get("/api/v1/board-templates")).json<{ data: { img: string }[] }>().data;
    const picture = await ann.get(`/api/v1/board-templates/img/${template?.img}`);
    expect(picture.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test.each(["/", "/boards/some-id", "/api/v1/config", "/api/docs"])(
    "%s lets the browser send no Referer",
    async (url) => {
      const app = await buildTestApp();
      const answer = await app.browser({ accept: "text/html" }).get(url);
      expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    },
  );
});

describe("attack: reading board ids from the log", () => {
  const id = "A1b2C3d4E5f6G7h8I9j0_-";
  const written = (log: (logger: ReturnType<typeof createLogger>) => void): string => {
    const lines: string[] = [];
    log(createLogger("info", collect(lines)));
    return lines.join("");
  };

  test.each([
    ["a channel", { channel: `presence-boards.${id}` }],
    ["a field", { boardId: id }],
    ["an error's text", { err: new Error(`no row at /api/v1/boards/${id}/items`) }],
    [
      "PostgreSQL's detail",
      { err: Object.assign(new Error("x"), { detail: `Key (board_id)=(${id}) is missing` }) },
    ],
  ])("%s holds a reference instead", (_name, fields) => {
    const text = written((logger) => logger.error(fields, "failed"));
    expect(text).not.toContain(id);
    expect(text).toContain(boardReference(id));
  });

  test("a refused request's path holds a reference, also when its id is percent-encoded", async () => {
    const lines: string[] = [];
    const app = await buildTestApp({ env: { LOG_LEVEL: "info" }, logTo: collect(lines) });
    const ann = await app.visitor();
    const board = (await ann.post("/api/v1/boards", { title: "Retro" })).json<{ data: { id: string } }>()
      .data;
    const encoded = `%${board.id.charCodeAt(0).toString(16)}${board.id.slice(1)}`;
    for (const path of [board.id, encoded])
      expect((await ann.post(`/api/v1/boards/${path}/items`, { title: "" })).statusCode).toBe(422);
    const text = lines.join("");
    expect(text).not.toContain(board.id.slice(1));
    expect(text.split(`/api/v1/boards/${boardReference(board.id)}/items`)).toHaveLength(3);
  });
});

test("attack: with TRUST_PROXY=true, a client does not choose its own address", async () => {
  const app = await buildTestApp({ env: { TRUST_PROXY: "true" } });
  const root = await signInAdmin(app);
  await root.post("/api/v1/users/sign-out");
  // The proxy appends the address that it sees; the client wrote everything before it.
  const forged = app.browser({ "x-forwarded-for": "6.6.6.6, 198.51.100.7" });
  await forged.post("/api/v1/users/anonymous", { solution: await app.solution() });
  const [session] = await app.deps.database.db.selectFrom("sessions").select("address").execute();
  expect(session?.address).toBe("198.51.100.7");
});

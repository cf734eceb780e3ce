import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { channels, type ClientConfig } from "@retro/contract/events";
import { readAccessPage, type Row } from "../../testing/access/access-page.ts";
import { signInAdmin } from "../../testing/admin.ts";
import { type Browser, buildTestApp, type TestApp } from "../../testing/app.ts";
import { makeBoard, type TestBoard } from "../../testing/boards.ts";
import { openTestSqlite } from "../../testing/databases/test-engines.ts";
import { signInAtProvider, startProvider, type TestProvider } from "../../testing/provider.ts";
import { makeSpace } from "../../testing/spaces.ts";
import { script, spaceToken } from "../../testing/tokens.ts";

const page = readAccessPage().signIn;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const form = { "content-type": "application/x-www-form-urlencoded" };

interface Place {
  app: TestApp;
  board: TestBoard;
  spaceKey: string;
}

/** Whether the call accepted the caller, even if it refused the input. */
async function outcome(caller: Browser, row: Row, { app, board, spaceKey }: Place): Promise<string> {
  const [method, path = ""] = (row["call"] ?? "").split(" ");
  const url = path.replace("{id}", board.id).replace("{key}", spaceKey);
  const bodies: Record<string, () => Promise<string | object>> = {
    "/api/v1/users/anonymous": async () => ({ solution: await app.solution() }),
    "/api/v1/sign-in/pending": async () => ({ keep: true }),
    "/api/v1/sign-in/spaces": async () => ({ key: spaceKey }),
    "/api/v1/boards/{id}/copies": async () => ({ stickers: false }),
    "/api/v1/boards/{id}/items": async () => ({ title: "Tea", parent_id: board.columns[0] }),
    "/broadcasting/auth": async () => `socket_id=1.1&channel_name=${channels.presence(board.id)}`,
    "/broadcasting/user-auth": async () => "socket_id=1.1",
  };
  const body: string | object = (await bodies[path]?.()) ?? { title: "Retro", name: "Team", access: "read" };
  const answer =
    method === "GET"
      ? await caller.get(url)
      : await caller.post(url, body, path.startsWith("/broadcasting") ? form : {});
  if (answer.statusCode === 419 || answer.statusCode >= 500) throw new Error(answer.body);
  if (![401, 403, 404].includes(answer.statusCode)) return "yes";
  return `${answer.statusCode} ${answer.json<{ code?: string }>().code}`;
}

describe.each(["boards", "off"])("[I5] GUESTS=%s", (rule) => {
  test("takes from a guest with a session what docs/access.md says, and nothing from members", async () => {
    const { database, drop } = await openTestSqlite();
    // The guest and the board are older than the setting.
    const env = { ...provider.env, APP_SECRET: "the secret of both servers" };
    const before = await buildTestApp({ database, env });
    const guest = await before.visitor();
    const board = await makeBoard(guest);
    const spaceKey = await makeSpace(guest, "Team");
    const token = await spaceToken(before, guest, spaceKey);
    const goneGuest = await before.visitor();
    const tokenOfGone = await spaceToken(before, goneGuest, spaceKey);
    await goneGuest.delete(`/api/v1/users/${goneGuest.user.id}`);
    const app = await buildTestApp({ database, env: { ...env, GUESTS: rule } });
    const config = (await app.browser().get("/api/v1/config")).json<{ data: ClientConfig }>();
    expect(config.data.signIn).toMatchObject({ guests: rule, auto: rule === "off" });
    const place = { app, board, spaceKey };
    const cookies = guest.cookies;
    const caller = () => {
      const browser = app.browser();
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      return browser;
    };
    for (const row of page.guests) {
      // A guest with a session is let in as who they are; the captcha is for those without.
      const own = row["call"]?.endsWith("users/anonymous") ? app.browser() : caller();
      expect([row["may they…"], await outcome(own, row, place)]).toEqual([
        row["may they…"],
        row[`GUESTS=${rule}`],
      ]);
    }
    // The guest who is gone has deleted themselves to leave a token with more rights.
    for (const each of [token, tokenOfGone]) {
      const made = await script(app, each).post("/api/v1/space/boards", { title: "Retro" });
      expect(made.json()).toMatchObject({ code: rule === "off" ? "unauthenticated" : "sign_in_required" });
      expect((await script(app, each).get("/api/v1/space")).statusCode).toBe(rule === "off" ? 401 : 200);
    }
    const member = caller();
    await signInAtProvider(member);
    expect((await member.get("/api/v1/users/auth")).json().data).toMatchObject({
      id: guest.user.id,
      role: "member",
    });
    const own = await member.post("/api/v1/boards", { title: "Retro" });
    expect([own.statusCode, (await member.get(board.url)).statusCode]).toEqual([201, 200]);
    await before.close();
    await app.close();
    await drop?.();
  });
});

test("who may call what of signing in is as docs/access.md says", async () => {
  const app = await buildTestApp({ env: provider.env });
  const member = app.browser();
  await signInAtProvider(member);
  const guest = await app.visitor();
  const place = { app, board: await makeBoard(guest), spaceKey: await makeSpace(guest, "Team") };
  const root = await signInAdmin(app, "root@example.com");
  const callers = {
    "guest without a session": () => app.browser(),
    guest: () => guest,
    member: () => member,
    administrator: () => root,
  };
  for (const row of page.calls)
    for (const [role, make] of Object.entries(callers))
      expect([row["call"], role, await outcome(make(), row, place)]).toEqual([row["call"], role, row[role]]);
  const { paths } = (await app.browser().get("/api/docs/json")).json<{ paths: Record<string, object> }>();
  const calls = Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/v1/sign-in"))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  expect(new Set(calls)).toEqual(new Set(page.calls.map((row) => row["call"])));
});

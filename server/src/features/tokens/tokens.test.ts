import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ApiToken, MadeToken } from "@retro/contract/api/tokens";
import type { TreeItem } from "@retro/contract/items";
import { limits } from "@retro/contract/limits";
import { budgets, prices } from "../../limits/budgets.ts";
import { removeAdmin } from "../admin/accounts.ts";
import { erasePerson } from "../privacy/erase.ts";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp, type TestApp, type TestResponse, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard, type TestBoard } from "../../testing/boards.ts";
import { openTestSqlite } from "../../testing/databases/test-engines.ts";
import { facilitate } from "../../testing/sticker-fixture.ts";
import { makeSpace } from "../../testing/spaces.ts";
import { ownToken, script, serverToken, spaceToken } from "../../testing/tokens.ts";

const start = Date.UTC(2026, 10, 26);
let app: TestApp;
let ann: Visitor;
let root: Visitor;
let board: TestBoard;
let key: string;
beforeAll(async () => {
  app = await buildTestApp({ frozenAt: start });
  ann = await app.visitor({ name: "Ann" });
  root = await signInAdmin(app);
  board = await makeBoard(ann);
  key = await makeSpace(ann, "Team");
});

const outcome = (answer: TestResponse) =>
  answer.statusCode < 300 ? "yes" : `${answer.statusCode} ${answer.json<{ code: string }>().code}`;
const tokenOf = (answer: TestResponse) => answer.json<{ data: MadeToken }>().data;
const add = { title: "By a script" };

describe("[U1] who a token acts as", () => {
  test("a person's writes as the person, without the rights of an administrator", async () => {
    const made = await root.post("/api/v1/tokens", { name: "My script", access: "write" });
    expect(made.statusCode).toBe(201);
    const { token, ...shown } = tokenOf(made);
    expect(token).toMatch(/^retro_[\w-]{43}$/);
    const row = { name: "My script", kind: "person", access: "write", made_by: root.user.name };
    expect(shown).toMatchObject({
      ...row,
      board_id: null,
      space: null,
      last_used_at: null,
      expires_at: null,
    });
    const by = script(app, { token });
    expect((await by.get("/api/v1/users/auth")).json().data).toMatchObject({
      id: root.user.id,
      role: "member",
    });
    expect(outcome(await by.get("/api/v1/admin/stats"))).toBe("404 not_found");
    expect(outcome(await by.post("/api/v1/boards", { title: "Retro" }))).toBe("yes");
    const stored = await app.deps.database.db.selectFrom("api_tokens").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("a space's opens the space without its key, and writes under its own name", async () => {
    const made = await ann.post(`/api/v1/spaces/${key}/tokens`, { name: "Bot of the team", access: "write" });
    const by = script(app, tokenOf(made));
    expect((await by.get("/api/v1/space")).json().data.name).toBe("Team");
    const body = { title: "By the bot" };
    const { data } = (await by.post("/api/v1/space/boards", body)).json<{ data: { id: string } }>();
    const url = `/api/v1/boards/${data.id}`;
    const [section] = (await by.get(`${url}/items`)).json<{ data: TreeItem[] }>().data;
    await by.post(`${url}/items`, { ...add, parent_id: section?.children[0]?.id });
    const { body: people } = await ann.get(`${url}/users-options`);
    expect(people).toContain("Bot of the team");
  });

  test("the server's reads what administrators read, until its maker is none any more", async () => {
    const boss = await signInAdmin(app, "boss@example.com");
    const { token } = tokenOf(await boss.post("/api/v1/admin/tokens", { name: "Figures", access: "read" }));
    const by = script(app, { token });
    const own = script(app, await ownToken(app, boss));
    expect(outcome(await by.get("/api/v1/admin/stats"))).toBe("yes");
    expect(outcome(await own.get("/api/v1/users/auth"))).toBe("yes");
    await removeAdmin(app.deps, "boss@example.com");
    expect(outcome(await by.get("/api/v1/admin/stats"))).toBe("401 unauthenticated");
    expect(outcome(await own.get("/api/v1/users/auth"))).toBe("401 unauthenticated");
  });

  test("hidden stickers stay hidden from a token as from its person", async () => {
    const [bob, cy] = [await app.visitor(), await app.visitor()];
    const hidden = await makeBoard(bob);
    await facilitate(bob, hidden, { hideContent: true });
    await addSticker(bob, hidden, "The secret");
    const [of, by] = [cy, script(app, await ownToken(app, cy))];
    expect((await by.get(`${hidden.url}/items`)).body).toBe((await of.get(`${hidden.url}/items`)).body);
    expect((await by.get(`${hidden.url}/items`)).body).not.toContain("The secret");
  });
});

describe("[U4] a token ends", () => {
  test("revoked: 401 at once, on every server", async () => {
    const { database, drop } = await openTestSqlite();
    onTestFinished(async () => drop?.());
    const env = { APP_SECRET: "the secret of both servers" };
    const [one, two] = [await buildTestApp({ database, env }), await buildTestApp({ database, env })];
    const admin = await signInAdmin(one);
    const made = tokenOf(await admin.post("/api/v1/tokens", { name: "Script", access: "read" }));
    for (const server of [one, two])
      expect(outcome(await script(server, made).get("/api/v1/boards"))).toBe("yes");
    expect((await admin.delete(`/api/v1/tokens/${made.id}`)).statusCode).toBe(200);
    for (const server of [one, two])
      expect(outcome(await script(server, made).get("/api/v1/boards"))).toBe("401 unauthenticated");
    await one.close();
    await two.close();
  });

  test("expired: 401 from that millisecond on, listed for 30 days more", async () => {
    const bob = await signInAdmin(app, "bob@example.com");
    const body = { name: "Short", access: "read", expires_in_days: 1 };
    const made = tokenOf(await bob.post("/api/v1/tokens", body));
    const at = app.time.now;
    expect(made.expires_at).toBe(new Date(at + 86_400_000).toISOString());
    app.time.now = at + 86_400_000 - 1;
    expect(outcome(await script(app, made).get("/api/v1/boards"))).toBe("yes");
    app.time.now += 1;
    expect(outcome(await script(app, made).get("/api/v1/boards"))).toBe("401 unauthenticated");
    const again = await signInAdmin(app, "bob@example.com", false);
    expect((await again.get("/api/v1/tokens")).json().data).toHaveLength(1);
    app.time.now += 31 * 86_400_000;
    const later = await signInAdmin(app, "bob@example.com", false);
    await later.post("/api/v1/tokens", { name: "Next", access: "read" });
    const names = (await later.get("/api/v1/tokens")).json<{ data: ApiToken[] }>().data;
    expect(names.map(({ name }) => name)).toEqual(["Next"]);
    ann = await app.visitor({ name: "Ann" });
    root = await signInAdmin(app, "root@example.com", false);
  });

  test("with its person's erasure, from its begin on", async () => {
    const gone = await app.visitor();
    await addSticker(gone, board, "Theirs");
    const made = await ownToken(app, gone);
    expect(outcome(await script(app, made).get("/api/v1/boards"))).toBe("yes");
    const during: string[] = [];
    await erasePerson(app.deps, gone.user.id, async () => {
      during.push(outcome(await script(app, made).get("/api/v1/boards")));
    });
    expect(during).toEqual(["401 unauthenticated"]);
    expect(outcome(await script(app, made).get("/api/v1/boards"))).toBe("401 unauthenticated");
  });

  test("attack: a former member's token of the space, after its link was replaced", async () => {
    const old = await makeSpace(ann, "Old");
    const [theirs, own] = [await spaceToken(app, ann, old), await ownToken(app, ann, { space_key: old })];
    const { key: now } = (await ann.put(`/api/v1/spaces/${old}/link`)).json<{ data: { key: string } }>().data;
    for (const made of [theirs, own])
      expect(outcome(await script(app, made).get("/api/v1/space"))).toBe("401 unauthenticated");
    expect((await ann.get(`/api/v1/spaces/${now}/tokens`)).json().data).toEqual([]);
  });
});

describe("[U2, U5] attack", () => {
  test("guessed tokens with the prefix: 401, and the address may not guess for long", async () => {
    const guess = (n: number) => script(app, { token: `retro_${String(n).padStart(43, "A")}` });
    expect(outcome(await guess(0).get("/api/v1/boards"))).toBe("401 unauthenticated");
    const { address } = budgets.guesses;
    let last = "";
    for (let n = 0; n <= address.burst && !last.startsWith("429"); n += 1)
      last = outcome(await guess(n).get("/api/v1/boards"));
    expect(last).toBe("429 rate_limited");
    app.time.now += 3_600_000;
  });

  test("a token in the query counts for nothing", async () => {
    const { token } = await ownToken(app, ann);
    for (const name of ["token", "access_token", "authorization"])
      expect(outcome(await app.browser().get(`/api/v1/boards?${name}=${token}`))).toBe("401 unauthenticated");
  });

  test("a wrong token beside a cookie: the session does not help, and no CSRF check is skipped for it", async () => {
    const wrong = { authorization: `Bearer retro_${"A".repeat(43)}` };
    expect(outcome(await ann.get("/api/v1/boards", wrong))).toBe("401 unauthenticated");
    const { url } = board;
    const forged = await ann.send({ method: "PUT", url, payload: { title: "Forged" }, headers: wrong });
    expect(outcome(forged)).toBe("401 unauthenticated");
    const { token } = await ownToken(app, root);
    const both = await ann.get("/api/v1/users/auth", { authorization: `Bearer ${token}` });
    expect(both.json().data.id).toBe(root.user.id);
    expect(both.headers["set-cookie"]).toBeUndefined();
    // What a proxy adds for itself is no token.
    expect(outcome(await ann.get("/api/v1/boards", { authorization: "Bearer of-a-proxy" }))).toBe("yes");
    const proxied = { url, payload: { title: "Forged" }, headers: { authorization: "Basic eA==" } };
    expect((await ann.send({ method: "PUT", ...proxied })).statusCode).toBe(419);
  });

  test("a token that makes, lists or revokes tokens, or acts on the session", async () => {
    const made = await serverToken(app, root);
    const by = script(app, made);
    const body = { name: "Next", access: "write" };
    for (const path of ["/api/v1/tokens", `/api/v1/spaces/${key}/tokens`, "/api/v1/admin/tokens"]) {
      expect(outcome(await by.post(path, body))).toBe("403 token_scope");
      expect(outcome(await by.get(path))).toBe("403 token_scope");
      expect(outcome(await by.delete(`${path}/${made.id}`))).toBe("403 token_scope");
    }
    const self = script(app, await ownToken(app, ann));
    expect(outcome(await self.delete(`/api/v1/users/${ann.user.id}`))).toBe("403 token_scope");
    expect(outcome(await self.get(`/api/v1/users/${ann.user.id}/data`))).toBe("403 token_scope");
    expect(outcome(await self.post("/api/v1/users/sign-out"))).toBe("403 token_scope");
    expect(outcome(await self.post("/api/v1/users/anonymous", {}))).toBe("403 token_scope");
  });

  test("[U6] a websocket with a token joins no channel", async () => {
    const by = script(app, await ownToken(app, ann));
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const join = `socket_id=1.1&channel_name=presence-boards.${board.id}`;
    expect(outcome(await by.post("/broadcasting/auth", join, form))).toBe("403 token_scope");
    expect(outcome(await by.post("/broadcasting/user-auth", "socket_id=1.1", form))).toBe("403 token_scope");
  });

  test("a visitor makes no token of their own; nobody sees or revokes another's", async () => {
    expect(outcome(await ann.post("/api/v1/tokens", { name: "x", access: "read" }))).toBe(
      "403 sign_in_required",
    );
    const eve = await signInAdmin(app, "eve@example.com");
    const made = tokenOf(await root.post("/api/v1/tokens", { name: "Root's", access: "read" }));
    expect((await eve.get("/api/v1/tokens")).json().data).toEqual([]);
    expect(outcome(await eve.delete(`/api/v1/tokens/${made.id}`))).toBe("404 not_found");
    const elsewhere = await makeSpace(ann, "Elsewhere");
    const theirs = await spaceToken(app, ann, key);
    expect(outcome(await ann.delete(`/api/v1/spaces/${elsewhere}/tokens/${theirs.id}`))).toBe(
      "404 not_found",
    );
    expect(outcome(await ann.delete(`/api/v1/spaces/${key}/tokens/${made.id}`))).toBe("404 not_found");
    // An administrator of the server sees and revokes any.
    const { data: all } = (await eve.get("/api/v1/admin/tokens")).json<{ data: ApiToken[] }>();
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([made.id, theirs.id]));
    expect(outcome(await eve.delete(`/api/v1/admin/tokens/${theirs.id}`))).toBe("yes");
    expect(outcome(await script(app, theirs).get("/api/v1/space"))).toBe("401 unauthenticated");
  });
});

describe("[U7]", () => {
  test("the last use is stored once a minute at most; its maker can download what is stored", async () => {
    const made = await ownToken(app, ann, { name: "Counted" });
    const by = script(app, made);
    const lastUse = async () =>
      (
        await app.deps.database.db
          .selectFrom("api_tokens")
          .select("last_used_at")
          .where("id", "=", made.id)
          .executeTakeFirstOrThrow()
      ).last_used_at;
    const first = app.time.now;
    await by.get("/api/v1/boards");
    app.time.now += 59_999;
    await by.get("/api/v1/boards");
    expect(await lastUse()).toBe(first);
    app.time.now += 1;
    await by.get("/api/v1/boards");
    expect(await lastUse()).toBe(first + 60_000);
    const file = (await ann.get(`/api/v1/users/${ann.user.id}/data`)).json<{ api_tokens: object[] }>();
    expect(file.api_tokens).toContainEqual(expect.objectContaining({ kind: "person", name: "Counted" }));
    expect(JSON.stringify(file)).not.toContain(made.id);
  });

  test("attack: many tokens of one person, also of their spaces, have the limits of one", async () => {
    const eve = await app.visitor();
    const others = script(app, await ownToken(app, ann));
    const puzzle = `/api/v1/captcha/puzzle?sitekey=${app.deps.settings.captchaSitekey}`;
    const most = budgets.points.session.burst / prices.puzzle.points;
    const makers = [
      () => ownToken(app, eve),
      async () => spaceToken(app, eve, await makeSpace(eve)),
      () => ownToken(app, eve, { board_id: board.id }),
    ];
    const spend = async (calls: number) => {
      const answers = new Set<string>();
      const byTokens = await Promise.all(makers.map(async (make) => script(app, await make())));
      for (let n = 0; n < calls; n += 1)
        answers.add(outcome(await byTokens[n % byTokens.length]!.get(puzzle)));
      return [...answers];
    };
    expect(await spend(most)).toEqual(["yes"]);
    expect(await spend(makers.length)).toEqual(["429 rate_limited"]);
    // Neither others nor the person pays, and not the address.
    expect(outcome(await others.get("/api/v1/users/auth"))).toBe("yes");
    expect(outcome(await eve.get("/api/v1/users/auth"))).toBe("yes");
  });

  test("an owner has 50 tokens at most", async () => {
    const full = await makeSpace(ann, "Full");
    for (let n = 0; n < limits.tokens.each; n += 1) await spaceToken(app, ann, full);
    const answer = await ann.post(`/api/v1/spaces/${full}/tokens`, { name: "x", access: "read" });
    expect(outcome(answer)).toBe("403 tokens_full");
    expect(answer.json().message).toContain("50");
  });
});

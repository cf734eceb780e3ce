import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { User } from "@retro/contract/users";
import { type Browser, buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import {
  becomePerson,
  publicUrl,
  signInAtProvider,
  startProvider,
  type TestProvider,
} from "../../testing/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.person = { sub: crypto.randomUUID(), name: "Real Name Smith" };
});

const pending = "/api/v1/sign-in/pending";
const entry = `${publicUrl}/auth-anonymous`;
const answer = (browser: Browser, keep: unknown) => browser.post(pending, { keep });
async function whoIs(browser: Browser): Promise<User | null> {
  const read = await browser.get("/api/v1/users/auth");
  return read.statusCode === 200 ? read.json<{ data: User }>().data : null;
}

eachEngine("[I1] a guest who has written and signs in", (open) => {
  async function begin(): Promise<{
    app: TestApp;
    host: Visitor;
    guest: Visitor;
    board: TestBoard;
    own: string[];
  }> {
    const app = await buildTestApp({ database: await open(), env: provider.env, frozenAt: Date.now() });
    const [host, guest] = [await app.visitor({ name: "Host" }), await app.visitor({ name: "Anonymous Fox" })];
    const [board, second] = [await makeBoard(host), await makeBoard(host)];
    const own = [];
    for (const on of [board, board, second]) own.push((await addSticker(guest, on, "Critical")).id);
    const { headers } = await signInAtProvider(guest, null);
    expect(headers.location).toBe(`${entry}?sign-in=ask`);
    return { app, host, guest, board, own };
  }
  const authorOf = async (who: Visitor, board: TestBoard, id: string) =>
    flattenTree(await treeOf(who, board.url)).find((item) => item.id === id)?.user_id;

  test("is asked with the numbers and the name, and is a guest until then", async () => {
    const { guest } = await begin();
    expect((await guest.get(pending)).json()).toEqual({
      data: { name: "Real Name Smith", stickers: 3, boards: 2 },
    });
    expect(await whoIs(guest)).toEqual(guest.user);
  });

  test("who says yes is the same user under the new name", async () => {
    const { host, guest, board, own } = await begin();
    expect((await answer(guest, true)).statusCode).toBe(200);
    expect(await whoIs(guest)).toMatchObject({ id: guest.user.id, name: "Real Name Smith", role: "member" });
    expect(await authorOf(host, board, own[0] ?? "")).toBe(guest.user.id);
    expect((await answer(guest, false)).statusCode, "a second answer").toBe(404);
    expect([...guest.cookies.keys()]).not.toContain("retro_sign_in_pending");
  });

  test("who says no is another user, and the guest's texts stay the guest's, under the guest's name", async () => {
    const { host, guest, board, own } = await begin();
    expect((await answer(guest, false)).statusCode).toBe(200);
    const person = await whoIs(guest);
    expect(person).toMatchObject({ name: "Real Name Smith", role: "member" });
    expect(person?.id).not.toBe(guest.user.id);
    expect(await authorOf(host, board, own[0] ?? "")).toBe(guest.user.id);
    const people = await host.get(`/api/v1/people?ids=${guest.user.id}`);
    expect(people.body).not.toContain("Real Name Smith");
    const again = await becomePerson(guest);
    expect(again.user.id, "the next sign-in").toBe(person?.id);
  });

  test("who is known from another device is asked with the name that they have there", async () => {
    const { app, host, guest, board, own } = await begin();
    const known = await becomePerson(app.browser());
    await known.put(`/api/v1/users/${known.user.id}`, { name: "Smithy" });
    expect((await guest.get(pending)).json()).toMatchObject({ data: { name: "Smithy" } });
    await answer(guest, true);
    expect(await whoIs(guest)).toMatchObject({ id: known.user.id });
    expect(await authorOf(host, board, own[0] ?? "")).toBe(known.user.id);
  });

  test.each<[string, (guest: Visitor, board: TestBoard, id: string) => Promise<unknown>]>([
    ["only reacted", (guest, board, id) => guest.put(`${board.url}/items/${id}/reactions/party`)],
    ["only added an action", (guest, board) => guest.post(`${board.url}/actions`, { text: "Call Bob" })],
  ])("is asked too who has %s", async (_, act) => {
    const app = await buildTestApp({ database: await open(), env: provider.env });
    const [host, guest] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(host);
    const { id } = await addSticker(host, board, "The host's");
    await guest.get(board.url);
    await act(guest, board, id);
    await signInAtProvider(guest, null);
    expect((await guest.get(pending)).json()).toMatchObject({ data: { stickers: 0, boards: 1 } });
  });

  test("keeps their session and their texts when they do not answer, and the question ends", async () => {
    const { app, guest } = await begin();
    app.time.now += 15 * 60_000;
    for (const each of [await guest.get(pending), await answer(guest, true)])
      expect(each.statusCode).toBe(404);
    expect(await whoIs(guest)).toEqual(guest.user);
    const other = await app.visitor();
    expect((await signInAtProvider(other, null)).headers.location, "a guest who has written nothing").toBe(
      entry,
    );
  });

  test("an attack on the answer is refused [I2]: another browser, another session, a page without the token", async () => {
    const { app, guest } = await begin();
    const cookie = guest.cookies.get("retro_sign_in_pending") ?? "";
    const thief = await app.visitor();
    expect((await answer(thief, true)).statusCode, "without the browser's cookie").toBe(404);
    thief.cookies.set("retro_sign_in_pending", cookie);
    expect((await answer(thief, true)).statusCode, "the cookie without the session").toBe(404);
    const fixed = app.browser();
    fixed.cookies.set("retro_session", guest.cookies.get("retro_session") ?? "");
    fixed.cookies.set("XSRF-TOKEN", guest.cookies.get("XSRF-TOKEN") ?? "");
    expect((await answer(fixed, true)).statusCode, "the session without the cookie").toBe(404);
    const forged = await guest.send({ method: "POST", url: pending, payload: { keep: true } });
    expect(forged.statusCode, "a page of somebody else").toBe(419);
    expect((await answer(guest, "yes")).statusCode).toBe(422);
    const [row] = await app.deps.database.db.selectFrom("pending_sign_ins").selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(provider.person.sub);
    expect(JSON.stringify(row)).not.toContain(cookie);
    expect(await whoIs(guest)).toEqual(guest.user);
  });
});

test("an attack through a link is refused [I2]: one press on it begins no sign-in, and changes no name", async () => {
  const app = await buildTestApp({ env: provider.env });
  const guest = await app.visitor({ name: "Anonymous Fox" });
  const before = new Map(guest.cookies);
  for (const query of ["", `?iss=${provider.issuer}&login_hint=eve&target_link_uri=https://evil.example/`]) {
    const { statusCode } = await guest.get(`/api/v1/sign-in/start${query}`);
    expect(statusCode).toBe(404);
  }
  const forms = [{}, { "content-type": "application/x-www-form-urlencoded" }, { "x-xsrf-token": "guessed" }];
  for (const headers of forms) {
    const forged = await guest.send({ method: "POST", url: "/api/v1/sign-in/start", headers });
    expect(forged.statusCode).toBe(419);
  }
  expect([guest.cookies, await whoIs(guest)]).toEqual([before, guest.user]);
});

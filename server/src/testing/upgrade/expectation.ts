import { expect } from "vitest";
import type { Browser, TestApp } from "../app.ts";
import type { FixtureExpectation } from "./fixtures.ts";

/** Users whose browser asks for another language than English. */
const languages: Partial<Record<string, string>> = { bob: "ru" };

function browserOf(app: TestApp, { sessions }: FixtureExpectation, name: string): Browser {
  const browser = app.browser(languages[name] === undefined ? {} : { "accept-language": languages[name] });
  browser.cookies.set("retro_session", sessions[name] ?? "");
  return browser;
}

/**
 * Expects everybody to get the answers that the release of the fixture gave.
 * @param sameEngine false after a copy to another engine: rows of the same moment may come in another order
 */
export async function checkReads(
  app: TestApp,
  expected: FixtureExpectation,
  { sameEngine = true }: { sameEngine?: boolean } = {},
): Promise<void> {
  for (const { by, url, data } of expected.reads) {
    const answer = await browserOf(app, expected, by).get(url);
    const read = url === "/api/v1/board-templates" ? withAnyWords(data) : data;
    // People of a board come in any order.
    const [got, wanted] =
      sameEngine && !url.endsWith("/users-options")
        ? [answer.json<unknown>(), read]
        : [sortList(answer.json<unknown>()), sortList(read)];
    expect([by, url, answer.statusCode, got]).toMatchObject([by, url, 200, wanted]);
  }
}

/** Titles and descriptions of built-in templates are the release's words: a later one may have better ones. */
function withAnyWords(answer: unknown): unknown {
  const { data } = answer as { data: object[] };
  const words = { title: expect.any(String), description: expect.any(String) };
  return { ...(answer as object), data: data.map((each) => ({ ...each, ...words })) };
}

function sortList(answer: unknown): unknown {
  const { data } = answer as { data: unknown };
  const keyOf = (each: { id?: unknown }) => String(each.id);
  return Array.isArray(data)
    ? { ...(answer as object), data: data.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) }
    : answer;
}

/** Edits, votes, reveals and signs in as the users of the fixture. */
export async function checkWork(app: TestApp, expected: FixtureExpectation): Promise<void> {
  const [ann, bob, cid] = ["ann", "bob", "cid"].map((name) => browserOf(app, expected, name)) as [
    Browser,
    Browser,
    Browser,
  ];
  const url = `/api/v1/boards/${expected.boards["main"]}`;
  const status = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;
  const { version } = (await ann.get(url)).json<{ data: { version: number } }>().data;
  const tree = (await ann.get(`${url}/items`)).json<{
    data: { children: { id: string; children: { id: string }[] }[] }[];
  }>().data;
  const [column, other] = tree[0]?.children ?? [];
  const top = column?.children[0]?.id;

  expect(await status(cid.put(`${url}/items/${top}`, { title: "x" }))).toBe(403);
  expect(await status(ann.put(`${url}/timers`, { start_time: 1 }))).toBe(200);
  expect(await status(ann.put(`${url}/facilitators`, { option: "hideContent", value: false }))).toBe(200);
  expect(await status(bob.post(`${url}/items`, { title: "After the upgrade", parent_id: column?.id }))).toBe(
    201,
  );
  expect(await status(cid.put(`${url}/items/${top}`, { title: "Edited after the upgrade" }))).toBe(200);
  expect(await status(cid.put(`${url}/sort`, { item_id: top, parent_id: other?.id, position: 0 }))).toBe(200);
  expect(await status(cid.post(`${url}/items/${top}/vote`))).toBe(200);
  const changes = (await bob.get(`${url}/changes?since=${version}`)).json<{ data: { version: number } }>()
    .data;
  expect(changes.version).toBe(version + 6);
  expect(await status(cid.get(`/web/boards/${expected.boards["imported"]}/export-json`))).toBe(200);
  expect(await status(ann.post("/api/v1/boards", { title: "Again", template: "Our own" }))).toBe(201);

  const quiet = `/api/v1/boards/${expected.boards["quiet"]}`;
  const sections = (await bob.get(quiet)).json<{ data: { sections: { id: string }[] } }>().data.sections;
  expect(await status(bob.delete(`${quiet}/items/${sections[0]?.id}`))).toBe(200);

  const root = app.browser();
  const signIn = { ...expected.admin, solution: await app.solution() };
  expect(await status(root.post("/api/v1/users/sign-in", signIn))).toBe(200);
  const listed = (await root.get("/api/v1/boards?q=again")).json<{
    data: { title: string }[];
    meta: { total: number };
  }>();
  expect(listed.data.map(({ title }) => title)).toEqual(["Again"]);
  const { meta } = (await root.get("/api/v1/boards")).json<{ meta: { total: number } }>();
  expect(meta.total).toBe(Object.keys(expected.boards).length + 1);
  // The tables' constraints must work too: deleting a user deletes the user's data.
  expect(await status(bob.delete(`/api/v1/users/${await idOf(bob)}`))).toBe(200);
}

async function idOf(browser: Browser): Promise<string> {
  return (await browser.get("/api/v1/users/auth")).json<{ data: { id: string } }>().data.id;
}

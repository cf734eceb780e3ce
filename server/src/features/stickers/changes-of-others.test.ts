import { describe, expect, test } from "vitest";
import { eraseVisitor } from "../privacy/erase.ts";
import { observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
type Board = Awaited<ReturnType<typeof start>>;

const versionOf = async (t: Board): Promise<number> =>
  ((await t.send("bob", "GET", "")).data as { version: number }).version;

/** Bob's deletion of “two” with its nested sticker, as he saw it at a version. */
async function remove(t: Board, since: number, items = 2, id = "@two") {
  const done = await t.send("bob", "DELETE", `/items/${id}?since=${since}&items=${items}`);
  return [done.status, done.code ?? null, done.data];
}
const refused = (...changed: { what: string; user_id: string | null }[]) => [409, "conflict", { changed }];
const deleted = [200, null, { deleted: ["@two", "@two-a"] }];

describe("a deletion that names the version which its user saw", () => {
  test.each([
    ["edits it", "PUT", "/items/@two", { title: "mine" }, "changed"],
    ["moves it", "PUT", "/sort", { item_id: "@two", parent_id: "@C.0", after_id: null }, "changed"],
    ["edits a nested sticker", "PUT", "/items/@two-a", { title: "mine" }, "inside"],
    [
      "drops a sticker into it",
      "PUT",
      "/sort",
      { item_id: "@five", parent_id: "@two", after_id: null },
      "inside",
    ],
    ["adds a sticker to it", "POST", "/items", { title: "new", parent_id: "@two" }, "inside"],
  ] as const)(
    "[T12] deletes nothing after a colleague %s, and says who",
    async (_, method, path, body, what) => {
      const t = await start();
      const since = await versionOf(t);
      await t.sendOk("cy", method, path, body);
      expect(await remove(t, since)).toEqual(refused({ what, user_id: "@cy" }));
      const [status] = await remove(t, await versionOf(t), 0);
      expect(status).toBe(200);
    },
  );

  test("[T12] deletes nothing after a vote, also for a nested sticker, and never says who voted", async () => {
    for (const id of ["@two", "@two-a"]) {
      const t = await start();
      const since = await versionOf(t);
      await t.sendOk("cy", "POST", `/items/${id}/vote`);
      expect(await remove(t, since)).toEqual(refused({ what: "voted", user_id: null }));
      await t.sendOk("cy", "DELETE", `/items/${id}/vote`);
      expect(await remove(t, since)).toEqual(deleted);
    }
  });

  test("[T12] deletes nothing after a colleague took a sticker out of it", async () => {
    const t = await start();
    const since = await versionOf(t);
    await t.sendOk("cy", "PUT", "/sort", { item_id: "@two-a", parent_id: "@C.0", after_id: null });
    expect(await remove(t, since)).toEqual(refused({ what: "inside", user_id: null }));
  });

  test("[T12] ignores the caller's own changes, and what others did elsewhere", async () => {
    const t = await start();
    const since = await versionOf(t);
    await t.sendOk("bob", "PUT", "/items/@two", { title: "my own, in another tab" });
    await t.sendOk("bob", "POST", "/items/@two/vote");
    await t.sendOk("cy", "PUT", "/items/@five", { title: "elsewhere" });
    await t.sendOk("cy", "POST", "/items/@five/vote");
    expect(await remove(t, since)).toEqual(deleted);
  });

  test("[T12] ignores what the server changed: a colleague's sticker in it lost its author", async () => {
    const t = await start();
    const { bob } = t.people;
    const version = async () => (await bob.get(t.url)).json<{ data: { version: number } }>().data.version;
    const colleague = await t.app.visitor();
    await colleague.post(`${t.url}/items`, { title: "theirs", parent_id: t.names.id("@two") });
    const since = await version();
    await eraseVisitor(t.app.deps, colleague.user.id);
    expect(await version()).toBe(since + 1);
    const { statusCode } = await bob.delete(`${t.url}/items/${t.names.id("@two")}?since=${since}&items=3`);
    expect(statusCode).toBe(200);
  });

  test("[H2] says nothing of a vote whose count is concealed from the caller", async () => {
    const t = await start();
    await t.sendOk("ann", "POST", "/facilitators");
    await t.sendOk("ann", "PUT", "/facilitators", { option: "concealVoteCount", value: true });
    const since = await versionOf(t);
    await t.sendOk("cy", "POST", "/items/@two/vote");
    expect(await remove(t, since)).toEqual(deleted);
  });

  test("[H3] names nobody while avatars are hidden", async () => {
    const t = await start();
    await t.sendOk("ann", "POST", "/facilitators");
    await t.sendOk("ann", "PUT", "/facilitators", { option: "avatars", value: "hide" });
    const since = await versionOf(t);
    await t.sendOk("cy", "PUT", "/items/@two", { title: "mine" });
    expect(await remove(t, since)).toEqual(refused({ what: "changed", user_id: null }));
  });

  test("[T12] deletes nothing when the log does not reach back to that version, or to none that there is", async () => {
    const t = await start();
    const since = await versionOf(t);
    expect(await remove(t, since + 1)).toEqual(refused());
    await t.sendOk("bob", "PUT", "/items/@five", { title: "one more" });
    await t.app.deps.database.db.deleteFrom("changes").where("version", ">", since).execute();
    const answer = await t.people.bob.delete(`${t.url}/items/${t.names.id("@two")}?since=${since}`);
    expect([answer.statusCode, answer.json<{ data: unknown }>().data]).toEqual([409, { changed: [] }]);
  });

  test("[T12] deletes no section into which a colleague has put a sticker", async () => {
    const t = await start();
    const since = await versionOf(t);
    await t.sendOk("cy", "POST", "/items", { title: "new", parent_id: "@C.1" });
    expect(await remove(t, since, 4, "@C")).toEqual(refused({ what: "inside", user_id: "@cy" }));
  });
});

describe("Edit Board that deletes a section and names the version which its user saw", () => {
  test.each([
    ["adds a sticker to it", "POST", "/items", { title: "new", parent_id: "@C.0" }],
    ["renames it", "PUT", "/items/@C", { title: "Renamed" }],
  ] as const)("[T12] saves nothing after a colleague %s", async (_, method, path, body) => {
    const t = await start();
    const since = await versionOf(t);
    await t.sendOk("cy", method, path, body);
    const save = (seen: number) => t.send("bob", "PUT", "", { title: "New", deletes: ["@C"], since: seen });
    const { status, code, data } = await save(since);
    expect([status, code, data]).toEqual([
      409,
      "conflict",
      { changed: [{ what: expect.toBeOneOf(["inside", "changed"]), user_id: "@cy" }] },
    ]);
    expect((await t.send("bob", "GET", "")).data).not.toMatchObject({ title: "New" });
    expect((await save(await versionOf(t))).status).toBe(200);
  });
});

import { describe, expect, test } from "vitest";
import { noon, observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
const color = "#112233";

describe("a user's own name and options", () => {
  test.each([
    ["a name", { name: " Robert " }, { name: "Robert" }],
    ["a colour", { options: { color } }, { color }],
    ["the avatar switch", { options: { isAvatarStickers: false } }, { is_avatar_stickers: 0 }],
    [
      "all of them",
      { name: "Rob", options: { color, isAvatarStickers: false } },
      { name: "Rob", color, is_avatar_stickers: 0 },
    ],
  ])(
    "%s: one row changes, and those on a board with the user hear of it once",
    async (_name, body, changed) => {
      const t = await start();
      const { user } = t.people.bob;
      const row = { name: user.name, color: user.options.color, is_avatar_stickers: 1 };
      await t.app.deps.database.db.updateTable("users").set(row).where("id", "=", user.id).execute();
      // Forces a new read to compare with.
      await t.facilitate({}, "cy");
      const done = await t.send("bob", "PUT", "/api/v1/users/@bob", body);
      expect([done.status, done.stored]).toEqual([200, { users: { changed: { "@bob": changed } } }]);
      const { name, options } = done.data as typeof user;
      expect(done.data).toEqual({ id: "@bob", role: "anonymous", name, options });
      expect({ name, color: options.color, is_avatar_stickers: options.isAvatarStickers ? 1 : 0 }).toEqual({
        ...row,
        ...changed,
      });
      const received = [{ on: "presence", event: "client-update.user", data: { name, options } }];
      expect(done.received).toEqual({ ann: received, annTab: received, bob: [], cy: received, dan: [] });
    },
  );

  test.each([["nothing", {}]])("%s changes no row and sends no event", async (_name, body) => {
    const t = await start();
    const done = await t.send("bob", "PUT", "/api/v1/users/@bob", body);
    expect([done.status, done.stored, Object.values(done.received).flat()]).toEqual([200, {}, []]);
  });
});

test("a new visitor is one new row with the given name and options, whatever other users there are", async () => {
  const t = await start();
  const wish = { name: "Eve", options: { color, isAvatarStickers: false } };
  const eve = await t.app.visitor(wish);
  const row = await t.app.deps.database.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", eve.user.id)
    .executeTakeFirstOrThrow();
  const now = t.app.time.now;
  expect(now).toBeGreaterThan(noon);
  expect(row).toEqual({
    id: eve.user.id,
    role: "anonymous",
    name: "Eve",
    color,
    is_avatar_stickers: 0,
    email: null,
    password_hash: null,
    created_at: now,
    seen_at: now,
  });
});

import type { PersonRow } from "@retro/contract/lists";
import { expect, test } from "vitest";
import { adminEmail, signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

eachEngine("the list of people", (open) => {
  test("has administrators and who signs in elsewhere, once each, sorted and found by name and address; no guest", async () => {
    const env = { AUTH_HEADER: "Remote-User", TRUST_PROXY: "127.0.0.1" };
    const app = await buildTestApp({ database: await open(), env, frozenAt: Date.UTC(2026, 10, 27) });
    const root = await signInAdmin(app);
    await app.visitor({ name: "Guest" });
    for (const [user, name] of [
      ["vera", "Вера Ёлкина"],
      ["zoe", "Zoë"],
      ["zoe", "Zoë"],
    ] as const)
      await app.browser().post("/api/v1/sign-in/start", undefined, {
        "remote-user": user,
        "remote-name": Buffer.from(name).toString("latin1"),
      });
    const list = async (query = "") =>
      (await root.get(`/api/v1/admin/people${query}`)).json<{ data: PersonRow[]; meta: { total: number } }>();
    const names = async (query: string) => (await list(query)).data.map(({ name }) => name);

    const { data, meta } = await list();
    expect(meta).toEqual({ total: 3, page: 1, per_page: 20 });
    expect(data).toEqual([
      expect.objectContaining({ name: "root", email: adminEmail, role: "admin", issuer: null }),
      {
        id: expect.any(String),
        name: "Zoë",
        email: null,
        role: "member",
        issuer: "header:remote-user",
        seen_at: "2026-11-27T00:00:00.000Z",
      },
      expect.objectContaining({ name: "Вера Ёлкина" }),
    ]);
    expect(await names("?sort=-name&per_page=2&page=2")).toEqual(["root"]);
    expect(await names("?sort=role")).toEqual(["root", expect.any(String), expect.any(String)]);
    expect(await names(`?q=${encodeURIComponent("ВЕРА Ё")}`)).toEqual(["Вера Ёлкина"]);
    expect(await names("?q=ROOT@example")).toEqual(["root"]);
    expect(await names("?q=guest")).toEqual([]);
    expect((await root.get("/api/v1/admin/people?sort=password_hash")).statusCode).toBe(422);
  });
});

import { expect, test } from "vitest";
import { signInAdmin } from "../../testing/admin.ts";
import { type Browser, type TestApp, buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { subscriberLinks } from "./commands.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const send = async (app: TestApp, path: string, body: object) => {
  app.time.now += 1000;
  const answer = await app.browser().post(`/api/v1/${path}`, { ...body, solution: await app.solution() });
  expect(answer.statusCode).toBe(201);
};
const emails = async (who: Browser, path: string) =>
  (await who.get(`/api/v1/${path}`)).json<{ data: { email: string }[] }>().data.map(({ email }) => email);

eachEngine("what reached the administrators", (open) => {
  test("[A5] messages come the latest first, are sorted by each column, and found by each text in them", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: noon });
    await send(app, "contacts", {
      email: "b@example.com",
      name: "Zoe",
      inquiry: "Billing",
      subject: "Mountain",
      message: "alpha",
    });
    await send(app, "contacts", {
      email: "a@example.com",
      name: "Yan",
      inquiry: "Complaint",
      subject: "Ocean",
      message: "beta",
    });
    await send(app, "contacts", {
      email: "c@example.com",
      name: "Xenia",
      inquiry: "Advice",
      subject: "Lake",
      message: "gamma",
    });
    const root = await signInAdmin(app);
    const shown = async (query: string) =>
      (await emails(root, `contacts${query}`)).map((email) => email[0]).join("");
    expect(await shown("")).toBe("cab");
    expect(await shown("?sort=created_at")).toBe("bac");
    expect(await shown("?sort=email")).toBe("abc");
    expect(await shown("?sort=name")).toBe("cab");
    expect(await shown("?sort=inquiry")).toBe("cba");
    expect(await shown("?sort=subject")).toBe("cba");
    expect(await shown("?sort=-subject")).toBe("abc");
    for (const [words, found] of Object.entries({
      "A@EXAMPLE": "a",
      xenia: "c",
      billing: "b",
      ocean: "a",
      gamma: "c",
    }))
      expect([words, await shown(`?q=${encodeURIComponent(words)}`)]).toEqual([words, found]);
    expect((await root.get("/api/v1/contacts?sort=message")).statusCode).toBe(422);
    const times = await app.deps.database.db
      .selectFrom("contacts")
      .select("created_at")
      .orderBy("created_at")
      .execute();
    expect(times.map(({ created_at }) => created_at)).toEqual([noon + 1000, noon + 2000, noon + 3000]);
  });

  test("[P3] the list for the newsletter has every address with its link, in the order of addresses", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const rows = Array.from({ length: 1001 }, (_, i) => ({
      id: `id ${i}`,
      email: `${String(1000 - i).padStart(4, "0")}@example.com`,
      search: "",
      created_at: i,
    }));
    for (let at = 0; at < rows.length; at += 500)
      await database.db
        .insertInto("subscribers")
        .values(rows.slice(at, at + 500))
        .execute();
    const links = await subscriberLinks(app.deps);
    expect(links.map(({ email }) => email)).toEqual(rows.map(({ email }) => email).toReversed());
    expect(links[0]?.link).toMatch(/^\/unsubscribe\?token=id 1000\./);
  });
});

test("a legal page is kept apart by language in shared caches", async () => {
  const answer = await (await buildTestApp()).browser().get("/api/v1/legal/terms-of-use");
  expect(answer.headers["vary"]).toContain("accept-language");
});

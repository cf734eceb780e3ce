import { afterAll, beforeAll, expect, test } from "vitest";
import type { KnownSpace } from "@retro/contract/spaces/spaces";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { becomePerson, startProvider, type TestProvider } from "../../testing/provider.ts";
import { makeSpace } from "../../testing/spaces.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const keep = (who: Browser, key: string) => who.post("/api/v1/sign-in/spaces", { key });
const known = async (who: Browser) =>
  (await who.get("/api/v1/sign-in/spaces")).json<{ data: KnownSpace[] }>().data;

eachEngine("the spaces of a signed-in person [I8]", (open) => {
  test("are on every device, by their present names, the last one first, and in the database only encrypted", async () => {
    const database = await open();
    const app = await buildTestApp({ database, env: provider.env, frozenAt: Date.now() });
    const [here, there] = [await becomePerson(app.browser()), await becomePerson(app.browser())];
    const [red, blue] = [await makeSpace(here, "Red"), await makeSpace(here, "Blue")];
    for (const key of [red, blue]) {
      app.time.now += 1000;
      expect((await keep(here, key)).statusCode).toBe(200);
    }
    await there.put(`/api/v1/spaces/${red}`, { name: "Crimson" });
    expect(await known(there)).toEqual([
      { key: blue, name: "Blue" },
      { key: red, name: "Crimson" },
    ]);
    const stored = JSON.stringify(await database.db.selectFrom("member_spaces").selectAll().execute());
    expect([red, blue].filter((key) => stored.includes(key))).toEqual([]);
  });

  test("are not those whose link was replaced, until the new one is kept", async () => {
    const app = await buildTestApp({ database: await open(), env: provider.env });
    provider.person = { sub: crypto.randomUUID() };
    const browser = await becomePerson(app.browser());
    const old = await makeSpace(browser, "Red");
    await keep(browser, old);
    const { key } = (await browser.put(`/api/v1/spaces/${old}/link`)).json<{ data: { key: string } }>().data;
    expect(await known(browser)).toEqual([]);
    expect((await keep(browser, old)).statusCode, "attack: a former link").toBe(404);
    await keep(browser, key);
    expect(await known(browser)).toEqual([{ key, name: "Red" }]);
  });

  test("are kept again after APP_SECRET was replaced: without the old one nobody reads their keys", async () => {
    const database = await open();
    const env = (APP_SECRET: string) => ({ ...provider.env, APP_SECRET });
    const before = await buildTestApp({ database, env: env("the secret until today, of 32 bytes") });
    provider.person = { sub: crypto.randomUUID() };
    const browser = await becomePerson(before.browser());
    const key = await makeSpace(browser, "Red");
    await keep(browser, key);
    await before.close();
    const after = await buildTestApp({ database, env: env("the secret from today on, of 32 bytes") });
    const again = await becomePerson(after.browser());
    expect(await known(again)).toEqual([]);
    expect((await keep(again, key)).statusCode).toBe(200);
    expect(await known(again)).toEqual([{ key, name: "Red" }]);
  });

  test("attack: another person, or a guest, learns none; twenty are kept at most", async () => {
    const app = await buildTestApp({ database: await open(), env: provider.env, frozenAt: Date.now() });
    provider.person = { sub: crypto.randomUUID() };
    const ann = await becomePerson(app.browser());
    provider.person = { sub: crypto.randomUUID() };
    const eve = await becomePerson(app.browser());
    const keys: string[] = [];
    for (let n = 1; n <= 21; n += 1) {
      app.time.now += 1000;
      keys.push(await makeSpace(ann, `Team ${n}`));
      await keep(ann, keys[n - 1] ?? "");
    }
    expect((await known(ann)).map(({ key }) => key)).toEqual(keys.slice(1).toReversed());
    expect(await known(eve)).toEqual([]);
    expect((await (await app.visitor()).get("/api/v1/sign-in/spaces")).statusCode).toBe(403);
  });
});

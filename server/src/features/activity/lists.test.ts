import { expect, test } from "vitest";
import { signInAdmin } from "../../testing/admin.ts";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { seedLogEvents } from "./routes.ts";

const url = "/api/v1/logger";
const column = async (who: Browser, path: string, name: string) =>
  (await who.get(`${url}${path}`)).json<{ data: Record<string, unknown>[] }>().data.map((row) => row[name]);

eachEngine("the lists of the activity log", (open) => {
  test("[A5] log events are listed by number, sorted and found; a changed text is written at the next start", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    await database.db
      .updateTable("log_events")
      .set({ title: "Old", function: "old", object: "old", search: "old" })
      .where("id", "=", 104)
      .execute();
    await seedLogEvents(app.deps);
    const root = await signInAdmin(app);
    const ids = (query: string) => column(root, `/events${query}`, "id");
    expect(await ids("?per_page=2")).toEqual([100, 101]);
    expect(await ids("?sort=-id&per_page=2")).toEqual([106, 105]);
    expect(await ids("?sort=title&per_page=2")).toEqual([102, 103]);
    expect(await ids("?sort=-function&per_page=1")).toEqual([104]);
    expect(await ids("?sort=object&per_page=2")).toEqual([102, 103]);
    expect(await ids("?q=template")).toEqual([104]);
    expect(await ids("?q=old")).toEqual([]);
    expect((await root.get(`${url}/events?q=template`)).json()).toMatchObject({
      data: [{ id: 104, title: "Template select", function: "select", object: "board-template" }],
    });
  });
});

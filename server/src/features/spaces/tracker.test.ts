import { expect, test } from "vitest";
import type { Action } from "@retro/contract/actions";
import type { Space } from "@retro/contract/spaces/spaces";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { makeSpace } from "../../testing/spaces.ts";

const template = "https://t.example/new?title={title}";

eachEngine("actions and the team's tracker [G14]", (open) => {
  test("members set the address of a new issue, and whoever knows the space learns it with the board", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, ben] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann, "Team");
    const board = await makeBoard(ann);
    await ann.put(`/api/v1/spaces/${key}/boards/${board.id}`);
    const trackerOf = async () =>
      (await ben.post(`${board.url}/space`, { keys: [key] })).json<{ data: { tracker: string | null } }>()
        .data.tracker;
    expect(await trackerOf()).toBeNull();
    expect((await ben.put(`/api/v1/spaces/${key}/tracker`, { template })).statusCode).toBe(200);
    expect(await trackerOf()).toBe(template);
    expect((await ann.get(`/api/v1/spaces/${key}`)).json<{ data: Space }>().data.tracker).toBe(template);
    await ann.put(`/api/v1/spaces/${key}/tracker`, { template: null });
    expect(await trackerOf()).toBeNull();
  });

  test("attack: nobody replaces a name or an address that another member has changed unseen", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, ben] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann, "Team");
    const path = `/api/v1/spaces/${key}`;
    const other = "https://b.example/new?title={title}";
    const both = async (at: string, field: string, values: unknown[], from: unknown) => {
      const statuses = [];
      for (const [i, value] of values.entries())
        statuses.push(await (i === 0 ? ann : ben).put(at, { [field]: value, from }));
      return statuses.map((answer) => [answer.statusCode, answer.json<{ data?: unknown }>().data]);
    };
    // The last is the repeated call of whoever was first.
    expect(await both(path, "name", ["Platform", "Payments", "Platform"], "Team")).toMatchObject([
      [200, null],
      [409, { name: { text: "Platform" } }],
      [200, null],
    ]);
    expect(await both(`${path}/tracker`, "template", [template, other, null, template], null)).toMatchObject([
      [200, null],
      [409, { template: { text: template } }],
      [409, { template: { text: template } }],
      [200, null],
    ]);
    const seen = await ben.put(`${path}/tracker`, { template: other, from: template });
    expect(seen.statusCode).toBe(200);
    const space = (await ann.get(path)).json<{ data: Space }>().data;
    expect([space.name, space.tracker]).toEqual(["Platform", other]);
  });

  test("an action keeps the link of its issue, in all files and through an import", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    const board = await makeBoard(ann, "Links");
    const link = "https://t.example/browse/RET-17?a=1&b=2";
    const made = await ann.post(`${board.url}/actions`, { text: "Cache the packages" });
    const { id } = made.json<{ data: Action }>().data;
    const saved = await ann.put(`${board.url}/actions/${id}`, { link });
    expect(saved.json<{ data: Action }>().data.link).toBe(link);
    for (const format of ["markdown", "csv", "json"]) {
      const file = await ann.get(`/web/boards/${board.id}/export-${format}`);
      expect([format, file.body.replaceAll("\\", "").includes(link)]).toEqual([format, true]);
    }
    const file = (await ann.get(`/web/boards/${board.id}/export-json`)).json<object>();
    const copy = (await ann.post("/api/v1/boards/import", file)).json<{ data: { id: string } }>().data;
    const actions = (await ann.get(`/api/v1/boards/${copy.id}/actions`)).json<{ data: Action[] }>().data;
    expect(actions.map((each) => each.link)).toEqual([link]);
  });

  test("attack: a link or a template that runs code or hides its host is refused, also in a file", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    const key = await makeSpace(ann, "Team");
    const board = await makeBoard(ann);
    for (const link of ["javascript:alert(1)", "https://real.example@evil.example/"]) {
      const made = await ann.post(`${board.url}/actions`, { text: "Press it", link });
      expect([made.statusCode, Object.keys(made.json<{ errors: object }>().errors)]).toEqual([422, ["link"]]);
      const sections = [{ title: "A", columns: [[], [], []] }];
      const file = { title: "B", sections, actions: [{ text: "Press it", link, status: "open" }] };
      expect((await ann.post("/api/v1/boards/import", file)).statusCode).toBe(422);
    }
    for (const bad of ["https://{title}/", "javascript:'{title}'", "https://t.example/"])
      expect((await ann.put(`/api/v1/spaces/${key}/tracker`, { template: bad })).statusCode).toBe(422);
    expect((await ann.put(`/api/v1/spaces/${"x".repeat(22)}/tracker`, { template })).statusCode).toBe(404);
  });
});

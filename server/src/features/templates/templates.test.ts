import { describe, expect, test } from "vitest";
import type { Board } from "@retro/contract/boards";
import type { Template } from "@retro/contract/templates/template";
import { buildTestApp } from "../../testing/app.ts";
import type { Browser } from "../../testing/app.ts";
import { builtInTemplates } from "./catalogue.ts";
import { countTemplateUse, resolveTemplate, saveOwnTemplate } from "./commands.ts";

const url = "/api/v1/board-templates";
const list = async (who: Browser, headers?: Record<string, string>) =>
  (await who.get(url, headers)).json<{ data: Template[] }>().data;
const sections = [{ title: "Ours", style: { self: { backgroundColor: "#ffffff" } } }];

describe("templates", () => {
  test("are in the caller's language, each with the count of its uses", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const ann = await app.visitor();
    await countTemplateUse(database.db, "sailboat");
    await countTemplateUse(database.db, "sailboat");
    const english = await list(ann);
    expect(english.map(({ title }) => title)).toEqual(builtInTemplates.map(({ title }) => title.en));
    expect(english.filter(({ count }) => count > 0)).toEqual([
      expect.objectContaining({ img: "sailboat.svg", count: 2 }),
    ]);
    const russian = await list(ann, { "accept-language": "ru" });
    expect(russian[0]?.title).toBe(builtInTemplates[0]?.title.ru);
  });

  test("a user's templates are listed after the built-in ones and make boards", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const ann = await app.visitor();
    const wish = { title: "Our retro", description: "As we like it", sections };
    expect(await saveOwnTemplate(app.deps, database.db, ann.user.id, wish)).toEqual({
      title: "Our retro",
      description: "As we like it",
      count: 0,
      img: "own.svg",
    });
    const resolved = await resolveTemplate(database.db, ann.user.id, "Our retro", "en");
    expect(resolved.sections).toEqual(sections);
    await countTemplateUse(database.db, resolved.key);
    expect((await list(ann)).at(-1)).toMatchObject({ title: "Our retro", count: 1 });
  });

  test("a user's template gets a number after a title that is taken", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const { user } = await app.visitor();
    const save = async (title: string) =>
      (await saveOwnTemplate(app.deps, database.db, user.id, { title, description: "", sections })).title;
    expect([await save("Mine"), await save("Mine"), await save("Mine")]).toEqual([
      "Mine",
      "Mine (2)",
      "Mine (3)",
    ]);
    const builtIn = builtInTemplates[0]?.title.en ?? "";
    expect(await save(builtIn)).toBe(`${builtIn} (2)`);
    expect(await save("я".repeat(255))).toHaveLength(255);
    expect(await save("я".repeat(255))).toMatch(/^я{251} \(2\)$/);
  });

  test("of another user are neither shown nor usable", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const ann = await app.visitor();
    const bob = await app.visitor();
    await saveOwnTemplate(app.deps, database.db, ann.user.id, { title: "Ann's", description: "", sections });
    expect(await list(bob)).toHaveLength(builtInTemplates.length);
    await expect(resolveTemplate(database.db, bob.user.id, "Ann's", "en")).rejects.toMatchObject({
      statusCode: 422,
    });
  });

  test("a user has at most 50 templates; another user can still save one", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const [{ user }, bob] = [await app.visitor(), await app.visitor()];
    const save = (id = user.id) =>
      saveOwnTemplate(app.deps, database.db, id, { title: "Mine", description: "", sections });
    for (let i = 0; i < 50; i += 1) await save();
    await expect(save()).rejects.toMatchObject({
      statusCode: 422,
      details: { errors: { title: [{ key: "templates.tooMany", params: { max: 50 } }] } },
    });
    expect(await save(bob.user.id)).toMatchObject({ title: "Mine" });
  });

  test("a user's templates come the latest first; a board counts as a use of its template only", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12) });
    const { database } = app.deps;
    const ann = await app.visitor();
    for (const title of ["First", "Second", "Third"]) {
      app.time.now += 1;
      const wish = { title, description: `About ${title}`, sections: [{ title, style: {} }] };
      await saveOwnTemplate(app.deps, database.db, ann.user.id, wish);
    }
    const made = await ann.post("/api/v1/boards", { title: "Retro", template: "Second" });
    expect(made.json<{ data: Board }>().data.sections).toMatchObject([{ title: "Second" }]);
    const own = (await list(ann)).slice(builtInTemplates.length);
    expect(own).toEqual([
      { title: "Third", description: "About Third", count: 0, img: "own.svg" },
      { title: "Second", description: "About Second", count: 1, img: "own.svg" },
      { title: "First", description: "About First", count: 0, img: "own.svg" },
    ]);
    expect((await database.db.selectFrom("template_counts").selectAll().execute()).length).toBe(0);
  });

  test.each([
    ["went-well", "Хорошо / Улучшить / Действия", "Получилось / Улучшить / Договорённости"],
    ["four-ls", "Четыре L", "4L"],
    ["plus-delta", "Плюс / Дельта", "Плюсы и изменения"],
    ["lean-coffee", "Лин-кофе", "Lean Coffee"],
  ])("%s is named by its former title too", async (name, former, title) => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const template = builtInTemplates.find(({ key }) => key === name);
    for (const language of ["en", "ru"] as const) {
      const headers = { "accept-language": language };
      for (const each of [former, title]) {
        const made = await ann.post("/api/v1/boards", { title: "Retro", template: each }, headers);
        const titles = made.json<{ data: Board }>().data.sections.map((section) => section.title);
        expect(titles).toEqual(template?.sections.map((section) => section.title[language]));
      }
      const listed = (await list(ann, headers)).find(({ img }) => img === `${name}.svg`);
      expect(listed?.title).toBe(language === "ru" ? title : template?.title.en);
    }
  });

  test("a user's own template keeps a title that a built-in one has got since", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const ann = await app.visitor();
    await saveOwnTemplate(app.deps, database.db, ann.user.id, { title: "Ours", description: "", sections });
    await database.db.updateTable("own_templates").set({ title: "4L" }).execute();
    const made = await ann.post("/api/v1/boards", { title: "Retro", template: "4L" });
    expect(made.json<{ data: Board }>().data.sections).toMatchObject([{ title: "Ours" }]);
  });

  test("a board's sections are in the caller's language, whichever title the template was named by", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const sailboat = builtInTemplates.find(({ key }) => key === "sailboat");
    for (const language of ["en", "ru"] as const)
      for (const template of Object.values(sailboat?.title ?? {})) {
        const headers = { "accept-language": language };
        const made = await ann.post("/api/v1/boards", { title: "Retro", template }, headers);
        const titles = made.json<{ data: Board }>().data.sections.map(({ title }) => title);
        expect(titles).toEqual(sailboat?.sections.map(({ title }) => title[language]));
      }
    expect((await list(ann)).find(({ img }) => img === "sailboat.svg")?.count).toBe(4);
    expect((await ann.get(url)).headers["vary"]).toContain("accept-language");
  });
});

test("a template's picture may be kept for ever and runs nothing", async () => {
  const app = await buildTestApp();
  for (const img of ["sailboat.svg", "sailboat.dark.svg", "own.svg", "own.dark.svg"]) {
    const answer = await app.browser().get(`${url}/img/${img}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  }
});

test("a template's picture, which every cache may keep, carries nobody's cookie", async () => {
  const app = await buildTestApp();
  expect((await app.browser().get(`${url}/img/own.svg`)).headers["set-cookie"]).toBeUndefined();
});

test.each(["nothing.svg", "..%2f..%2fpackage.json", "%2e%2e%2fapp.ts", "__proto__"])(
  "there is no picture %s",
  async (img) => {
    const app = await buildTestApp();
    expect((await app.browser().get(`${url}/img/${img}`)).statusCode).toBe(404);
  },
);

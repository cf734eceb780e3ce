import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { legalPages } from "@retro/contract/legal";
import type { LegalDocument } from "@retro/contract/legal";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { Browser } from "../../testing/app.ts";
import { subscriberLinks, unsubscribeToken } from "./commands.ts";

const message = {
  email: "ann@example.com",
  name: "Анна",
  inquiry: "Question",
  subject: "Templates",
  message: "Where are they?",
};
const rowsOf = async (who: Browser, path: string) =>
  (await who.get(`/api/v1/${path}`)).json<{
    data: { id: string; email: string }[];
    meta: { total: number };
  }>();

describe("outreach", () => {
  test("a message needs no session and reaches the administrators", async () => {
    const app = await buildTestApp();
    const sent = await app.browser().post("/api/v1/contacts", { ...message, solution: await app.solution() });
    expect([sent.statusCode, sent.json()]).toEqual([201, { data: null }]);
    const root = await signInAdmin(app);
    expect(await rowsOf(root, "contacts?q=АННА")).toEqual({
      data: [{ id: expect.any(String), ...message }],
      meta: { total: 1, page: 1, per_page: 20 },
    });
    expect((await rowsOf(root, "contacts?q=nobody")).meta.total).toBe(0);
  });

  test("a message's fields are named where they are wrong", async () => {
    const app = await buildTestApp();
    const wrong = {
      email: "x",
      name: " ",
      inquiry: "я".repeat(256),
      message: "я".repeat(1001),
      solution: "",
    };
    const answer = await app.browser().post("/api/v1/contacts", wrong);
    expect(answer.json()).toMatchObject({
      errors: {
        email: ["Value is not a valid email address"],
        name: ["Value is required"],
        inquiry: ["The maximum length allowed is 255"],
        subject: ["Value is required"],
        message: ["The maximum length allowed is 1000"],
        solution: ["Please wait for the verification"],
      },
    });
  });

  test("[P3] an address is kept once, however often and in whatever letters it comes", async () => {
    const app = await buildTestApp();
    for (const email of ["ann@example.com", "Ann@Example.com", " ann@example.com "]) {
      const answer = await app
        .browser()
        .post("/api/v1/subscribers", { email, solution: await app.solution() });
      expect([answer.statusCode, answer.json()]).toEqual([201, { data: null }]);
    }
    const { data, meta } = await rowsOf(await signInAdmin(app), "subscribers");
    expect(data).toEqual([{ id: expect.any(String), email: "ann@example.com" }]);
    expect(meta.total).toBe(1);
  });

  test("[P3] a signed link unsubscribes, and does so twice without harm", async () => {
    const env = { PUBLIC_URL: "https://retro.example.com" };
    const app = await buildTestApp({ env });
    for (const email of ["ann@example.com", "bob@example.com"]) {
      await app.browser().post("/api/v1/subscribers", { email, solution: await app.solution() });
    }
    const [{ email, link } = { email: "", link: "" }] = await subscriberLinks(app.deps);
    expect([email, link]).toEqual([
      "ann@example.com",
      expect.stringMatching(/^https:\/\/retro\.example\.com\/unsubscribe\?token=/),
    ]);
    const token = new URL(link).searchParams.get("token");
    for (let i = 0; i < 2; i += 1) {
      const answer = await app.browser().post("/api/v1/subscribers/unsubscribe", { token });
      expect([answer.statusCode, answer.json()]).toEqual([200, { data: null }]);
    }
    expect((await subscriberLinks(app.deps)).map((each) => each.email)).toEqual(["bob@example.com"]);
  });

  test("[P3] a forged link unsubscribes nobody", async () => {
    const app = await buildTestApp();
    await app
      .browser()
      .post("/api/v1/subscribers", { email: "ann@example.com", solution: await app.solution() });
    const { data } = await rowsOf(await signInAdmin(app), "subscribers");
    const id = data[0]?.id ?? "";
    const [, foreign] = unsubscribeToken(app.deps, "another").split(".");
    for (const token of [id, `${id}.`, `${id}.${foreign}`, "", "x".repeat(300), null]) {
      const answer = await app.browser().post("/api/v1/subscribers/unsubscribe", { token });
      expect(answer.statusCode).toBe(422);
    }
    expect(await subscriberLinks(app.deps)).toHaveLength(1);
  });

  test.each([
    ["contacts", message],
    ["subscribers", { email: "ann@example.com" }],
  ])("[P3] %s take no wrong and no used solution", async (path, body) => {
    const app = await buildTestApp();
    const solution = await app.solution();
    const send = (with_: string) => app.browser().post(`/api/v1/${path}`, { ...body, solution: with_ });
    expect((await send("a.b.c.d")).json()).toMatchObject({ errors: { solution: ["Verification failed"] } });
    expect((await send(solution)).statusCode).toBe(201);
    expect((await send(solution)).json()).toMatchObject({ errors: { solution: ["Verification failed"] } });
  });
});

const read = async (who: Browser, page: string, language = "en") =>
  (await who.get(`/api/v1/legal/${page}`, { "accept-language": language })).json<{ data: LegalDocument }>()
    .data;

test.each(legalPages)("%s is a page in both languages", async (page) => {
  const who = (await buildTestApp()).browser();
  const [english, russian] = [await read(who, page), await read(who, page, "ru-RU,ru;q=0.9")];
  expect(english.title).toMatch(/^[A-Z][a-z ]+$/);
  expect(russian.title).toMatch(/^[А-ЯЁ][а-яё ]+$/);
  expect(russian.blocks.map(({ type }) => type)).toEqual(english.blocks.map(({ type }) => type));
  expect(JSON.stringify([english, russian])).not.toMatch(/\*\*|\]\(|(?:^|")#/);
});

test("[P5] an operator's file replaces a page, and never contains a script", async () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-legal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "terms-of-use.ru.md"), "# Наши\n\n<script>x</script> [a](javascript:x)");
  const who = (await buildTestApp({ env: { LEGAL_DIR: folder } })).browser();
  const ours = {
    title: "Наши",
    blocks: [{ type: "paragraph", spans: [{ text: "<script>x</script> [a](javascript:x)" }] }],
  };
  expect(await read(who, "terms-of-use", "ru")).toEqual(ours);
  expect(await read(who, "terms-of-use", "en")).toEqual(ours);
  expect((await read(who, "privacy-policy")).title).toBe("Privacy policy");
  writeFileSync(join(folder, "terms-of-use.en.md"), "# Ours");
  expect((await read(who, "terms-of-use")).title).toBe("Ours");
});

test.each(["nothing", "..%2Fpackage", "terms-of-use.en.md", "__proto__"])(
  "there is no legal page %s",
  async (page) => {
    expect((await (await buildTestApp()).browser().get(`/api/v1/legal/${page}`)).statusCode).toBe(404);
  },
);

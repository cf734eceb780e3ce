import type { LegalDocument } from "@retro/contract/legal";
import { personalData } from "@retro/contract/personal-data";
import { limits } from "@retro/contract/limits";
import { expect, test } from "vitest";
import { buildTestApp } from "../../../testing/app.ts";
import type { TestApp } from "../../../testing/app.ts";
import { addSticker, makeBoard } from "../../../testing/boards.ts";
import { eachEngine } from "../../../testing/databases/test-engines.ts";
import { keepHouse } from "../../../testing/housekeeping.ts";
import { subscriberLinks } from "../commands.ts";

const day = 86_400_000;
const noon = Date.UTC(2026, 0, 15, 12);
/** "at most two days after these times" */
const latest = 2 * day;
const clean = (app: TestApp) => keepHouse(app);
const policy = async (app: TestApp, language: string) => {
  const answer = await app.browser().get("/api/v1/legal/privacy-policy", { "accept-language": language });
  return JSON.stringify(answer.json<{ data: LegalDocument }>().data);
};

/*
 * A test for each promise of the built-in privacy policy. Promises with a test elsewhere: pictures are
 * encoded again (feedback.test.ts), the log takes no text of a board (activity.test.ts), a puzzle is used
 * once (captcha.test.ts).
 */
test.each([
  [
    "BOARD_RETENTION_DAYS",
    "A board goes into the bin 41 days after",
    "Доска попадает в корзину через 41 день после",
  ],
  ["VISITOR_RETENTION_DAYS", "Your profile is deleted 41 days after", "Ваш профиль удаляется через 41 день"],
  ["CHANGE_LOG_RETENTION_DAYS", "it is deleted 41 days after", "он удаляется через 41 день"],
  [
    "LOG_RETENTION_DAYS",
    "The record of clicks is deleted after 41 days",
    "Записи о нажатиях удаляются через 41 день",
  ],
  [
    "FEEDBACK_RETENTION_DAYS",
    "Feedback is deleted with its pictures after 41 days",
    "Отзывы удаляются вместе с картинками через 41 день",
  ],
  [
    "CONTACT_RETENTION_DAYS",
    "contact form are deleted after 41 days",
    "обратной связи удаляются через 41 день",
  ],
])("the text shows the figure of %s, in both languages", async (name, english, russian) => {
  const app = await buildTestApp({ env: { [name]: "41" } });
  expect(await policy(app, "en")).toContain(english);
  expect(await policy(app, "ru")).toContain(russian);
  const forEver = await buildTestApp({ env: { [name]: "0" } });
  expect(await policy(forEver, "en")).not.toContain(english.replace(/ 41.*/, ""));
  expect(await policy(forEver, "ru")).not.toMatch(/null|undefined|NaN/);
});

eachEngine("the privacy policy promises that", (open) => {
  test("sessions end 30 days after their last use, or when you sign out", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    await bob.post("/api/v1/users/sign-out");
    expect(await database.db.selectFrom("sessions").select("user_id").execute()).toEqual([
      { user_id: ann.user.id },
    ]);
    app.time.now += limits.sessionMs;
    expect((await ann.get("/api/v1/users/auth")).statusCode).toBe(401);
    app.time.now += 1;
    await clean(app);
    expect(await database.db.selectFrom("sessions").select("id").execute()).toEqual([]);
  });

  test("your profile is deleted after a year, the record of clicks after 90 days, boards after a year and 30 days in the bin", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    await ann.post("/api/v1/logger", { event: 100 });
    const left = async () =>
      Promise.all(
        (["users", "boards", "logs"] as const).map(
          async (table) => (await database.db.selectFrom(table).select("id").execute()).length,
        ),
      );
    app.time.now = noon + 90 * day;
    await clean(app);
    expect(await left()).toEqual([1, 1, 1]);
    app.time.now = noon + 90 * day + latest;
    await clean(app);
    expect(await left()).toEqual([1, 1, 0]);
    app.time.now = noon + 365 * day;
    await clean(app);
    expect(await left()).toEqual([1, 1, 0]);
    app.time.now = noon + 365 * day + latest;
    await clean(app);
    expect(await left()).toEqual([0, 1, 0]);
    expect((await (await app.visitor()).get(board.url)).statusCode).toBe(404);
    app.time.now += 30 * day + latest;
    await clean(app);
    expect((await left())[1]).toBe(0);
  });

  test("a deleted sticker is kept for one day", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const sticker = await addSticker(ann, board, "Unmistakable");
    await ann.delete(`${board.url}/items/${sticker.id}`);
    const left = async () => (await database.db.selectFrom("deleted_items").select("title").execute()).length;
    app.time.now = noon + day;
    await clean(app);
    expect(await left()).toBe(1);
    app.time.now += 1;
    expect(await clean(app)).toMatchObject({ "deleted stickers": 1 });
    expect(await left()).toBe(0);
  });

  test("the list of changes holds no text", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const ann = await app.visitor();
    await addSticker(ann, await makeBoard(ann), "Unmistakable");
    const rows = await database.db.selectFrom("changes").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("Unmistakable");
  });

  test("newsletter addresses are deleted as soon as you use the link to unsubscribe", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const solution = await app.solution();
    await app.browser().post("/api/v1/subscribers", { email: "ann@example.com", solution });
    const token = unsubscribeTokenOf((await subscriberLinks(app.deps))[0]?.link ?? "");
    await app.browser().post("/api/v1/subscribers/unsubscribe", { token });
    expect(await database.db.selectFrom("subscribers").selectAll().execute()).toEqual([]);
  });

  test("you may download what is stored about you, and delete it at once", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const ann = await app.visitor({ name: "Ann" });
    const url = `/api/v1/users/${ann.user.id}`;
    expect(personalData.parse((await ann.get(`${url}/data`)).json()).user.name).toBe("Ann");
    expect((await ann.delete(url)).statusCode).toBe(200);
    expect(await database.db.selectFrom("users").select("id").execute()).toEqual([]);
  });

  test("no cookie is set but the two that it names", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    await ann.get((await makeBoard(ann)).url);
    expect([...ann.cookies.keys()].toSorted()).toEqual(["XSRF-TOKEN", "retro_session"]);
  });
});

function unsubscribeTokenOf(link: string): string {
  return new URL(link, "http://localhost").searchParams.get("token") ?? "";
}

import type { LegalDocument } from "@retro/contract/legal";
import { expect, test } from "vitest";
import { buildTestApp } from "../../../testing/app.ts";
import type { TestApp } from "../../../testing/app.ts";
import { addSticker, makeBoard } from "../../../testing/boards.ts";
import { eachEngine } from "../../../testing/databases/test-engines.ts";

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
])("the text shows the figure of %s, in both languages", async (name, english, russian) => {
  const app = await buildTestApp({ env: { [name]: "41" } });
  expect(await policy(app, "en")).toContain(english);
  expect(await policy(app, "ru")).toContain(russian);
  const forEver = await buildTestApp({ env: { [name]: "0" } });
  expect(await policy(forEver, "en")).not.toContain(english.replace(/ 41.*/, ""));
  expect(await policy(forEver, "ru")).not.toMatch(/null|undefined|NaN/);
});

test("the text shows how long housekeeping keeps the rest, in both languages", async () => {
  const app = await buildTestApp();
  const english = await policy(app, "en");
  for (const promise of [
    "it is deleted 30 days after",
    "The record of clicks is deleted after 90 days",
    "Feedback is deleted with its pictures after 365 days",
    "contact form are deleted after 365 days",
  ])
    expect(english).toContain(promise);
  const russian = await policy(app, "ru");
  for (const promise of [
    "он удаляется через 30 дней",
    "Записи о нажатиях удаляются через 90 дней",
    "Отзывы удаляются вместе с картинками через 365 дней",
    "обратной связи удаляются через 365 дней",
  ])
    expect(russian).toContain(promise);
});

eachEngine("the privacy policy promises that", (open) => {
  test("the list of changes holds no text", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const ann = await app.visitor();
    await addSticker(ann, await makeBoard(ann), "Unmistakable");
    const rows = await database.db.selectFrom("changes").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("Unmistakable");
  });

  test("no cookie is set but the two that it names", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    await ann.get((await makeBoard(ann)).url);
    expect([...ann.cookies.keys()].toSorted()).toEqual(["XSRF-TOKEN", "retro_session"]);
  });
});

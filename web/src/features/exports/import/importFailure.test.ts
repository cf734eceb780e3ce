// @vitest-environment jsdom
import { afterEach, beforeAll, expect, it } from "vitest";
import { ApiError } from "../../../api/client.ts";
import { changeLocale, translate } from "../../../i18n/i18n.ts";
import { startTexts } from "../../../testing/startTexts.ts";
import { failureText } from "./importFailure.ts";

beforeAll(startTexts);
afterEach(() => changeLocale("en"));

const refusal = (field: string) => new ApiError(422, "Invalid", { errors: { [field]: ["Why"] } });

it.each([
  ["line 12", "Line 12: Why", "Строка 12. Why"],
  ["sections.0.title", "Section 1, “title”: Why", "Раздел 1, «title». Why"],
  ["sections.11.columns", "Section 12, “columns”: Why", "Раздел 12, «columns». Why"],
  ["sections.0.columns.2", "Section 1, column 3: Why", "Раздел 1, колонка 3. Why"],
  [
    "sections.0.columns.1.3.text",
    "Section 1, column 2, sticker 4, “text”: Why",
    "Раздел 1, колонка 2, стикер 4, «text». Why",
  ],
  [
    "sections.0.columns.1.3.stickers.0.votes",
    "Section 1, column 2, sticker 4, “stickers.0.votes”: Why",
    "Раздел 1, колонка 2, стикер 4, «stickers.0.votes». Why",
  ],
  ["actions.4.due_on", "Action 5, “due_on”: Why", "Договорённость 5, «due_on». Why"],
  ["line 3.Votes", "Line 3, “Votes”: Why", "Строка 3, «Votes». Why"],
  ["cards.0.name", "“cards.0.name”: Why", "«cards.0.name». Why"],
  ["board.title", "Why", "Why"],
  ["body", "Why", "Why"],
])("the place %s is named in the user's language", async (field, english, russian) => {
  expect(failureText(refusal(field), translate)).toBe(english);
  await changeLocale("ru");
  expect(failureText(refusal(field), translate)).toBe(russian);
});

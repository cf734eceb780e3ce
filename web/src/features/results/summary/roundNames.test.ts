// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { aSticker } from "../../../board-state/testing/samples.ts";
import { translate } from "../../../i18n/i18n.ts";
import { startTexts } from "../../../testing/startTexts.ts";
import { resultsText } from "../resultsText.ts";
import { summaryTexts } from "./summaryText.ts";

beforeAll(startTexts);

const section = aSticker("s", { kind: "section", title: "Start" });
const ranked = [{ rank: 1, votes: 2, sticker: aSticker("a", { title: "Alpha" }), members: [], section }];

it.each([
  [null, "## Topics by votes", "Results: Retro"],
  ["Round 2: Costs", "## Topics by votes · Round 2: Costs", "Results: Retro · Round 2: Costs"],
])("[V8] the copies of a summary and of results name the round %s", (round, heading, results) => {
  const summary = {
    title: "Retro",
    round,
    topics: ranked,
    actions: [],
    answers: [],
    people: [],
    length: null,
  };
  expect(summaryTexts(summary, translate, "en").markdown.split("\n")).toContain(heading);
  const ranking = { ranked, unvoted: [], hidden: 0 };
  expect(resultsText({ title: "Retro", round }, ranking, translate).split("\n")[0]).toBe(results);
});

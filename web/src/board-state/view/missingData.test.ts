import { expect, it } from "vitest";
import { createMissingDataCheck } from "./missingData.ts";
import { aFacilitation, aSticker, aView } from "../testing/samples.ts";

const lacks = (...args: Parameters<typeof aView>) => createMissingDataCheck().isMissing(aView(...args));

it("a view lacks a count, an author or a text that the user may see", () => {
  expect(lacks([aSticker("a")])).toBe(false);
  expect(lacks([aSticker("a", { votes: null })])).toBe(true);
  expect(lacks([aSticker("a", { user_id: null })])).toBe(true);
  expect(lacks([aSticker("a", { hidden: true, title: null })])).toBe(true);
  expect(lacks([aSticker("a"), aSticker("b", { votes: null })])).toBe(true);
});

it("a view does not count as incomplete for what the options withhold", () => {
  const concealed = { facilitation: aFacilitation({ concealVoteCount: true }, "cem") };
  expect(lacks([aSticker("a", { votes: null })], concealed)).toBe(false);
  expect(
    lacks([aSticker("a", { votes: null })], {
      facilitation: aFacilitation({ concealVoteCount: true }, "ann"),
    }),
  ).toBe(true);
  const hidden = { facilitation: aFacilitation({ avatars: "hide" }, "cem") };
  expect(lacks([aSticker("a", { user_id: null })], hidden)).toBe(false);
  const closed = { facilitation: aFacilitation({ hideContent: true }, "cem") };
  expect(lacks([aSticker("a", { hidden: true, title: null })], closed)).toBe(false);
  expect(lacks([aSticker("a", { hidden: true, title: null, user_id: "ann" })], closed)).toBe(true);
});

it("sections and columns have neither count nor author", () => {
  const section = aSticker("s", { kind: "section", votes: null, user_id: null });
  const column = aSticker("c", { kind: "column", votes: null, user_id: null, title: null });
  expect(lacks([section, column])).toBe(false);
});

it("a sticker without an author after a load has none, until the facilitation changes", () => {
  const lacking = createMissingDataCheck();
  const imported = aSticker("a", { user_id: null });
  const view = aView([imported]);
  lacking.itemsLoaded(view);
  expect(lacking.isMissing(view)).toBe(false);
  const another = aView([imported, aSticker("b", { user_id: null })], { facilitation: view.facilitation });
  expect(lacking.isMissing(another)).toBe(true);
  expect(lacking.isMissing(aView([imported], { facilitation: aFacilitation({}, "cem") }))).toBe(true);
});

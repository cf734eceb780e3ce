import type { Locator } from "@playwright/test";
import { button } from "./support/facilitation.ts";
import { sticker } from "./support/board-page.ts";
import { addSticker, expect, createBoard } from "./support/fixtures.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { test } from "./support/proxy-fixtures.ts";

test.use({ idle: true });

const heart = (at: Locator, count: number) => button(at, `Heart, ${count}`);

test("a reaction is live, named, taken back with a second press, given by keyboard, and waits without a network [K1, K3]", async ({
  network,
  ann,
  ben,
}) => {
  const board = await createBoard(ben, "Sprint 42", "Start / Stop / Continue");
  await ben.api.send("POST", `/boards/${board.id}/items`, { title: "Alpha", parent_id: board.columns[0] });
  await Promise.all([ann, ben].map(({ page }) => page.goto(board.path)));
  const [hers, his] = [sticker(ann.page, "Alpha"), sticker(ben.page, "Alpha")];
  await expectChunksFetched(ann.page, "ReactionPicker");
  const before = await hers.boundingBox();

  await hers.hover();
  await button(hers, "Add reaction").click();
  const row = ann.page.getByRole("toolbar", { name: "Add reaction" });
  await expect(button(row, "Thumbs up")).toBeFocused();
  await ann.page.keyboard.press("ArrowRight");
  await ann.page.keyboard.press("Enter");
  await expect(row).toHaveCount(0);
  await expect(heart(hers, 1)).toHaveAttribute("aria-pressed", "true");
  await expect(heart(his, 1)).toHaveAttribute("aria-pressed", "false");
  await heart(his, 1).hover();
  await expect(ben.page.getByText("Heart: Ann", { exact: true })).toBeVisible();
  await heart(his, 1).click();
  await expect(heart(hers, 2)).toBeVisible();

  network.set("cut");
  await heart(hers, 2).click();
  await expect(heart(hers, 1)).toHaveAttribute("aria-pressed", "false");
  await hers.hover();
  await button(hers, "Add reaction").click();
  await ann.page.keyboard.press("Escape");
  await expect(row).toHaveCount(0);
  await expect(button(hers, "Add reaction")).toBeFocused();
  await button(hers, "Add reaction").click();
  await button(row, "Party popper").click();
  network.set("open");
  await expect(heart(his, 1)).toHaveAttribute("aria-pressed", "true");
  await expect(button(his, "Party popper, 1")).toBeVisible();

  await heart(his, 1).click();
  await button(hers, "Party popper, 1").click();
  for (const at of [hers, his]) await expect(at.getByRole("group", { name: "Reactions" })).toHaveCount(0);
  expect((await hers.boundingBox())?.height).toBe(before?.height);
});

test("a second press closes the row of reactions, a press on another sticker moves it, and it goes with its sticker [K1]", async ({
  ann,
  ben,
}) => {
  const board = await createBoard(ben, "Sprint 42", "Start / Stop / Continue");
  await addSticker(ben, board.id, board.columns[0], "Alpha");
  const beta = await addSticker(ben, board.id, board.columns[0], "Beta");
  await ann.page.goto(board.path);
  await expectChunksFetched(ann.page, "ReactionPicker");
  const row = ann.page.getByRole("toolbar", { name: "Add reaction" });
  const press = async (title: string) => {
    await sticker(ann.page, title).hover();
    await button(sticker(ann.page, title), "Add reaction").click();
  };
  const expanded = (title: string) =>
    expect(button(sticker(ann.page, title), "Add reaction")).toHaveAttribute("aria-expanded", "true");

  await press("Alpha");
  await expanded("Alpha");
  await press("Alpha");
  await expect(row).toHaveCount(0);
  await press("Alpha");
  await press("Beta");
  await expanded("Beta");
  await expect(row).toHaveCount(1);
  await expect(button(sticker(ann.page, "Alpha"), "Add reaction")).toHaveAttribute("aria-expanded", "false");
  await ben.api.send("DELETE", `/boards/${board.id}/items/${beta.id}`);
  await expect(row).toHaveCount(0);
});

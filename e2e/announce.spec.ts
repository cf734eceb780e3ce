import { sticker } from "./support/board.ts";
import { addSticker, expect, makeBoard, test } from "./support/fixtures.ts";

test("what others do is said aloud, summed up and without their words; one's own is not", async ({
  person,
}) => {
  const [ann, bob] = [await person({ name: "Ann" }), await person({ name: "Bob" })];
  const board = await makeBoard(ann);
  const { page } = bob;
  await page.goto(board.path);
  const said = page.getByRole("status").filter({ hasText: /\d/ });
  const news = page.getByRole("status").filter({ hasText: /new sticker/ });
  await expect(page.getByRole("list", { name: "People here" }).getByRole("listitem")).toHaveCount(1);

  const item = await addSticker(bob, board.id, board.columns[0], "Written by myself");
  await expect(sticker(page, "Written by myself")).toBeVisible();
  await ann.page.goto(board.path);
  await expect(said.filter({ hasText: "1 person joined" })).toBeAttached();
  await expect(news).toHaveCount(0);

  // In one request: five requests could end up in two announcements.
  const items = [1, 2, 3, 4, 5].map((number) => ({ title: `Words of Ann ${number}` }));
  await ann.api.send("POST", `/boards/${board.id}/items`, { parent_id: board.columns[1], items });
  await expect(news).toHaveText("5 new stickers");

  await ann.api.send("DELETE", `/boards/${board.id}/items/${item.id}`);
  await expect(said.filter({ hasText: "1 sticker deleted" })).toBeAttached();
});

import { sticker } from "./support/board-page.ts";
import { addSticker, expect, createBoard, test } from "./support/fixtures.ts";

test("changes of others are announced, summed up and without their texts; the user's own are not", async ({
  createPerson,
}) => {
  const [ann, bob] = [await createPerson({ name: "Ann" }), await createPerson({ name: "Bob" })];
  const board = await createBoard(ann);
  const { page } = bob;
  await page.goto(board.path);
  const announcements = page.getByRole("status").filter({ hasText: /\d/ });
  const stickerAnnouncement = page.getByRole("status").filter({ hasText: /new sticker/ });
  // Before, Bob's page knows nobody else who is here, and would take Ann for one who was there before.
  await expect(page.getByText("Live", { exact: true })).toBeAttached();
  await expect(page.getByRole("list", { name: "People here" }).getByRole("listitem")).toHaveCount(1);

  const item = await addSticker(bob, board.id, board.columns[0], "Written by myself");
  await expect(sticker(page, "Written by myself")).toBeVisible();
  await ann.page.goto(board.path);
  await expect(announcements.filter({ hasText: "1 person joined" })).toBeAttached();
  await expect(stickerAnnouncement).toHaveCount(0);

  // In one request: five requests could end up in two announcements.
  const items = [1, 2, 3, 4, 5].map((number) => ({ title: `Words of Ann ${number}` }));
  await ann.api.send("POST", `/boards/${board.id}/items`, { parent_id: board.columns[1], items });
  await expect(stickerAnnouncement).toHaveText("5 new stickers");

  await ann.api.send("DELETE", `/boards/${board.id}/items/${item.id}`);
  await expect(announcements.filter({ hasText: "1 sticker deleted" })).toBeAttached();
});

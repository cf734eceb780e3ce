import type { Page } from "@playwright/test";
import { expect, createBoard, test } from "./support/fixtures.ts";
import { column, sticker, writeSticker } from "./support/board-page.ts";

test.use({ serviceWorkers: "allow", idle: true });

/** A browser of a new visitor. */
async function openAsNewVisitor(open: () => Promise<Page>, address: string): Promise<Page> {
  const page = await open();
  await page.goto(address);
  return page;
}

test("A makes a board from a template, B opens the link; both add, edit and delete, and see each other @core", async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  const contexts = await Promise.all([0, 1].map(() => browser.newContext({ baseURL: server.url })));
  const [first, second] = contexts.map((context) => () => context.newPage());
  if (!first || !second) throw new Error("two contexts");

  const a = await openAsNewVisitor(first, "/");
  const dialog = a.getByRole("dialog", { name: "New Board" });
  await expect(dialog).toBeVisible({ timeout: 30_000 });
  await dialog.getByLabel("Title").fill("Sprint 42 · Платёжный шлюз");
  await dialog.getByText("Start / Stop / Continue").click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(a).toHaveURL(/\/boards\/[\w-]{20,}$/);
  await expect(a).toHaveTitle(/Платёжный шлюз/);
  await expect(a.getByRole("heading", { name: "Start", exact: true })).toBeVisible();

  const b = await openAsNewVisitor(second, new URL(a.url()).pathname);
  await expect(b).toHaveURL(a.url(), { timeout: 30_000 });
  await expect(b.getByRole("heading", { name: "Stop", exact: true })).toBeVisible();
  await expect(a.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(2);
  await expect(b.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(2);

  await writeSticker(a, 0, "Ship on Thursdays");
  await expect(sticker(b, "Ship on Thursdays")).toBeVisible();
  await writeSticker(b, 1, "Перестать релизить в пятницу");
  await expect(sticker(a, "Перестать релизить в пятницу")).toBeVisible();

  await sticker(b, "Ship on Thursdays").dblclick();
  const edit = b.getByRole("dialog", { name: "Edit Sticker" });
  await edit.getByLabel("Title").fill("Ship on Wednesdays");
  await edit.getByRole("button", { name: "Save", exact: true }).click();
  await expect(sticker(a, "Ship on Wednesdays")).toBeVisible();
  await expect(sticker(a, "Ship on Thursdays")).toHaveCount(0);

  await a.clock.install();
  await sticker(a, "Перестать").getByRole("button", { name: "Sticker menu" }).click();
  await a.getByRole("menuitem", { name: "Delete" }).click();
  await expect(sticker(a, "Перестать")).toHaveCount(0);
  // Still there for B while it can be undone; gone when the toast has closed.
  await expect(sticker(b, "Перестать")).toBeVisible();
  await a.clock.runFor(11_000);
  await expect(sticker(b, "Перестать")).toHaveCount(0);
  await expect(column(b, 0).getByRole("article")).toHaveCount(1);
  await Promise.all(contexts.map((context) => context.close()));
});

test("a server that is killed and started again loses nothing, and both screens catch up by themselves @engines", async ({
  createPerson,
  server,
}) => {
  const [ann, bob] = [await createPerson({ name: "Ann" }), await createPerson({ name: "Bob" })];
  const board = await createBoard(ann);
  for (const { page } of [ann, bob]) await page.goto(board.path);
  await writeSticker(ann.page, 0, "before the crash");
  await expect(sticker(bob.page, "before the crash")).toBeVisible();
  await server.restart("SIGKILL");
  await writeSticker(bob.page, 0, "after the crash");
  await expect(sticker(ann.page, "after the crash")).toBeVisible({ timeout: 30_000 });
  await expect(sticker(ann.page, "before the crash")).toBeVisible();
});

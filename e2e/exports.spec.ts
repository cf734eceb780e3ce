import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { addSticker, expect, createBoard, test } from "./support/fixtures.ts";

async function chooseExport(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
async function download(page: Page, name: string): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent("download"), chooseExport(page, name)]);
  await expect(page.getByRole("menu")).toBeHidden();
  return file;
}

test("a board is exported in every format and imported from its file @core", async ({ createPerson }) => {
  const alice = await createPerson({
    name: "Alice",
    context: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  const board = await createBoard(alice, "Ретро: спринт 42");
  await addSticker(alice, board.id, board.columns[0], "Ёлка 🎄 stands");
  const { page } = alice;
  await page.goto(board.path);

  const heads = {
    "Save as PDF": "%PDF",
    "Export to Excel": "PK",
    CSV: "\uFEFFsection,",
    Markdown: "# Ретро",
    JSON: "{",
  };
  const files: Record<string, string> = {};
  for (const [name, head] of Object.entries(heads)) {
    const file = await download(page, name);
    expect(file.suggestedFilename()).toMatch(/^Ретро спринт 42\.(?:pdf|xlsx|csv|md|json)$/);
    files[name] = await file.path();
    expect((await readFile(files[name], "utf8")).startsWith(head)).toBe(true);
  }

  await chooseExport(page, "Copy as Markdown");
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("- Ёлка 🎄 stands");

  await chooseExport(page, "Copy as a table");
  // The first message may still be there.
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("Section\tText\tVotes");
  const pad = await page.context().newPage();
  await pad.setContent("<div contenteditable>.</div>");
  const formatted = pad.locator("[contenteditable]");
  await formatted.press("ControlOrMeta+V");
  await expect(formatted.getByRole("cell", { name: "Ёлка 🎄 stands" })).toBeVisible();
  await pad.close();

  await chooseExport(page, "Save as my template");
  await expect(page.getByText(/^Saved as “Ретро: спринт 42”/)).toBeVisible();

  for (const format of ["JSON", "Markdown"]) {
    await page.goto("/");
    await page.getByRole("dialog", { name: "New Board" }).getByRole("button", { name: "Cancel" }).click();
    await page.locator("input[type=file]").setInputFiles(files[format] ?? "");
    await expect(page).toHaveURL(/\/boards\/[\w-]{20,}$/);
    await expect(page).not.toHaveURL(board.path);
    await expect(page.getByText("Ёлка 🎄 stands")).toBeVisible();
  }
});

test("a board of Trello is imported, and the page says what it left out", async ({ createPerson }) => {
  const alice = await createPerson();
  const { page } = alice;
  await page.goto("/");
  await page.getByRole("dialog", { name: "New Board" }).getByRole("button", { name: "Cancel" }).click();
  const trello = {
    name: "From Trello",
    lists: [
      { id: "a", name: "Went well", pos: 2.5 },
      { id: "z", name: "Old", closed: true, pos: 1 },
    ],
    cards: [{ id: "c", name: "Tea for all", idList: "a", attachments: [{}, {}] }],
  };
  const buffer = Buffer.from(JSON.stringify(trello));
  // A file is known by its content, not by its name.
  await page.locator("input[type=file]").setInputFiles({ name: "board.txt", mimeType: "text/plain", buffer });
  await expect(page).toHaveURL(/\/boards\/[\w-]{20,}$/);
  await expect(page.getByText("Tea for all")).toBeVisible();
  await expect(page.getByText("Left out or changed: 1 archived list, 2 attachments.")).toBeVisible();
});

test("a failed export or import is explained, and the page stays", async ({ createPerson }) => {
  const alice = await createPerson();
  const board = await createBoard(alice);
  const { page } = alice;
  await page.goto(board.path);
  await page.route("**/export-pdf*", (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/json",
      body: '{"message": "no", "code": "internal"}',
    }),
  );
  await chooseExport(page, "Save as PDF");
  await expect(page.getByText("The file could not be created. Try again in a moment.")).toBeVisible();
  await expect(page).toHaveURL(board.path);

  await page.goto("/");
  await page.getByRole("dialog", { name: "New Board" }).getByRole("button", { name: "Cancel" }).click();
  const broken = {
    name: "broken.json",
    mimeType: "application/json",
    buffer: Buffer.from('{\n"format": oops}'),
  };
  await page.locator("input[type=file]").setInputFiles(broken);
  await expect(page.getByText("Line 2: This is not JSON")).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("[X5] a Russian table in windows-1251 with semicolons: a wrong guess is corrected by column, and only then imported", async ({
  createPerson,
}) => {
  const alice = await createPerson();
  const { page } = alice;
  await page.goto("/");
  await page.getByRole("dialog", { name: "New Board" }).getByRole("button", { name: "Cancel" }).click();
  const letters = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder("windows-1251").decode(Uint8Array.of(byte)),
      byte,
    ]),
  );
  const table =
    "Комментарий;Раздел;Голоса;Стикер дня\r\n" +
    'тихо;Хорошо;3;"Чай\r\nи ""кофе"""\r\nгромко;Плохо;1;"Шум; гам"\r\n';
  const buffer = Buffer.from(Array.from(table, (letter) => letters.get(letter) ?? 0x3f));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "Спринт 42.csv", mimeType: "text/csv", buffer });
  const dialog = page.getByRole("dialog", { name: "Import a table" });
  await expect(dialog.getByLabel("Encoding")).toHaveValue("windows-1251");
  await expect(dialog.getByLabel("Separator")).toHaveValue("semicolon");
  const column = (name: string) => dialog.getByLabel(`Column “${name}”`);
  await expect(column("Комментарий")).toHaveValue("text");
  await column("Стикер дня").selectOption("Text of the sticker");
  await expect(column("Комментарий")).toHaveValue("");
  await column("Голоса").selectOption("Text of the sticker");
  await expect(column("Стикер дня")).toHaveValue("");
  await column("Стикер дня").selectOption("Text of the sticker");
  await column("Голоса").selectOption("Votes");
  await expect(dialog.getByRole("status")).toHaveText("Sections: Хорошо (1), Плохо (1).");
  // Nothing was written so far.
  await dialog.getByRole("button", { name: "Import 2 stickers" }).click();
  await expect(page).toHaveURL(/\/boards\/[\w-]{20,}$/);
  await expect(page.getByText(/^Чай\s+и "кофе"$/u)).toBeVisible();
  await expect(page.getByText("Шум; гам")).toBeVisible();
  await expect(page.getByText("громко")).toBeHidden();
});

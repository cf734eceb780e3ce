import { sticker } from "./support/board-page.ts";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";
import type { Locator, Page } from "@playwright/test";

const controls =
  "a[href], button, summary, [role=button], [role=menuitem], [role=switch], [role=tab], input[type=checkbox], input[type=radio]";
/** They open what they open on the press, or have no place to press. */
const except =
  "[role=combobox], .add-tile, .skip-link, .presence-area > button, [aria-disabled=true], :disabled";

/** The controls of a part that look the same under a press as under the pointer alone. */
async function unchangedByPress(page: Page, part: Locator): Promise<string[]> {
  const unchanged: string[] = [];
  for (const control of await part.locator(`:is(${controls}):not(${except})`).all()) {
    if (!(await control.isVisible())) continue;
    await control.scrollIntoViewIfNeeded();
    await control.hover({ force: true });
    const layer = () =>
      control.evaluate((element) =>
        [element, element.parentElement ?? element]
          .flatMap((each) => [getComputedStyle(each), getComputedStyle(each, "::before")])
          .map(({ backgroundImage }) => backgroundImage)
          .join(),
      );
    const before = await layer();
    await page.mouse.down();
    if ((await layer()) === before) unchanged.push(await control.evaluate(({ outerHTML }) => outerHTML));
    await page.mouse.move(0, 0);
    await page.mouse.up();
  }
  return unchanged;
}

test("every control shows that it is pressed", async ({ createPerson }) => {
  const ann = await createPerson({ name: "Ann" });
  const { id, path, columns } = await createBoard(ann);
  await addSticker(ann, id, columns[0], "Pairing");
  await ann.api.send("POST", `/boards/${id}/facilitators`);
  await ann.api.send("PUT", `/boards/${id}/facilitators`, { option: "avatars", value: "show" });
  const { page } = ann;
  const dialog = page.getByRole("dialog");
  await page.goto("/");
  await expect(dialog).toBeVisible();
  expect(await unchangedByPress(page, dialog)).toEqual([]);

  await page.goto(path);
  await expect(sticker(page, "Pairing")).toBeVisible();
  expect(await unchangedByPress(page, page.locator("body"))).toEqual([]);
  await page.getByRole("button", { name: "Facilitator Controls" }).click();
  expect(await unchangedByPress(page, page.getByRole("menu"))).toEqual([]);
  await page.getByRole("menuitem", { name: "Options", exact: true }).click();
  expect(await unchangedByPress(page, page.getByRole("dialog", { name: "Options" }))).toEqual([]);

  await sticker(page, "Pairing").press("Enter");
  expect(await unchangedByPress(page, page.getByRole("dialog", { name: "Edit Sticker" }))).toEqual([]);
});

test("every tab of a phone's sections shows that it is pressed", async ({ createPerson }) => {
  const ann = await createPerson({ name: "Ann", context: { viewport: { width: 390, height: 844 } } });
  await ann.page.goto((await createBoard(ann)).path);
  const tabs = ann.page.locator(".section-tabs");
  await expect(tabs).toBeVisible();
  expect(await unchangedByPress(ann.page, tabs)).toEqual([]);
});

import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { openNewSticker, sticker } from "./support/board-page.ts";
import { addSticker, createBoard, signInAnonymously } from "./support/fixtures.ts";
import { waitForRendering } from "./support/screens/screens.ts";

export const controlStates = [
  "At rest",
  "Under the pointer",
  "Focus",
  "Pressed",
  "On",
  "Disabled",
  "Busy",
  "Error",
] as const;
export type ControlState = (typeof controlStates)[number];
export type ControlRow = { name: string; pictures: Partial<Record<ControlState, Buffer>> };

/** Around a control, for the ring of its focus; an item of a menu has its own inside. */
const roomForRing = 6;
/** A label is as wide as its dialog. */
const widest = 290;
const text = "Ask the platform team";

/** Every state of every kind of control, each of the running product. */
export async function takeControlStates(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<ControlRow[]> {
  const host = await signInAnonymously(await browser.newContext(options), { name: "Maria Petrova" });
  const { id, path, columns } = await createBoard(host, "Controls", "Start / Stop / Continue");
  await addSticker(host, id, columns[0], text);
  await host.api.send("POST", `/boards/${id}/facilitators`);
  await host.api.send("PUT", `/boards/${id}/facilitators`, { option: "avatars", value: "show" });
  const { page } = host;
  page.setDefaultTimeout(8000);
  const rows = [
    ...(await newBoardRows(page)),
    ...(await boardRows(page, path)),
    ...(await optionRows(page)),
    ...(await stickerDialogRows(page)),
    ...(await actionRows(page)),
  ];
  await host.context.close();
  return rows;
}

async function newBoardRows(page: Page): Promise<ControlRow[]> {
  await page.goto("/");
  const dialog = page.getByRole("dialog");
  await makeNarrow(dialog);
  const field = dialog.getByRole("textbox", { name: "Title" });
  const frame = field.locator("xpath=ancestor::*[contains(@class,'MuiFormControl-root')]");
  await field.fill("Sprint 42");
  const states = await pointerStates(field, frame);
  await field.fill(" ");
  await dialog.getByRole("textbox", { name: "Description" }).focus();
  states.Error = await pictureOf(frame);
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  const disabled = await pictureOf(save);
  await field.fill("Sprint 42");
  const filled = { ...(await pointerStates(save)), Disabled: disabled };
  await page.route("**/api/v1/boards", () => undefined);
  await save.click();
  await page.mouse.move(0, 0);
  const busy = await pictureOf(save);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return [
    { name: "Filled button", pictures: { ...filled, Busy: busy } },
    { name: "Text field", pictures: states },
  ];
}

async function boardRows(page: Page, path: string): Promise<ControlRow[]> {
  await page.goto(path);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const vote = sticker(page, text).getByRole("button", { name: /^(Vote|Remove)/ });
  const notVoted = await pointerStates(vote);
  await vote.click();
  const voted = await pointerStates(vote);
  const results = await pointerStates(button("Results"));
  await button("Results").click();
  results.On = await restingPicture(button("Results"));
  await button("Results").click();
  results.Disabled = await restingPicture(button("Undo"));
  const rows: ControlRow[] = [
    { name: "Button with an edge", pictures: await pointerStates(button("Invite")) },
    { name: "Icon button", pictures: results },
    { name: "Vote", pictures: notVoted },
    { name: "Voted", pictures: voted },
    { name: "Tile", pictures: await pointerStates(page.locator(".add-tile").first()) },
  ];

  await sticker(page, text).getByRole("button", { name: "Menu" }).press("Enter");
  const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
  const menu = await pointerStates(item("Select"));
  rows.push({
    name: "Item of a menu",
    pictures: { ...menu, Disabled: await restingPicture(item("Group with…")) },
  });
  await page.keyboard.press("Escape");
  await sticker(page, text).press("Delete");
  const undo = page.locator(".toasts").getByRole("button", { name: "Undo" });
  rows.push({ name: "Button of a toast", pictures: await pointerStates(undo) });
  await undo.click();

  await button("Section menu").first().press("Enter");
  await item("Delete").click();
  const remove = page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true });
  rows.push({ name: "Dangerous button", pictures: await pointerStates(remove) });
  await page.keyboard.press("Escape");
  return rows;
}

async function optionRows(page: Page): Promise<ControlRow[]> {
  await page.getByRole("button", { name: "Facilitator Controls" }).click();
  await page.getByRole("menuitem", { name: "Options", exact: true }).click();
  const choice = (name: string) => page.getByRole("radio", { name, exact: true });
  const toggle = (name: string) => page.getByRole("switch", { name, exact: true });
  const part = (input: Locator) => input.locator("xpath=..");
  const labelOf = (input: Locator) => input.locator("xpath=ancestor::label");
  const button = page.getByRole("button", { name: "New round…" });
  const rows: ControlRow[] = [
    { name: "Outlined button", pictures: await pointerStates(button) },
    {
      name: "Switch",
      pictures: {
        ...(await pointerStates(toggle("Hide content"), part(toggle("Hide content")).locator("xpath=.."))),
        On: await restingPicture(part(toggle("Control avatars")).locator("xpath=..")),
      },
    },
    {
      name: "Radio button",
      pictures: {
        ...(await pointerStates(choice("Hide all"), labelOf(choice("Hide all")))),
        On: await restingPicture(labelOf(page.getByRole("radio", { checked: true }))),
      },
    },
  ];
  await page.getByRole("button", { name: "Close", exact: true }).click();
  return rows;
}

async function stickerDialogRows(page: Page): Promise<ControlRow[]> {
  const dialog = await openNewSticker(page, 3);
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });
  const next = button("Save and add another");
  await dialog.getByRole("textbox").first().fill(" ");
  const disabled = await pictureOf(next);
  await dialog.getByRole("textbox").first().fill("One line\nand another");
  const box = dialog.getByRole("checkbox");
  const frame = box.locator("xpath=ancestor::label");
  const checkbox = await pointerStates(box, frame);
  await box.check();
  checkbox.On = await restingPicture(frame);
  const bold = await pointerStates(button("Bold"));
  await button("Bold").click();
  bold.On = await restingPicture(button("Bold"));
  const rows: ControlRow[] = [
    { name: "Text button", pictures: { ...(await pointerStates(next)), Disabled: disabled } },
    { name: "Checkbox", pictures: checkbox },
    { name: "Style", pictures: bold },
    { name: "Selection", pictures: await pointerStates(dialog.getByRole("combobox")) },
  ];
  await dialog.getByRole("combobox").press("Enter");
  const size = (name: string) => page.getByRole("option", { name, exact: true });
  rows.push({
    name: "Item of a selection",
    pictures: { ...(await pointerStates(size("18"))), On: await restingPicture(size("14")) },
  });
  await page.keyboard.press("Escape");
  await button("Background").click();
  const swatch = page.getByRole("dialog", { name: "Background" }).locator(".color-swatch");
  rows.push({
    name: "Colour",
    pictures: {
      ...(await pointerStates(swatch.nth(5))),
      On: await restingPicture(swatch.and(page.locator("[aria-pressed=true]"))),
    },
  });
  await page.keyboard.press("Escape");
  await button("Cancel").click();
  return rows;
}

async function actionRows(page: Page): Promise<ControlRow[]> {
  await page.getByRole("button", { name: /^Actions/ }).press("Enter");
  await page.getByRole("textbox", { name: "Action" }).fill(text);
  const due = page.getByRole("button", { name: "Due date" });
  const chip = await pointerStates(due);
  await due.click();
  const day = page.locator(".day-picker td > button:not([data-outside])");
  const days = await pointerStates(day.nth(8));
  await day.nth(8).click();
  chip.On = await restingPicture(page.locator(".action-chip[data-set]").first());
  return [
    { name: "Chip", pictures: chip },
    { name: "Day", pictures: days },
  ];
}

/** A field in a dialog is as wide as the dialog: narrow, so that the states are beside each other. */
async function makeNarrow(dialog: Locator): Promise<void> {
  await dialog.evaluate((element: HTMLElement) => element.style.setProperty("--dialog-width", "240px"));
}

/**
 * What a control shows for the pointer and the keyboard.
 * @param frame what the picture shows; absent: the control
 */
async function pointerStates(control: Locator, frame = control): Promise<ControlRow["pictures"]> {
  const page = control.page();
  await page.mouse.move(0, 0);
  const takesPress = await control.evaluate(
    (element) => !element.matches("input[type=text], [role=combobox]"),
  );
  await control.evaluate((element: HTMLElement) => element.blur());
  const pictures: ControlRow["pictures"] = { "At rest": await pictureOf(frame) };
  await control.hover({ force: true });
  pictures["Under the pointer"] = await pictureOf(frame);
  if (takesPress) {
    await page.mouse.down();
    pictures.Pressed = await pictureOf(frame);
    await page.mouse.move(0, 0);
    await page.mouse.up();
  }
  await page.mouse.move(0, 0);
  await control.evaluate((element: HTMLElement) => element.blur());
  await page.keyboard.press("Shift");
  await control.focus();
  pictures.Focus = await pictureOf(frame);
  return pictures;
}

async function restingPicture(part: Locator): Promise<Buffer> {
  await part.page().mouse.move(0, 0);
  await part.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return pictureOf(part);
}

async function pictureOf(part: Locator): Promise<Buffer> {
  const page = part.page();
  await part.scrollIntoViewIfNeeded();
  await waitForRendering(page);
  const box = await part.boundingBox();
  if (box === null) throw new Error("the control is not on screen");
  const room = (await part.evaluate((element) => element.matches(".MuiMenuItem-root"))) ? 0 : roomForRing;
  const [x, y] = [Math.max(0, Math.floor(box.x) - room), Math.max(0, Math.floor(box.y) - room)];
  return page.screenshot({
    clip: {
      x,
      y,
      width: Math.min(widest, Math.ceil(box.width)) + 2 * room,
      height: Math.ceil(box.height) + 2 * room,
    },
  });
}

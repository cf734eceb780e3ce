import type { Locator, Page } from "@playwright/test";
import type { Board } from "@retro/contract/boards";
import type { OptionName } from "@retro/contract/facilitation/facilitator-options";
import { expect, createBoard, type Person } from "./fixtures.ts";

/** The countdown's text: MM:SS, or "Time is up". */
export const countdown = (page: Page): Locator => page.getByRole("timer");

/** A button by its exact name. */
export const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole("button", { name, exact: true });

export const meetingBar = (page: Page): Locator => page.getByRole("region", { name: "Meeting" });

export const facilitatorControls = (page: Page): Locator => button(page, "Facilitator Controls");

/** In the menu of the user, whose name it has. */
export async function onlyWatch(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole("switch", { name: "I only watch" }).check();
  await page.keyboard.press("Escape");
}

/** Takes the free seat through the screen. */
export async function becomeFacilitator(page: Page): Promise<void> {
  await button(page, "Facilitator Mode").click();
  const dialog = page.getByRole("dialog", { name: "Facilitator Mode" });
  await expect(dialog).toContainText(
    "This will make you the session facilitator. Other participants will lose access to certain features.",
  );
  await button(dialog, "Become facilitator").click();
  await expect(facilitatorControls(page)).toBeEnabled();
}

/** Starts a meeting as it is offered. */
export async function startMeeting(page: Page): Promise<void> {
  // The first steps of a new board have the button, too.
  await button(page, "Start the meeting").first().click();
  await button(page.getByRole("dialog", { name: "Start the meeting" }), "Start").click();
}

/** Fay facilitates a board that Ben has open; the test controls the clock of his page. */
export async function openFacilitatedBoard(createPerson: (wish: { name: string }) => Promise<Person>) {
  const [fay, ben] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ben" })];
  const board = await createBoard(fay);
  await ben.page.clock.install();
  for (const { page } of [fay, ben]) await page.goto(board.path);
  await becomeFacilitator(fay.page);
  return { fay, ben, board };
}

/** Chooses from the facilitator's menu. */
async function chooseFromFacilitatorMenu(page: Page, item: string): Promise<void> {
  await facilitatorControls(page).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** Opens the options. @returns their panel */
export async function openOptions(page: Page): Promise<Locator> {
  await chooseFromFacilitatorMenu(page, "Options");
  return page.getByRole("dialog", { name: "Options" });
}

/** Toggles one of the options' switches and closes the panel. */
export async function setOptionSwitch(page: Page, name: string, on: boolean): Promise<void> {
  const panel = await openOptions(page);
  await panel.getByRole("switch", { name, exact: true }).setChecked(on);
  await closeOptions(page);
}

export async function closeOptions(page: Page): Promise<void> {
  await button(page.getByRole("dialog", { name: "Options" }), "Close").click();
  await expect(page.getByRole("dialog", { name: "Options" })).toHaveCount(0);
  // The focus returns in the next frame: a key or a focus of the test must not come before.
  await expect(facilitatorControls(page)).toBeFocused();
}

/** Chooses an action from the facilitator's menu and confirms it. */
export async function chooseAndConfirm(
  page: Page,
  item: string,
  text: string,
  confirm = item,
): Promise<void> {
  await chooseFromFacilitatorMenu(page, item);
  const dialog = page.getByRole("dialog", { name: item });
  await expect(dialog).toContainText(text);
  await button(dialog, confirm).click();
}

/**
 * Pauses the timer on screen. @returns the server's time left, which all screens must show then, not the
 * screen's prediction
 */
export async function pauseTimer(person: Person, boardId: string): Promise<string> {
  const response = person.page.waitForResponse((answer) => answer.url().endsWith("/timers"));
  await button(person.page, "Pause").click();
  expect((await response).status()).toBe(200);
  await expect(button(person.page, "Play")).toBeVisible();
  const { timer } = await person.api.get<Board>(`/boards/${boardId}`);
  const secondsLeft = timer.countPauseTime ?? Number.NaN;
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${twoDigits(Math.floor(secondsLeft / 60))}:${twoDigits(secondsLeft % 60)}`;
}

/** Sets an option through the API. */
export async function setOption(
  person: Person,
  boardId: string,
  option: OptionName,
  value: unknown,
): Promise<void> {
  const answer = await person.api.send("PUT", `/boards/${boardId}/facilitators`, { option, value });
  expect(answer.status()).toBe(200);
}

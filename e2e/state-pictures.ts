import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { texts } from "@retro/contract/messages/first-view/en";
import { sticker } from "./support/board-page.ts";
import { addSticker, createBoard, signInAnonymously } from "./support/fixtures.ts";
import { waitForRendering } from "./support/screens/screens.ts";

/** What each sticker of the picture shows; the group has two more below its head. */
const states = {
  rest: "At rest",
  styled: "With a colour of its own",
  voted: "Voted for by the viewer",
  date: "With its date and its author",
  closed: "A closed group",
  open: "An open group",
  inner: "In a group",
  edited: "Somebody edits it",
  selected: "Selected",
  failed: "Not saved",
  hover: "Under the pointer",
} as const;
const places: [column: number, texts: readonly string[]][] = [
  [0, [states.rest, states.styled, states.voted, states.date]],
  [3, [states.closed, states.open]],
  [6, [states.edited, states.selected, states.failed, states.hover]],
];

/** The states of a sticker, all on one board of the running product. */
export async function takeStates(
  browser: Browser,
  options: BrowserContextOptions,
  save: (page: Page) => Promise<void>,
): Promise<void> {
  const [host, other] = [
    await signInAnonymously(await browser.newContext(options), { name: "Maria Petrova", color: "#006978" }),
    await signInAnonymously(await browser.newContext(options), { name: "Victor Hill", color: "#5e35b1" }),
  ];
  const { id, path, columns } = await createBoard(host, "States of a sticker", "Start / Stop / Continue");
  const ids = new Map<string, string>();
  const add = async (parent: string | undefined, text: string) =>
    void ids.set(text, (await addSticker(host, id, parent, text)).id);
  for (const [column, texts] of places) for (const text of texts) await add(columns[column], text);
  for (const head of [states.closed, states.open])
    for (const place of ["first", "second"]) await add(ids.get(head), `${states.inner}, ${place}`);
  const { page } = host;
  await host.api.send("PUT", `/boards/${id}/items/${ids.get(states.styled)}`, {
    style: { backgroundColor: "#ffcfc8", fontWeight: "bold" },
  });
  await host.api.send("POST", `/boards/${id}/items/${ids.get(states.voted)}/vote`);
  await host.api.send("POST", `/boards/${id}/facilitators`);
  for (const [option, value] of [
    ["showStickerDate", true],
    ["avatars", "show"],
  ])
    await host.api.send("PUT", `/boards/${id}/facilitators`, { option, value });
  for (const each of [host, other]) await each.page.goto(path);

  await sticker(page, states.open)
    .getByRole("button", { name: /grouped/ })
    .click();
  await sticker(other.page, states.edited).press("Enter");
  await other.page.getByRole("dialog").waitFor();
  await page.locator(".sticker-editor").waitFor();
  await sticker(page, states.selected).click({ modifiers: ["ControlOrMeta"] });
  await refuseNextChange(page);
  await sticker(page, states.failed).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill(`${states.failed}, and how to go on`);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await sticker(page, states.hover).hover();
  await waitForRendering(page);
  await save(page);
  for (const { context } of [host, other]) await context.close();
}

async function refuseNextChange(page: Page): Promise<void> {
  const json = { message: texts["error.stickers_locked"], code: "stickers_locked" };
  await page.route("**/api/v1/boards/*/items/*", (route) => route.fulfill({ status: 403, json }), {
    times: 1,
  });
}

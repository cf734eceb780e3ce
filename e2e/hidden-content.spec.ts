import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { column, sticker, writeSticker } from "./support/board-page.ts";
import { expectForgotten, dumpPageState, recordNetwork, findExcerpts } from "./support/leak-detection.ts";
import { addSticker, expect, createBoard, type Person, test } from "./support/fixtures.ts";
import { becomeFacilitator, button, setOption, setOptionSwitch } from "./support/facilitation.ts";

test.use({ serviceWorkers: "allow", idle: true });

/** Reads the page's texts. Never sends the page a text to look for: the page would then contain it. */
const readPageText = (person: Person) => person.page.locator("body").innerText();
const hiddenStickers = (person: Person) =>
  person.page.getByRole("article", { name: "Hidden by the facilitator" });

test("the text of a hidden sticker never reaches a participant's browser; the reveal costs one request @core @nodes", async ({
  createPeople,
}) => {
  const [fay, olga, ben, cem] = await createPeople("Fay", "Olga", "Ben", "Cem");
  const networkLogs = [ben, cem].map((one) => recordNetwork(one.context));
  const board = await createBoard(fay);
  for (const { page } of [fay, olga, ben]) await page.goto(board.path);
  await becomeFacilitator(fay.page);
  await setOptionSwitch(fay.page, "Hide content", true);

  // Written, edited and moved while hidden; one user is there all the time, one enters in the middle.
  await expect(ben.page.getByText("Content is hidden")).toBeVisible();
  await writeSticker(olga.page, 0, "cobalt-heron");
  await expect(hiddenStickers(ben)).toHaveCount(1);
  await expect(sticker(fay.page, "cobalt-heron")).toBeVisible();
  await cem.page.goto(board.path);
  await expect(hiddenStickers(cem)).toHaveCount(1);
  for (const [{ page }, before] of [
    [olga, "cobalt-heron"],
    [fay, "cobalt-heron amber-lynx"],
  ] as const) {
    await sticker(page, before).dblclick();
    const dialog = page.getByRole("dialog", { name: "Edit Sticker" });
    await dialog.getByLabel("Title").fill(`${before} amber-lynx`);
    await button(dialog, "Save").click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(sticker(olga.page, "cobalt-heron amber-lynx amber-lynx")).toBeVisible();
  await writeSticker(ben.page, 1, "ben's own");
  await expect(sticker(fay.page, "ben's own")).toBeVisible();
  await ben.page.reload();
  await expect(hiddenStickers(ben)).toHaveCount(1);
  await expect(sticker(ben.page, "ben's own")).toBeVisible();

  for (const one of [ben, cem]) {
    const held = await dumpPageState(one.page);
    expect(findExcerpts(held, /Hidden by the facilitator/)).not.toEqual([]);
    expect(findExcerpts(held, /cobalt|amber/)).toEqual([]);
    await expectForgotten(one.page, /cobalt|amber/);
  }
  expect(findExcerpts(await dumpPageState(cem.page), /ben's own/)).toEqual([]);
  for (const networkLog of networkLogs) {
    const received = await networkLog.received();
    expect(findExcerpts(received, /"hidden":true/)).not.toEqual([]);
    expect(findExcerpts(received, /cobalt|amber/)).toEqual([]);
    networkLog.clear();
  }

  await setOptionSwitch(fay.page, "Hide content", false);
  for (const one of [ben, cem]) await expect(sticker(one.page, "cobalt-heron amber-lynx")).toBeVisible();
  await expect(sticker(cem.page, "ben's own")).toBeVisible();
  for (const networkLog of networkLogs) {
    // On a busy machine the comparison of versions, which comes every 30 s, may fall in between.
    const asked = networkLog
      .requests()
      .filter((one) => one.includes(`/boards/${board.id}`) && !one.endsWith("/changes"));
    expect(asked).toEqual([`GET /api/v1/boards/${board.id}/items`]);
  }
});

test("the author changes a hidden sticker that the facilitator is editing: the facilitator's dialog and its text stay", async ({
  createPerson,
}) => {
  const [fay, olga] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Olga" })];
  const board = await createBoard(fay);
  for (const { page } of [fay, olga]) await page.goto(board.path);
  await becomeFacilitator(fay.page);
  await setOptionSwitch(fay.page, "Hide content", true);
  await expect(olga.page.getByText("Content is hidden")).toBeVisible();
  await writeSticker(olga.page, 0, "before");
  const dialogOf = async ({ page }: Person) => {
    await sticker(page, "before").dblclick();
    return page.getByRole("dialog", { name: "Edit Sticker" });
  };
  const faysDialog = await dialogOf(fay);
  await faysDialog.getByLabel("Title").fill("typed by the facilitator");
  const olgasDialog = await dialogOf(olga);
  await olgasDialog.getByLabel("Title").fill("changed by the author");
  await button(olgasDialog, "Save").click();
  // A dialog makes the board behind it inert, so roles do not find it.
  await expect(fay.page.locator(".sticker-text")).toHaveText("changed by the author");
  await expect(faysDialog.getByLabel("Title")).toHaveValue("typed by the facilitator");
});

// A trace keeps copies of the page in the page itself.
test.use({ trace: "off" });

test("text that was visible before leaves the participant's screen, fields, storage and memory", async ({
  createPeople,
}) => {
  const [fay, olga, ben] = await createPeople("Fay", "Olga", "Ben");
  const board = await createBoard(fay);
  const written = await addSticker(olga, board.id, board.columns[0], "violet-otter");
  await addSticker(olga, board.id, board.columns[0], "violet-stoat");
  await addSticker(ben, board.id, board.columns[1], "ben's own");
  for (const { page } of [fay, olga, ben]) await page.goto(board.path);
  await expect.poll(() => readPageText(ben)).toContain("violet-otter");
  // Ben is in the middle of editing it, and has typed into it.
  await ben.page.locator(`[data-sticker="${written.id}"] article`).dblclick();
  const edit = ben.page.getByRole("dialog", { name: "Edit Sticker" });
  await edit.getByLabel("Title").press("End");
  await edit.getByLabel("Title").pressSequentially(" too");
  expect(findExcerpts(await dumpPageState(ben.page), /violet-otter too/)).not.toEqual([]);

  await becomeFacilitator(fay.page);
  await setOptionSwitch(fay.page, "Hide content", true);
  await expect(hiddenStickers(ben)).toHaveCount(2);
  await expect(edit).toHaveCount(0);
  await expect(sticker(ben.page, "ben's own")).toBeVisible();
  expect(findExcerpts(await dumpPageState(ben.page), /violet/)).toEqual([]);
  await expectForgotten(ben.page, /violet/);
  for (const one of [fay, olga]) await expect(sticker(one.page, "violet-otter")).toBeVisible();

  await setOptionSwitch(fay.page, "Hide content", false);
  await expect(sticker(ben.page, "violet-otter")).toBeVisible();
});

test("a dragged copy and an announcement lose their text when content is hidden", async ({
  createPerson,
}) => {
  const [fay, ben] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Ben" })];
  const board = await createBoard(fay);
  const [one, two] = [
    await addSticker(fay, board.id, board.columns[0], "violet-otter"),
    await addSticker(fay, board.id, board.columns[0], "violet-stoat"),
  ];
  for (const { page } of [fay, ben]) await page.goto(board.path);
  await becomeFacilitator(fay.page);
  const stickerById = (id: string) => ben.page.locator(`[data-sticker="${id}"] article`);
  const expectTextGone = async () => {
    await setOption(fay, board.id, "hideContent", true);
    await expect(hiddenStickers(ben)).toHaveCount(2);
    await expect.poll(async () => findExcerpts(await dumpPageState(ben.page), /violet/)).toEqual([]);
    await setOption(fay, board.id, "hideContent", false);
    await expect(hiddenStickers(ben)).toHaveCount(0);
  };
  await stickerById(two.id).focus();
  await ben.page.keyboard.press("Space");
  await expect(ben.page.getByText(/^Picked up\./)).toHaveCount(1);
  await ben.page.keyboard.press("g");
  await expect(ben.page.getByText(/^Group with “violet-/)).toHaveCount(1);
  await expectTextGone();

  await stickerById(one.id).hover();
  await ben.page.mouse.down();
  await ben.page.mouse.move(400, 400, { steps: 5 });
  await expect(ben.page.locator(".drag-clone")).toBeVisible();
  await expectTextGone();
  await ben.page.mouse.up();
  const tree = await fay.api.get<TreeItem[]>(`/boards/${board.id}/items`);
  expect(tree[0]?.children[0]?.children.map((item) => item.id)).toEqual([one.id, two.id]);
});

test("concealed votes reach a participant neither as counts nor as the sticker an event is about", async ({
  createPeople,
}) => {
  const [fay, olga, ben] = await createPeople("Fay", "Olga", "Ben");
  const board = await createBoard(fay);
  const [liked, other] = [
    await addSticker(olga, board.id, board.columns[0], "liked"),
    await addSticker(olga, board.id, board.columns[0], "other"),
  ];
  await olga.api.send("POST", `/boards/${board.id}/items/${liked.id}/vote`);
  const networkLog = recordNetwork(ben.context);
  for (const { page } of [fay, olga, ben]) await page.goto(board.path);
  await expect(button(sticker(ben.page, "liked"), "Vote: 1 vote")).toBeVisible();
  await becomeFacilitator(fay.page);
  await setOptionSwitch(fay.page, "Conceal vote counts", true);
  await expect(button(sticker(ben.page, "liked"), "Vote")).toBeVisible();
  await expect(ben.page.getByText("Vote counts are concealed")).toBeVisible();
  expect(findExcerpts(await dumpPageState(ben.page), /\b\d+ votes?\b/)).toEqual([]);

  networkLog.clear();
  await button(sticker(olga.page, "other"), "Vote").click();
  await expect(button(sticker(fay.page, "other"), "Vote: 1 vote")).toBeVisible();
  await expect.poll(() => findExcerpts(networkLog.frames().join("\n"), /"tick"/)).not.toEqual([]);
  // He adds a vote: his screen shows that he voted, and still no number.
  await button(sticker(ben.page, "liked"), "Vote").click();
  await expect(button(sticker(fay.page, "liked"), "Vote: 2 votes")).toBeVisible();
  await expect(button(sticker(ben.page, "liked"), "Vote")).toHaveAttribute("aria-pressed", "true");
  const received = await networkLog.received();
  expect(findExcerpts(received, new RegExp(other.id))).toEqual([]);
  expect(findExcerpts(received, /"votes":\s*\d/)).toEqual([]);

  // Entering again reveals nothing either.
  networkLog.clear();
  await ben.page.reload();
  await expect(button(sticker(ben.page, "liked"), "Vote")).toHaveAttribute("aria-pressed", "true");
  await expect(button(sticker(ben.page, "other"), "Vote")).toHaveAttribute("aria-pressed", "false");
  expect(findExcerpts(await networkLog.received(), /"votes":\s*\d/)).toEqual([]);
  expect(findExcerpts(await dumpPageState(ben.page), /\b\d+ votes?\b/)).toEqual([]);

  await setOptionSwitch(fay.page, "Conceal vote counts", false);
  await expect(button(sticker(ben.page, "liked"), "Vote: 2 votes")).toBeVisible();
  await expect(button(sticker(ben.page, "other"), "Vote: 1 vote")).toBeVisible();
});

test("a participant receives no author while avatars are hidden, and the browser drops those that it had", async ({
  createPeople,
}) => {
  const [fay, ben, absent] = await createPeople("Fay", "Ben", "Zebulon");
  const board = await createBoard(fay);
  await addSticker(absent, board.id, board.columns[0], "by somebody");
  const networkLog = recordNetwork(ben.context);
  for (const { page } of [fay, ben]) await page.goto(board.path);
  await expect(ben.page.getByRole("img", { name: "By Zebulon" })).toBeVisible();
  expect(findExcerpts(await networkLog.received(), new RegExp(absent.user.id))).not.toEqual([]);
  await becomeFacilitator(fay.page);
  await setOption(fay, board.id, "avatars", "hide");
  await expect(ben.page.getByText("Avatars are hidden")).toBeVisible();
  expect(findExcerpts(await dumpPageState(ben.page), new RegExp(`Zebulon|${absent.user.id}`))).toEqual([]);

  networkLog.clear();
  await addSticker(absent, board.id, board.columns[1], "another by somebody");
  await expect(sticker(ben.page, "another by somebody")).toBeVisible();
  await ben.page.reload();
  await expect(sticker(ben.page, "another by somebody")).toBeVisible();
  expect(findExcerpts(await networkLog.received(), new RegExp(`Zebulon|${absent.user.id}`))).toEqual([]);
  expect(findExcerpts(await dumpPageState(ben.page), new RegExp(`Zebulon|${absent.user.id}`))).toEqual([]);
  await expect(column(ben.page, 0).getByRole("img")).toHaveCount(0);

  await setOption(fay, board.id, "avatars", "show");
  await expect(ben.page.getByRole("img", { name: "By Zebulon" })).toHaveCount(2);
  const { facilitator_options } = await ben.api.get<Board>(`/boards/${board.id}`);
  expect(facilitator_options.avatars).toBe("show");
});

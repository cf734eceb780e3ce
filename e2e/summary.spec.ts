import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";
import { sticker, writeSticker } from "./support/board-page.ts";
import { button, setOption } from "./support/facilitation.ts";

const summary = (page: Page) => page.getByRole("region", { name: "Close" });

test("the step to close shows everybody the summary, one anonymous question, and a copy that pastes as Markdown and as formatted text [Q1] [Q2] [Q3]", async ({
  createPerson,
}) => {
  const people = [];
  for (const name of ["Fay", "Ann", "Bob"]) people.push(await createPerson({ name }));
  const [fay, ann] = people as [(typeof people)[0], (typeof people)[0]];
  const board = await createBoard(fay);
  for (const { page } of people) await page.goto(board.path);
  await writeSticker(fay.page, 0, "Reviews take *days*");
  await sticker(fay.page, "Reviews take *days*")
    .getByRole("button", { name: /^Vote\b/ })
    .click();
  // The server has the vote: the step closes voting.
  await expect(
    sticker(ann.page, "Reviews take *days*").getByRole("button", { name: /^Vote\b/ }),
  ).toContainText("1");
  const steps = [{ id: "close", kind: "close", minutes: null }];
  await fay.page.evaluate(
    async ([path, body]) => {
      const token = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? "";
      await fetch(`/api/v1${path}/meeting`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-Requested-With": "XMLHttpRequest",
          "X-XSRF-TOKEN": decodeURIComponent(token),
        },
        body: body as string,
      });
    },
    [board.path, JSON.stringify({ steps })],
  );
  for (const [i, { page }] of people.entries()) {
    await expect(summary(page)).toContainText("Reviews take *days*");
    await button(summary(page), `${i === 0 ? 3 : 5} of 5`).click();
    await expect(summary(page)).toContainText("Thank you, your answer has been counted.");
    await expect(summary(page)).toContainText(`${i + 1} of 3 have answered.`);
    await expect(summary(page).getByText("What the team said")).toHaveCount(0);
    await expect(button(summary(page), "5 of 5")).toHaveCount(0);
  }
  await expect(button(summary(ann.page), "Show the answers")).toHaveCount(0);
  await button(summary(fay.page), "Show the answers").click();
  for (const { page } of people) await expect(summary(page).getByText("What the team said")).toHaveCount(1);

  const { page } = ann;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await expect(summary(page)).toContainText("On average 4.3 (3 answers)");
  await button(summary(page), "Copy summary").click();
  await expect(page.getByText("Summary copied")).toBeVisible();
  const pad = await page.context().newPage();
  await pad.setContent("<textarea></textarea><div contenteditable>.</div>");
  const plain = pad.locator("textarea");
  await plain.press("ControlOrMeta+V");
  await expect(plain).toHaveValue(/^- Reviews take \\\*days\\\* \(1 vote\)$/mu);
  const said = "Was this worth our time? On average 4.3 (3 answers)";
  await expect(plain).toHaveValue(new RegExp(`^- ${said.replaceAll(/[?.()]/gu, String.raw`\$&`)}$`, "mu"));
  const formatted = pad.locator("[contenteditable]");
  await formatted.press("ControlOrMeta+V");
  await expect(formatted.locator("li").first()).toHaveText("Reviews take *days* (1 vote)");
  await expect(formatted.getByText(said)).toBeVisible();

  // A copy that is pressed before the answers have come waits for them.
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/questions", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(summary(page)).toContainText("Reviews take *days*");
  await expect(summary(page).getByText("What the team said")).toHaveCount(0);
  await button(summary(page), "Copy summary").click();
  letThrough();
  await expect(page.getByText("Summary copied")).toBeVisible();
  await plain.fill("");
  await plain.press("ControlOrMeta+V");
  await expect(plain).toHaveValue(new RegExp(said.slice(0, 20), "u"));
});

test("the summary names who took part and has left, unless authors are hidden", async ({ createPerson }) => {
  const [fay, bob] = [await createPerson({ name: "Fay" }), await createPerson({ name: "Bob" })];
  const board = await createBoard(fay);
  await addSticker(bob, board.id, board.columns[0], "Builds are slow");
  const steps = [{ id: "close", kind: "close", minutes: null }];
  await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
  const { page } = fay;
  await page.goto(board.path);
  const took = summary(page)
    .getByRole("heading", { name: "Who took part" })
    .locator("xpath=following::li[1]");
  await expect(took).toHaveText("Fay, Bob");
  await setOption(fay, board.id, "avatars", "hide");
  await expect(took).toHaveText("Fay");
});

for (const [device, context] of Object.entries({
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}))
  test(`at the close everybody sees the actions in place of the board, and gives a missing owner and date, ${device}`, async ({
    createPerson,
  }) => {
    const [fay, ann] = [
      await createPerson({ name: "Fay" }),
      await createPerson({ name: "Ann", context: { ...context } }),
    ];
    const board = await createBoard(fay);
    await addSticker(fay, board.id, board.columns[0], "Builds are slow");
    for (const text of ["Cache the builds", "Ask for machines"])
      await fay.api.send("POST", `/boards/${board.id}/actions`, { id: randomUUID(), text });
    const steps = ["group", "close"].map((kind) => ({ id: kind, kind, minutes: null }));
    await fay.api.send("POST", `/boards/${board.id}/meeting`, { steps });
    for (const { page } of [fay, ann]) await page.goto(board.path);
    const { page } = ann;
    await expect(sticker(page, "Builds are slow")).toBeVisible();
    await button(fay.page.getByRole("region", { name: "Meeting" }), "Next: Close").click();
    for (const at of [fay.page, page]) await expect(summary(at)).toContainText("2 actions have no owner");
    await expect(sticker(page, "Builds are slow")).toBeHidden();

    await button(summary(page), "Who?: Cache the builds").click();
    await page.getByRole("combobox", { name: "Owner" }).pressSequentially("Be");
    await page.keyboard.press("Enter");
    await expect(button(summary(page), "Be: Cache the builds")).toBeFocused();
    await expect(summary(fay.page)).toContainText("1 action has no owner");
    await button(summary(page), "Who?: Ask for machines").click();
    await page.getByRole("option", { name: "Fay" }).click();
    await expect(button(summary(fay.page), "Fay: Ask for machines")).toBeVisible();
    await expect(summary(fay.page)).not.toContainText("no owner");
    const due = summary(page).getByLabel("When?: Ask for machines");
    if (device === "phone") await due.fill("2030-05-06");
    else {
      await due.click();
      await page.getByRole("dialog").getByRole("button", { name: "next week" }).click();
    }
    await expect(summary(fay.page).getByLabel(/^Due .*: Ask for machines$/u)).toBeVisible();

    await button(summary(page), "Show the board").click();
    await expect(sticker(page, "Builds are slow")).toBeInViewport();
    await button(summary(page), "Hide the board").click();
    await expect(sticker(page, "Builds are slow")).toBeHidden();
    await page.keyboard.press("n");
    await expect(page.getByRole("textbox", { name: "New sticker" })).toHaveCount(0);
  });

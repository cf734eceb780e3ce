import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, createBoard, test } from "./support/fixtures.ts";

const cli = fileURLToPath(new URL("../server/dist/admin-cli.js", import.meta.url));
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function openFeedback(page: Page) {
  await page.getByRole("contentinfo").getByRole("button", { name: "Leave Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave Feedback" });
  const parts = {
    dialog,
    name: dialog.getByRole("textbox", { name: "Name" }),
    email: dialog.getByRole("textbox", { name: "Your email (optional)" }),
    comments: dialog.getByRole("textbox", { name: "Comments" }),
    attachments: dialog.getByLabel("Attachments").and(dialog.locator("input")),
    agree: dialog.getByRole("checkbox"),
    save: dialog.getByRole("button", { name: "Save", exact: true }),
  };
  await expect(parts.comments).toBeEditable();
  return parts;
}

test("feedback is checked as it is typed, is sent with its picture, and thanks at the bottom left @core", async ({
  createPerson,
}) => {
  const anna = await createPerson({ name: "Анна" });
  const { page } = anna;
  const board = await createBoard(anna);
  await page.goto(board.path);
  const { dialog, name, email, comments, attachments, agree, save } = await openFeedback(page);
  expect((await dialog.boundingBox())?.width).toBeCloseTo(500, 0);

  await expect(name).toHaveValue("Анна");
  await name.fill("");
  await expect(dialog.getByText("Title field is required.")).toBeVisible();
  await expect(save).toBeDisabled();
  await name.fill("x".repeat(256));
  await expect(dialog.getByText("Max allowed length is 255")).toBeVisible();
  await name.fill("Анна");
  await email.fill("anna@");
  await expect(dialog.getByText("Email can be valid Email address.")).toBeVisible();
  await expect(dialog.getByText("5 / 255")).toBeVisible();
  await email.fill("");
  await comments.fill("x".repeat(1001));
  await expect(dialog.getByText("Max allowed length is 1000")).toBeVisible();
  await comments.fill("");
  await expect(dialog.getByText("Comment field is required.")).toBeVisible();
  await comments.fill("Works well.");
  await expect(save).toBeEnabled();
  await save.click();
  await expect(dialog.getByText("Agreement field is required.")).toBeVisible();
  await expect(save).toBeDisabled();
  await agree.check();

  await attachments.setInputFiles([
    { name: "pixel.png", mimeType: "image/png", buffer: pixel },
    { name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(2_000_000 - pixel.length) },
  ]);
  await expect(dialog.getByText("Attachments size should be less than 2 MB!")).toBeVisible();
  await expect(save).toBeDisabled();
  await dialog.getByRole("button", { name: "Remove big.png" }).click();
  await expect(dialog.getByText("Attachments size should be less than 2 MB!")).toBeHidden();

  // A persistent dialog: Escape and a click beside it do not close it.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  await save.click();
  const toast = page.getByText("Thank you for your feedback!");
  await expect(toast).toBeVisible();
  await expect(dialog).toBeHidden();
  const place = await toast.boundingBox();
  expect(place?.x).toBeLessThan(200);
  expect(place?.y).toBeGreaterThan(500);

  const again = await openFeedback(page);
  await expect(again.name).toHaveValue("Анна");
  await expect(again.comments).toHaveValue("");
  await expect(again.agree).not.toBeChecked();
  await expect(again.dialog.getByText("pixel.png")).toBeHidden();
});

test("a visitor without a session writes through the contact form; the verification starts with the first field", async ({
  page,
}) => {
  await page.goto("/contact");
  const send = page.getByRole("button", { name: "Send" });
  await expect(page.getByText("Anti-Robot Verification")).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill("maria");
  await page.getByRole("textbox", { name: "Name" }).focus();
  await page.getByRole("textbox", { name: "Subject" }).focus();
  await expect(page.getByText("Value is not a valid email address")).toBeVisible();
  await expect(page.getByText("Value is required")).toBeVisible();
  await expect(send).toBeDisabled();
  await page.getByRole("textbox", { name: "Subject" }).fill("x".repeat(256));
  await expect(page.getByText("The maximum length allowed is 255")).toBeVisible();

  await page.getByRole("textbox", { name: "Email" }).fill("maria@example.com");
  await page.getByRole("textbox", { name: "Name" }).fill("Maria");
  await page.getByRole("textbox", { name: "Inquiry" }).fill("A question");
  await page.getByRole("textbox", { name: "Subject" }).fill("Timer");
  await page.getByRole("textbox", { name: "Message" }).fill("How do I stop it?");
  await send.click();
  await expect(page.getByRole("heading", { name: "Your message is on its way" })).toBeVisible({
    timeout: 30_000,
  });
});

test("the newsletter's field opens above the footer; its signed link unsubscribes, a forged one does not", async ({
  page,
  server,
}) => {
  await page.goto("/terms-of-use");
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("button", { name: "Newsletter" }).click();
  const popover = page.getByRole("dialog", { name: "Newsletter" });
  await expect(popover.getByRole("textbox", { name: "Email" })).toBeFocused();
  await popover.getByRole("textbox", { name: "Email" }).fill("reader@example.com");
  await popover.getByRole("button", { name: "Subscribe" }).click();
  await expect(popover.getByText("You are subscribed")).toBeVisible({ timeout: 30_000 });
  expect((await page.locator("footer").boundingBox())?.height).toBeCloseTo(40, 0);

  const { stdout } = await promisify(execFile)(process.execPath, [cli, "subscribers"], { env: server.env });
  const token = /reader@example\.com.*token=(\S+)/.exec(stdout)?.[1] ?? "";
  await page.goto(`/unsubscribe?token=${token.slice(0, -4)}AAAA`);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("alert")).toHaveText("This link is not valid");

  await page.goto(`/unsubscribe?token=${token}`);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  const after = await promisify(execFile)(process.execPath, [cli, "subscribers"], { env: server.env });
  expect(after.stdout).not.toContain("reader@example.com");
});

test("terms, privacy and release notes are pages with headings, in the chosen language", async ({ page }) => {
  await page.goto("/terms-of-use");
  await expect(page.getByRole("heading", { level: 1, name: "Terms of use" })).toBeVisible();
  await expect(page).toHaveTitle("Terms of use · Retro");
  expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(2);
  const article = await page.getByRole("article").boundingBox();
  expect(article?.width).toBeLessThan(760);

  await page.getByRole("button", { name: "Русский" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Условия использования" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Условия использования" })).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Конфиденциальность" }).click();
  await expect(page).toHaveURL(/\/privacy-policy$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/release-notes");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Подписаться" })).toBeVisible();
});

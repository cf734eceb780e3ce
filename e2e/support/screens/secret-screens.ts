import { expect, type Page } from "@playwright/test";
import { button, type Screen, type Translate } from "./screen.ts";

/** Tokens and webhooks: the list, the form, what was made with its secret, and the question before it is removed. */
export const secretList = (page: Page) => page.locator(".secret-list");

const onList =
  (kind: "tokens" | "webhooks") =>
  (name: string, open: Screen["open"]): Screen => ({
    name,
    user: "visitor",
    // Another query each: a page that differs only in its fragment is not loaded again.
    path: ({ spaces }) => `/${kind}?${name}#${spaces.space}`,
    open,
  });
const onTokens = onList("tokens");
const onWebhooks = onList("webhooks");
const dialog = (page: Page) => page.getByRole("dialog");
const openForm = (page: Page, translate: Translate, kind: "tokens" | "webhooks") =>
  button(page, translate(`${kind}.new`)).click();

export const secretScreens: readonly Screen[] = [
  onTokens("tokens", secretList),
  onTokens("token-form", async (page, translate) => {
    await openForm(page, translate, "tokens");
    return dialog(page);
  }),
  onTokens("token-made", async (page, translate) => {
    await openForm(page, translate, "tokens");
    await page.getByRole("textbox", { name: translate("tokens.name") }).fill("Script");
    await button(page, translate("tokens.make")).click();
    return page.getByRole("textbox", { name: translate("tokens.token") });
  }),
  onTokens("token-revoke", async (page) => {
    await page.locator(".token-revoke").last().click();
    return dialog(page);
  }),
  onWebhooks("webhooks", secretList),
  onWebhooks("webhook-log", async (page, translate) => {
    const test = secretList(page).getByText(translate("webhooks.test"), { exact: true }).first();
    await test.click();
    await page.locator(".webhook-attempt").first().waitFor();
    // What came before the last one is in the log.
    await expect(test).toBeEnabled();
    await test.click();
    await page.locator(".webhook-log summary").first().click();
    return page.locator(".webhook-log ol").first();
  }),
  onWebhooks("webhook-form", async (page, translate) => {
    await openForm(page, translate, "webhooks");
    return dialog(page);
  }),
  onWebhooks("webhook-made", async (page, translate) => {
    await openForm(page, translate, "webhooks");
    await page.getByRole("textbox", { name: translate("webhooks.name") }).fill("Chat");
    await page.getByRole("textbox", { name: translate("webhooks.url") }).fill("http://127.0.0.1:9/chat");
    await button(page, translate("webhooks.make")).click();
    return page.getByRole("textbox", { name: translate("webhooks.secret") });
  }),
];

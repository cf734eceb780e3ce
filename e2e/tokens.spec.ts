import { expect, test } from "./support/fixtures.ts";
import { createSpace } from "./support/management.ts";

test("[U4] a member makes a token of the space by keyboard, a script uses it, and revoking ends it", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const { key } = await createSpace(ann, "Team Blue");
  const { page } = ann;
  await page.goto(`/spaces#${key}`);
  await page.locator("summary", { hasText: "Integrations" }).press("Enter");
  await page.getByRole("link", { name: "API tokens" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "API tokens" })).toBeVisible();
  await page.getByRole("button", { name: "New token" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Weekly report");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("button", { name: "Create token" }).press("Enter");
  const shown = page.getByRole("textbox", { name: "Token" });
  await expect(shown).toBeFocused();
  const token = await shown.inputValue();
  expect(token).toMatch(/^retro_[\w-]{43}$/);
  const headers = { authorization: `Bearer ${token}` };
  const ask = async () => (await page.request.get("/api/v1/space", { headers })).status();
  expect(await ask()).toBe(200);
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByText("Weekly report")).toBeVisible();
  await expect(page.getByText("Reads and writes")).toBeVisible();
  expect(await page.content()).not.toContain(token);

  await page.getByRole("button", { name: "Revoke “Weekly report”" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).press("Enter");
  await expect(page.getByText("No API tokens")).toBeVisible();
  expect(await ask()).toBe(401);
  await page.getByRole("link", { name: "Back to the space" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`/spaces#${key}$`));
});

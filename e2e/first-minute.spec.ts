import type { BrowserContextOptions, Page } from "@playwright/test";
import { column, sticker } from "./support/board-page.ts";
import { countActions } from "./support/count-actions.ts";
import { button } from "./support/facilitation.ts";
import { addSticker, createBoard, expect, test } from "./support/fixtures.ts";
import { observeShifts } from "./support/layout-shifts.ts";

test("from nothing to the first sticker of an invited person: the host needs 3 clicks and a field, the guest 1 click @core", async ({
  browser,
  server,
}) => {
  const contexts = await Promise.all(
    ["host", "guest"].map(() =>
      browser.newContext({ baseURL: server.url, permissions: ["clipboard-read", "clipboard-write"] }),
    ),
  );
  const [host, guest] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
  const [hostActions, guestActions] = [await countActions(host), await countActions(guest)];

  await host.goto("/");
  const dialog = host.getByRole("dialog", { name: "New Board" });
  await dialog.getByRole("textbox", { name: "Title" }).pressSequentially("First retro");
  await button(dialog, "Save").click();
  await button(host, "Invite").click();
  await button(host, "Copy").click();
  await expect(host.getByText("Link copied")).toBeAttached();
  const link = await host.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(host.url());

  await guest.goto(link);
  await expect(guest).toHaveTitle("First retro");
  await column(guest, 0).click();
  await guest.keyboard.type("I am here");
  await guest.keyboard.press("Enter");

  // The panel, which lists the guest now, is modal.
  await expect(host.getByRole("list", { name: "Here now: 2" })).toBeVisible();
  await host.keyboard.press("Escape");
  await expect(sticker(host, "I am here")).toBeVisible();
  expect({ hostActions, guestActions }).toEqual({
    hostActions: { clicks: 3, fields: 1 },
    guestActions: { clicks: 1, fields: 1 },
  });
  await Promise.all(contexts.map((context) => context.close()));
});

const screens: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
for (const [name, context] of Object.entries(screens))
  test(`nothing moves when the first steps, the questions and the bar for the name come and go, ${name}`, async ({
    createPerson,
  }) => {
    const [me, ben] = [await createPerson({ context }), await createPerson({ name: "Ben" })];
    const board = await createBoard(me, "Still", "Start / Stop / Continue");
    const { page } = me;
    const shifts = await observeShifts(page);
    await page.goto(board.path);
    const steps = page.getByRole("region", { name: "First steps" });
    const bar = page.getByRole("form", { name: /^You are/ });
    await expect(steps).toBeVisible();
    await expect(bar).toBeVisible();
    await expect(page.getByText("What works and should stay?")).toBeVisible();
    const places = async () => {
      const sections = await page.locator(".board-section").all();
      return Promise.all(sections.map(async (each) => (await each.boundingBox())?.y));
    };
    const before = await places();

    // In the last section, because a sticker on a phone moves the sections below it.
    await addSticker(ben, board.id, board.columns.at(-3), "The first one");
    await expect(sticker(page, "The first one")).toBeVisible();
    await expect(steps).toHaveCount(0);
    await expect(page.getByText("What works and should stay?")).toHaveCount(0);
    expect(await places()).toEqual(before);
    await button(bar, "Keep this name").click();
    await expect(bar).toHaveCount(0);
    expect(await places()).toEqual(before);
    expect(await shifts()).toBeLessThan(0.05);
  });

import { button, type Screen } from "./screen.ts";

/** A team's space with open actions, and its question on a new board. */
export const openActionScreens: readonly Screen[] = [
  {
    name: "space-actions",
    user: "visitor",
    path: ({ openActions }) => openActions.space,
    open: (page) => page.locator(".space-action").first(),
  },
  {
    name: "check-in",
    user: "visitor",
    path: ({ openActions }) => `/boards/${openActions.checkIn}`,
    open: (page) => page.locator(".meeting-stage .choices"),
  },
  {
    name: "meeting-steps",
    user: "visitor",
    path: ({ openActions }) => `/boards/${openActions.checkIn}`,
    async open(page, translate) {
      await button(page, translate("meeting.more")).click();
      await page.getByRole("menuitem", { name: translate("meeting.editSteps") }).click();
      const name = translate("meeting.step.checkin");
      await page.getByRole("button", { name: translate("meeting.stepMore", { name }) }).click();
      return page.getByRole("dialog").locator(".step-questions").first();
    },
  },
  {
    name: "health-check",
    user: "visitor",
    path: ({ openActions }) => `/boards/${openActions.health}`,
    open: (page) => page.locator(".meeting-stage .statement").last(),
  },
];

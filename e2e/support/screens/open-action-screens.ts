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
    name: "question",
    user: "visitor",
    path: ({ openActions }) => `/boards/${openActions.board}`,
    async open(page, translate) {
      await page
        .getByRole("dialog")
        .getByRole("button", { name: translate("question.stillOpen") })
        .first()
        .click();
      return page.getByRole("dialog");
    },
  },
  {
    name: "check-in",
    user: "visitor",
    path: ({ openActions }) => `/boards/${openActions.checkIn}`,
    open: (page) => page.locator(".question-stage .choices"),
  },
  {
    name: "meeting-steps",
    user: "visitor",
    path: ({ openActions }) => `/boards/${openActions.checkIn}`,
    async open(page, translate) {
      await button(page, translate("meeting.more")).click();
      await page.getByRole("menuitem", { name: translate("meeting.editSteps") }).click();
      return page.getByRole("dialog").locator(".step-questions").first();
    },
  },
  {
    name: "health-check",
    user: "visitor",
    path: ({ openActions }) => `/boards/${openActions.health}`,
    open: (page) => page.locator(".question-stage .statement").last(),
  },
  {
    name: "actions-in-space",
    user: "visitor",
    path: ({ openActions }) => `/boards/${openActions.board}`,
    async open(page, translate, { openActions }) {
      // Once it was skipped the question does not open by itself.
      const skipped = JSON.stringify([openActions.board]);
      await page.evaluate((value) => localStorage.setItem("retro.answeredBoards", value), skipped);
      await page.reload();
      const actions = page.locator(".actions-button");
      await actions.waitFor({ state: "attached" });
      if (!(await actions.isVisible())) await button(page, translate("common.more")).click();
      await actions.click();
      return button(page, translate("question.title"));
    },
  },
];

import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import { type BoardPage, startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { addDays } from "../../../ui/controls/days.ts";
import { calendarDay } from "../../../ui/display/calendarDay.ts";
import type { Route } from "../../../testing/pageNetwork.ts";

export const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
export const stickerId = idOf(9);

/** Bob's actions of a board, as Ann sees them in the open panel. */
export async function openActions(
  texts: string[],
  {
    change = () => undefined,
    routes = {},
  }: { change?: (board: BoardPage) => unknown; routes?: Record<string, Route> } = {},
) {
  const board = startBoardPage(routes);
  board.actAs("bob", "POST", "/items", { id: stickerId, parent_id: "s1c1", title: "Slow builds" });
  for (const [i, text] of texts.entries()) board.actAs("bob", "POST", "/actions", { id: idOf(i + 1), text });
  change(board);
  const { user } = await visitBoard();
  await user.click(screen.getByRole("button", { name: /^Actions/ }));
  const panel = await screen.findByRole("complementary", { name: "Actions" });
  return { ...board, user, panel };
}
export const rows = () =>
  [...document.querySelectorAll<HTMLElement>(".actions > .action .action-text")].map(
    (row) => row.firstChild?.textContent,
  );
export const row = (text: string) =>
  within(
    [...document.querySelectorAll<HTMLElement>(".action")].find((each) =>
      each.textContent.includes(text),
    ) as HTMLElement,
  );
export const stored = ({ server }: BoardPage) => server.expectedFor("bob").actions.map(({ text }) => text);
export const newAction = () => within(screen.getByRole("form", { name: "New action" }));
export const add = async (user: UserEvent, text: string) => {
  const field = newAction().getByRole("textbox", { name: "Action" });
  await user.click(field);
  await user.paste(text);
  await user.keyboard("{Enter}");
};

/** Picks tomorrow as the due date. @returns that day */
export async function pickDue(user: UserEvent, form: ReturnType<typeof within>): Promise<string> {
  await user.click(form.getByRole("button", { name: "Due date" }));
  const picker = within(await screen.findByRole("dialog", { name: "Due date" }));
  await user.click(picker.getByRole("button", { name: "tomorrow" }));
  return addDays(calendarDay(new Date()), 1);
}

/** Lets the page ask for others' changes until one answer that was asked for now has arrived. */
export async function changesArrive(network: BoardPage["network"]): Promise<void> {
  const comparisons = () => network.calls().filter((call) => call.includes("/changes?since=")).length;
  const before = comparisons();
  // The second comparison begins when the first one, which brings the changes, is answered.
  await waitFor(() => {
    window.dispatchEvent(new Event("focus"));
    expect(comparisons()).toBeGreaterThan(before + 1);
  });
}

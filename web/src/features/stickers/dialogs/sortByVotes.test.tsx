import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard, type BoardPage } from "../../../testing/boardPage.tsx";
import { findToastButton } from "../../../testing/page.tsx";

describe("Sort by votes", () => {
  const first = "00000000-0000-4000-8000-000000000001";
  const second = "00000000-0000-4000-8000-000000000002";
  const third = "00000000-0000-4000-8000-000000000003";
  const orderOf = ({ server }: BoardPage) =>
    server
      .expectedFor("ann")
      .items.filter(({ parent_id }) => parent_id === "s1c1")
      .toSorted((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ title }) => title);

  /** Two stickers of Bob's in the first column; the second one has his vote. */
  async function votedBoard() {
    const page = startBoardPage();
    page.actAs("bob", "POST", "/items", { id: first, parent_id: "s1c1", title: "Bob's words" });
    const { user } = await visitBoard();
    const all = { ...page, user };
    all.actAs("bob", "POST", "/items", { id: second, parent_id: "s1c1", title: "Bob's second" });
    all.actAs("bob", "POST", `/items/${second}/vote`);
    window.dispatchEvent(new Event("focus"));
    await screen.findByRole("article", { name: "Bob's second" });
    return all;
  }
  async function openMenu({ user }: { user: UserEvent }) {
    await user.click(screen.getAllByRole("button", { name: "Section menu" })[0] as HTMLElement);
    return screen.findByRole("menuitem", { name: /^Sort by votes/ });
  }

  it("[V6] orders each column by votes, and Undo restores the order", async () => {
    const all = await votedBoard();
    await all.user.click(await openMenu(all));
    await screen.findByText("Sorted by votes");
    expect(orderOf(all)).toEqual(["Bob's second", "Bob's words"]);
    await all.user.click(await findToastButton("Undo"));
    await waitFor(() => expect(orderOf(all)).toEqual(["Bob's words", "Bob's second"]));
  });

  it("[V6] with nothing to sort it says that each column is sorted: votes in another column change nothing", async () => {
    const page = startBoardPage();
    page.actAs("bob", "POST", "/items", { id: first, parent_id: "s1c1", title: "Bob's words" });
    page.actAs("bob", "POST", "/items", { id: second, parent_id: "s1c2", title: "Bob's second" });
    page.actAs("bob", "POST", `/items/${second}/vote`);
    const { user } = await visitBoard();
    await screen.findByRole("article", { name: "Bob's second" });
    await user.click(await openMenu({ user }));
    expect(await screen.findByText("Each column is already sorted by votes")).toBeInTheDocument();
  });

  it("[V6] the undo does not overwrite what another user changed since, and says so", async () => {
    const all = await votedBoard();
    await all.user.click(await openMenu(all));
    await screen.findByText("Sorted by votes");
    all.actAs("bob", "POST", "/items", { id: third, parent_id: "s1c1", title: "Bob's third" });
    await all.user.click(await findToastButton("Undo"));
    await screen.findByText("Someone else has changed the order since. Nothing was undone.");
    expect(orderOf(all)).toEqual(["Bob's second", "Bob's words", "Bob's third"]);
  });

  it.each([
    ["hideContent", "Not while content is hidden"],
    ["concealVoteCount", "Not while vote counts are concealed"],
  ])(
    "[V6] is disabled, with the reason, while %s is set, for the facilitator too",
    async (option, reason) => {
      const all = await votedBoard();
      all.actAs("ann", "POST", "/facilitators");
      all.actAs("ann", "PUT", "/facilitators", { option, value: true });
      window.dispatchEvent(new Event("focus"));
      const item = await openMenu(all);
      await waitFor(() => expect(item).toHaveAttribute("aria-disabled", "true"));
      expect(item).toHaveTextContent(reason);
    },
  );
});

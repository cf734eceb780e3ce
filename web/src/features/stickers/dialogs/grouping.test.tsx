import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { button, fillField } from "../../../testing/page.tsx";

const id = "00000000-0000-4000-8000-000000000001";

describe("grouping a sticker by its dialog", () => {
  const other = (n: number) => `00000000-0000-4000-8000-00000000001${n}`;

  async function opened() {
    const all = startBoardPage();
    all.actAs("bob", "POST", "/items", { id, parent_id: "s1c1", title: "Bob's words" });
    for (const n of [1, 2])
      all.actAs("bob", "POST", "/items", { id: other(n), parent_id: "s1c2", title: `Other ${n}` });
    const { user } = await visitBoard();
    await user.click(
      within(await screen.findByRole("article", { name: "Bob's words" })).getByRole("button", {
        name: "Sticker menu",
      }),
    );
    await user.click(await screen.findByRole("menuitem", { name: "Group with…" }));
    await screen.findByRole("dialog", { name: "Group with…" });
    return { ...all, user };
  }
  const option = (n: number) => screen.findByRole("option", { name: new RegExp(`Other ${n}`) });

  it("says which sticker it is about, and needs a choice that nobody has deleted since", async () => {
    const { user, actAs } = await opened();
    expect(screen.getByText("“Bob's words” and what you choose become one group.")).toBeInTheDocument();
    await user.click(await option(1));
    expect(button("Group")).toBeEnabled();
    await user.click(await option(1));
    expect(button("Group")).toBeDisabled();
    await user.click(await option(1));
    actAs("bob", "DELETE", `/items/${other(1)}`);
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    expect(button("Group")).toBeDisabled();
  });

  it("puts it into the chosen one's group", async () => {
    const all = await opened();
    expect(button("Group")).toBeDisabled();
    await all.user.click(await option(2));
    await all.user.click(button("Group"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const parent = () => all.server.expectedFor("ann").items.find((item) => item.id === id)?.parent_id;
    await waitFor(() => expect(parent()).toBe(other(2)));
  });

  it("takes several, also such as a search no longer shows, in one step", async () => {
    const all = await opened();
    await all.user.click(await option(1));
    await fillField(all.user, "Find a sticker", "2");
    await all.user.click(await option(2));
    await all.user.click(button("Group"));
    const parentOf = (sticker: string) =>
      all.server.expectedFor("ann").items.find((item) => item.id === sticker)?.parent_id;
    await waitFor(() => expect([other(2), id].map(parentOf)).toEqual([other(1), other(1)]));
    const head = screen.getByRole("article", { name: "Other 1" });
    const texts = within(head).getByRole("list", { name: "In this group" });
    expect(
      within(texts)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Other 2", "Bob's words"]);
  });
});

import { forgetTyping } from "../../../ui/focus/letterKey.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { itemId } from "../../../board-state/testing/twoParticipants.ts";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { button, field, resizeTo } from "../../../testing/page.tsx";

const tabs = () => within(screen.getByRole("navigation", { name: "Sections" })).getAllByRole("link");
const bar = () => screen.queryByRole("button", { name: /^Add to/ });

beforeEach(() => resizeTo(390));

it("adds to the last column with a sticker, else to the first; Escape gives the focus back to the bar", async () => {
  const { actAs, network } = startBoardPage();
  actAs("bob", "POST", "/items", { id: itemId(1), title: "One", parent_id: "s1c2" });
  const { user } = await visitBoard();
  await user.click(button("Add to s1"));
  expect(field("New sticker in column 2")).toHaveFocus();
  await user.keyboard("Two{Enter}");
  await waitFor(() =>
    expect(network.lastBody("POST boards/board/items")).toMatchObject({ parent_id: "s1c2", title: "Two" }),
  );
  await user.keyboard("{Escape}");
  expect(bar()).toHaveFocus();
  await user.click(tabs()[1] as HTMLElement);
  await user.click(button("Add to s2"));
  expect(field("New sticker in column 1")).toHaveFocus();
  await user.keyboard("{Escape}");
  (document.activeElement as HTMLElement).blur();
  forgetTyping();
  await user.keyboard("n");
  expect(field("New sticker in column 1").closest("[data-section]")).toHaveAttribute("data-section", "s2");
});

it("has no bar while the facilitator has stopped editing", async () => {
  const { actAs } = startBoardPage();
  actAs("bob", "POST", "/facilitators");
  actAs("bob", "PUT", "/facilitators", { option: "stopEditing", value: true });
  await visitBoard();
  expect(tabs()).toHaveLength(2);
  expect(bar()).not.toBeInTheDocument();
});

it("mentions no keys on a touch screen", async () => {
  const mouse = window.matchMedia;
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    query === "(pointer: coarse)" ? { ...mouse(query), matches: true } : mouse(query),
  );
  const { actAs } = startBoardPage();
  actAs("bob", "POST", "/items", { id: itemId(1), title: "One", parent_id: "s1c1" });
  const { user } = await visitBoard();
  expect(screen.getByRole("article")).not.toHaveAccessibleDescription();
  await user.click(button("Add to s1"));
  expect(field("New sticker in column 1")).not.toHaveAccessibleDescription(/Enter/);
  await user.click(screen.getAllByRole("button", { name: "Add sticker" })[0] as HTMLElement);
  const dialog = await screen.findByRole("dialog", { name: "New Sticker" });
  expect(dialog).not.toHaveTextContent(/Enter/);
  expect(dialog.querySelector("[data-tip*=Enter]")).toBeNull();
});

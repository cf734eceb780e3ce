import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { setDiskFull } from "../../../board-state/testing/fullDisk.ts";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";

it("a text that is discarded from the list of unsaved ones passes the focus to the next, and the last one to the board", async () => {
  startBoardPage({ "POST boards/board/items": { status: 422, message: "Not that word" } });
  const { user } = await visitBoard();
  await user.click(screen.getAllByRole("button", { name: "New sticker in column 3" })[0] as HTMLElement);
  await user.keyboard("one{Enter}two{Enter}");
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Discard" })).toHaveLength(2));
  const [first, second] = screen.getAllByRole("button", { name: "Discard" });
  await user.click(first as HTMLElement);
  await waitFor(() => expect(second).toHaveFocus());
  await user.click(second as HTMLElement);
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

it("the list of unsaved texts can be folded, and unfolds when another text is refused", async () => {
  startBoardPage({ "POST boards/board/items": { status: 422, message: "Not that word" } });
  const { user } = await visitBoard();
  const add = () => screen.getAllByRole("button", { name: "New sticker in column 3" })[0] as HTMLElement;
  await user.click(add());
  await user.keyboard("one{Enter}");
  // After the composer is closed the refusal would open New Sticker.
  await screen.findByRole("button", { name: "Discard" });
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Hide the list", expanded: true }));
  expect(screen.queryByRole("button", { name: "Discard" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Show the list", expanded: false })).toHaveFocus();
  await user.click(add());
  await user.keyboard("two{Enter}");
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Discard" })).toHaveLength(2));
  // The browser keeps refused texts for the next page.
  for (const discard of screen.getAllByRole("button", { name: "Discard" })) await user.click(discard);
});

it("the browser asks before it leaves a page that alone holds a refused text, and no more after that", async () => {
  startBoardPage({ "POST boards/board/items": { status: 422, message: "Not that word" } });
  const { user } = await visitBoard();
  setDiskFull(true);
  onTestFinished(() => setDiskFull(false));
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(asks()).toBe(false);
  await user.click(screen.getAllByRole("button", { name: "New sticker in column 3" })[0] as HTMLElement);
  await user.keyboard("one{Enter}");
  const discard = await screen.findByRole("button", { name: "Discard" });
  await waitFor(() => expect(asks()).toBe(true));
  await user.click(discard);
  await waitFor(() => expect(asks()).toBe(false));
});

it("[Y6] a text that only the page holds is still asked for after the board was left for the start page, and a message says so", async () => {
  startBoardPage({ "POST boards/board/items": { status: 422, message: "Not that word" } });
  const { user } = await visitBoard();
  setDiskFull(true);
  onTestFinished(() => setDiskFull(false));
  await user.click(screen.getAllByRole("button", { name: "New sticker in column 3" })[0] as HTMLElement);
  await user.keyboard("one{Enter}");
  await screen.findByRole("button", { name: "Discard" });
  await user.click(screen.getByRole("link", { name: "Retro: to the start page" }));
  expect(await screen.findByText(/could not store your last changes/)).toBeInTheDocument();
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
});

it("the browser asks before it leaves a page that alone holds a text in an open dialog", async () => {
  const { actAs } = startBoardPage();
  actAs("bob", "POST", "/items", {
    id: "00000000-0000-4000-8000-000000000009",
    parent_id: "s1c1",
    title: "Slow builds",
  });
  const { user } = await visitBoard();
  await user.dblClick(screen.getByText("Slow builds"));
  const text = await screen.findByRole("textbox", { name: "Title" });
  await user.type(text, "!");
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(asks()).toBe(false);
  setDiskFull(true);
  onTestFinished(() => setDiskFull(false));
  await user.type(text, "!");
  await waitFor(() => expect(asks()).toBe(true));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(asks()).toBe(false));
});

it("a text whose sticker is deleted says so, and is not offered to be sent again", async () => {
  const { actAs } = startBoardPage();
  const id = "00000000-0000-4000-8000-000000000009";
  actAs("bob", "POST", "/items", { id, parent_id: "s1c1", title: "Slow builds" });
  const { user } = await visitBoard();
  await user.dblClick(screen.getByText("Slow builds"));
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "!");
  actAs("bob", "DELETE", `/items/${id}`);
  await user.click(screen.getByRole("button", { name: "Save" }));
  const list = within(
    await screen.findByRole("region", { name: "Changes that were not saved", hidden: true }),
  );
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  // The page compares its board with the server's.
  window.dispatchEvent(new Event("focus"));
  const reason = await list.findByText("What this changes was deleted in the meantime");
  const buttons = [...(reason.closest("li")?.querySelectorAll("button") ?? [])];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Copy text", "Discard"]);
  await user.click(buttons[1] as HTMLElement);
  await waitFor(() => expect(reason).not.toBeInTheDocument());
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { field, inputMethodKeys } from "../../../testing/page.tsx";

it("New Sticker leaves Enter and Escape to an input method that is composing a word", async () => {
  const { network } = startBoardPage();
  const { user } = await visitBoard();
  await user.dblClick(screen.getAllByRole("list", { name: "Column 2" })[0] as HTMLElement);
  await screen.findByRole("dialog", { name: "New Sticker" });
  await user.type(field("Title"), "にほん");
  for (const key of inputMethodKeys("Enter", "Escape")) fireEvent.keyDown(field("Title"), key);
  expect(screen.getByRole("dialog", { name: "New Sticker" })).toBeVisible();
  expect(field("Title")).toHaveValue("にほん");
  expect(network.calls()).not.toContain("POST boards/board/items");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(network.lastBody("POST boards/board/items")).toMatchObject({ title: "にほん" }));
});

import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { button } from "../../../testing/page.tsx";

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/**
 * The first column has three stickers. One of them is moved as "Move to…" offers it: to the end of that
 * column.
 */
async function moveToEnd(n: number) {
  const { actAs, network, server } = startBoardPage();
  for (const each of [1, 2, 3])
    actAs("bob", "POST", "/items", { id: idOf(each), parent_id: "s1c1", title: `text ${each}` });
  const { user } = await visitBoard();
  const card = await screen.findByRole("article", { name: `text ${n}` });
  await user.click(within(card).getByRole("button", { name: "Sticker menu" }));
  await user.click(await screen.findByRole("menuitem", { name: "Move to…" }));
  await screen.findByRole("dialog", { name: "Move to…" });
  await user.click(button("Move"));
  await waitFor(() => expect(network.calls()).toContain("PUT boards/board/sort"));
  const order = () =>
    server
      .expectedFor("ann")
      .items.filter(({ parent_id }) => parent_id === "s1c1")
      .toSorted((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ title }) => title);
  return { order, body: network.lastBody("PUT boards/board/sort") };
}

it("[T9] Move to… puts a sticker at the end of its own column", async () => {
  const { order, body } = await moveToEnd(1);
  expect(body).toMatchObject({ after_id: idOf(3) });
  await waitFor(() => expect(order()).toEqual(["text 2", "text 3", "text 1"]));
});

it("[T9] Move to… leaves the last sticker where it is, and never lets it follow itself", async () => {
  const { order, body } = await moveToEnd(3);
  expect(body).toMatchObject({ after_id: idOf(2) });
  await waitFor(() => expect(order()).toEqual(["text 1", "text 2", "text 3"]));
});

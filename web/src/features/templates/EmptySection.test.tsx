import type { Item } from "@retro/contract/items";
import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";

it.each([
  ["each empty section shows its part of the picture", /^s/, ["0%", "100%"]],
  ["a single section shows the middle of the picture", /^s1/, ["50%"]],
])("%s", async (_name, kept, expected) => {
  const { network, server } = startBoardPage();
  network.routes["GET boards/board/items"] = ({ method, path, body }) => {
    const { data, meta } = server.handle({ id: "ann", socketId: undefined }, method as "GET", path, body);
    return { data: (data as Item[]).filter(({ id }) => kept.test(id)), meta };
  };
  await visitBoard();
  const parts = () =>
    [...document.querySelectorAll<HTMLElement>(".empty-section")].map((each) =>
      each.style.getPropertyValue("--part"),
    );
  await waitFor(() => expect(parts()).toEqual(expected));
});

import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";

const first = "00000000-0000-4000-8000-000000000001";

async function board(limit: number | null, item: "board" | "section" = "board") {
  const open = startBoardPage();
  open.actAs("bob", "POST", "/items", { id: first, parent_id: "s1c1", title: "one" });
  open.actAs("bob", "POST", "/facilitators");
  if (limit !== null) open.actAs("bob", "PUT", "/facilitators", { option: "votes", value: { limit, item } });
  const { user } = await visitBoard();
  const vote = async () => {
    const sticker = within(await screen.findByRole("article", { name: "one" }));
    await user.click(sticker.getByRole("button", { name: /^Vote/ }));
  };
  return { vote };
}
const chips = () => screen.findByRole("list", { name: "Set by the facilitator" });
/** The dots of an element: filled ones as ●. */
const dots = (element: Element | null) =>
  [...(element?.querySelectorAll("i") ?? [])].map((dot) => ("left" in dot.dataset ? "●" : "○")).join("");

it("the header shows the votes left on the board, with a dot for each [V2]", async () => {
  const { vote } = await board(5);
  const shown = (await within(await chips()).findByText("5 votes left")).closest("li");
  expect(dots(shown)).toBe("●●●●●");
  expect(shown).toHaveTextContent("5 votes each on this board");
  await vote();
  expect(shown).toHaveTextContent("4 votes left");
  expect(dots(shown)).toBe("●●●●○");
  // On a phone one button has the place of all chips.
  const summary = document.querySelector(".restrictions-summary .votes-left");
  expect([summary?.textContent, dots(summary)]).toEqual(["4", "●●●●○"]);
});

it("above ten votes a number replaces the dots", async () => {
  const { vote } = await board(11);
  await vote();
  const shown = await within(await chips()).findByText("10 of 11 votes left");
  expect(dots(shown)).toBe("");
});

it("the sections show the votes left in each of them [V2]", async () => {
  const { vote } = await board(2, "section");
  await vote();
  const all = [...document.querySelectorAll("section .votes-left")];
  expect(all.map((each) => each.querySelector(".sr-only")?.textContent)).toEqual([
    "1 vote left in this section",
    "2 votes left in this section",
  ]);
  expect(all.map(dots)).toEqual(["●○", "●●"]);
  expect(await chips()).toHaveTextContent("2 votes each per section");
});

it.each([null, 0])("without votes to cast there is nothing to count: a limit of %s", async (limit) => {
  await board(limit);
  await screen.findByRole("article", { name: "one" });
  expect(document.querySelector(".votes-left")).toBeNull();
});

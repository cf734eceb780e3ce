import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";

const first = "00000000-0000-4000-8000-000000000001";

/** Ann looks at the board; the server's count is what the test sets. */
async function board(facilitator: "ann" | "bob", options: Record<string, unknown> = {}) {
  const count = { voted: 0, present: 3 as number | null };
  const open = startBoardPage({ "GET boards/board/voters": () => ({ data: { ...count } }) });
  open.actAs("bob", "POST", "/items", { id: first, parent_id: "s1c1", title: "one" });
  open.actAs(facilitator, "POST", "/facilitators");
  for (const [option, value] of Object.entries(options))
    open.actAs(facilitator, "PUT", "/facilitators", { option, value });
  const { user } = await visitBoard();
  const vote = async () => {
    const sticker = within(await screen.findByRole("article", { name: "one" }));
    await user.click(sticker.getByRole("button", { name: /^Vote/ }));
  };
  const asked = () => open.network.calls().filter((call) => call === "GET boards/board/voters").length;
  return { ...open, user, count, vote, asked };
}
const limited = { votes: { limit: 3, item: "board" } };
const chips = () => screen.findByRole("list", { name: "Set by the facilitator" });

it("[V5] the facilitator sees how many have voted, also after the next vote", async () => {
  const { count, vote } = await board("ann", limited);
  expect(await within(await chips()).findByText("0 of 3 have voted")).toBeInTheDocument();
  count.voted = 1;
  await vote();
  expect(await within(await chips()).findByText("1 of 3 has voted")).toBeInTheDocument();
});

it("[V5] without a limit the number appears with the first vote, alone when nobody knows who is present", async () => {
  const { count, vote, asked } = await board("ann");
  await waitFor(() => expect(asked()).toBe(1));
  expect(await chips()).not.toHaveTextContent("voted");
  Object.assign(count, { voted: 2, present: null });
  await vote();
  expect(await within(await chips()).findByText("2 have voted")).toBeInTheDocument();
});

it.each([
  ["a participant", "bob", limited],
  ["the facilitator while content is hidden", "ann", { ...limited, hideContent: true }],
] as const)("[V5] %s neither sees nor asks for the number", async (_name, facilitator, options) => {
  const { asked, user } = await board(facilitator, options);
  await screen.findAllByRole("article");
  // A lazy part that is fetched after the chip would be.
  await user.click(screen.getByRole("button", { name: "Help" }));
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(asked()).toBe(0);
  expect(document.body).not.toHaveTextContent("voted");
});

import type { Question } from "@retro/contract/facilitation/questions";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";
import type { Route } from "../../testing/pageNetwork.ts";
import { closeSidePanel, openSidePanel } from "../../ui/panels/sidePanelState.ts";

const worth: Question = {
  kind: "worth",
  answers: 0,
  answered: false,
  counts: null,
  state: "open",
  people: 4,
};
const ended = { answered: true, state: "ended" } as const;

/** Ann looks at the question in the summary; Bob or she is the facilitator. */
async function question(of: Partial<Question>, leader = "bob", routes: Record<string, Route> = {}) {
  const { people = worth.people, ...others } = of;
  const shown = { ...worth, ...others, ...(others.state === "ended" ? { people: undefined } : { people }) };
  const open = startBoardPage({ "GET boards/board/questions": { data: [shown] }, ...routes });
  open.actAs(leader, "POST", "/facilitators");
  const { user } = await visitBoard();
  act(() => openSidePanel("summary", null));
  const card = await screen.findByRole("region", { name: "Was this worth our time?" });
  return { ...open, user, card };
}

afterEach(() => act(() => void closeSidePanel("summary")));

describe("an anonymous question", () => {
  it.each<[string, Partial<Question>, string, number]>([
    ["is open", {}, "0 of 4 have answered.", 5],
    [
      "was answered",
      { answers: 2, answered: true },
      "Thank you, your answer has been counted. 2 of 4 have answered.",
      0,
    ],
    [
      "began before this user came",
      { answers: 2, state: "late" },
      "This question started before you joined. You can answer the next one. 2 of 4 have answered.",
      0,
    ],
    [
      "has a team that is too small",
      { people: 2 },
      "0 of 2 have answered. Fewer than 3 people can answer, so no answers will be shown: everyone could work out who answered what.",
      5,
    ],
    [
      "ended with too few answers",
      ended,
      "Fewer than 3 people have answered, so no answers are shown: everyone could work out whose they are.",
      0,
    ],
    ["ended", { ...ended, answers: 3, counts: [0, 0, 0, 1, 2] }, "On average 4.7 (3 answers)", 0],
  ])("that %s says so [Q3] [Q6]", async (_which, of, text, choices) => {
    const { card } = await question(of);
    await waitFor(() => expect(within(card).getByRole("status").textContent.trim()).toBe(text));
    expect(within(card).queryAllByRole("button", { name: /^\d of 5$/ })).toHaveLength(choices);
    expect(within(card).queryByRole("button", { name: "Show the answers" })).not.toBeInTheDocument();
  });

  it("is ended by the facilitator as soon as three have answered, and shows all answers [Q3]", async () => {
    const shown = [{ ...worth, ...ended, people: undefined, answers: 3, counts: [0, 0, 0, 1, 2] }];
    const { card, user, network } = await question({ answers: 3 }, "ann", {
      "POST boards/board/questions/end": { data: shown },
    });
    await user.click(within(card).getByRole("button", { name: "Show the answers" }));
    await waitFor(() => expect(network.calls()).toContain("POST boards/board/questions/end"));
  });

  it("is not ended by the facilitator while there are too few answers [Q3]", async () => {
    const { card } = await question({ answers: 2 }, "ann");
    await waitFor(() => expect(card).toHaveTextContent("2 of 4 have answered."));
    expect(within(card).queryByRole("button", { name: "Show the answers" })).not.toBeInTheDocument();
  });
});

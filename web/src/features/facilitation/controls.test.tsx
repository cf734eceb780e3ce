import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";
import { heldRoute, type Route } from "../../testing/pageNetwork.ts";
import { button } from "../../testing/page.tsx";

/** Ann looks at the board; `bob` and `ann` facilitate where the test says so. */
async function board(facilitator: "nobody" | "ann" | "bob" = "nobody", routes: Record<string, Route> = {}) {
  const open = startBoardPage(routes);
  if (facilitator !== "nobody") open.actAs(facilitator, "POST", "/facilitators");
  const page = await visitBoard();
  await screen.findByRole("group", { name: "Timer" });
  const facilitation = () => open.server.expectedFor("ann").facilitation;
  const sent = (method: string, path: string) =>
    open.network.requests
      .filter((each) => each.method === method && each.path === `boards/board/${path}`)
      .map(({ body }) => body);
  return { ...open, ...page, facilitation, sent };
}
/** The digits in the top bar; an open dialog hides them from screen readers. */
const clock = () => screen.getByRole("timer", { hidden: true });
const dialog = (name: string) => screen.findByRole("dialog", { name });
const gone = (name: string) =>
  waitFor(() => expect(screen.queryByRole("dialog", { name })).not.toBeInTheDocument());

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

describe("the timer's dialog", () => {
  async function opened(
    facilitator: "nobody" | "ann" | "bob" = "nobody",
    routes: Record<string, Route> = {},
  ) {
    const all = await board(facilitator, routes);
    await all.user.click(button("Timer"));
    await dialog("Timer");
    return all;
  }

  it("steps the minutes and sends the last step alone", async () => {
    const { user, sent, facilitation } = await opened();
    for (const name of ["Plus one minute", "+3 min", "Minus one minute", "+10 min"])
      await user.click(button(name));
    expect(clock()).toHaveTextContent("18:00");
    await waitFor(() => expect(facilitation().timer.countTime).toBe(18 * 60));
    expect(sent("PUT", "timers")).toEqual([{ count_time: 18 * 60 }]);
  });

  it("starts with the time on screen, says who becomes the facilitator, and gives them pause and stop", async () => {
    const { user, sent, facilitation } = await opened();
    expect(screen.getByText("Starting the timer makes you the facilitator.")).toBeInTheDocument();
    await user.click(button("Plus one minute"));
    await user.click(button("Start timer"));
    await gone("Timer");
    await waitFor(() =>
      expect(facilitation()).toMatchObject({ facilitator_id: "ann", timer: { countTime: 360 } }),
    );
    expect(sent("PUT", "timers")).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Pause" }));
    await user.click(await screen.findByRole("button", { name: "Play" }));
    await waitFor(() => expect(sent("PUT", "timers")).toHaveLength(2));
    await user.click(button("Stop"));
    await waitFor(() => expect(facilitation().timer.startTime).toBeNull());
    expect(clock()).toHaveTextContent("05:00");
  });

  it("adds minutes to the whole time of a timer that runs, not to what is left of it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { actAs, server } = startBoardPage();
    actAs("ann", "POST", "/timers", { count_time: 300 });
    vi.setSystemTime(Date.now() + 100_000);
    const { user } = await visitBoard();
    await user.click(await screen.findByRole("button", { name: "Timer" }));
    await dialog("Timer");
    await user.click(button("Plus one minute"));
    expect(clock()).toHaveTextContent("04:20");
    await waitFor(() => expect(server.expectedFor("ann").facilitation.timer.countTime).toBe(360));
  });

  it("is closed to all but the facilitator", async () => {
    await board("bob");
    await waitFor(() => expect(button("Timer")).toBeDisabled());
    expect(screen.queryByRole("button", { name: "Stop" })).not.toBeInTheDocument();
  });

  it("does not come back by itself when Bob has taken and left the seat meanwhile", async () => {
    const { actAs } = await opened();
    actAs("bob", "POST", "/facilitators");
    window.dispatchEvent(new Event("focus"));
    await gone("Timer");
    await waitFor(() => expect(button("Timer")).toBeDisabled());
    actAs("bob", "DELETE", "/facilitators");
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(button("Timer")).toBeEnabled());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("the facilitator's seat", () => {
  it("is taken after a question, and once however often it is answered", async () => {
    const { route, answer } = heldRoute({ status: 409, message: "Bob was faster", code: "seat_taken" });
    const { user, sent, network } = await board("nobody", { "POST boards/board/facilitators": route });
    await user.click(button("Facilitator Mode"));
    expect(await dialog("Facilitator Mode")).toHaveTextContent(
      "This will make you the session facilitator. Other participants will lose access to certain features.",
    );
    await user.click(button("Cancel"));
    await gone("Facilitator Mode");
    expect(sent("POST", "facilitators")).toEqual([]);
    await user.click(button("Facilitator Mode"));
    await dialog("Facilitator Mode");
    await user.dblClick(button("Become facilitator"));
    await gone("Facilitator Mode");
    answer();
    await waitFor(() => expect(button("Facilitator Mode")).toHaveAttribute("aria-busy", "false"));
    expect(sent("POST", "facilitators")).toHaveLength(1);
    delete network.routes["POST boards/board/facilitators"];
    await user.click(button("Facilitator Mode"));
    await user.click(await screen.findByRole("button", { name: "Become facilitator" }));
    expect(await screen.findByRole("button", { name: "Facilitator Controls" })).toBeEnabled();
    expect(await screen.findByRole("list", { name: "Set by the facilitator" })).toHaveTextContent(
      "You are the facilitator",
    );
  });

  it("is not offered again by itself when Bob has taken and left it meanwhile", async () => {
    const { user, actAs } = await board();
    await user.click(button("Facilitator Mode"));
    await dialog("Facilitator Mode");
    actAs("bob", "POST", "/facilitators");
    window.dispatchEvent(new Event("focus"));
    await gone("Facilitator Mode");
    actAs("bob", "DELETE", "/facilitators");
    window.dispatchEvent(new Event("focus"));
    expect(await screen.findByRole("button", { name: "Facilitator Mode" })).toBeEnabled();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("that is lost while the controls are open and taken again does not open them by itself", async () => {
    const { user, actAs } = await board("ann");
    await user.click(await screen.findByRole("button", { name: "Facilitator Controls" }));
    await screen.findByRole("menuitem", { name: "Options" });
    actAs("ann", "DELETE", "/facilitators");
    window.dispatchEvent(new Event("focus"));
    await user.click(await screen.findByRole("button", { name: "Facilitator Mode" }));
    await user.click(await screen.findByRole("button", { name: "Become facilitator" }));
    expect(await screen.findByRole("button", { name: "Facilitator Controls" })).toBeEnabled();
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  });

  it("opens its controls on ArrowDown, with the focus on the first item, and no other dialog", async () => {
    const { user } = await board("ann");
    button("Timer").focus();
    await user.keyboard("{ArrowDown}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    (await screen.findByRole("button", { name: "Facilitator Controls" })).focus();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "Options" })).toHaveFocus());
  });

  it.each([
    [
      "Reset votes",
      "All votes on this board will be removed. This cannot be undone.",
      "Reset votes",
      "PUT",
      "reset-votes",
    ],
    [
      "Delete stickers",
      "All stickers on this board will be deleted. This cannot be undone.",
      "Delete stickers",
      "PUT",
      "delete-cards",
    ],
    [
      "Exit Facilitator Mode",
      "You are about to exit Facilitator Mode. Other participants will be able to take control of the session.",
      "Exit",
      "DELETE",
      "facilitators",
    ],
  ])("offers %s, behind a question", async (entry, text, confirm, method, path) => {
    const { user, sent } = await board("ann");
    const ask = async () => {
      await user.click(await screen.findByRole("button", { name: "Facilitator Controls" }));
      await user.click(await screen.findByRole("menuitem", { name: entry }));
      return dialog(entry);
    };
    expect(await ask()).toHaveTextContent(text);
    await user.click(button("Cancel"));
    await gone(entry);
    expect(sent(method, path)).toEqual([]);
    await user.dblClick(within(await ask()).getByRole("button", { name: confirm }));
    await gone(entry);
    await waitFor(() => expect(sent(method, path)).toHaveLength(1));
  });
});

it.each([
  ["how much everybody will see", true],
  ["nothing, where nothing is hidden", false],
])("the question before the exit says, after its sentence, %s [S1]", async (_, isHidden) => {
  const { actAs } = startBoardPage();
  for (const n of [1, 2]) {
    const id = `00000000-0000-4000-8000-00000000000${n}`;
    actAs("bob", "POST", "/items", { id, parent_id: "s1c1", title: "text" });
    if (n === 1) actAs("bob", "POST", `/items/${id}/vote`);
  }
  actAs("ann", "POST", "/facilitators");
  const options = { hideContent: isHidden, concealVoteCount: isHidden, avatars: isHidden && "hide" };
  for (const [option, value] of Object.entries(options))
    actAs("ann", "PUT", "/facilitators", { option, value });
  const { user } = await visitBoard();
  await user.click(await screen.findByRole("button", { name: "Facilitator Controls" }));
  await user.click(await screen.findByRole("menuitem", { name: "Exit Facilitator Mode" }));
  const sentences = [...(await dialog("Exit Facilitator Mode")).querySelectorAll("p")].map(
    ({ textContent }) => textContent,
  );
  expect(sentences[0]).toBe(
    "You are about to exit Facilitator Mode. Other participants will be able to take control of the session.",
  );
  expect(sentences[1]).toBe(
    isHidden
      ? "2 hidden stickers will be shown. The vote count of 1 sticker will be shown. Who wrote which sticker will be shown."
      : undefined,
  );
});

it("where there is no room one button lists the restrictions in its tooltip, whose first line is its name", async () => {
  const { user } = await board("bob");
  await user.click(await screen.findByRole("button", { name: "Facilitator: Name of bob" }));
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Facilitator: Name of bob");
});

describe("the facilitator's options", () => {
  async function opened(routes: Record<string, Route> = {}) {
    const all = await board("ann", routes);
    await all.user.click(await screen.findByRole("button", { name: "Facilitator Controls" }));
    await all.user.click(await screen.findByRole("menuitem", { name: "Options" }));
    await dialog("Options");
    return all;
  }
  const option = (name: string) => screen.getByRole("switch", { name });

  it("turn each switch on and off at once", async () => {
    const { user, sent, facilitation } = await opened();
    const switches = [
      ["Hide content", "hideContent"],
      ["View-only", "stopEditing"],
      ["Conceal vote counts", "concealVoteCount"],
      ["Show sticker dates", "showStickerDate"],
    ] as const;
    for (const [label, name] of switches)
      for (const value of [true, false]) {
        await user.click(option(label));
        expect(option(label)).toHaveProperty("checked", value);
        await waitFor(() => expect(facilitation().facilitator_options[name]).toBe(value));
        expect(sent("PUT", "facilitators").at(-1)).toEqual({ option: name, value });
      }
    expect(sent("PUT", "facilitators")).toHaveLength(8);
  });

  it("begin with the author's choice of avatars", async () => {
    const { user, sent } = await opened();
    await user.click(option("Control avatars"));
    expect(screen.getByRole("radio", { name: "Author choice" })).toBeChecked();
    await user.click(screen.getByRole("radio", { name: "Hide all" }));
    await user.click(option("Control avatars"));
    expect(screen.queryByRole("radio", { name: "Hide all" })).not.toBeInTheDocument();
    await waitFor(() =>
      expect(sent("PUT", "facilitators").map((each) => (each as { value: unknown }).value)).toEqual([
        "none",
        "hide",
        false,
      ]),
    );
  });

  describe("for the vote limit", () => {
    const limit = () => screen.getByRole("spinbutton", { name: "Votes per person" });
    async function limited(routes?: Record<string, Route>) {
      const all = await opened(routes);
      await all.user.click(option("Limit votes"));
      return all;
    }
    const type = async ({ user }: Awaited<ReturnType<typeof limited>>, text: string) => {
      await user.clear(limit());
      if (text !== "") await user.type(limit(), text);
    };

    it("begin with no votes in the focused field, send nothing yet, and apply a number by the button or Enter", async () => {
      const all = await limited();
      expect(limit()).toHaveValue(0);
      expect(limit()).toHaveFocus();
      expect(screen.getByText(/^Not in effect yet/)).toBeInTheDocument();
      const noVotes = screen.getByText("No votes are permitted.", { selector: "p > span" });
      expect(noVotes.parentElement).toHaveTextContent(/^Once applied: No votes are permitted\.$/);
      expect(button("Apply")).toBeDisabled();
      await type(all, "3");
      await all.user.click(button("Apply"));
      await waitFor(() =>
        expect(all.facilitation().facilitator_options.votes).toEqual({ limit: 3, item: "board" }),
      );
      expect(button("Apply")).toBeDisabled();
      expect(limit()).toHaveFocus();
      expect(screen.queryByText(/^Not in effect yet/)).not.toBeInTheDocument();
      await all.user.click(screen.getByRole("radio", { name: "Each section" }));
      expect(screen.getByText("Not in effect yet. Press Apply.")).toBeInTheDocument();
      await type(all, "5{Enter}");
      await waitFor(() =>
        expect(all.facilitation().facilitator_options.votes).toEqual({ limit: 5, item: "section" }),
      );
      expect(await screen.findByText("5 votes each per section")).toBeInTheDocument();
      await all.user.click(option("Limit votes"));
      await waitFor(() => expect(all.facilitation().facilitator_options.votes).toBe(false));
      expect(all.sent("PUT", "facilitators").map((each) => (each as { value: unknown }).value)).toEqual([
        { limit: 3, item: "board" },
        { limit: 5, item: "section" },
        false,
      ]);
    });

    it("apply a quick choice at once, with the chosen scope; no votes at all is one of them", async () => {
      const all = await limited();
      await all.user.click(screen.getByRole("radio", { name: "Each section" }));
      for (const [name, value] of [
        ["5 votes", 5],
        ["8 votes", 8],
        ["No votes", 0],
        ["3 votes", 3],
      ] as const) {
        await all.user.click(button(name));
        expect(button(name)).toHaveAttribute("aria-pressed", "true");
        expect(limit()).toHaveValue(value);
        expect(button("Apply")).toBeDisabled();
        await waitFor(() =>
          expect(all.facilitation().facilitator_options.votes).toEqual({ limit: value, item: "section" }),
        );
      }
    });

    it("switched on and off again without a choice change nothing", async () => {
      const all = await limited();
      await all.user.click(option("Limit votes"));
      expect(screen.queryByRole("spinbutton")).not.toBeInTheDocument();
      expect(option("Limit votes")).not.toBeChecked();
      await all.user.click(option("View-only"));
      await waitFor(() => expect(all.sent("PUT", "facilitators")).toHaveLength(1));
      expect(all.facilitation().facilitator_options.votes).toBe(false);
    });
  });
});

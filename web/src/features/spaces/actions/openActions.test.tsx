import type { SpaceAction } from "@retro/contract/spaces/space-actions";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { button, renderPart } from "../../../testing/page.tsx";
import { heldRoute, networkError, type Route, startPageNetwork } from "../../../testing/pageNetwork.ts";
import { Toasts } from "../../../ui/toasts/Toasts.tsx";
import { OpenActions } from "./OpenActions.tsx";
import { serveActions, spaceAction } from "../testing/spaceActions.ts";
import { useSpaceActions } from "./useSpaceActions.ts";

const Actions = () => <OpenActions spaceKey="key" found={useSpaceActions("key")} />;

async function openList(actions: SpaceAction[], more: Record<string, Route> = {}) {
  const server = serveActions(actions);
  const network = startPageNetwork({ ...server.routes, ...more });
  const { user } = await renderPart(
    <>
      <Actions />
      <Toasts closeLabel="Close" />
    </>,
  );
  return { user, network, ...server };
}

const rows = () => screen.findAllByRole("listitem");
const texts = async () => (await rows()).map((row) => row.querySelector("p")?.textContent);

describe("the open actions on the page of a space", () => {
  it("[G7] have text, owner, due date and a link to the board; five are shown at first, then the next page is fetched", async () => {
    const actions = Array.from({ length: 60 }, (_, n) => spaceAction(`a${n}`, { text: `Action ${n}` }));
    const { user } = await openList([
      spaceAction("first", { text: "Call Bob", owner_name: "Ann", due_on: "2026-01-15" }),
      ...actions,
    ]);
    const [first] = await rows();
    expect(first).toHaveTextContent("Call BobAnnOverdue: Jan 15, 2026Sprint 41");
    expect(within(first!).getByRole("link", { name: "Sprint 41" })).toHaveAttribute("href", "/boards/old");
    expect(await rows()).toHaveLength(5);
    await user.click(button("Show more actions"));
    expect(await rows()).toHaveLength(50);
    await user.click(button("Show more actions"));
    await waitFor(async () => expect(await rows()).toHaveLength(61));
    expect(screen.queryByRole("button", { name: "Show more actions" })).not.toBeInTheDocument();
  });

  it("[G7] one press closes an action; the focus goes to the next row, and Undo opens the action again", async () => {
    const { user, sent } = await openList([
      spaceAction("a", { text: "One" }),
      spaceAction("b", { text: "Two" }),
    ]);
    await user.click(await screen.findByRole("button", { name: "Done: One" }));
    await waitFor(() => expect(button("Done: Two")).toHaveFocus());
    expect(await texts()).toEqual(["Two"]);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(async () => expect(await texts()).toEqual(["One", "Two"]));
    expect(sent()).toEqual(["a done", "a open"]);
    await user.click(button("Dropped: Two"));
    await user.click(await screen.findByRole("button", { name: "Dropped: One" }));
    expect(await screen.findByText("No open actions")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("heading", { name: "Open actions" })).toHaveFocus());
  });

  it("a double click changes an action once", async () => {
    const { sent } = await openList([spaceAction("a", { text: "One" }), spaceAction("b", { text: "Two" })]);
    const done = await screen.findByRole("button", { name: "Done: One" });
    fireEvent.click(done);
    fireEvent.click(done);
    await waitFor(async () => expect(await texts()).toEqual(["Two"]));
    expect(sent()).toEqual(["a done"]);
  });

  it("[G7] a second action is closed while the first one is on its way", async () => {
    const { route, answer } = heldRoute({ data: spaceAction("a", { status: "done" }) });
    const { user, network, sent } = await openList(
      [
        spaceAction("a", { text: "One" }),
        spaceAction("b", { text: "Two" }),
        spaceAction("c", { text: "Three" }),
      ],
      { "PUT spaces/key/actions/a": route },
    );
    await user.click(await screen.findByRole("button", { name: "Done: One" }));
    await user.click(button("Done: Two"));
    await waitFor(async () => expect(await texts()).toEqual(["One", "Three"]));
    expect(sent()).toEqual(["b done"]);
    expect((await rows())[0]).toHaveAttribute("aria-busy", "true");
    answer();
    await waitFor(async () => expect((await rows())[0]).toHaveAttribute("aria-busy", "false"));
    expect(network.calls().filter((call) => call === "PUT spaces/key/actions/a")).toHaveLength(1);
  });

  it.each<[string, Route, string]>([
    [
      "a locked board",
      { status: 403, code: "board_read_only", message: "The board is locked." },
      "The board is locked.",
    ],
    ["an answer of a proxy", { text: "<html>", status: 502 }, "Something went wrong"],
    ["a lost connection", networkError, "The server cannot be reached"],
  ])("%s: the action stays, with a message", async (_name, answer, message) => {
    const { user } = await openList([spaceAction("a", { text: "One" })], {
      "PUT spaces/key/actions/a": answer,
    });
    await user.click(await screen.findByRole("button", { name: "Done: One" }));
    expect(await screen.findByText(new RegExp(message))).toBeInTheDocument();
    expect(await texts()).toEqual(["One"]);
  });

  it("a list that cannot be loaded says so and is asked for again", async () => {
    const { user, network, routes } = await openList([spaceAction("a", { text: "One" })], {
      "GET spaces/key/actions": { text: "<html>", status: 200 },
    });
    expect(await screen.findByText("The open actions could not be loaded")).toBeInTheDocument();
    Object.assign(network.routes, routes);
    await user.click(button("Try again"));
    expect(await texts()).toEqual(["One"]);
  });
});

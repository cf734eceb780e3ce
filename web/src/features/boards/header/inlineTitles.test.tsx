import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { button, field, setByExtension } from "../../../testing/page.tsx";
import { heldRoute, type PageRequest, type Reply, type Route } from "../../../testing/pageNetwork.ts";

/** Makes the server apply the new title. */
function saved({ body }: PageRequest, version = 2): Reply {
  const { title = "Retro" } = body as { title?: string };
  const changes = [{ type: "board.put", board: { title, description: "" } }];
  return { data: { id: "board" }, meta: { version, changes } };
}
const conflict: Route = {
  status: 409,
  message: "Someone has changed this in the meantime",
  data: { title: { text: "Bob's title" } },
  errors: { title: ["Someone has changed this to “Bob's title”. Save again to replace it."] },
};

async function board(routes: Record<string, Route> = {}) {
  const open = startBoardPage(routes);
  const { user } = await visitBoard();
  const sent = (path: string) => open.network.calls().filter((call) => call === `PUT boards/board${path}`);
  return { ...open, user, sent };
}
const title = (level: number, name: string) => screen.findByRole("heading", { level, name });

describe("the board's title", () => {
  it("opens a field by keyboard, Enter saves it with the title that the edit started from", async () => {
    const { user, network } = await board({ "PUT boards/board": saved });
    button("Rename “Retro”").focus();
    await user.keyboard("{Enter}");
    expect(field("Board title")).toHaveFocus();
    await user.keyboard("  Sprint 42 {Enter}");
    expect(await title(1, "Sprint 42")).toBeInTheDocument();
    expect(network.lastBody("PUT boards/board")).toEqual({ title: "Sprint 42", from: { title: "Retro" } });
    expect(button("Rename “Sprint 42”")).toHaveFocus();
  });

  it.each([
    ["an extension", setByExtension],
    ["a script of the page", (input: HTMLElement, text: string) => Object.assign(input, { value: text })],
  ])("saves with Enter what %s has put into the field without an event", async (_who, set) => {
    const { user, network } = await board({ "PUT boards/board": saved });
    await user.click(button("Rename “Retro”"));
    set(field("Board title"), "Retro, corrected");
    await user.keyboard("{Enter}");
    expect(await title(1, "Retro, corrected")).toBeInTheDocument();
    expect(network.lastBody("PUT boards/board")).toMatchObject({ title: "Retro, corrected" });
  });

  it("stays as it is after Escape, and when nothing was changed", async () => {
    const { user, sent } = await board();
    await user.click(button("Rename “Retro”"));
    await user.keyboard("Sprint{Escape}");
    expect(await title(1, "Retro")).toBeInTheDocument();
    await user.click(button("Rename “Retro”"));
    await user.keyboard("{Enter}");
    expect(await title(1, "Retro")).toBeInTheDocument();
    expect(sent("")).toEqual([]);
  });

  it("is not saved half-typed when the user changes to another window", async () => {
    const { user, sent } = await board({ "PUT boards/board": saved });
    await user.click(button("Rename “Retro”"));
    await user.keyboard("Spri");
    // The window loses the focus: the field hears of it, and stays the active element.
    fireEvent.blur(field("Board title"));
    await user.keyboard("nt 42");
    expect([field("Board title"), sent("")]).toEqual([expect.objectContaining({ value: "Sprint 42" }), []]);
    await user.click(document.body);
    expect(await title(1, "Sprint 42")).toBeInTheDocument();
  });

  it("is saved when the user leaves the field, but not while it is empty", async () => {
    const { user, sent } = await board({ "PUT boards/board": saved });
    await user.click(button("Rename “Retro”"));
    await user.keyboard("{Backspace}");
    await user.click(document.body);
    expect(await title(1, "Retro")).toBeInTheDocument();
    expect(sent("")).toEqual([]);
    await user.click(button("Rename “Retro”"));
    await user.keyboard("Sprint 42");
    await user.click(document.body);
    expect(await title(1, "Sprint 42")).toBeInTheDocument();
    expect(sent("")).toHaveLength(1);
  });

  it("opens no field on a tap that leaves another field, only on the next one", async () => {
    const { user } = await board({ "PUT boards/board": saved });
    await user.click(button("Rename “s1”"));
    const tap = { keys: "[TouchA]", target: button("Rename “Retro”") };
    await user.pointer(tap);
    expect(screen.queryByRole("textbox", { name: "Board title" })).not.toBeInTheDocument();
    await user.pointer(tap);
    expect(field("Board title")).toHaveFocus();
  });

  it("comes back with the typed text when someone else has renamed it, and replaces that title only then", async () => {
    const { user, network } = await board({ "PUT boards/board": conflict });
    await user.click(button("Rename “Retro”"));
    await user.keyboard("Ann's title{Enter}");
    expect(await screen.findByText(/Someone has changed this to “Bob's title”/)).toBeInTheDocument();
    expect(field("Board title")).toHaveValue("Ann's title");
    network.routes["PUT boards/board"] = saved;
    await user.click(field("Board title"));
    await user.keyboard("{Enter}");
    expect(await title(1, "Ann's title")).toBeInTheDocument();
    expect(network.lastBody("PUT boards/board")).toEqual({
      title: "Ann's title",
      from: { title: "Bob's title" },
    });
  });

  it("keeps what is typed while an earlier title is refused, and says why", async () => {
    const { route, answer } = heldRoute({
      status: 422,
      message: "No",
      errors: { title: ["Not this title"] },
    });
    const { user, network } = await board({ "PUT boards/board": route });
    await user.click(button("Rename “Retro”"));
    await user.keyboard("First{Enter}");
    await user.click(button("Rename “First”"));
    await user.keyboard("Second");
    answer();
    await waitFor(() => expect(field("Board title")).toHaveAccessibleDescription("Not this title"));
    expect(field("Board title")).toHaveValue("Second");
    network.routes["PUT boards/board"] = saved;
    await user.keyboard("{Enter}");
    expect(await title(1, "Second")).toBeInTheDocument();
    expect(network.lastBody("PUT boards/board")).toEqual({ title: "Second", from: { title: "Retro" } });
  });

  it("is changed once more, or back, while an earlier change is on its way", async () => {
    let version = 1;
    const { route, answer } = heldRoute((asked) => saved(asked, (version += 1)));
    const { user, network, sent } = await board({ "PUT boards/board": route });
    await user.click(button("Rename “Retro”"));
    await user.keyboard("Sprint{Enter}");
    await user.click(button("Rename “Sprint”"));
    await user.keyboard("Retro{Enter}");
    expect(await title(1, "Retro")).toBeInTheDocument();
    expect(sent("")).toHaveLength(1);
    answer();
    await waitFor(() =>
      expect(network.lastBody("PUT boards/board")).toEqual({ title: "Retro", from: { title: "Sprint" } }),
    );
    expect(await title(1, "Retro")).toBeInTheDocument();
    expect(sent("")).toHaveLength(2);
  });

  it("is saved as it was typed last although the title before was refused", async () => {
    const { route, answer } = heldRoute({ status: 422, message: "No" });
    const { user, network } = await board({ "PUT boards/board": route });
    await user.click(button("Rename “Retro”"));
    await user.keyboard("First{Enter}");
    await user.click(button("Rename “First”"));
    await user.keyboard("Second{Enter}");
    network.routes["PUT boards/board"] = saved;
    answer();
    await waitFor(() =>
      expect(network.lastBody("PUT boards/board")).toEqual({ title: "Second", from: { title: "Retro" } }),
    );
    expect(await title(1, "Second")).toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "Board title" })).not.toBeInTheDocument();
  });

  it("waits after a conflict: a click elsewhere neither saves it nor throws the typed text away", async () => {
    const { user, network, sent } = await board({ "PUT boards/board": conflict });
    await user.click(button("Rename “Retro”"));
    await user.keyboard("Ann's title{Enter}");
    expect(await screen.findByText(/Someone has changed this to “Bob's title”/)).toBeInTheDocument();
    network.routes["PUT boards/board"] = saved;
    await user.click(document.body);
    expect(field("Board title")).not.toHaveFocus();
    expect(field("Board title")).toHaveValue("Ann's title");
    expect(sent("")).toHaveLength(1);
  });
});

describe("a section's title", () => {
  const path = "PUT boards/board/items/s1";

  it("is renamed in place, with its revision", async () => {
    const { user, network } = await board();
    await user.click(button("Rename “s1”"));
    await user.keyboard("Went well{Enter}");
    expect(await title(2, "Went well")).toBeInTheDocument();
    await waitFor(() => expect(network.lastBody(path)).toEqual({ title: "Went well", rev: 1 }));
    expect(screen.getByRole("region", { name: "Went well" })).toBeInTheDocument();
  });

  it("is saved although someone else has changed the section's style", async () => {
    const { user, actAs, server } = await board();
    actAs("bob", "PUT", "/items/s1", { style: { self: { backgroundColor: "#f2f4ff" } }, rev: 1 });
    await user.click(button("Rename “s1”"));
    await user.keyboard("Went well{Enter}");
    await waitFor(() =>
      expect(server.expectedFor("ann").items.find(({ id }) => id === "s1")).toMatchObject({
        title: "Went well",
        style: { self: { backgroundColor: "#f2f4ff" } },
      }),
    );
  });

  it("replaces the title of someone else only when the user has read it", async () => {
    const { user, actAs, server } = await board();
    actAs("bob", "PUT", "/items/s1", { title: "Bob's title", rev: 1 });
    await user.click(button("Rename “s1”"));
    await user.keyboard("Ann's title{Enter}");
    expect(await screen.findByText(/Someone has changed this to “Bob's title”/)).toBeInTheDocument();
    const titleOf = () => server.expectedFor("ann").items.find(({ id }) => id === "s1")?.title;
    expect(titleOf()).toBe("Bob's title");
    await user.click(field("Section title"));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(titleOf()).toBe("Ann's title"));
    expect(screen.queryByText(/could not be saved/)).not.toBeInTheDocument();
  });

  it("that was refused and saved later leaves no unsaved change, and replaces only the title that was read", async () => {
    const { user, actAs, server, network } = await board();
    await user.click(button("Rename “s1”"));
    actAs("bob", "PUT", "/items/s1", { title: "Bob's title", rev: 1 });
    await user.keyboard("Ann's title{Enter}");
    expect(await screen.findByText(/Someone has changed this to “Bob's title”/)).toBeInTheDocument();
    actAs("bob", "PUT", "/items/s1", { title: "Bob's newer one", rev: 2 });
    await user.click(field("Section title"));
    await user.keyboard("{Enter}");
    expect(await screen.findByText(/Someone has changed this to “Bob's newer one”/)).toBeInTheDocument();
    await user.click(field("Section title"));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(network.lastBody(path)).toEqual({ title: "Ann's title", rev: 3 }));
    await waitFor(() =>
      expect(server.expectedFor("ann").items.find(({ id }) => id === "s1")?.title).toBe("Ann's title"),
    );
    expect(screen.queryByText(/could not be saved/)).not.toBeInTheDocument();
  });
});

it("[E1] while a board has a facilitator, the titles are text for all others", async () => {
  const open = startBoardPage();
  open.actAs("bob", "POST", "/facilitators");
  await visitBoard();
  expect(await title(2, "s1")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Rename/ })).not.toBeInTheDocument();
});

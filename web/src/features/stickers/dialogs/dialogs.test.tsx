import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard, type BoardPage } from "../../../testing/boardPage.tsx";
import { button, field, fillField, findToastButton, toastButton } from "../../../testing/page.tsx";
import type { Route } from "../../../testing/pageNetwork.ts";

const id = "00000000-0000-4000-8000-000000000001";
const refusal = (status: number, message: string, errors?: Record<string, string[]>): Route => ({
  status,
  message,
  ...(errors && { errors }),
});

/** A board with one sticker by Bob, as Ann sees it. */
async function board(routes: Record<string, Route> = {}, locale: "en" | "ru" = "en") {
  const open = startBoardPage(routes);
  open.actAs("bob", "POST", "/items", { id, parent_id: "s1c1", title: "Bob's words" });
  const { user } = await visitBoard({ locale });
  return { ...open, user };
}
const sticker = (text: string) => screen.findByRole("article", { name: text });
const dialog = (name: string) => screen.findByRole("dialog", { name });
const gone = (name: string) =>
  waitFor(() => expect(screen.queryByRole("dialog", { name })).not.toBeInTheDocument());
const truth = ({ server }: BoardPage) => server.expectedFor("ann").items.find((item) => item.id === id);

describe("New Sticker", () => {
  async function opened(routes: Record<string, Route> = {}) {
    const all = await board(routes);
    await all.user.dblClick(screen.getAllByRole("list", { name: "Column 2" })[0] as HTMLElement);
    await dialog("New Sticker");
    return all;
  }

  it("makes a sticker of each line when that is wanted, and begins a new line with Shift+Enter", async () => {
    const { user, network } = await opened();
    await user.type(field("Title"), "one{Shift>}{Enter}{/Shift}two");
    await user.click(screen.getByRole("checkbox", { name: "Create 2 stickers, one per line" }));
    await user.click(button("Save"));
    expect(await sticker("one")).toBeInTheDocument();
    expect(await sticker("two")).toBeInTheDocument();
    expect(network.lastBody("POST boards/board/items")).toMatchObject({
      parent_id: "s1c2",
      items: [{ title: "one" }, { title: "two" }],
    });
  });

  it("keeps its text when it is left with Escape, also for the composer; Cancel drops it", async () => {
    const { user, network } = await opened();
    await user.type(field("Title"), "later");
    await user.click(button("Bold"));
    await user.keyboard("{Escape}");
    await gone("New Sticker");
    const plus = screen.getAllByRole("button", { name: /^New sticker in column 2/ })[0] as HTMLElement;
    expect(plus).toHaveAccessibleName("New sticker in column 2. Draft later");
    // The section's button opens it in the column of the text, not in the emptiest one.
    await user.click(screen.getAllByRole("button", { name: "Add sticker" })[0] as HTMLElement);
    await dialog("New Sticker");
    expect(field("Title")).toHaveValue("later");
    expect(button("Bold")).toHaveAttribute("aria-pressed", "true");
    await user.click(button("Cancel"));
    await gone("New Sticker");
    expect(plus).toHaveAccessibleName("New sticker in column 2");
    expect(network.calls()).not.toContain("POST boards/board/items");
  });

  it.each([
    ["the button", async ({ user }: { user: UserEvent }) => user.click(button("Save and add another"))],
    [
      "Ctrl+Shift+Enter",
      async ({ user }: { user: UserEvent }) => user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}"),
    ],
  ])("saves and stays open for the next one with %s", async (_name, saveNext) => {
    const { user, network } = await opened();
    await user.click(button("Bold"));
    await fillField(user, "Title", "one");
    await saveNext({ user });
    expect(await screen.findByText("one", { selector: ".sticker-text > *" })).toBeInTheDocument();
    await waitFor(() => expect(field("Title")).toHaveFocus());
    expect(field("Title")).toHaveValue("");
    expect(screen.queryByText("Title field is required.")).not.toBeInTheDocument();
    await user.keyboard("two{Enter}");
    await gone("New Sticker");
    expect(await sticker("two")).toBeInTheDocument();
    expect(network.lastBody("POST boards/board/items")).toMatchObject({
      parent_id: "s1c2",
      title: "two",
      style: { fontWeight: "bold" },
    });
    expect(screen.getAllByRole("button", { name: "New sticker in column 2" })[0]).toHaveAccessibleDescription(
      "",
    );
  });

  it("comes back with the text and the reason when the server refuses it", async () => {
    const { user, network, server } = await opened({
      "POST boards/board/items": refusal(422, "Some fields need your attention", {
        title: ["Not that word"],
      }),
    });
    await fillField(user, "Title", "My words");
    await user.click(button("Save"));
    expect(await screen.findByText("Not that word")).toBeInTheDocument();
    expect(field("Title")).toHaveValue("My words");
    delete network.routes["POST boards/board/items"];
    await user.click(button("Save"));
    await gone("New Sticker");
    await waitFor(() =>
      expect(server.expectedFor("ann").items.some(({ title }) => title === "My words")).toBe(true),
    );
    expect(await screen.findAllByRole("article", { name: "My words" })).toHaveLength(1);
  });
});

describe("Edit Sticker", () => {
  async function opened(routes: Record<string, Route> = {}) {
    const all = await board(routes);
    (await sticker("Bob's words")).focus();
    await all.user.keyboard("{Enter}");
    await dialog("Edit Sticker");
    return all;
  }

  it("sends the text that was changed, with the revision that the edit began from", async () => {
    const { user, network } = await opened();
    expect(field("Title")).toHaveValue("Bob's words");
    await user.clear(field("Title"));
    await user.type(field("Title"), "Better words{Enter}");
    expect(await sticker("Better words")).toBeInTheDocument();
    await waitFor(() =>
      expect(network.lastBody(`PUT boards/board/items/${id}`)).toEqual({ title: "Better words", rev: 1 }),
    );
  });

  it("keeps its text when it is left with Escape; Cancel drops it", async () => {
    const { user, network } = await opened();
    await user.type(field("Title"), " later");
    await user.keyboard("{Escape}");
    await gone("Edit Sticker");
    (await sticker("Bob's words")).focus();
    await user.keyboard("{Enter}");
    await dialog("Edit Sticker");
    expect(field("Title")).toHaveValue("Bob's words later");
    expect(screen.queryByRole("button", { name: "Save and add another" })).not.toBeInTheDocument();
    await user.click(button("Cancel"));
    await gone("Edit Sticker");
    (await sticker("Bob's words")).focus();
    await user.keyboard("{Enter}");
    await dialog("Edit Sticker");
    expect(field("Title")).toHaveValue("Bob's words");
    expect(network.calls()).not.toContain(`PUT boards/board/items/${id}`);
  });

  it("left with Escape, opens with both texts when somebody else has changed the sticker since", async () => {
    const { user, actAs } = await opened();
    await user.type(field("Title"), " later");
    await user.keyboard("{Escape}");
    await gone("Edit Sticker");
    actAs("bob", "PUT", `/items/${id}`, { title: "Bob's new words", rev: 1 });
    window.dispatchEvent(new Event("focus"));
    (await sticker("Bob's new words")).focus();
    await user.keyboard("{Enter}");
    const shown = await dialog("Someone changed this sticker in the meantime");
    expect(within(shown).getByRole("region", { name: "Yours" })).toHaveTextContent("Bob's words later");
    expect(within(shown).getByRole("region", { name: "Theirs" })).toHaveTextContent("Bob's new words");
    await user.click(button("Keep theirs"));
    (await sticker("Bob's new words")).focus();
    await user.keyboard("{Enter}");
    await dialog("Edit Sticker");
    expect(field("Title")).toHaveValue("Bob's new words");
  });

  it("left with Escape, forgets the text when the facilitator hides the sticker", async () => {
    const { user, actAs } = await opened();
    await user.type(field("Title"), " later");
    await user.keyboard("{Escape}");
    await gone("Edit Sticker");
    actAs("bob", "POST", "/facilitators");
    for (const value of [true, false]) {
      actAs("bob", "PUT", "/facilitators", { option: "hideContent", value });
      window.dispatchEvent(new Event("focus"));
      await sticker(value ? "Hidden by the facilitator" : "Bob's words");
    }
    (await sticker("Bob's words")).focus();
    await user.keyboard("{Enter}");
    await dialog("Edit Sticker");
    expect(field("Title")).toHaveValue("Bob's words");
  });

  describe("of what somebody else has changed meanwhile shows both texts", () => {
    async function conflict() {
      const all = await opened();
      all.actAs("bob", "PUT", `/items/${id}`, { title: "Bob's new words", rev: 1 });
      await all.user.clear(field("Title"));
      await all.user.type(field("Title"), "Ann's words{Enter}");
      const shown = await dialog("Someone changed this sticker in the meantime");
      expect(within(shown).getByRole("region", { name: "Yours" })).toHaveTextContent("Ann's words");
      expect(within(shown).getByRole("region", { name: "Theirs" })).toHaveTextContent("Bob's new words");
      expect(field("Combined")).toHaveValue("Bob's new words\nAnn's words");
      return all;
    }

    it.each([
      ["Keep yours", "Ann's words"],
      ["Keep theirs", "Bob's new words"],
    ])("and %s saves %s", async (choice, text) => {
      const all = await conflict();
      await all.user.click(button(choice));
      await gone("Someone changed this sticker in the meantime");
      expect(await sticker(text)).toBeInTheDocument();
      await waitFor(() => expect(truth(all)?.title).toBe(text));
    });

    it("and saves what was put together, which must be a text", async () => {
      const all = await conflict();
      await all.user.clear(field("Combined"));
      expect(button("Save combined text")).toBeDisabled();
      await all.user.type(field("Combined"), "Both words");
      await all.user.keyboard("{Escape}");
      await all.user.click(button("Save combined text"));
      await waitFor(() => expect(truth(all)).toMatchObject({ title: "Both words", rev: 3 }));
    });
  });

  it("closes at once when the facilitator hides the sticker, and its text with it", async () => {
    const all = await opened();
    all.actAs("bob", "POST", "/facilitators");
    all.actAs("bob", "PUT", "/facilitators", { option: "hideContent", value: true });
    window.dispatchEvent(new Event("focus"));
    await gone("Edit Sticker");
    expect(await sticker("Hidden by the facilitator")).toBeInTheDocument();
    expect(screen.queryByText("Bob's words")).not.toBeInTheDocument();
  });
});

describe("a deleted sticker's message", () => {
  it("goes when the page is left and the deletion is sent, as Undo would come too late", async () => {
    const { user, network } = await board();
    await user.click(within(await sticker("Bob's words")).getByRole("button", { name: "Sticker menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await findToastButton("Undo");
    const deletions = () => network.calls().filter((call) => call.startsWith("DELETE"));
    expect(deletions()).toEqual([]);
    window.dispatchEvent(new Event("pagehide"));
    await waitFor(() =>
      expect(deletions()).toEqual([expect.stringContaining(`DELETE boards/board/items/${id}?`)]),
    );
    await waitFor(() => expect(toastButton("Undo")).toBeNull());
  });
});

describe("moving a sticker by its dialog", () => {
  it("goes back with the server's message when it is refused", async () => {
    const { user } = await board({
      "PUT boards/board/sort": refusal(
        403,
        "This board is view-only: only the facilitator can change stickers",
      ),
    });
    await user.click(within(await sticker("Bob's words")).getByRole("button", { name: "Sticker menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Move to…" }));
    await dialog("Move to…");
    await user.click(screen.getByRole("combobox", { name: "Column" }));
    await user.click(await screen.findByRole("option", { name: /3/ }));
    await user.click(button("Move"));
    expect(
      await screen.findByText("This board is view-only: only the facilitator can change stickers"),
    ).toBeInTheDocument();
  });
});

describe("the section dialogs", () => {
  async function menu(entry: string, routes: Record<string, Route> = {}) {
    const all = await board(routes);
    await all.user.click(screen.getAllByRole("button", { name: "Section menu" })[0] as HTMLElement);
    await all.user.click(await screen.findByRole("menuitem", { name: entry }));
    return all;
  }

  it("show a concurrent rename, and replace it only when saved once more", async () => {
    const { user, network, actAs } = await menu("Edit");
    await dialog("Edit Section");
    actAs("bob", "PUT", "/items/s1", { title: "Bob's title", rev: 1 });
    await user.clear(field("Title"));
    await fillField(user, "Title", "Ann's title");
    await user.click(button("Save"));
    expect(await screen.findByText(/Someone has changed this to “Bob's title”/)).toBeInTheDocument();
    await user.click(button("Save"));
    await gone("Edit Section");
    expect(network.lastBody("PUT boards/board/items/s1")).toEqual({ title: "Ann's title", rev: 2 });
  });

  it("ask before a section goes with its stickers, and send its deletion once", async () => {
    const { actAs, user, network } = await board({
      "DELETE boards/board/items/s1": { data: { deleted: ["s1"] } },
    });
    for (const n of [2, 3])
      actAs("bob", "POST", "/items", {
        id: `00000000-0000-4000-8000-00000000000${n}`,
        // A sticker nested in a sticker counts too.
        parent_id: n === 2 ? id : "s1c3",
        title: `Bob's ${n}`,
      });
    window.dispatchEvent(new Event("focus"));
    await user.click(screen.getAllByRole("button", { name: "Section menu" })[0] as HTMLElement);
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const question = await dialog("Delete Section");
    await waitFor(() =>
      expect(question).toHaveTextContent(
        "The section “s1” and its 3 stickers will be deleted. This cannot be undone.",
      ),
    );
    await user.dblClick(within(question).getByRole("button", { name: "Delete" }));
    await gone("Delete Section");
    await waitFor(() =>
      expect(network.calls().filter((call) => call.startsWith("DELETE"))).toEqual([
        expect.stringContaining("DELETE boards/board/items/s1?"),
      ]),
    );
  });

  it("keep the section when the question is cancelled or the server refuses", async () => {
    const { user, network } = await menu("Delete", {
      "DELETE boards/board/items/s1": refusal(422, "The last section cannot be deleted"),
    });
    await user.click(within(await dialog("Delete Section")).getByRole("button", { name: "Cancel" }));
    await gone("Delete Section");
    expect(network.calls().filter((call) => call.startsWith("DELETE"))).toEqual([]);
    await user.click(screen.getAllByRole("button", { name: "Section menu" })[0] as HTMLElement);
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await user.click(within(await dialog("Delete Section")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("The last section cannot be deleted")).toBeInTheDocument();
    expect(await screen.findByRole("heading", { name: "s1" })).toBeInTheDocument();
  });
});

it("the menu of an unsaved change closes when the board has the change after all, and the next refusal is told", async () => {
  const { user, network, actAs } = await board({ "POST boards/board/items": refusal(403, "Not now") });
  await user.dblClick(screen.getAllByRole("list", { name: "Column 2" })[0] as HTMLElement);
  await dialog("New Sticker");
  await user.type(field("Title"), "My words");
  await user.click(button("Save"));
  expect(await screen.findAllByText("Not now")).not.toEqual([]);
  await user.click(button("Cancel"));
  await gone("New Sticker");
  await user.click(button("Not saved: what to do"));
  await screen.findByRole("menuitem", { name: "Discard" });
  actAs("ann", "POST", "/items", network.lastBody("POST boards/board/items"));
  window.dispatchEvent(new Event("focus"));
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
  await user.click(screen.getAllByRole("button", { name: "New sticker in column 3" })[0] as HTMLElement);
  await user.keyboard("bad{Enter}next");
  expect(await screen.findByText("Not saved: Not now")).toBeInTheDocument();
});

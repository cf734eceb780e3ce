import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { button } from "../../testing/page.tsx";
import { hasUnsavedText } from "../../ui/dialogs/unsavedText.ts";
import { idOf, newAction, openActions, row, rows, stickerId, stored } from "./testing/openActions.ts";

describe("an edit", () => {
  const edit = async (user: UserEvent, text: string) => {
    await user.click(row("one").getByRole("button", { name: /Edit action/ }));
    const form = within(screen.getByRole("form", { name: "Edit action" }));
    const field = form.getByRole("textbox", { name: "Action" });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.paste(text);
    return form;
  };

  it("[D1] sends only what was changed, with the revision from which it started", async () => {
    const { user, network } = await openActions(["one", "two"]);
    await edit(user, "uno");
    await user.keyboard("{Enter}");
    expect(rows()).toEqual(["uno", "two"]);
    await waitFor(() =>
      expect(network.lastBody(`PUT boards/board/actions/${idOf(1)}`)).toEqual({ text: "uno", rev: 1 }),
    );
    await waitFor(() => expect(row("uno").getByRole("button", { name: /Edit action/ })).toHaveFocus());
  });

  it("[D1] of an owner to nothing leaves the action without an owner", async () => {
    const all = await openActions([], {
      change: ({ actAs }) =>
        actAs("bob", "POST", "/actions", { id: idOf(1), text: "one", owner_name: "Ops" }),
    });
    const { user, server } = all;
    expect(row("one").getByText("Ops")).toBeInTheDocument();
    const form = await edit(user, "one");
    await user.clear(form.getByRole("combobox", { name: "Owner" }));
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(server.expectedFor("bob").actions[0]?.owner_name).toBeNull());
    expect(row("one").queryByText("Ops")).toBeNull();
  });

  it("that changes nothing, and one that is left with Escape, send nothing", async () => {
    const { user, network } = await openActions(["one"]);
    await edit(user, "one");
    await user.keyboard("{Enter}");
    await edit(user, "uno");
    await user.keyboard("{Escape}");
    expect(rows()).toEqual(["one"]);
    expect(screen.getByRole("complementary", { name: "Actions" })).toBeInTheDocument();
    expect(network.calls().filter((call) => call.startsWith("PUT"))).toEqual([]);
  });

  it("[T8] that is left with its panel opens again with its text, beside what Bob has saved since", async () => {
    const { user, actAs, network } = await openActions(["one"]);
    await edit(user, "uno");
    await user.click(screen.getByRole("button", { name: "Close" }));
    actAs("bob", "PUT", `/actions/${idOf(1)}`, { text: "ein", rev: 1 });
    window.dispatchEvent(new Event("focus"));
    await user.click(screen.getByRole("button", { name: /^Actions/ }));
    await waitFor(() => expect(rows()).toEqual(["ein"]));
    await user.click(row("ein").getByRole("button", { name: /Edit action/ }));
    const form = within(screen.getByRole("form", { name: "Edit action" }));
    expect(form.getByRole("textbox", { name: "Action" })).toHaveValue("uno");
    expect(
      screen.getByText("Someone has changed this to “ein”. Save again to replace it."),
    ).toBeInTheDocument();
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(network.lastBody(`PUT boards/board/actions/${idOf(1)}`)).toEqual({ text: "uno", rev: 2 }),
    );
  });

  it("[T8] of a text that Bob's change replaced on the board meanwhile is not lost, and does not replace Bob's", async () => {
    const all = await openActions(["one", "two"]);
    const { user, actAs } = all;
    await edit(user, "uno");
    actAs("bob", "PUT", `/actions/${idOf(1)}`, { text: "ein", rev: 1 });
    actAs("bob", "PUT", `/actions/${idOf(2)}`, { text: "zwei", rev: 1 });
    window.dispatchEvent(new Event("focus"));
    await screen.findByText("zwei");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(rows()).toEqual(["ein", "zwei"]));
    expect(stored(all)).toEqual(["ein", "zwei"]);
    expect(await screen.findByText("uno")).toBeInTheDocument();
    await user.click(button("Discard"));
  });

  it("[Y5] of an action that Bob deletes meanwhile stays open, also as the only one, and can be added as a new action", async () => {
    const all = await openActions(["one"]);
    const { user, actAs, network } = all;
    const form = await edit(user, "uno");
    await user.type(form.getByRole("combobox", { name: "Owner" }), "Ops");
    actAs("bob", "DELETE", `/actions/${idOf(1)}`);
    window.dispatchEvent(new Event("focus"));
    expect(
      await screen.findByText("This action has been deleted. “Add” creates a new one with your text."),
    ).toBeInTheDocument();
    expect(form.getByRole("combobox", { name: "Owner" })).toHaveFocus();
    expect(hasUnsavedText()).toBe(true);
    await user.click(form.getByRole("button", { name: "Add" }));
    await waitFor(() => expect(stored(all)).toEqual(["uno"]));
    expect(rows()).toEqual(["uno"]);
    expect(row("uno").getByText("Ops")).toBeInTheDocument();
    expect(network.calls().filter((call) => call.startsWith("PUT boards/board/actions"))).toEqual([]);
    await waitFor(() => expect(newAction().getByRole("textbox", { name: "Action" })).toHaveFocus());
    expect(hasUnsavedText()).toBe(false);
  });

  it("[Y5] of an action that Bob deletes and restores keeps what is typed, at its place", async () => {
    const all = await openActions(["one", "two"]);
    const { user, actAs } = all;
    await edit(user, "uno");
    actAs("bob", "DELETE", `/actions/${idOf(1)}`);
    window.dispatchEvent(new Event("focus"));
    await screen.findByText(/This action has been deleted/);
    actAs("bob", "POST", `/actions/${idOf(1)}/restore`);
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(screen.queryByText(/This action has been deleted/)).toBeNull());
    await user.keyboard("{Enter}");
    expect(rows()).toEqual(["uno", "two"]);
    await waitFor(() => expect(stored(all)).toEqual(["uno", "two"]));
  });

  it("[Y5] of an action that Bob deletes before it arrives says so", async () => {
    const { user, actAs } = await openActions(["one"]);
    await edit(user, "uno");
    actAs("bob", "DELETE", `/actions/${idOf(1)}`);
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Someone has deleted this action in the meantime")).toBeInTheDocument();
    await user.click(button("Discard"));
  });

  it("[E3] stays open while the board is view-only, and its refused text is not lost", async () => {
    const all = await openActions(["one"]);
    const { user, actAs } = all;
    await edit(user, "uno");
    actAs("bob", "POST", "/facilitators");
    actAs("bob", "PUT", "/facilitators", { option: "stopEditing", value: true });
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(screen.queryByRole("form", { name: "New action" })).toBeNull());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(rows()).toEqual(["one"]));
    expect(await screen.findByText("uno")).toBeInTheDocument();
    expect(stored(all)).toEqual(["one"]);
    await user.click(button("Discard"));
  });

  it.each([true, false])(
    "[D3] of an action that the facilitator hides ends, and its text leaves the memory; deleted: %s",
    async (deleted) => {
      const { user, actAs } = await openActions([], {
        change: (board) => {
          for (const [n, text] of ["one", "two"].entries())
            board.actAs("bob", "POST", "/actions", { id: idOf(n + 1), text, source_item_id: stickerId });
        },
      });
      await edit(user, "uno");
      if (deleted) {
        actAs("bob", "DELETE", `/actions/${idOf(1)}`);
        window.dispatchEvent(new Event("focus"));
        await screen.findByText(/This action has been deleted/);
      }
      actAs("bob", "POST", "/facilitators");
      actAs("bob", "PUT", "/facilitators", { option: "hideContent", value: true });
      window.dispatchEvent(new Event("focus"));
      await waitFor(() => expect(screen.queryByRole("form", { name: "Edit action" })).toBeNull());
      actAs("bob", "PUT", "/facilitators", { option: "hideContent", value: false });
      window.dispatchEvent(new Event("focus"));
      await waitFor(() => expect(rows()).toEqual(deleted ? ["two"] : ["one", "two"]));
      expect(screen.queryByRole("form", { name: "Edit action" })).toBeNull();
    },
  );

  it("[T8] of the owner keeps the text that Bob has changed meanwhile", async () => {
    const all = await openActions(["one", "two"]);
    const { user, actAs, network, server } = all;
    const form = await edit(user, "one");
    await user.type(form.getByRole("combobox", { name: "Owner" }), "Ops");
    actAs("bob", "PUT", `/actions/${idOf(1)}`, { text: "ein", rev: 1 });
    actAs("bob", "PUT", `/actions/${idOf(2)}`, { text: "zwei", rev: 1 });
    window.dispatchEvent(new Event("focus"));
    await screen.findByText("zwei");
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(network.lastBody(`PUT boards/board/actions/${idOf(1)}`)).toEqual({ owner_name: "Ops", rev: 2 }),
    );
    await waitFor(() =>
      expect(server.expectedFor("bob").actions[0]).toMatchObject({ owner_name: "Ops", text: "ein" }),
    );
  });
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { button, field, findToastButton, resizeTo, toastButton } from "../../../testing/page.tsx";

const one = "00000000-0000-4000-8000-000000000001";
const two = "00000000-0000-4000-8000-000000000002";
const titles = () => [...document.querySelectorAll(".sticker-text")].map((text) => text.textContent);
const status = () =>
  [...document.querySelectorAll("[role=status], [role=status] > p")].map((each) => each.textContent);

/** Ann's board with two stickers of Bob's in the first column. */
async function board(locale: "en" | "ru" = "en") {
  const page = startBoardPage();
  page.actAs("bob", "POST", "/items", { id: one, parent_id: "s1c1", title: "Bob's words" });
  page.actAs("bob", "POST", "/items", { id: two, parent_id: "s1c1", title: "Others" });
  const { user } = await visitBoard({ locale });
  /** Ann deletes a sticker by key. */
  const remove = async (title: string) => {
    (await screen.findByRole("article", { name: title })).focus();
    await user.keyboard("{Delete}");
    await waitFor(() => expect(titles()).not.toContain(title));
  };
  return { ...page, user, remove };
}
/** The button in the header: a message may have one of the same name. */
const headerButton = (name: string) =>
  screen.getAllByRole("button", { name }).find((each) => each.closest(".toasts") === null) as HTMLElement;
const tipOf = (name: string) => button(name).dataset["tip"];

describe("Undo and Redo in the board's header", () => {
  it("are off without a change, keep the focus, and name the change and the key", async () => {
    const { user, remove } = await board();
    expect(button("Undo")).toHaveAttribute("aria-disabled", "true");
    expect(button("Undo")).toHaveAttribute("aria-keyshortcuts", "Control+Z Meta+Z");
    expect([tipOf("Undo"), tipOf("Redo")]).toEqual(["Undo (Ctrl+Z)", "Redo (Ctrl+Shift+Z)"]);
    await remove("Bob's words");
    const undo = headerButton("Undo");
    expect(undo).toHaveAttribute("aria-disabled", "false");
    expect(undo.dataset["tip"]).toBe("Undo: delete (Ctrl+Z)");
    await user.click(undo);
    await waitFor(() => expect(titles()).toEqual(["Bob's words", "Others"]));
    expect(undo).toHaveFocus();
    expect(undo).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{Enter}");
    expect(titles()).toEqual(["Bob's words", "Others"]);
    expect(tipOf("Redo")).toBe("Redo: delete (Ctrl+Shift+Z)");
    await waitFor(() => expect(toastButton("Undo")).toBeNull());
    expect(status()).toContain("Undone: deleted “Bob's words”");
  });

  it("have Russian names", async () => {
    const { remove } = await board("ru");
    await remove("Others");
    expect(headerButton("Отменить").dataset["tip"]).toBe("Отменить: удаление (Ctrl+Z)");
    fireEvent.keyDown(document.body, { key: "я", code: "KeyZ", ctrlKey: true });
    await waitFor(() => expect(titles()).toEqual(["Bob's words", "Others"]));
    expect(status()).toContain("Отменено: удаление «Others»");
  });
});

describe("the keys of Undo and Redo", () => {
  it("are those of the platforms, also on a German keyboard, where Z and Y have changed places", async () => {
    const { remove } = await board();
    await remove("Others");
    for (const [undo, redo] of [
      [
        { key: "z", ctrlKey: true },
        { key: "Z", ctrlKey: true, shiftKey: true },
      ],
      [
        { key: "z", ctrlKey: true },
        { key: "y", ctrlKey: true },
      ],
      [
        { key: "z", metaKey: true },
        { key: "z", metaKey: true, shiftKey: true },
      ],
      [
        { key: "z", code: "KeyY", ctrlKey: true },
        { key: "y", code: "KeyZ", ctrlKey: true },
      ],
    ]) {
      expect(fireEvent.keyDown(document.body, undo)).toBe(false);
      await waitFor(() => expect(titles()).toEqual(["Bob's words", "Others"]));
      expect(fireEvent.keyDown(document.body, redo)).toBe(false);
      await waitFor(() => expect(titles()).toEqual(["Bob's words"]));
    }
    // Cmd+Y is the browser's history.
    for (const press of [
      { key: "z" },
      { key: "z", ctrlKey: true, altKey: true },
      { key: "y", metaKey: true },
      { key: "x", ctrlKey: true },
    ])
      expect(fireEvent.keyDown(document.body, press)).toBe(true);
    expect(titles()).toEqual(["Bob's words"]);
  });

  it("belong to a field while it has the focus, and to an open dialog", async () => {
    const { user, remove } = await board();
    await remove("Others");
    const add = screen.getAllByRole("button", { name: /^New sticker in column 2/ })[0] as HTMLElement;
    await user.click(add);
    expect(fireEvent.keyDown(field("New sticker in column 2"), { key: "z", ctrlKey: true })).toBe(true);
    await user.keyboard("{Escape}");
    await user.click(button("Board settings"));
    const dialog = await screen.findByRole("dialog");
    expect(fireEvent.keyDown(dialog, { key: "z", ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: "z", ctrlKey: true })).toBe(true);
    expect(titles()).toEqual(["Bob's words"]);
  });

  it("move the focus to the next sticker when the focused one goes", async () => {
    const { user } = await board();
    await user.click(screen.getAllByRole("button", { name: /^New sticker in column 1/ })[0] as HTMLElement);
    await user.keyboard("Mine{Enter}{Escape}");
    screen.getByRole("article", { name: "Mine" }).focus();
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(titles()).toEqual(["Bob's words", "Others"]));
    await waitFor(() => expect(screen.getByRole("article", { name: "Others" })).toHaveFocus());
  });
});

describe("a change that somebody else has overwritten", () => {
  it("is not undone; a message says why, and the next Undo takes the change before it", async () => {
    const page = await board();
    const { user } = page;
    await user.dblClick(await screen.findByRole("article", { name: "Others" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit Sticker" });
    await user.clear(field("Title"));
    await user.type(field("Title"), "Ann's words");
    await user.click(button("Save"));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await page.remove("Bob's words");
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(titles()).toEqual(["Bob's words", "Ann's words"]));
    page.actAs("bob", "PUT", `/items/${two}`, { title: "Bob again" });
    window.dispatchEvent(new Event("focus"));
    await screen.findByRole("article", { name: "Bob again" });
    await user.keyboard("{Control>}z{/Control}");
    await screen.findByText("Someone else has changed “Bob again” since. Nothing was undone.");
    expect(titles()).toEqual(["Bob's words", "Bob again"]);
    expect(headerButton("Undo")).toHaveAttribute("aria-disabled", "true");
  });
});

describe("a group", () => {
  it("is offered to be undone, by a message that closes when it was undone by key", async () => {
    const { user } = await board();
    (await screen.findByRole("article", { name: "Others" })).focus();
    const groupOthers = async () => {
      await user.click(screen.getAllByRole("button", { name: "Sticker menu" })[1] as HTMLElement);
      await user.click(await screen.findByRole("menuitem", { name: "Group with…" }));
      await user.click(await screen.findByRole("option"));
      await user.click(button("Group"));
      await screen.findByText("Grouped");
    };
    await groupOthers();
    await user.click(await findToastButton("Undo"));
    await waitFor(() => expect(titles()).toEqual(["Bob's words", "Others"]));
    await waitFor(() => expect(screen.queryByText("Grouped")).not.toBeInTheDocument());
    await groupOthers();
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    await waitFor(() => expect(titles()).toEqual(["Bob's words", "Others"]));
    await waitFor(() => expect(screen.queryByText("Grouped")).not.toBeInTheDocument());
  });
});

describe("on a phone", () => {
  it("Undo is in the panel More, and a message says what was undone, as the panel covers the board", async () => {
    resizeTo(390);
    const { user, remove } = await board();
    await remove("Others");
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(headerButton("Undo"));
    await screen.findByText("Undone: deleted “Others”");
    expect(titles()).toEqual(["Bob's words", "Others"]);
  });
});

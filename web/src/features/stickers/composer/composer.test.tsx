import { forgetTyping } from "../../../ui/focus/letterKey.ts";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { field, inputMethodKeys, setByExtension } from "../../../testing/page.tsx";
import type { Route } from "../../../testing/pageNetwork.ts";

const first = "New sticker in column 1";
const second = "New sticker in column 2";
/** A column's plus; while it shows a draft, its name continues with it. */
const plus = (name = second) =>
  screen.getAllByRole("button", { name: new RegExp(`^${name}(\\.|$)`) })[0] as HTMLElement;
const emptyBox = () => screen.getAllByRole("list", { name: "Column 2" })[0] as HTMLElement;
const composer = (name = second) => screen.queryByRole("textbox", { name });
const titles = () => [...document.querySelectorAll(".sticker-text")].map((text) => text.textContent);

async function board(routes: Record<string, Route> = {}) {
  const open = startBoardPage(routes);
  return { ...open, ...(await visitBoard()) };
}

describe("the composer", () => {
  it.each([
    ["the plus", () => plus()],
    ["the empty box", emptyBox],
  ])("opens with one click on %s, adds with Enter and stays open", async (_name, target) => {
    const { user, network } = await board();
    await user.click(target());
    expect(field(second)).toHaveFocus();
    await user.keyboard("  one  {Enter}two{Shift>}{Enter}{/Shift}lines{Enter}");
    expect(field(second)).toHaveFocus();
    expect(field(second)).toHaveValue("");
    expect(titles()).toEqual(["one", "two\nlines"]);
    await waitFor(() =>
      expect(network.lastBody("POST boards/board/items")).toMatchObject({
        parent_id: "s1c2",
        title: "two\nlines",
      }),
    );
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("adds what an extension has put into the field without an event", async () => {
    const { user } = await board();
    await user.click(plus());
    await user.keyboard("Teh build");
    setByExtension(field(second), "The build");
    await user.keyboard("{Enter}");
    expect(titles()).toEqual(["The build"]);
  });

  it("keeps the text when it is closed with Escape, and returns the focus", async () => {
    const { user, network } = await board();
    await user.click(plus());
    await user.keyboard("later{Escape}");
    expect(composer()).not.toBeInTheDocument();
    expect(plus()).toHaveFocus();
    expect(plus()).toHaveAccessibleName(`${second}. Draft later`);
    await user.click(plus());
    expect(field(second)).toHaveValue("later");
    await user.keyboard("!{Enter}{Escape}");
    expect(titles()).toEqual(["later!"]);
    expect(plus()).toHaveAccessibleName(second);
    expect(network.calls().filter((call) => call === "POST boards/board/items")).toHaveLength(1);
  });

  it("returns the focus to its column after a click on the empty box, so that N opens it there again", async () => {
    const { user } = await board();
    await user.click(emptyBox());
    await user.keyboard("one{Enter}two{Escape}");
    expect(plus()).toHaveFocus();
    forgetTyping();
    await user.keyboard("n");
    expect(field(second)).toHaveValue("two");
  });

  it("keeps the text when the focus leaves it", async () => {
    const { user } = await board();
    await user.click(plus());
    await user.keyboard("half a thou");
    await user.click(screen.getByRole("heading", { level: 1 }));
    await waitFor(() => expect(composer()).not.toBeInTheDocument());
    expect(plus()).toHaveAccessibleName(`${second}. Draft half a thou`);
  });

  it("keeps the text and says why when adding is stopped meanwhile", async () => {
    const { user, actAs, network } = await board();
    await user.click(plus());
    await user.keyboard("my words");
    actAs("bob", "POST", "/facilitators");
    actAs("bob", "PUT", "/facilitators", { option: "stopEditing", value: true });
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(field(second)).toHaveAttribute("readonly"));
    expect(field(second)).toHaveFocus();
    expect(field(second)).toHaveAccessibleDescription(
      /This board is view-only: only the facilitator can change stickers/,
    );
    await user.keyboard("{Enter}{Escape}");
    expect(composer()).not.toBeInTheDocument();
    forgetTyping();
    await user.keyboard("n");
    expect(composer()).not.toBeInTheDocument();
    actAs("bob", "PUT", "/facilitators", { option: "stopEditing", value: false });
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(plus()).toHaveAccessibleName(`${second}. Draft my words`));
    expect(network.calls()).not.toContain("POST boards/board/items");
  });

  it("leaves Enter and Escape to an input method that is composing a word", async () => {
    const { user, network } = await board();
    await user.click(plus());
    await user.keyboard("にほん");
    for (const key of inputMethodKeys("Enter", "Escape", "Tab")) fireEvent.keyDown(field(second), key);
    expect(field(second)).toHaveValue("にほん");
    expect(network.calls()).not.toContain("POST boards/board/items");
    await user.keyboard("{Enter}");
    expect(titles()).toEqual(["にほん"]);
  });

  it("[L2] opens with N where the section stays even, also from a sticker, and not in a field", async () => {
    const { user } = await board();
    await user.keyboard("n");
    expect(field(first)).toHaveFocus();
    await user.keyboard("nn{Enter}{Escape}");
    expect(titles()).toEqual(["nn"]);
    screen.getByRole("article").focus();
    forgetTyping();
    await user.keyboard("n");
    // A single used column fills the section.
    expect(field(first)).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("article")).toHaveFocus();
    await user.click(plus());
    await user.keyboard("second{Enter}{Escape}");
    (document.activeElement as HTMLElement).blur();
    forgetTyping();
    await user.keyboard("[KeyN]");
    expect(field("New sticker in column 3")).toHaveFocus();
  });

  it("[L2] whose writer names no column goes on where the section stays even; a named column stays", async () => {
    const { user } = await board();
    const textsOf = (column: string) =>
      [...document.querySelectorAll(`[data-column=${column}] .sticker-text`)].map(
        ({ textContent }) => textContent,
      );
    await user.click(plus());
    await user.keyboard("one{Enter}two{Enter}three{Enter}{Escape}");
    await user.click(plus(first));
    await user.keyboard("four{Enter}{Escape}");
    // The tile is where the next sticker goes.
    await user.click(plus("New sticker in column 3"));
    await user.keyboard("five{Enter}");
    expect(field(first)).toHaveFocus();
    await user.keyboard("six{Enter}seven{Enter}eight{Enter}");
    expect(field("New sticker in column 3")).toHaveFocus();
    expect(["s1c1", "s1c2", "s1c3"].map(textsOf)).toEqual([
      ["four", "six", "eight"],
      ["one", "two", "three"],
      ["five", "seven"],
    ]);
  });

  it("leaves V and M to the sticker in focus: V votes, also on a Russian keyboard, M opens the menu", async () => {
    const { user } = await board();
    await user.keyboard("n");
    await user.keyboard("vm{Enter}{Escape}");
    const sticker = screen.getByRole("article", { name: "vm" });
    sticker.focus();
    const voted = () => screen.getByRole("button", { name: /^Vote/ }).getAttribute("aria-pressed");
    forgetTyping();
    await user.keyboard("v");
    await waitFor(() => expect(voted()).toBe("true"));
    fireEvent.keyDown(sticker, { key: "м", code: "KeyV" });
    await waitFor(() => expect(voted()).toBe("false"));
    fireEvent.keyDown(sticker, { key: "v", code: "KeyV", ctrlKey: true });
    expect(voted()).toBe("false");
    forgetTyping();
    await user.keyboard("m");
    expect(await screen.findByRole("menuitem", { name: "Edit" })).toBeInTheDocument();
  });

  it("offers a refused sticker in a message while the user writes the next one", async () => {
    const { user } = await board({
      "POST boards/board/items": { status: 422, message: "Not that word" },
    });
    await user.click(plus());
    await user.keyboard("bad{Enter}next");
    expect(await screen.findByText(/Not that word/)).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(field(second)).toHaveFocus();
    expect(field(second)).toHaveValue("next");
  });
});

describe("a press that begins on the plus of a column with stickers", () => {
  afterEach(() => void vi.useRealTimers());
  const prepared = () => document.querySelector(".composer");

  it("prepares the field out of sight, and leaves nothing when it does not become a click", async () => {
    const { user } = await board();
    await user.click(plus());
    await user.keyboard("one{Enter}{Escape}");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.pointerDown(plus());
    expect(prepared()).not.toBeVisible();
    expect(plus()).toHaveFocus();
    expect(composer()).not.toBeInTheDocument();
    act(() => void vi.runAllTimers());
    expect(prepared()).not.toBeInTheDocument();
  });

  it("shows the field when it becomes one, with the draft and the focus", async () => {
    const { user } = await board();
    await user.click(plus());
    await user.keyboard("one{Enter}two{Escape}");
    fireEvent.pointerDown(plus());
    const field = prepared();
    fireEvent.click(plus());
    expect(prepared()).toBe(field);
    expect(composer()).toHaveFocus();
    expect(composer()).toHaveValue("two");
  });
});

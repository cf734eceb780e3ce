import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { field } from "../../../testing/page.tsx";

const moved = "The section was deleted. Your text is now in “s2”.";
const pluses = () => [...document.querySelectorAll<HTMLElement>("button.add-tile")];
/** Columns with an unsent text: the column and the text. */
const draftsOf = () =>
  pluses().flatMap((plus) => {
    const [name, draft] = (plus.getAttribute("aria-label") ?? "").split(". Draft ");
    return draft === undefined ? [] : [[name?.at(-1), draft]];
  });

async function board() {
  const open = startBoardPage();
  const { user } = await visitBoard();
  const deleteFirst = async () => {
    open.actAs("bob", "PUT", "", { deletes: ["s1"] });
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(screen.queryByRole("heading", { level: 2, name: "s1" })).toBeNull());
  };
  const write = async (column: number, text: string) => {
    await user.click(pluses()[column] as HTMLElement);
    await user.keyboard(text);
  };
  return { ...open, user, deleteFirst, write };
}

describe("the section of an unsent text is deleted", () => {
  it("while its author writes: the field goes on in another section, and says where", async () => {
    const { user, deleteFirst, write, network } = await board();
    await write(1, "half a thou");
    await deleteFirst();
    expect(await screen.findByText(moved)).toBeInTheDocument();
    await waitFor(() => expect(field("New sticker in column 1")).toHaveFocus());
    expect(field("New sticker in column 1")).toHaveValue("half a thou");
    await user.keyboard("ght{Enter}");
    await waitFor(() =>
      expect(network.lastBody("POST boards/board/items")).toMatchObject({
        parent_id: "s2c1",
        title: "half a thought",
      }),
    );
    expect(draftsOf()).toEqual([]);
  });

  it("afterwards: each text is in a column of its own, and stays there", async () => {
    const { user, deleteFirst, write } = await board();
    await write(0, "one{Escape}");
    await write(2, "three{Escape}");
    await write(3, "other section{Escape}");
    await deleteFirst();
    await waitFor(() =>
      expect(draftsOf()).toEqual([
        ["1", "other section"],
        ["2", "one"],
        ["3", "three"],
      ]),
    );
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(pluses()[2] as HTMLElement);
    expect(field("New sticker in column 3")).toHaveValue("three");
  });

  it("while the composer is open and empty in another section: the text takes no column in which it would be overwritten", async () => {
    const { user, deleteFirst, write } = await board();
    await write(1, "one{Escape}");
    await user.click(pluses()[3] as HTMLElement);
    await deleteFirst();
    expect(await screen.findByText(moved)).toBeInTheDocument();
    await waitFor(() => expect(field("New sticker in column 1")).toHaveFocus());
    await user.keyboard("other words{Escape}");
    expect(draftsOf()).toEqual([
      ["1", "other words"],
      ["2", "one"],
    ]);
  });

  it("while New Sticker is open: the text stays there, and goes to another column when it is left with Escape", async () => {
    const { user, deleteFirst, network } = await board();
    await user.dblClick(screen.getAllByRole("list", { name: "Column 1" })[0] as HTMLElement);
    const dialog = await screen.findByRole("dialog", { name: "New Sticker" });
    await user.type(within(dialog).getByRole("textbox", { name: "Title" }), "half a thou");
    await waitFor(() => expect(draftsOf()).toEqual([["1", "half a thou"]]));
    await deleteFirst();
    expect(within(dialog).getByRole("textbox", { name: "Title" })).toHaveValue("half a thou");
    expect(draftsOf()).toEqual([]);
    await user.keyboard("{Escape}");
    expect(await screen.findByText(moved)).toBeInTheDocument();
    expect(draftsOf()).toEqual([["1", "half a thou"]]);
    expect(network.calls()).not.toContain("POST boards/board/items");
  });

  it("keeps a text for which no column is free", async () => {
    const { user, deleteFirst, write } = await board();
    for (const [column, text] of ["a", "b", "c", "d"].entries()) await write(column + 2, `${text}{Escape}`);
    await deleteFirst();
    expect(draftsOf().map(([, text]) => text)).toEqual(["b", "c", "d"]);
    await user.click(pluses()[0] as HTMLElement);
    await user.keyboard("{Enter}{Escape}");
    expect(draftsOf()).toEqual([
      ["2", "c"],
      ["3", "d"],
    ]);
    // The next dialog that closes lets it move.
    await user.click(screen.getByRole("button", { name: "Add sticker" }));
    await screen.findByRole("dialog", { name: "New Sticker" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(draftsOf()[0]).toEqual(["1", "a"]));
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { button } from "../../../testing/page.tsx";
import { heldRoute, type Route } from "../../../testing/pageNetwork.ts";

/** Opens the settings of a board. */
async function openSettings(routes: Record<string, Route> = {}) {
  const { network } = startBoardPage(routes);
  const { user } = await visitBoard();
  await user.click(button("Board settings"));
  const dialog = await screen.findByRole("dialog", { name: "Edit Board" });
  const manage = within(dialog).getByRole("group", { name: "Manage the board" });
  return { user, network, dialog, manage };
}
const refusal = { status: 403, message: "Only the facilitator can edit the board", code: "board_locked" };

describe("managing the open board", () => {
  it("keeps typed text: what would close the settings waits until it is saved or cancelled", async () => {
    const { user, dialog, manage } = await openSettings();
    const title = within(dialog).getByRole("textbox", { name: "Title" });
    await user.type(title, "!");
    for (const name of ["Lock", "Archive", "Move to the bin"])
      expect(within(manage).getByRole("button", { name })).toBeDisabled();
    expect(manage).toHaveAccessibleDescription("Save or cancel your changes first.");
    await user.type(title, "{Backspace}");
    expect(within(manage).getByRole("button", { name: "Lock" })).toBeEnabled();
  });

  it("asks before the bin, sends one call, and says why the server refuses", async () => {
    const { user, network, manage } = await openSettings({ "DELETE boards/board": refusal });
    await user.click(within(manage).getByRole("button", { name: "Move to the bin" }));
    const question = await screen.findByRole("dialog", { name: "Move the board to the bin?" });
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(network.calls()).not.toContain("DELETE boards/board");
    await user.click(within(manage).getByRole("button", { name: "Move to the bin" }));
    const again = await screen.findByRole("dialog", { name: "Move the board to the bin?" });
    await user.click(within(again).getByRole("button", { name: "Move to the bin" }));
    await waitFor(() => expect(network.calls()).toContain("DELETE boards/board"));
    expect(await screen.findByText("Only the facilitator can edit the board")).toBeInTheDocument();
  });

  it("moves the board to the bin, and locks it, once however often the button is pressed", async () => {
    const [binned, locked] = [heldRoute(refusal), heldRoute(refusal)];
    const { user, network, manage } = await openSettings({
      "DELETE boards/board": binned.route,
      "PUT boards/board/lock": locked.route,
    });
    const sent = (call: string) => network.calls().filter((each) => each === call);
    await user.dblClick(within(manage).getByRole("button", { name: "Lock" }));
    locked.answer();
    await screen.findByText("Only the facilitator can edit the board");
    expect(sent("PUT boards/board/lock")).toHaveLength(1);
    await user.click(within(manage).getByRole("button", { name: "Move to the bin" }));
    const question = await screen.findByRole("dialog", { name: "Move the board to the bin?" });
    const confirm = within(question).getByRole("button", { name: "Move to the bin" });
    await user.dblClick(confirm);
    binned.answer();
    await waitFor(() => expect(confirm).toBeEnabled());
    expect(sent("DELETE boards/board")).toHaveLength(1);
  });

  it("sets a passphrase, and keeps it in the field when it is refused", async () => {
    const errors = { passphrase: ["Too short"] };
    const { user, network, manage } = await openSettings({
      "PUT boards/board/passphrase": { status: 422, message: "Invalid", errors },
    });
    await user.click(await within(manage).findByRole("button", { name: "Set a passphrase…" }));
    const dialog = await screen.findByRole("dialog", { name: "Passphrase of the board" });
    const field = within(dialog).getByRole("textbox", { name: "Passphrase" });
    await user.type(field, "a long passphrase");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await within(dialog).findByText("Too short")).toBeInTheDocument();
    expect(network.lastBody("PUT boards/board/passphrase")).toEqual({ passphrase: "a long passphrase" });
    expect(field).toHaveValue("a long passphrase");
    expect(within(dialog).queryByRole("button", { name: "Remove the passphrase" })).not.toBeInTheDocument();
  });
});

import type { BoardListRow } from "@retro/contract/boards";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { button, openAddress } from "../../../testing/page.tsx";
import { type Route, startPageNetwork } from "../../../testing/pageNetwork.ts";

const row = (id: string, title: string, more: Partial<BoardListRow> = {}): BoardListRow => ({
  id,
  title,
  section_count: 2,
  sticker_count: 5,
  visited_at: new Date().toISOString(),
  people: [],
  sections: [],
  can_edit: true,
  ...more,
});
const bin_until = "2026-12-22T12:00:00.000Z";

/** Shows the start page of a user who has these boards on each shelf. */
async function openShelves(shelves: Record<string, BoardListRow[]>, routes: Record<string, Route> = {}) {
  const network = startPageNetwork({
    "GET boards": ({ path }) => {
      const shelf = new URL(path, "http://server").searchParams.get("shelf") ?? "open";
      const data = shelves[shelf] ?? [];
      return { data, meta: { total: data.length, page: 1, per_page: 24 } };
    },
    ...routes,
  });
  const { user } = await openAddress("/");
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  const menuOf = async (title: string) =>
    user.click(await screen.findByRole("button", { name: `Menu for “${title}”` }));
  return { user, network, menuOf };
}

describe("My boards", () => {
  it("marks boards that are locked or have a passphrase, with words for screen readers", async () => {
    await openShelves({
      open: [
        row("b1", "Locked one", { locked: true, passphrase: "given" }),
        row("b2", "", { passphrase: "needed", can_edit: false, section_count: 0, sticker_count: 0 }),
        row("b3", "Plain"),
      ],
    });
    expect(await screen.findByRole("link", { name: "Locked one" })).toHaveAccessibleDescription(
      /^Locked\. Has a passphrase\. 2 sections/,
    );
    expect(screen.getByRole("link", { name: "A board with a passphrase" })).toHaveAccessibleDescription(
      /^Has a passphrase\. Open it to enter the passphrase\./,
    );
    expect(screen.getByRole("link", { name: "Plain" })).toHaveAccessibleDescription(/^2 sections/);
  });

  it("has an archive and a bin, each with its own empty text and the way back", async () => {
    const { user } = await openShelves({ open: [row("b1", "Sprint 1")] });
    await user.click(await screen.findByRole("button", { name: "Archive" }));
    expect(await screen.findByText("The archive is empty")).toBeInTheDocument();
    await user.click(button("Bin"));
    expect(await screen.findByText("The bin is empty")).toBeInTheDocument();
    await user.click(button("Back to my boards"));
    expect(await screen.findByRole("link", { name: "Sprint 1" })).toBeInTheDocument();
  });

  it("restores from the bin, and says why the server refuses it late", async () => {
    const { user, network, menuOf } = await openShelves(
      { bin: [row("b1", "Sprint 1", { bin_until })] },
      { "PUT boards/b1/restore": { status: 404, message: "Not found" } },
    );
    await user.click(await screen.findByRole("button", { name: "Bin" }));
    expect(await screen.findByText("Will be deleted on December 22, 2026")).toBeInTheDocument();
    await menuOf("Sprint 1");
    expect(await screen.findAllByRole("menuitem")).toHaveLength(1);
    await user.click(screen.getByRole("menuitem", { name: "Restore" }));
    await waitFor(() => expect(network.calls()).toContain("PUT boards/b1/restore"));
    expect(await screen.findByText("Not found")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Sprint 1" })).toBeInTheDocument();
  });

  it("[G3] tells the creator of a space that is not theirs, also of a closed board, and takes the board out", async () => {
    const elsewhere = { in_other_space: true } as const;
    const open = [row("b1", "Sprint 1", elsewhere), row("b2", "", { passphrase: "needed", ...elsewhere })];
    const { user, network, menuOf } = await openShelves(
      { open },
      { "DELETE boards/b1/space": { data: null } },
    );
    expect(await screen.findAllByText("In a space whose link you do not have")).toHaveLength(2);
    await menuOf("A board with a passphrase");
    expect(await screen.findByRole("menuitem", { name: /^Take out of its space/ })).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await menuOf("Sprint 1");
    await user.click(await screen.findByRole("menuitem", { name: /^Take out of its space/ }));
    await waitFor(() => expect(network.calls()).toContain("DELETE boards/b1/space"));
  });

  it("[G4] does not tell a browser that has the link of the space, which the server has not seen yet", async () => {
    localStorage.setItem("retro.spaces", JSON.stringify([{ key: "A".repeat(22), name: "Team" }]));
    const { menuOf } = await openShelves(
      { open: [row("b1", "Sprint 1", { in_other_space: true })] },
      { "POST boards/b1/space": { data: { key: "A".repeat(22), name: "Team", tracker: null } } },
    );
    await menuOf("Sprint 1");
    expect(screen.queryByText("In a space whose link you do not have")).not.toBeInTheDocument();
    expect(screen.queryByRole("menuitem", { name: /^Take out of its space/ })).not.toBeInTheDocument();
  });

  it("[M1] disables what only the facilitator may do, with the reason", async () => {
    const { menuOf } = await openShelves({ open: [row("b1", "Sprint 1", { can_edit: false })] });
    await menuOf("Sprint 1");
    for (const name of [/^Lock/, /^Archive/, /^Set a passphrase/, /^Move to the bin/, /^Move to a space/]) {
      const entry = await screen.findByRole("menuitem", { name });
      expect(entry).toHaveAttribute("aria-disabled", "true");
      expect(entry).toHaveTextContent("Only the facilitator can do this right now");
    }
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startDialogOpen } from "../../features/facilitation/meeting/startDialogOpen.ts";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";
import { button, field } from "../../testing/page.tsx";

const steps = () => screen.findByRole("region", { name: "First steps" });
const noSteps = () => expect(screen.queryByRole("region", { name: "First steps" })).not.toBeInTheDocument();

async function board(prepare: (open: ReturnType<typeof startBoardPage>) => void = () => undefined) {
  const open = startBoardPage();
  prepare(open);
  return { ...open, ...(await visitBoard()) };
}

describe("the first steps on an empty board", () => {
  it("begin with the invitation, and get the focus back", async () => {
    const { user } = await board();
    const invite = within(await steps()).getByRole("button", { name: "Invite your team" });
    await user.click(invite);
    expect(await screen.findByRole("dialog", { name: "Invite your team" })).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(invite).toHaveFocus());
  });

  it("go on with the composer of the first column, and end with the first sticker", async () => {
    const { user } = await board();
    await user.click(within(await steps()).getByRole("button", { name: "Add stickers" }));
    expect(field("New sticker in column 1")).toHaveFocus();
    await user.keyboard("one{Enter}");
    noSteps();
    expect(field("New sticker in column 1")).toHaveFocus();
  });

  it("end with the meeting", async () => {
    const { user } = await board();
    await user.click(within(await steps()).getByRole("button", { name: "Start the meeting" }));
    expect(startDialogOpen.get()).toBe(true);
  });

  it("are not shown again on this device once they are hidden", async () => {
    const { user, unmount } = await board();
    await steps();
    await user.click(button("Hide the first steps"));
    noSteps();
    expect(screen.getByRole("main")).toHaveFocus();
    unmount();
    await board();
    await screen.findAllByText("What do you want to add here?");
    noSteps();
  });

  it("offer no sticker while only the facilitator may add one", async () => {
    await board(({ actAs }) => {
      actAs("bob", "POST", "/facilitators");
      actAs("bob", "PUT", "/facilitators", { option: "stopEditing", value: true });
    });
    expect(within(await steps()).getByRole("button", { name: "Add stickers" })).toBeDisabled();
  });

  it("are not shown on a board with a sticker, not even with a hidden one", async () => {
    await board(({ actAs }) => {
      actAs("bob", "POST", "/items", {
        id: "00000000-0000-4000-8000-000000000001",
        parent_id: "s1c1",
        title: "secret",
      });
      actAs("bob", "POST", "/facilitators");
      actAs("bob", "PUT", "/facilitators", { option: "hideContent", value: true });
    });
    expect(await screen.findAllByText("What do you want to add here?")).toHaveLength(1);
    noSteps();
  });
});

describe("an empty section", () => {
  it("asks a question until its first sticker", async () => {
    const { user } = await board();
    const questions = () => screen.queryAllByText("What do you want to add here?");
    await waitFor(() => expect(questions()).toHaveLength(2));
    await user.click(screen.getAllByRole("button", { name: "New sticker in column 1" })[0] as HTMLElement);
    await user.keyboard("one{Enter}");
    expect(questions()).toHaveLength(1);
    expect(
      within(screen.getByRole("region", { name: "s2" })).getByText(/What do you want/),
    ).toBeInTheDocument();
  });
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { button, renderPart } from "../../testing/page.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

const onConfirm = vi.fn<() => void>();

function Deletion() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete all
      </button>
      <ConfirmDialog
        open={open}
        danger
        title="Delete stickers"
        text="All stickers on this board will be deleted."
        confirmLabel="Delete"
        onCancel={() => setOpen(false)}
        onConfirm={() => {
          onConfirm();
          setOpen(false);
        }}
      />
    </>
  );
}

/** The dialog, opened by the Enter key. */
async function openedDialog() {
  onConfirm.mockClear();
  const { user } = await renderPart(<Deletion />);
  button("Delete all").focus();
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Delete stickers" });
  await waitFor(() => expect(button("Delete")).toHaveFocus());
  return { user, dialog };
}
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

it("confirms once when Enter is pressed, and gives the focus back", async () => {
  const { user } = await openedDialog();
  expect(onConfirm).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  await closed();
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(button("Delete all")).toHaveFocus();
});

it("confirms nothing while Enter is held, also not while the key that opened the dialog is", async () => {
  const { user } = await openedDialog();
  // The browser presses the focused button unless the event is cancelled.
  expect(fireEvent.keyDown(button("Delete"), { key: "Enter", repeat: true })).toBe(false);
  expect(fireEvent.keyDown(button("Delete"), { key: "Enter", repeat: true, ctrlKey: true })).toBe(false);
  expect(onConfirm).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it("cancels on Escape, and on Enter on Cancel, which is before the action in the Tab order", async () => {
  const { user } = await openedDialog();
  await user.keyboard("{Escape}");
  await closed();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog");
  await waitFor(() => expect(button("Delete")).toHaveFocus());
  await user.tab({ shift: true });
  expect(button("Cancel")).toHaveFocus();
  await user.keyboard("{Enter}");
  await closed();
  expect(onConfirm).not.toHaveBeenCalled();
});

it("is described by its text for screen readers", async () => {
  const { dialog } = await openedDialog();
  expect(dialog).toHaveAccessibleDescription("All stickers on this board will be deleted.");
});

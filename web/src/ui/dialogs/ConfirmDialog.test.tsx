import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ApiError } from "../../api/client.ts";
import { button, renderPart } from "../../testing/page.tsx";
import { toast } from "../toasts/toast.ts";
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

it("does not hide a message, its button, and a later one from assistive technology", async () => {
  const { user } = await openedDialog();
  toast({ message: "Saved", duration: null, action: () => <button type="button">Undo</button> });
  expect(await screen.findByRole("alert")).toHaveTextContent("Saved");
  expect(button("Undo")).toBeInTheDocument();
  await user.keyboard("{Escape}");
  await closed();
  button("Delete all").focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Delete stickers" });
  expect(screen.getByRole("alert")).toHaveTextContent("Saved");
});

/** Two questions of one dialog, each answered when the test says so. */
async function twoQuestions() {
  const answers: PromiseWithResolvers<void>[] = [];
  function Questions() {
    const [asked, setAsked] = useState<string | null>(null);
    return (
      <>
        {["A", "B"].map((name) => (
          <button key={name} type="button" onClick={() => setAsked(name)}>
            Ask {name}
          </button>
        ))}
        <ConfirmDialog
          open={asked !== null}
          title={`Revoke ${asked}`}
          text="No program can use it any more."
          confirmLabel="Revoke"
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            const answer = Promise.withResolvers<void>();
            answers.push(answer);
            return answer.promise;
          }}
        />
      </>
    );
  }
  const { user } = await renderPart(<Questions />);
  await user.click(button("Ask A"));
  await user.click(await screen.findByRole("button", { name: "Revoke" }));
  return { user, answers };
}

it("closes when the answer arrives", async () => {
  const { answers } = await twoQuestions();
  expect(screen.getByRole("dialog", { name: "Revoke A" })).toBeVisible();
  answers[0]?.resolve();
  await closed();
});

it("stays with the reason of a refusal, and can send again", async () => {
  const { user, answers } = await twoQuestions();
  answers[0]?.reject(new ApiError(403, "Only its owner may do that."));
  expect(await screen.findByRole("alert")).toHaveTextContent("Only its owner may do that.");
  await user.click(button("Revoke"));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  answers[1]?.resolve();
  await closed();
});

it("offers Close in place of Cancel while it waits, and a late answer leaves the next question open", async () => {
  const { user, answers } = await twoQuestions();
  expect(screen.queryByRole("button", { name: "Cancel" })).not.toBeInTheDocument();
  await user.click(button("Close"));
  await closed();
  await user.click(button("Ask B"));
  await screen.findByRole("dialog", { name: "Revoke B" });
  answers[0]?.resolve();
  await act(async () => undefined);
  expect(screen.getByRole("dialog", { name: "Revoke B" })).toBeVisible();
  expect(button("Cancel")).toBeEnabled();
});

it("says in a message why something was refused whose dialog is closed", async () => {
  const { user, answers } = await twoQuestions();
  await user.click(button("Close"));
  await closed();
  answers[0]?.reject(new ApiError(403, "Only its owner may do that."));
  expect(await screen.findByRole("alert")).toHaveTextContent("Only its owner may do that.");
});

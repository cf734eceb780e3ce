import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { button, field, renderPart } from "../../testing/page.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { hasUnsavedText } from "./unsavedText.ts";

function Form() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <FormDialog
        open={open}
        title="A form"
        cancelLabel="Cancel"
        submitLabel="Save"
        onCancel={close}
        onSubmit={close}
      >
        <input aria-label="Text" />
      </FormDialog>
    </>
  );
}

it.each(["Cancel", "Save"])("a dialog holds unsaved text from the first letter until %s", async (end) => {
  const { user } = await renderPart(<Form />);
  await user.click(button("Open"));
  await screen.findByRole("dialog");
  expect(hasUnsavedText()).toBe(false);
  await user.type(field("Text"), "a");
  expect(hasUnsavedText()).toBe(true);
  await user.click(button(end));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(hasUnsavedText()).toBe(false);
});

it("a dialog that leaves the page with its text holds none", async () => {
  const { user, unmount } = await renderPart(<Form />);
  await user.click(button("Open"));
  await user.type(field("Text"), "a");
  expect(hasUnsavedText()).toBe(true);
  unmount();
  expect(hasUnsavedText()).toBe(false);
});

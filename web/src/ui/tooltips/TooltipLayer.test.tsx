import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { button, renderPart } from "../../testing/page.tsx";
import { tip } from "./tip.ts";
import { FormDialog } from "../dialogs/FormDialog.tsx";
import { IconAction } from "../controls/IconAction.tsx";
import { TooltipLayer } from "./TooltipLayer.tsx";

afterEach(() => vi.useRealTimers());

it("the tooltip of the first tap stays open, although the touch began before the layer was there", async () => {
  await renderPart(<span {...tip("Why")}>label</span>);
  const label = screen.getByText("label");
  await renderPart(<TooltipLayer firstTouch={label} onListening={{ current: () => undefined }} />);
  vi.useFakeTimers();
  fireEvent.touchEnd(label, { changedTouches: [{ clientX: 200, clientY: 300 }] });
  fireEvent.focusOut(label);
  act(() => {
    vi.runAllTimers();
  });
  expect(screen.getByRole("tooltip")).toHaveTextContent("Why");
});

function AddWithDialog() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconAction label="Add" onClick={() => setOpen(true)}>
        +
      </IconAction>
      <IconAction label="Menu">…</IconAction>
      {open && (
        <FormDialog
          open
          title="New"
          cancelLabel="Cancel"
          submitLabel="Save"
          onCancel={close}
          onSubmit={close}
        >
          <input aria-label="Text" />
        </FormDialog>
      )}
    </>
  );
}

/** A page with a button that opens a dialog. The button has the focus, and its tooltip is open. */
async function addPage() {
  const { user } = await renderPart(<AddWithDialog />);
  const add = button("Add");
  // The first focus fetches the layer.
  await waitFor(async () => {
    add.blur();
    await user.tab();
    expect(await screen.findByRole("tooltip", undefined, { timeout: 100 })).toHaveTextContent("Add");
  });
  return { user, add };
}

it("opens at the focus that a key moves, and not at the focus that returns from a dialog", async () => {
  const { user, add } = await addPage();
  await user.tab();
  await waitFor(() => expect(screen.getByRole("tooltip")).toHaveTextContent("Menu"));
  await user.tab({ shift: true });
  for (const key of ["{Escape}", "text{Enter}"]) {
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog");
    await user.keyboard(key);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(add).toHaveFocus();
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.queryByRole("tooltip")).not.toBeInTheDocument();
  }
});

it("does not open at an element that comes below the resting pointer, until the pointer moves to it", async () => {
  const { add } = await addPage();
  vi.useFakeTimers();
  const openAt = (x: number) => {
    fireEvent.pointerOver(add, { clientX: x, clientY: 10, pointerType: "mouse" });
    act(() => {
      vi.runAllTimers();
    });
    return screen.queryByRole("tooltip")?.textContent;
  };
  expect(openAt(20)).toBe("Add");
  fireEvent.pointerDown(add, { clientX: 20, clientY: 10, pointerType: "mouse" });
  act(() => {
    vi.runAllTimers();
  });
  expect(openAt(20)).toBeUndefined();
  expect(openAt(21)).toBe("Add");
});

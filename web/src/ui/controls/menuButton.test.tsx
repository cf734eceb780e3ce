import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Button } from "./Button.tsx";
import { IconAction } from "./IconAction.tsx";

const open = vi.fn<() => void>();
afterEach(cleanup);

it.each([
  [
    "an icon",
    <IconAction key="icon" label="Open" aria-haspopup="menu" onClick={open}>
      {null}
    </IconAction>,
  ],
  [
    "a text",
    <Button key="text" aria-haspopup="menu" onClick={open}>
      Open
    </Button>,
  ],
])("ArrowDown opens the menu of a button with %s, and does not scroll", (_what, part) => {
  open.mockClear();
  render(part);
  const button = screen.getByRole("button", { name: "Open" });
  expect(fireEvent.keyDown(button, { key: "ArrowDown" })).toBe(false);
  expect(open).toHaveBeenCalledTimes(1);
  for (const other of [{ key: "ArrowUp" }, { key: "ArrowDown", ctrlKey: true }])
    expect(fireEvent.keyDown(button, other)).toBe(true);
  expect(open).toHaveBeenCalledTimes(1);
});

it.each([undefined, "dialog" as const])("ArrowDown scrolls on a button that opens %s", (popup) => {
  open.mockClear();
  render(
    <Button aria-haspopup={popup} onClick={open}>
      Open
    </Button>,
  );
  expect(fireEvent.keyDown(screen.getByRole("button", { name: "Open" }), { key: "ArrowDown" })).toBe(true);
  expect(open).not.toHaveBeenCalled();
});

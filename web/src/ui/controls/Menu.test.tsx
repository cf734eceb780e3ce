import MenuItem from "@mui/material/MenuItem";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { button, renderPart } from "../../testing/page.tsx";
import { Menu } from "./Menu.tsx";

function Actions({ onDelete }: { onDelete: () => void }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <button onClick={(event) => setAnchor(event.currentTarget)}>Actions</button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={onDelete}>Delete</MenuItem>
      </Menu>
    </>
  );
}

it("the second click of a double click on a menu's button chooses no entry, and leaves the menu open", async () => {
  const onDelete = vi.fn<() => void>();
  const { user } = await renderPart(<Actions onDelete={onDelete} />);
  await user.click(button("Actions"));
  const entry = screen.getByRole("menuitem", { name: "Delete" });
  fireEvent.click(entry, { detail: 2 });
  fireEvent.click(document.querySelector(".MuiBackdrop-root") as Element, { detail: 2 });
  expect(onDelete).not.toHaveBeenCalled();
  expect(entry).toBeInTheDocument();
  fireEvent.click(entry, { detail: 1 });
  expect(onDelete).toHaveBeenCalledOnce();
});

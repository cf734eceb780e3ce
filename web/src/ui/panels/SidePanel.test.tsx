import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { button, renderPart, resizeTo } from "../../testing/page.tsx";
import { afterModals } from "../dialogs/modals.ts";
import { SidePanel } from "./SidePanel.tsx";
import { SidePanelSlot } from "./SidePanelSlot.tsx";
import { closeSidePanel, openSidePanel, useSidePanel } from "./sidePanelState.ts";

function PanelWithButton({ name }: { name: string }) {
  const { open, buttonProps } = useSidePanel(name);
  return (
    <>
      <button {...buttonProps}>Open {name}</button>
      {open && (
        <SidePanel name={name} title={name} footer={<button>Save</button>}>
          <input aria-label={`Field of ${name}`} />
        </SidePanel>
      )}
    </>
  );
}

function Page({ withPanels = true }: { withPanels?: boolean }) {
  return (
    <div>
      <main tabIndex={-1}>
        {withPanels && (
          <>
            <PanelWithButton name="Results" />
            <PanelWithButton name="Actions" />
          </>
        )}
      </main>
      <SidePanelSlot />
      <footer>
        <button>After</button>
      </footer>
    </div>
  );
}

const reservedFor = () => document.documentElement.dataset["sidePanel"];
const main = () => document.querySelector("main") as HTMLElement;

it("on a wide screen the panel is beside the board: not modal, and between board and footer in the order of Tab", async () => {
  const { user } = await renderPart(<Page />);
  await user.click(button("Open Results"));
  const panel = screen.getByRole("complementary", { name: "Results" });
  expect(panel).toHaveFocus();
  expect(reservedFor()).toBe("Results");
  expect(button("Open Results")).toHaveAttribute("aria-expanded", "true");
  expect(main()).not.toHaveAttribute("inert");

  await user.tab();
  expect(button("Close")).toHaveFocus();
  await user.tab();
  await user.tab();
  expect(button("Save")).toHaveFocus();
  await user.tab();
  expect(button("After")).toHaveFocus();
});

it("Escape inside closes it and returns the focus; Escape on the board does not", async () => {
  const { user } = await renderPart(<Page />);
  await user.click(button("Open Results"));
  await user.click(button("Open Actions"));
  expect(screen.queryByRole("complementary", { name: "Results" })).toBeNull();
  expect(button("Open Results")).toHaveAttribute("aria-expanded", "false");

  button("Open Results").focus();
  await user.keyboard("{Escape}");
  expect(screen.getByRole("complementary", { name: "Actions" })).toBeInTheDocument();

  await user.click(screen.getByRole("textbox"));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(reservedFor()).toBeUndefined();
  await waitFor(() => expect(button("Open Actions")).toHaveFocus());
});

it("on a narrow screen it is modal: the board takes no input, a message waits, and a click beside it closes it", async () => {
  const { user } = await renderPart(<Page />);
  resizeTo(1199);
  await user.click(button("Open Results"));
  const panel = screen.getByRole("dialog", { name: "Results" });
  expect(panel).toHaveAttribute("aria-modal", "true");
  expect(main()).toHaveAttribute("inert");
  expect(document.querySelector("main ~ footer")).toHaveAttribute("inert");
  let shown = false;
  afterModals(() => (shown = true));
  expect(shown).toBe(false);

  await user.click(document.querySelector(".side-panel-scrim") as Element);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(main()).not.toHaveAttribute("inert");
  await waitFor(() => expect(button("Open Results")).toHaveFocus());
  await waitFor(() => expect(shown).toBe(true));
});

it("what the user typed in it survives a change of the window's width", async () => {
  const { user } = await renderPart(<Page />);
  await user.click(button("Open Results"));
  await user.type(screen.getByRole("textbox"), "typed");
  resizeTo(800);
  expect(screen.getByRole("dialog")).toBeInTheDocument();
  expect(main()).toHaveAttribute("inert");
  resizeTo(1280);
  expect(main()).not.toHaveAttribute("inert");
  expect(screen.getByRole("textbox")).toHaveValue("typed");
});

it("when it closes during a drag, the board gets its width back when the pointer is released", async () => {
  await renderPart(<Page />);
  act(() => openSidePanel("Results", button("Open Results")));
  fireEvent.pointerDown(main());
  act(() => void closeSidePanel("Results"));
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(reservedFor()).toBe("Results");
  fireEvent.pointerUp(main());
  await waitFor(() => expect(reservedFor()).toBeUndefined());
});

it("a screen that closes takes its panel along", async () => {
  const { user, rerender } = await renderPart(<Page />);
  await user.click(button("Open Results"));
  rerender(<Page withPanels={false} />);
  await waitFor(() => expect(reservedFor()).toBeUndefined());
});

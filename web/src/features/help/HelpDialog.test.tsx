import { screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { button, renderPart } from "../../testing/page.tsx";
import { setSingleKeys } from "../../ui/focus/singleKeys.ts";
import { HelpDialog } from "./HelpDialog.tsx";
import { topicGroups } from "./topics.ts";

const usualWidth = window.innerWidth;
const onClose = vi.fn<() => void>();
const onFeedback = vi.fn<() => void>();
afterEach(() => {
  vi.clearAllMocks();
  window.innerWidth = usualWidth;
  setSingleKeys(true);
});

async function openHelp(options: { width?: number; locale?: "en" | "ru" } = {}) {
  window.innerWidth = options.width ?? 1280;
  return renderPart(<HelpDialog open onClose={onClose} onFeedback={onFeedback} />, {
    locale: options.locale ?? "en",
  });
}
const tab = (name: string) => screen.getByRole("tab", { name });
const panel = () => screen.getByRole("tabpanel");

it("lists every topic under its group, for the mouse on a wide screen", async () => {
  await openHelp();
  expect(tab("Mouse")).toHaveAttribute("aria-selected", "true");
  expect(panel()).toHaveAccessibleName("Mouse");
  const groups = within(panel()).getAllByRole("region");
  expect(groups.map((group) => within(group).getAllByRole("listitem").length)).toEqual(
    topicGroups.map(({ topics }) => topics.length),
  );
  expect(screen.getByRole("region", { name: "Stickers" })).toHaveTextContent(/double click/i);
});

it("keeps the focus when somebody presses its title or a place without text, as every dialog does", async () => {
  const { user } = await openHelp();
  await user.click(tab("Touch"));
  for (const blank of document.querySelectorAll(".help-title, .help-head, .MuiDialogActions-root"))
    await user.click(blank);
  expect(tab("Touch")).toHaveFocus();
});

it("begins with touch on a narrow screen, and shows the mouse's instructions on request", async () => {
  const { user } = await openHelp({ width: 390 });
  expect(panel()).toHaveAccessibleName("Touch");
  expect(panel()).not.toHaveTextContent(/double click/i);
  await user.click(tab("Mouse"));
  expect(panel()).toHaveAccessibleName("Mouse");
  expect(panel()).toHaveTextContent(/double click/i);
});

it("opens the keyboard's tab with the arrow keys and lists its keys with what they do", async () => {
  const { user } = await openHelp();
  tab("Mouse").focus();
  await user.keyboard("{ArrowRight}{Enter}");
  expect(panel()).toHaveAccessibleName("Keyboard");
  const vote = within(panel()).getByText("V", { selector: "kbd" });
  expect(vote.closest("dt")?.nextElementSibling).toHaveTextContent(/vote/i);
  expect(within(panel()).getAllByText("Ctrl", { selector: "kbd" }).length).toBeGreaterThan(1);
});

it("leaves out the single-key shortcuts of a user who switched them off, and names the setting", async () => {
  setSingleKeys(false);
  const { user } = await openHelp();
  await user.click(tab("Keyboard"));
  for (const key of ["G", "X", "N", "V", "M", "?"])
    expect(within(panel()).queryByText(key, { selector: "kbd" })).not.toBeInTheDocument();
  expect(within(panel()).getByText("Delete", { selector: "kbd" })).toBeInTheDocument();
  expect(panel()).toHaveTextContent("Single-key shortcuts");
});

it("closes on Escape, Close and the last button, and offers feedback", async () => {
  const { user } = await openHelp();
  await user.keyboard("{Escape}");
  await user.click(button("Close"));
  await user.click(button("Got it"));
  expect(onClose).toHaveBeenCalledTimes(3);
  expect(onFeedback).not.toHaveBeenCalled();
  await user.click(button("Leave feedback"));
  expect(onFeedback).toHaveBeenCalledTimes(1);
});

it("is in Russian for a Russian user", async () => {
  await openHelp({ locale: "ru" });
  expect(screen.getByRole("dialog", { name: "Справка" })).toBeInTheDocument();
  for (const heading of within(panel()).getAllByRole("heading"))
    expect(heading).not.toHaveTextContent(/[a-z]/i);
});

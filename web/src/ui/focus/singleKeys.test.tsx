import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";
import { button } from "../../testing/page.tsx";
import { forgetTyping } from "./letterKey.ts";
import { setSingleKeys } from "./singleKeys.ts";

afterEach(() => setSingleKeys(true));

async function board() {
  const { actAs } = startBoardPage();
  const id = "00000000-0000-4000-8000-000000000001";
  actAs("bob", "POST", "/items", { id, parent_id: "s1c1", title: "one" });
  const { user } = await visitBoard();
  const sticker = await screen.findByRole("article", { name: "one" });
  const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  /** Presses the switch in the user's menu. */
  const press = async () => {
    await user.click(button("Ann"));
    await user.click(await screen.findByRole("switch", { name: "Single-key shortcuts" }));
    await user.keyboard("{Escape}");
    await closed();
    forgetTyping();
  };
  return { user, sticker, press, closed };
}

it("switches off N, V, M and ?, and no other key, until it is switched on again", async () => {
  const { user, sticker, press, closed } = await board();
  const vote = within(sticker).getByRole("button", { name: /^Vote/ });
  await press();
  sticker.focus();
  await user.keyboard("nvm?NVM");
  expect(sticker).toHaveFocus();
  expect(vote).toHaveAttribute("aria-pressed", "false");
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("dialog", { name: "Edit Sticker" })).toBeInTheDocument();
  await user.keyboard("{Escape}");
  await closed();
  await press();
  sticker.focus();
  await user.keyboard("v");
  await waitFor(() => expect(vote).toHaveAttribute("aria-pressed", "true"));
  await user.keyboard("?");
  expect(await screen.findByRole("dialog", { name: "Help" })).toBeInTheDocument();
  await user.click(button("Got it"));
  await closed();
});

it("is named in the help, which lists the keys only while they work", async () => {
  const { user, press } = await board();
  const help = async () => {
    await user.click(button("Help"));
    await user.click(await screen.findByRole("tab", { name: "Keyboard" }));
    const keys = [...document.querySelectorAll("dt")].map((key) => key.textContent);
    const text = screen.getByRole("tabpanel").textContent;
    await user.click(button("Got it"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    return { keys, text };
  };
  const on = await help();
  expect(on.keys).toEqual(expect.arrayContaining(["Tab", "N", "V", "M", "G", "X", "?"]));
  expect(on.text).toContain("You can switch off N, V, M, G, X and ? in your profile: “Single-key shortcuts”");
  await press();
  const off = await help();
  expect(off.keys).toContain("Tab");
  expect(off.keys.filter((key) => /^[A-Z?]$/.test(key))).toEqual([]);
  expect(off.text).toContain("N, V, M, G, X and ? are off");
});

it("is remembered on the device", async () => {
  const { press } = await board();
  await press();
  vi.resetModules();
  const { areSingleKeysOn } = await import("./singleKeys.ts");
  expect(areSingleKeysOn()).toBe(false);
});

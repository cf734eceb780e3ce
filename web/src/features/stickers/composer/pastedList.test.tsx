import { forgetTyping } from "../../../ui/focus/letterKey.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { button, field } from "../../../testing/page.tsx";

const first = "New sticker in column 1";
const offer = () => screen.queryByRole("button", { name: /^Create/ });
const titles = () => [...document.querySelectorAll(".sticker-text")].map((text) => text.textContent);

async function composing(pasted: string) {
  const { network } = startBoardPage();
  const { user } = await visitBoard();
  await user.keyboard("n");
  await user.paste(pasted);
  return { user, network };
}

it("makes one sticker for each line with text, in order and in one call, and stays open", async () => {
  const { user, network } = await composing("one\n\n  two \r\nthree\nfour\n");
  expect(field(first)).toHaveValue("one\n\n  two \nthree\nfour\n");
  await user.click(button("Create 4 stickers"));
  expect(titles()).toEqual(["one", "two", "three", "four"]);
  expect(field(first)).toHaveFocus();
  expect(field(first)).toHaveValue("");
  expect(offer()).toBeNull();
  expect(screen.getByText("4 stickers added")).toBeInTheDocument();
  await waitFor(() =>
    expect(network.lastBody("POST boards/board/items")).toMatchObject({
      parent_id: "s1c1",
      items: ["one", "two", "three", "four"].map((title) => ({ title })),
    }),
  );
  await user.keyboard("five{Enter}{Escape}");
  expect(titles()).toEqual(["one", "two", "three", "four", "five"]);
  expect(screen.getAllByRole("button", { name: first })[0]).toHaveAccessibleName(first);
});

it("works by keyboard: Tab goes to the offer and on to the next column, Shift+Tab comes back", async () => {
  const { user } = await composing("one\ntwo");
  expect(field(first)).toHaveAccessibleDescription(/Tab goes to “Create 2 stickers”/);
  await user.tab();
  expect(offer()).toHaveFocus();
  await user.tab({ shift: true });
  expect(field(first)).toHaveFocus();
  await user.tab();
  await user.tab();
  expect(field("New sticker in column 2")).toHaveFocus();
  await user.tab({ shift: true });
  expect(field(first)).toHaveValue("one\ntwo");
  await user.tab();
  await user.keyboard("{Enter}");
  expect(titles()).toEqual(["one", "two"]);
  expect(field(first)).toHaveFocus();
});

it("stays one text with Enter, and is offered for lists alone, not for lines that were typed", async () => {
  const { user } = await composing("one\ntwo");
  await user.keyboard("{Enter}");
  expect(titles()).toEqual(["one\ntwo"]);
  await user.keyboard("three{Shift>}{Enter}{/Shift}four");
  expect(field(first)).toHaveValue("three\nfour");
  expect(offer()).toBeNull();
  await user.clear(field(first));
  await user.paste("only one line\n\n");
  expect(offer()).toBeNull();
});

it("offers it again when the draft is opened again, and Escape closes from the offer", async () => {
  const { user } = await composing("one\ntwo");
  await user.tab();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
  forgetTyping();
  await user.keyboard("n");
  expect(offer()).toHaveAccessibleName("Create 2 stickers");
});

it("says when a line is too long, or when there are too many, and adds nothing", async () => {
  const { user, network } = await composing("line\n".repeat(101));
  expect(screen.queryByText(/at most 100/)).toBeNull();
  await user.click(button("Create 101 stickers"));
  expect(screen.getByText(/at most 100 stickers/)).toBeInTheDocument();
  expect(field(first)).toHaveFocus();
  await user.clear(field(first));
  await user.paste(`one\n${"x".repeat(1001)}`);
  await user.click(button("Create 2 stickers"));
  expect(screen.getByText("Max allowed length is 1000")).toBeInTheDocument();
  expect(titles()).toEqual([]);
  expect(network.calls()).not.toContain("POST boards/board/items");
});

it("adds lists whose lines fit although the whole text is too long for one sticker", async () => {
  const { user } = await composing(`${"x".repeat(600)}\n${"y".repeat(600)}`);
  expect(screen.queryByText("Max allowed length is 1000")).toBeNull();
  await user.click(button("Create 2 stickers"));
  expect(titles().map((title) => title.length)).toEqual([600, 600]);
});

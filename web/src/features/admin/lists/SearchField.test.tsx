import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MaterialTheme } from "../../../theme/MaterialTheme.tsx";
import { renderPart } from "../../../testing/page.tsx";
import { SearchField } from "./SearchField.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

/** The field, in a page whose address the test changes. */
async function searchField(words: string) {
  const searches: string[] = [];
  const field = (value: string) => (
    <MaterialTheme>
      <SearchField value={value} onChange={(next) => searches.push(next)} />
    </MaterialTheme>
  );
  const { rerender } = await renderPart(null);
  const address = (value: string) => rerender(field(value));
  address(words);
  const input = () => screen.getByRole("searchbox");
  return {
    searches,
    address,
    input,
    type: (text: string) => fireEvent.change(input(), { target: { value: text } }),
    pause: () => act(() => void vi.advanceTimersByTime(1000)),
  };
}

it("keeps what is typed while the page still goes to the search before", async () => {
  const { searches, address, input, type, pause } = await searchField("");
  type("ret");
  pause();
  expect(searches).toEqual(["ret"]);
  type("retro");
  address("ret");
  expect(input()).toHaveValue("retro");
  pause();
  expect(searches).toEqual(["ret", "retro"]);
});

it("follows the address when a step back or a link changes it, also to what was searched before", async () => {
  const { searches, address, input, type, pause } = await searchField("");
  type("ret ");
  pause();
  address("ret");
  expect(input()).toHaveValue("ret ");
  address("");
  expect(input()).toHaveValue("");
  address("ret");
  expect(input()).toHaveValue("ret");
  pause();
  expect(searches).toEqual(["ret"]);
});

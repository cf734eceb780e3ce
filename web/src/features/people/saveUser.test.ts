// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { heldRoute, startPageNetwork, testUser } from "../../testing/pageNetwork.ts";
import { saveUser } from "./saveUser.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Two saves of which the first gets no answer yet. */
function saveTwice() {
  const { route, answer } = heldRoute({ data: testUser });
  const network = startPageNetwork({ "PUT users/ann": route });
  const queries = new QueryClient();
  const saves = ["Anna", "Anna King"].map((name) => saveUser(queries, "ann", { name }));
  const sent = () => network.requests.map(({ body }) => body);
  return { saves, sent, answer };
}
const [first, second] = [{ name: "Anna" }, { name: "Anna King" }];

it("a save waits for the answer of the one before it", async () => {
  const { saves, sent, answer } = saveTwice();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(sent()).toEqual([first]);
  answer();
  await Promise.all(saves);
  expect(sent()).toEqual([first, second]);
});

it("a save whose predecessor gets no answer is sent after ten seconds", async () => {
  const { saves, sent, answer } = saveTwice();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent()).toEqual([first, second]);
  answer();
  await Promise.all(saves);
});

it("a save that waits is sent when the page closes", async () => {
  const { saves, sent, answer } = saveTwice();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent()).toEqual([first]);
  window.dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent()).toEqual([first, second]);
  answer();
  await Promise.all(saves);
});

// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { Link, navigate, Router, useLocation } from "./router.tsx";

beforeEach(() => window.history.pushState(null, "", "/"));
afterEach(cleanup);

function Address() {
  const { pathname, search, hash, state } = useLocation();
  return <output>{`${pathname}${search}${hash} ${JSON.stringify(state)}`}</output>;
}
const address = () => screen.getByRole("status").textContent;

function open(to: string, onClick?: (event: { preventDefault: () => void }) => void): HTMLElement {
  render(
    <Router>
      <Address />
      <Link to={to} onClick={onClick}>
        go
      </Link>
    </Router>,
  );
  return screen.getByRole("link", { name: "go" });
}

/** @returns whether the browser follows the link itself; jsdom cannot */
function press(link: HTMLElement, keys: MouseEventInit = {}): boolean {
  const event = createEvent.click(link, keys);
  let followed = false;
  const watch = (seen: Event) => {
    followed = !seen.defaultPrevented;
    seen.preventDefault();
  };
  document.addEventListener("click", watch);
  onTestFinished(() => document.removeEventListener("click", watch));
  fireEvent(link, event);
  return followed;
}

it("a link opens its address in the page, as a new entry of the history", () => {
  const link = open("/spaces?a=1#key");
  const before = window.history.length;
  expect(link).toHaveAttribute("href", "/spaces?a=1#key");
  expect(press(link)).toBe(false);
  expect(address()).toBe("/spaces?a=1#key null");
  expect(window.history.length).toBe(before + 1);
});

it("a link to the address that is open adds no entry to the history", () => {
  const link = open("/");
  const before = window.history.length;
  expect(press(link)).toBe(false);
  expect(window.history.length).toBe(before);
});

it.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  "the browser follows a link itself that is pressed with %o",
  (keys) => {
    expect(press(open("/tokens"), keys)).toBe(true);
    expect(address()).toBe("/ null");
  },
);

it("a link whose press was handled goes nowhere", () => {
  press(open("/tokens", (event) => event.preventDefault()));
  expect(address()).toBe("/ null");
});

it("a step back and a changed fragment are followed, with the state of the entry", async () => {
  open("/");
  act(() => navigate("/spaces#a", { state: { stepBack: true } }));
  expect(address()).toBe('/spaces#a {"stepBack":true}');
  act(() => navigate("/spaces#b", { replace: true }));
  expect(address()).toBe("/spaces#b null");
  window.history.back();
  await expect.poll(address).toBe("/ null");
});

it("the old screen stays until the code of the next one is loaded", async () => {
  const gate = Promise.withResolvers<{ default: () => string }>();
  const Next = lazy(() => gate.promise);
  function Screen() {
    return useLocation().pathname === "/next" ? <Next /> : "old";
  }
  render(
    <Router>
      <Suspense fallback="nothing">
        <Screen />
      </Suspense>
    </Router>,
  );
  act(() => navigate("/next"));
  expect(document.body).toHaveTextContent("old");
  gate.resolve({ default: () => "next" });
  expect(await screen.findByText("next")).toBeInTheDocument();
});

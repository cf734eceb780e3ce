import { act, fireEvent, screen } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changeLocale } from "../../i18n/i18n.ts";
import {
  heldRoute,
  networkError,
  startPageNetwork,
  type Reply,
  type Route,
} from "../../testing/pageNetwork.ts";
import { renderPart } from "../../testing/page.tsx";
import { Captcha, type CaptchaProps } from "./Captcha.tsx";
import { CaptchaWidget } from "./CaptchaWidget.tsx";

type Message = { type: string; puzzleIndex?: number; puzzleNumber?: number };
/** How the workers behave: `held` ones solve a part when the test says so, the others fail. */
type Manner =
  | "fine"
  | "held"
  | "not made"
  | "stopped by the policy"
  | "failing at work"
  | "reporting an error";
let manner: Manner;
let heldParts: Array<() => void>;
const solveParts = (count: number) =>
  act(async () => {
    for (const solve of heldParts.splice(0, count)) solve();
  });

/** jsdom has no workers: these answer as the library's do. */
class StandInWorker extends EventTarget {
  #gone = false;
  constructor() {
    super();
    if (manner === "not made") throw new DOMException("Workers are off", "SecurityError");
  }
  postMessage(message: Message): void {
    queueMicrotask(() => {
      if (this.#gone) return;
      const isWork = message.type === "start";
      if (manner === "stopped by the policy" || (manner === "failing at work" && isWork))
        this.dispatchEvent(new Event("error"));
      else if (!isWork) this.#answer({ type: "ready", solver: 2 });
      else if (manner === "reporting an error") this.#answer({ type: "error", message: "out of memory" });
      else this.#solve(message);
    });
  }
  terminate(): void {
    this.#gone = true;
  }
  #solve({ puzzleIndex, puzzleNumber }: Message): void {
    this.#answer({ type: "started" });
    const solve = () =>
      this.#answer({ type: "done", h: 1, solution: new Uint8Array(8), puzzleIndex, puzzleNumber });
    if (manner === "held") heldParts.push(solve);
    else solve();
  }
  #answer(data: object): void {
    if (!this.#gone) this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

/** A set that expires after five minutes: byte 13 is the expiry, byte 14 the number of parts. */
function puzzleOf(parts: number): Reply {
  const bytes = new Uint8Array(32);
  bytes.set([1, 1, parts, 50], 12);
  return { data: { puzzle: `signature.${btoa(String.fromCharCode(...bytes))}` } };
}
const puzzle = () => puzzleOf(1);
const notEnabled: Reply = { status: 403, text: '{"errors":["endpoint_not_enabled"]}' };

beforeEach(() => {
  manner = "fine";
  heldParts = [];
  vi.stubGlobal("Worker", StandInWorker);
  URL.createObjectURL = () => "blob:worker";
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A form with the widget. Its button disables itself and says that the form needs the solution. */
function Form({ needed, widget }: { needed: boolean; widget: CaptchaProps }) {
  const [sent, setSent] = useState(needed);
  return (
    <form>
      <input aria-label="Any field" />
      <button type="button" disabled={sent} onClick={() => setSent(true)}>
        Send
      </button>
      <CaptchaWidget {...widget} needed={sent} />
    </form>
  );
}

interface Given {
  routes?: Record<string, Route>;
  endpoints?: string[];
  start?: "auto" | "focus";
  attempt?: number;
  needed?: boolean;
  locale?: "en" | "ru";
}
async function captcha({
  routes = { "GET /captcha/puzzle": puzzle },
  endpoints = ["/captcha/puzzle"],
  start = "auto",
  attempt = 0,
  needed = false,
  locale = "en",
}: Given = {}) {
  const network = startPageNetwork(routes);
  const solutions: string[] = [];
  const errors: string[] = [];
  const onSlow = vi.fn<() => void>();
  const page = await renderPart(
    <Form
      needed={needed}
      widget={{
        settings: { sitekey: "key", endpoints },
        start,
        attempt,
        onSolved: (solution) => solutions.push(solution),
        onError: (code) => errors.push(code),
        onSlow,
      }}
    />,
    { locale },
  );
  const puzzles = () => network.calls().filter((call) => call.includes("puzzle"));
  return { ...page, network, solutions, errors, onSlow, puzzles };
}

describe("the human verification", () => {
  it("starts by itself, asks for a puzzle with the site's key, and hands the solution over", async () => {
    const { network, solutions, puzzles } = await captcha();
    expect(await screen.findByText("I am human")).toBeInTheDocument();
    expect(puzzles()).toEqual(["GET /captcha/puzzle?sitekey=key"]);
    expect(network.requests.at(-1)?.headers.get("x-frc-client")).toMatch(/^js-/);
    expect(solutions).toHaveLength(1);
    expect(solutions[0]).toMatch(/^signature\.[^.]+\.[^.]+\.[^.]+$/);
  });

  it("waits for the form's focus, or for a click", async () => {
    const focused = await captcha({ start: "focus" });
    expect(await screen.findByRole("button", { name: "Click to start verification" })).toBeInTheDocument();
    expect(focused.puzzles()).toEqual([]);
    await focused.user.click(screen.getByRole("textbox", { name: "Any field" }));
    expect(await screen.findByText("I am human")).toBeInTheDocument();
    focused.unmount();
    const clicked = await captcha({ start: "focus" });
    await clicked.user.click(await screen.findByRole("button", { name: "Click to start verification" }));
    expect(await screen.findByText("I am human")).toBeInTheDocument();
  });

  it("is left alone when the form gets the focus after the verification has left it", async () => {
    const network = startPageNetwork({ "GET /captcha/puzzle": puzzle });
    const form = (children: ReactNode) => (
      <form>
        <input aria-label="Any field" />
        {children}
      </form>
    );
    const settings = { sitekey: "key", endpoints: ["/captcha/puzzle"] };
    const { user, rerender } = await renderPart(<div />);
    rerender(form(<CaptchaWidget settings={settings} start="focus" onSolved={() => undefined} />));
    await screen.findByRole("button", { name: "Click to start verification" });
    rerender(form(null));
    await user.click(screen.getByRole("textbox", { name: "Any field" }));
    expect(screen.getByRole("textbox", { name: "Any field" })).toHaveFocus();
    expect(network.calls()).not.toContain("GET /captcha/puzzle?sitekey=key");
    // The library complains about a widget that is started after its end.
    expect(console.error).not.toHaveBeenCalled();
  });

  it("starts without the focus when the form was sent before the widget had loaded", async () => {
    const { solutions, puzzles } = await captcha({ start: "focus", needed: true });
    expect(document.body).toHaveFocus();
    expect(await screen.findByText("I am human")).toBeInTheDocument();
    expect([solutions.length, puzzles().length]).toEqual([1, 1]);
  });

  it("starts when the form is sent by a browser that does not focus a clicked button", async () => {
    const { solutions, puzzles } = await captcha({ start: "focus" });
    await screen.findByRole("button", { name: "Click to start verification" });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(document.body).toHaveFocus();
    expect(await screen.findByText("I am human")).toBeInTheDocument();
    expect([solutions.length, puzzles().length]).toEqual([1, 1]);
  });

  it("goes on in the other language when the user changes it while the form waits for the solution", async () => {
    const { route, answer } = heldRoute(puzzle());
    const { solutions, network } = await captcha({
      start: "focus",
      needed: true,
      routes: { "GET /captcha/puzzle": route },
    });
    await screen.findByText("Fetching Challenge");
    network.routes["GET /captcha/puzzle"] = puzzle;
    await act(() => changeLocale("ru"));
    expect(await screen.findByText("Я человек")).toBeInTheDocument();
    expect(solutions).toHaveLength(1);
    answer();
  });

  it("keeps its solution when the form gets the focus after a click has started it", async () => {
    const { user, solutions, puzzles } = await captcha({ start: "focus" });
    fireEvent.click(await screen.findByRole("button", { name: "Click to start verification" }));
    expect(await screen.findByText("I am human")).toBeInTheDocument();
    await user.click(screen.getByRole("textbox", { name: "Any field" }));
    expect(screen.getByText("I am human")).toBeInTheDocument();
    expect([solutions.length, puzzles().length]).toEqual([1, 1]);
  });

  it.each([
    ["en", "Anti-Robot verification expired", "Restart", "I am human"],
    ["ru", "Срок проверки истёк", "Начать заново", "Я человек"],
  ] as const)(
    "expires thirty seconds before its puzzle, and can be restarted (%s)",
    async (locale, expired, restart, done) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const { solutions, puzzles } = await captcha({ locale });
      await act(() => vi.advanceTimersByTimeAsync(0));
      expect(screen.getByText(done)).toBeInTheDocument();
      await act(() => vi.advanceTimersByTimeAsync(269_999));
      expect(screen.queryByText(expired)).not.toBeInTheDocument();
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(screen.getByText(expired)).toBeInTheDocument();
      screen.getByRole("button", { name: restart }).click();
      await act(() => vi.advanceTimersByTimeAsync(10));
      expect(screen.getByText(done)).toBeInTheDocument();
      expect([solutions.length, puzzles().length]).toEqual([2, 2]);
    },
  );

  it("asks again after one second and after four, then says so and offers another try", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { network, errors, solutions, puzzles } = await captcha({
      routes: { "GET /captcha/puzzle": networkError },
    });
    await act(() => vi.advanceTimersByTimeAsync(999));
    expect(puzzles()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(puzzles()).toHaveLength(2);
    await act(() => vi.advanceTimersByTimeAsync(3999));
    expect([puzzles().length, errors]).toEqual([2, []]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect([puzzles().length, errors]).toEqual([3, ["error_getting_puzzle"]]);
    expect(screen.getByText(/Failed to connect to/)).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(puzzles()).toHaveLength(3);
    network.routes["GET /captcha/puzzle"] = puzzle;
    screen.getByRole("button", { name: "Retry" }).click();
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText("I am human")).toBeInTheDocument();
    expect(solutions).toHaveLength(1);
  });

  it.each<[string, Route]>([
    ["cannot be reached", networkError],
    ["answers with an error", { status: 500, message: "no puzzle" }],
    ["answers with a page of a portal", { text: "<!doctype html><title>Sign in to the network</title>" }],
    ["answers without a puzzle", { data: {} }],
  ])("goes on to the next endpoint at once when one %s", async (_, first) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { solutions, puzzles, network } = await captcha({
      endpoints: ["/first", "/captcha/puzzle"],
      routes: { "GET /first": first, "GET /captcha/puzzle": puzzle },
    });
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText("I am human")).toBeInTheDocument();
    expect(solutions).toHaveLength(1);
    expect(puzzles()).toEqual(["GET /captcha/puzzle?sitekey=key"]);
    expect(network.calls()).toContain("GET /first?sitekey=key");
  });

  it("asks every endpoint again when none can be reached", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { network, errors } = await captcha({
      endpoints: ["/first", "/captcha/puzzle"],
      routes: { "GET /first": networkError, "GET /captcha/puzzle": networkError },
    });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    const round = ["GET /first?sitekey=key", "GET /captcha/puzzle?sitekey=key"];
    expect(network.calls().filter((call) => call.includes("sitekey"))).toEqual([
      ...round,
      ...round,
      ...round,
    ]);
    expect(errors).toEqual(["error_getting_puzzle"]);
  });

  it("says in the page's language that an endpoint does not allow this site, without trying the next", async () => {
    const { errors, network } = await captcha({
      locale: "ru",
      endpoints: ["/first", "/captcha/puzzle"],
      routes: { "GET /first": notEnabled, "GET /captcha/puzzle": puzzle },
    });
    expect(await screen.findByText(/Этот адрес проверки не разрешён/)).toBeInTheDocument();
    expect(errors).toEqual(["error_getting_puzzle"]);
    expect(network.calls()).not.toContain("GET /captcha/puzzle?sitekey=key");
  });

  it.each<Manner>(["not made", "stopped by the policy", "failing at work", "reporting an error"])(
    "solves in the page, without a click, when its workers are %s",
    async (how) => {
      manner = how;
      const { solutions } = await captcha({ routes: { "GET /captcha/puzzle": () => puzzleOf(6) } });
      expect(await screen.findByText("I am human")).toBeInTheDocument();
      expect(solutions).toHaveLength(1);
    },
  );

  it("turns away a browser that is driven by a script", async () => {
    Object.defineProperty(navigator, "webdriver", { value: true, configurable: true });
    const { puzzles } = await captcha();
    expect(await screen.findByText(/Browser check failed, try a different browser/)).toBeInTheDocument();
    expect(puzzles()).toEqual([]);
    Reflect.deleteProperty(navigator, "webdriver");
  });

  it("starts again by itself after two refusals, and waits for a click after the third", async () => {
    for (const attempt of [1, 2]) {
      const { unmount } = await captcha({ attempt, start: "focus" });
      expect(await screen.findByText("I am human")).toBeInTheDocument();
      unmount();
    }
    const { user, puzzles } = await captcha({ attempt: 3 });
    const start = await screen.findByRole("button", { name: "Click to start verification" });
    expect(puzzles()).toEqual([]);
    await user.click(start);
    expect(await screen.findByText("I am human")).toBeInTheDocument();
  });

  it("without a site key says that the server is not set up", async () => {
    startPageNetwork();
    await renderPart(<Captcha settings={{ sitekey: "", endpoints: [] }} onSolved={() => undefined} />);
    expect(screen.getByRole("alert")).toHaveTextContent("Website problem: sitekey not set");
  });
});

describe("a slow device", () => {
  const sets = (request: { path: string }) =>
    puzzleOf(request.path.includes("set=lighter") ? lighterParts : 51);
  let lighterParts: number;
  beforeEach(() => {
    manner = "held";
    lighterParts = 20;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const begin = async (locale: "en" | "ru" = "en") => {
    const page = await captcha({ locale, routes: { "GET /captcha/puzzle": sets } });
    await wait(0);
    return page;
  };

  it("whose whole set takes less than 15 s gets no lighter one, and the page says how long it takes", async () => {
    const { puzzles, onSlow } = await begin();
    await solveParts(4);
    await solveParts(4);
    await solveParts(4);
    await wait(2999);
    expect(screen.queryByText(/on this device/)).not.toBeInTheDocument();
    await wait(1);
    expect(screen.getByText("About 10 seconds on this device")).toBeInTheDocument();
    expect([puzzles().length, onSlow.mock.calls.length]).toEqual([1, 0]);
  });

  it("that solves no part within three seconds gets a lighter set, once, and is let in with it", async () => {
    const { puzzles, onSlow, solutions } = await begin();
    await wait(3000);
    expect(puzzles()).toEqual([
      "GET /captcha/puzzle?sitekey=key",
      "GET /captcha/puzzle?sitekey=key&set=lighter",
    ]);
    expect(onSlow).toHaveBeenCalledOnce();
    // The parts of the first set count no more.
    heldParts.splice(0, heldParts.length - 4);
    for (let part = 0; part < 5; part += 1) await solveParts(4);
    expect(screen.getByText("I am human")).toBeInTheDocument();
    expect(solutions).toHaveLength(1);
    await wait(10_000);
    expect(puzzles()).toHaveLength(2);
  });

  it.each([
    ["en", "About 3 minutes on this device", "About 90 seconds on this device", "I am human"],
    ["ru", "Около 3 минут на этом устройстве", "Около 90 секунд на этом устройстве", "Я человек"],
  ] as const)(
    "that gets the usual set all the same is told the honest time (%s)",
    async (locale, minutes, seconds, done) => {
      lighterParts = 51;
      const { puzzles } = await begin(locale);
      await wait(3000);
      heldParts.splice(0, heldParts.length - 4);
      await wait(3000);
      expect(screen.getByText(minutes)).toBeInTheDocument();
      await solveParts(4);
      await solveParts(1);
      await wait(6000);
      expect(screen.getByText(seconds)).toBeInTheDocument();
      expect(puzzles()).toHaveLength(2);
      for (let part = 5; part < 51; part += 1) await solveParts(1);
      expect(screen.getByText(done)).toBeInTheDocument();
      expect(screen.queryByText(/on this device|на этом устройстве/)).not.toBeInTheDocument();
    },
  );
});

import type { ClientConfig } from "@retro/contract/events";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { networkConfig, type PageNetwork, startPageNetwork, testUser } from "../../testing/pageNetwork.ts";
import { button, findToastButton, openAddress, stubWorker } from "../../testing/page.tsx";
import { configQuery } from "../../api/config.ts";
import { queryClient } from "../queryClient.ts";
import { takeReturnAddress } from "../../routes/returnAddress.ts";

type Guests = "on" | "boards" | "off";
// The browser of the tests follows no address but a fragment.
const started = { data: { address: "#provider" } };
const begun = (network: PageNetwork) =>
  network.calls().filter((call) => call === "POST sign-in/start").length;
const provided = (guests: Guests = "on", auto = false) => ({
  "POST sign-in/start": started,
  "GET config": { data: { ...networkConfig, signIn: { name: "Example", auto, guests } } },
});
const noSession = { "GET users/auth": { status: 401, message: "no" } };

beforeEach(stubWorker);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the entry with a provider of sign-ins", () => {
  it.each([
    ["en", "Sign in with Example", "Continue as a guest", "One moment"],
    ["ru", "Войти через Example", "Продолжить как гость", "Одну минуту"],
  ] as const)("offers it, and the captcha to guests (%s)", async (locale, signIn, asGuest, captcha) => {
    startPageNetwork({ ...noSession, ...provided() });
    const { user } = await openAddress("/auth-anonymous", { locale });
    expect(await screen.findByRole("button", { name: signIn })).toBeInTheDocument();
    expect(screen.queryByRole("heading", { name: captcha })).not.toBeInTheDocument();
    await user.click(button(asGuest));
    expect(await screen.findByRole("heading", { name: captcha })).toBeInTheDocument();
  });

  it.each([
    [
      "en",
      "Continue as a guest",
      "Sign in with Example",
      /This takes longer than usual on this device/,
      /a few seconds/,
    ],
    [
      "ru",
      "Продолжить как гость",
      "Войти через Example",
      /Этому устройству нужно больше/,
      /несколько секунд/,
    ],
  ] as const)(
    "offers it again to a guest whose device is slow (%s)",
    async (locale, asGuest, signIn, slow, fast) => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
      vi.stubGlobal("Worker", undefined);
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      // So many and such difficult parts that no device would solve them.
      const hard = btoa("\u00FF".repeat(32));
      const network = startPageNetwork({
        ...noSession,
        ...provided(),
        "GET /captcha/puzzle": { data: { puzzle: `signature.${hard}` } },
      });
      const { user } = await openAddress("/auth-anonymous", { locale });
      await user.click(await screen.findByRole("button", { name: asGuest }));
      expect(await screen.findByText(fast)).toBeInTheDocument();
      await waitFor(() => expect(network.calls()).toContain("GET /captcha/puzzle?sitekey=key"));
      await vi.waitFor(() => {
        act(() => void vi.advanceTimersByTime(1000));
        expect(screen.getByText(slow)).toBeInTheDocument();
      });
      expect(screen.queryByText(fast)).not.toBeInTheDocument();
      await user.click(button(signIn));
      await waitFor(() => expect(begun(network)).toBe(1));
    },
  );

  it("[I5] has no way in for guests with GUESTS=off", async () => {
    startPageNetwork({ ...noSession, ...provided("off") });
    await openAddress("/auth-anonymous");
    expect(await screen.findByRole("button", { name: "Sign in with Example" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Continue as a guest" })).not.toBeInTheDocument();
  });

  it.each([
    ["unavailable", /Example cannot be reached right now/],
    ["refused", /Example did not let you in/],
    ["failed", /Signing in did not work/],
    ["clocks&seconds=412", /the clocks of this server and of Example are 412 s apart/],
    ["unnamed", /The server was not told who you are/],
    ["out", /You are signed out/],
  ])("says what has happened (%s), and does not go to the provider by itself then", async (outcome, text) => {
    const network = startPageNetwork({ ...noSession, ...provided("on", true) });
    await openAddress(`/auth-anonymous?sign-in=${outcome}`);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(begun(network)).toBe(0);
  });

  it("goes to the provider by itself where the server wants it", async () => {
    const network = startPageNetwork({ ...noSession, ...provided("on", true) });
    await openAddress("/auth-anonymous");
    await waitFor(() => expect(begun(network)).toBe(1));
    await waitFor(() => expect(window.location.hash).toBe("#provider"));
  });

  it.each([
    ["loads this page again", (unmount: () => void) => unmount()],
    [
      "shows this page as it was left",
      () => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })),
    ],
  ])("[I5] shows a guest the choice who steps back from there, when the browser %s", async (_, stepBack) => {
    const network = startPageNetwork({ ...noSession, ...provided("boards", true) });
    const { unmount } = await openAddress("/auth-anonymous");
    await waitFor(() => expect(begun(network)).toBe(1));
    act(() => stepBack(unmount));
    if (screen.queryAllByRole("button").length === 0) await openAddress("/auth-anonymous");
    expect(await screen.findByRole("button", { name: "Continue as a guest" })).toBeVisible();
    expect(begun(network)).toBe(1);
  });
});

describe("[I1] the question to a guest who has written", () => {
  const pending = { name: "Real Name Smith", stickers: 3, boards: 2 };
  it.each([
    [
      "en",
      /Your 3 stickers on 2 boards will carry the name “Real Name Smith”/,
      "Sign in and take them with me",
    ],
    [
      "ru",
      /Под именем «Real Name Smith» все увидят ваши 3 стикера на 2 досках/,
      "Войти и забрать их с собой",
    ],
  ] as const)("has the numbers and the name (%s)", async (locale, text, yes) => {
    startPageNetwork({ ...provided(), "GET sign-in/pending": { data: pending } });
    await openAddress("/auth-anonymous?sign-in=ask", { locale });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(button(yes)).toBeInTheDocument();
  });

  it.each([
    ["Sign in and take them with me", true],
    ["Sign in and leave them with the guest", false],
  ])("%s: the server gets the answer", async (name, keep) => {
    const network = startPageNetwork({
      ...provided(),
      "GET sign-in/pending": { data: { ...pending, stickers: 0 } },
      "POST sign-in/pending": { status: 429, message: "Too many requests" },
    });
    const { user } = await openAddress("/auth-anonymous?sign-in=ask");
    expect(await screen.findByText(/What you have done on 2 boards will carry/)).toBeInTheDocument();
    await user.click(button(name));
    expect(await screen.findByText("Too many requests")).toBeInTheDocument();
    expect(network.lastBody("POST sign-in/pending")).toEqual({ keep });
  });

  it("who stays a guest is back on their page", async () => {
    startPageNetwork({ ...provided(), "GET sign-in/pending": { data: pending } });
    const { user } = await openAddress("/auth-anonymous?sign-in=ask");
    await user.click(await screen.findByRole("button", { name: "Stay a guest" }));
    await waitFor(() => expect(window.location.pathname).toBe("/"));
  });

  it.each(["start", "failed"])("a guest who is sent here with %s gets the button", async (outcome) => {
    const network = startPageNetwork(provided("on", true));
    const { user } = await openAddress(`/auth-anonymous?sign-in=${outcome}`);
    expect(await screen.findByRole("button", { name: "Sign in with Example" })).toBeInTheDocument();
    expect(begun(network)).toBe(0);
    await user.click(button("Continue as a guest"));
    await waitFor(() => expect(window.location.pathname).toBe("/"));
  });
});

describe("[I9] the end of a person's session", () => {
  const member = (left: number) => ({
    "GET config": {
      data: { ...networkConfig, signIn: { name: "Example", auto: false, guests: "on", ends: true } },
    },
    "GET users/auth": { data: { ...testUser, role: "member" } },
    "GET sign-in/spaces": { data: [] },
    "GET sign-in/session": { data: { ends_in: left } },
    "POST sign-in/start": started,
  });

  it("is announced ten minutes before; one press leads to the provider and back to the page", async () => {
    const network = startPageNetwork({ ...member(599), "POST sign-in/session": { data: { ends_in: 599 } } });
    const { user } = await openAddress("/");
    expect(await screen.findByText(/Your sign-in ends at/)).toBeInTheDocument();
    await user.click(await findToastButton("Sign in again"));
    await waitFor(() => expect(begun(network)).toBe(1));
    expect(takeReturnAddress(testUser.id)).toBe("/");
  });

  it.each([
    ["that the provider has put off", 599, 86_400],
    ["that is far", 700, 700],
  ])("is not announced for a session %s", async (_, left, after) => {
    const network = startPageNetwork({
      ...member(left),
      "POST sign-in/session": { data: { ends_in: after } },
    });
    await openAddress("/");
    const last = left > 600 ? "GET sign-in/session" : "POST sign-in/session";
    await waitFor(() => expect(network.calls()).toContain(last));
    expect(screen.queryByText(/Your sign-in ends at/)).not.toBeInTheDocument();
  });
});

describe("[I4] the administrators' sign-in with a provider", () => {
  const config = { ...networkConfig, signIn: { name: "Example", auto: true, guests: "on" } };

  it("leads there, and back to the page that was wanted", async () => {
    const network = startPageNetwork({
      ...noSession,
      "POST sign-in/start": started,
      "GET config": { data: { ...config, signIn: { ...config.signIn, admins: true } } },
    });
    const { user } = await openAddress("/admin/people?sort=name");
    await user.click(await screen.findByRole("button", { name: "Sign in with Example" }));
    await waitFor(() => expect(begun(network)).toBe(1));
    expect(takeReturnAddress(testUser.id)).toBe("/admin/people?sort=name");
  });

  it("does not, where the provider makes no administrators", async () => {
    startPageNetwork({ ...noSession, "GET config": { data: config } });
    await openAddress("/admin/people");
    expect(await screen.findByRole("textbox", { name: "Email" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Sign in with Example" })).not.toBeInTheDocument();
  });
});

describe("[I5] the start page with GUESTS=boards", () => {
  // The server writes it into the page.
  beforeEach(() =>
    queryClient.setQueryData(configQuery.queryKey, provided("boards")["GET config"].data as ClientConfig),
  );

  it("offers a guest no new board, and says why when they ask for one", async () => {
    startPageNetwork({ ...provided("boards"), "GET boards": { data: [] } });
    const { user } = await openAddress("/");
    const [newBoard] = await screen.findAllByRole("button", { name: "New Board" });
    await user.click(newBoard as HTMLElement);
    expect(await screen.findByRole("dialog", { name: "Sign in first" })).toBeInTheDocument();
    expect(button("Sign in with Example")).toBeInTheDocument();
  });

  const key = "R".repeat(21) + "A";
  const space = {
    name: "Team",
    channel: "C".repeat(22),
    boards: [],
    board_count: 0,
    archived_count: 0,
    bin_count: 0,
    chart: [{ month: "2026-11", boards: 0, actions_created: 0, actions_done: 0 }],
    defaults: {},
    tracker: null,
  };
  it.each([
    ["New space", "/"],
    ["New Board", `/spaces#${key}`],
    ["New token", `/tokens#${key}`],
    ["New token", "/tokens"],
  ])("asks a guest to sign in before they fill in the form of %s", async (name, address) => {
    startPageNetwork({
      ...provided("boards"),
      "GET boards": { data: [] },
      [`GET spaces/${key}`]: { data: space },
      [`GET spaces/${key}/*`]: { data: [] },
      "GET tokens": { data: [] },
    });
    const { user } = await openAddress(address);
    await user.click((await screen.findAllByRole("button", { name }))[0] as HTMLElement);
    expect(await screen.findByRole("dialog", { name: "Sign in first" })).toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "Name" })).not.toBeInTheDocument();
  });

  it("offers it to whoever has signed in", async () => {
    startPageNetwork({
      ...provided("boards"),
      "GET users/auth": { data: { ...testUser, role: "member" } },
      "GET sign-in/spaces": { data: [] },
      "GET boards": { data: [] },
    });
    await openAddress("/");
    expect(await screen.findByRole("dialog", { name: "New Board" })).toBeInTheDocument();
  });
});

describe("signing out of a session that the provider has begun [I6]", () => {
  it("ends it here, and then says so", async () => {
    const network = startPageNetwork({
      ...provided(),
      "GET users/auth": { data: { ...testUser, role: "member" } },
      "POST sign-in/out": () => {
        network.routes["GET users/auth"] = noSession["GET users/auth"];
        return { data: { address: null } };
      },
    });
    await openAddress("/sign-out");
    expect(await screen.findByText("You are signed out")).toBeInTheDocument();
    expect(network.calls()).not.toContain("POST users/sign-out");
  });
});

describe("[U1] own tokens of a guest", () => {
  it.each([
    ["where nobody can sign in", {}, /this server has no sign-in/],
    ["with a provider", provided(), /people who have signed in/],
  ])("%s: the page says so before the form is filled in", async (_, routes, text) => {
    startPageNetwork({ ...routes, "GET tokens": { data: [] } });
    const { user } = await openAddress("/tokens");
    await user.click((await screen.findAllByRole("button", { name: "New token" }))[0] as HTMLElement);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "Name" })).not.toBeInTheDocument();
  });
});

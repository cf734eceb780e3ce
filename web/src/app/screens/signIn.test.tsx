import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { networkConfig, startPageNetwork, testUser } from "../../testing/pageNetwork.ts";
import { button, openAddress, stubWorker } from "../../testing/page.tsx";
import { takeReturnAddress } from "../../routes/returnAddress.ts";

type Guests = "on" | "boards" | "off";
const provided = (guests: Guests = "on", auto = false) => ({
  "GET config": { data: { ...networkConfig, signIn: { name: "Example", auto, guests } } },
});
const noSession = { "GET users/auth": { status: 401, message: "no" } };

beforeEach(stubWorker);

describe("the entry with a provider of sign-ins", () => {
  it.each([
    ["en", "Sign in with Example", "Continue as a guest", "One moment"],
    ["ru", "Войти через Example", "Продолжить как гость", "Одну минуту"],
  ] as const)("offers it, and the captcha to guests (%s)", async (locale, signIn, asGuest, captcha) => {
    startPageNetwork({ ...noSession, ...provided() });
    const { user } = await openAddress("/auth-anonymous", { locale });
    expect(await screen.findByRole("link", { name: signIn })).toHaveAttribute(
      "href",
      "/api/v1/sign-in/start",
    );
    expect(screen.queryByRole("heading", { name: captcha })).not.toBeInTheDocument();
    await user.click(button(asGuest));
    expect(await screen.findByRole("heading", { name: captcha })).toBeInTheDocument();
  });

  it("[I5] has no way in for guests with GUESTS=off", async () => {
    startPageNetwork({ ...noSession, ...provided("off") });
    await openAddress("/auth-anonymous");
    expect(await screen.findByRole("link", { name: "Sign in with Example" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Continue as a guest" })).not.toBeInTheDocument();
  });

  it.each([
    ["unavailable", /Example cannot be reached right now/],
    ["refused", /Example did not let you in/],
    ["failed", /Signing in did not work/],
    ["unnamed", /The server was not told who you are/],
    ["out", /You are signed out/],
  ])("says what has happened (%s), and does not go to the provider by itself then", async (outcome, text) => {
    startPageNetwork({ ...noSession, ...provided("on", true) });
    const went = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    document.addEventListener("click", went);
    await openAddress(`/auth-anonymous?sign-in=${outcome}`);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(went).not.toHaveBeenCalled();
    document.removeEventListener("click", went);
  });

  it("goes to the provider by itself with OIDC_AUTO", async () => {
    startPageNetwork({ ...noSession, ...provided("on", true) });
    const went = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    document.addEventListener("click", went);
    await openAddress("/auth-anonymous");
    await waitFor(() => expect(went).toHaveBeenCalledTimes(1));
    document.removeEventListener("click", went);
  });

  it.each([
    ["loads this page again", (unmount: () => void) => unmount()],
    [
      "shows this page as it was left",
      () => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })),
    ],
  ])("[I5] shows a guest the choice who steps back from there, when the browser %s", async (_, stepBack) => {
    startPageNetwork({ ...noSession, ...provided("boards", true) });
    const went = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    document.addEventListener("click", went);
    const { unmount } = await openAddress("/auth-anonymous");
    await waitFor(() => expect(went).toHaveBeenCalledTimes(1));
    act(() => stepBack(unmount));
    if (screen.queryAllByRole("button").length === 0) await openAddress("/auth-anonymous");
    expect(await screen.findByRole("button", { name: "Continue as a guest" })).toBeVisible();
    expect(went).toHaveBeenCalledTimes(1);
    document.removeEventListener("click", went);
  });
});

describe("[I4] the administrators' sign-in with a provider", () => {
  const config = { ...networkConfig, signIn: { name: "Example", auto: true, guests: "on" } };

  it("leads there, and back to the page that was wanted", async () => {
    startPageNetwork({
      ...noSession,
      "GET config": { data: { ...config, signIn: { ...config.signIn, admins: true } } },
    });
    const { user } = await openAddress("/admin/people?sort=name");
    const link = await screen.findByRole("link", { name: "Sign in with Example" });
    expect(link).toHaveAttribute("href", "/api/v1/sign-in/start");
    link.addEventListener("click", (event) => event.preventDefault());
    await user.click(link);
    expect(takeReturnAddress(testUser.id)).toBe("/admin/people?sort=name");
  });

  it("does not, where the provider makes no administrators", async () => {
    startPageNetwork({ ...noSession, "GET config": { data: config } });
    await openAddress("/admin/people");
    expect(await screen.findByRole("textbox", { name: "Email" })).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Sign in with Example" })).not.toBeInTheDocument();
  });
});

describe("[I5] the start page with GUESTS=boards", () => {
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
  ])("asks a guest to sign in before they fill in the form of %s", async (name, address) => {
    startPageNetwork({
      ...provided("boards"),
      "GET boards": { data: [] },
      [`GET spaces/${key}`]: { data: space },
      [`GET spaces/${key}/*`]: { data: [] },
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

import { limits } from "@retro/contract/limits";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { networkError, startPageNetwork, testUser } from "../testing/pageNetwork.ts";
import { button, renderPart, openAddress } from "../testing/page.tsx";
import { toast } from "../ui/toasts/toast.ts";
import { Toasts } from "../ui/toasts/Toasts.tsx";
import { setFullscreen } from "./useFullscreen.ts";

const refused = (status: number, message = "no") => ({ status, message });

describe("the error page", () => {
  it.each([
    ["en", 404, "Error 404", /There is nothing at this address/],
    ["en", 503, "Error 503", /starting or being updated/],
    ["en", 418, "Error 418", /This page could not be opened/],
    ["ru", 404, "Ошибка 404", /По этому адресу ничего нет/],
  ] as const)(
    "in %s for %i names the code, what it means, and the way home",
    async (locale, code, heading, text) => {
      startPageNetwork();
      const { user } = await openAddress(`/error/${code}`, { locale });
      expect(await screen.findByRole("heading", { name: heading })).toBeInTheDocument();
      expect(screen.getByText(text)).toBeInTheDocument();
      await user.click(
        screen.getByRole("link", { name: locale === "en" ? "Go to the start page" : "На главную" }),
      );
      expect(location.pathname).toBe("/");
    },
  );

  it("appears at an unknown address", async () => {
    startPageNetwork();
    await openAddress("/no/such/page");
    expect(await screen.findByRole("heading", { name: "Error 404" })).toBeInTheDocument();
    expect(location.pathname).toBe("/error/404");
  });

  it.each([404, 500])("appears for a board that answers %i when it is loaded", async (status) => {
    startPageNetwork({ "GET boards/lost*": refused(status) });
    await openAddress("/boards/lost");
    expect(await screen.findByRole("heading", { name: `Error ${status}` })).toBeInTheDocument();
    expect(location.pathname).toBe(`/error/${status}`);
  });

  it("does not appear for a board whose server is away for a moment", async () => {
    startPageNetwork({ "GET boards/lost*": refused(503) });
    await openAddress("/boards/lost");
    await screen.findByRole("main");
    await waitFor(() => expect(screen.getByRole("link", { name: /start page/ })).toBeInTheDocument());
    expect(location.pathname).toBe("/boards/lost");
  });
});

describe("the current user", () => {
  it("without a session is redirected to the entry, and the address is remembered", async () => {
    startPageNetwork({ "GET users/auth": refused(401) });
    await openAddress("/boards/b1?x=1#y");
    await waitFor(() => expect(location.pathname).toBe("/auth-anonymous"));
    expect(sessionStorage.getItem("retro.return-to")).toBe("/boards/b1?x=1#y");
  });

  it("that cannot be fetched is reported, with a retry", async () => {
    const network = startPageNetwork({ "GET users/auth": networkError });
    const { user } = await openAddress("/");
    expect(await screen.findByRole("heading", { name: "Retro could not be opened" })).toBeInTheDocument();
    network.routes["GET users/auth"] = { data: testUser };
    await user.click(button("Try again"));
    expect(await screen.findByRole("dialog", { name: "New Board" })).toBeInTheDocument();
  });
});

describe("an address of administrators without a session", () => {
  it.each([
    ["/admin/feedbacks", "/admin/sign-in"],
    ["/admin/people/", "/admin/sign-in"],
    ["/admin/unknown", "/error/404"],
    ["/admin/a/b", "/error/404"],
  ])("%s leads to %s", async (address, target) => {
    startPageNetwork({ "GET users/auth": refused(401) });
    await openAddress(address);
    await waitFor(() => expect(location.pathname).toBe(target));
  });
});

describe("signing out", () => {
  it.each([
    ["succeeds", { data: null }],
    ["finds no session any more", refused(401)],
  ])("that %s leads to the administrators' sign-in and forgets the user", async (_what, reply) => {
    const network = startPageNetwork({ "POST users/sign-out": reply });
    localStorage.setItem("user", JSON.stringify(testUser));
    await openAddress("/sign-out");
    await waitFor(() => expect(location.pathname).toBe("/admin/sign-in"));
    expect(network.calls()).toContain("POST users/sign-out");
    expect(localStorage.getItem("user")).toBeNull();
  });

  it("that fails says so and offers another try", async () => {
    const network = startPageNetwork({ "POST users/sign-out": refused(500, "Something broke") });
    const { user } = await openAddress("/sign-out");
    expect(await screen.findByRole("heading", { name: "You could not be signed out" })).toBeInTheDocument();
    expect(screen.getByText("Something broke")).toBeInTheDocument();
    expect(location.pathname).toBe("/sign-out");
    network.routes["POST users/sign-out"] = { data: null };
    await user.click(button("Try again"));
    await waitFor(() => expect(location.pathname).toBe("/admin/sign-in"));
  });
});

/** The start page without the dialog that is open at first. */
async function startPage() {
  const { user } = await openAddress("/");
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  return user;
}

describe("the theme", () => {
  it.each([
    ["dark", "Light theme"],
    ["light", "Dark theme"],
  ])("%s is restored when the page is loaded, and the button offers the other one", async (theme, other) => {
    startPageNetwork();
    localStorage.setItem("theme", theme);
    const user = await startPage();
    await user.click(await screen.findByRole("button", { name: other }));
    expect(localStorage.getItem("theme")).toBe(theme === "dark" ? "light" : "dark");
    expect(
      await screen.findByRole("button", { name: theme === "dark" ? "Dark theme" : "Light theme" }),
    ).toBeInTheDocument();
  });
});

describe("fullscreen", () => {
  beforeEach(() => setFullscreen(false));

  it("hides the bars until it is left, and is kept meanwhile", async () => {
    startPageNetwork();
    const user = await startPage();
    await user.click(await screen.findByRole("button", { name: "Fullscreen" }));
    expect(localStorage.getItem("fullscreen")).not.toBeNull();
    expect(screen.queryByRole("banner")).not.toBeInTheDocument();
    expect(screen.queryByRole("contentinfo")).not.toBeInTheDocument();
    await user.click(button("Exit fullscreen"));
    expect(localStorage.getItem("fullscreen")).toBeNull();
    expect(screen.getByRole("banner")).toBeInTheDocument();
  });

  it("keeps the focus at its button when it is entered and left", async () => {
    startPageNetwork();
    const user = await startPage();
    (await screen.findByRole("button", { name: "Fullscreen" })).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(button("Exit fullscreen")).toHaveFocus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(button("Fullscreen")).toHaveFocus());
  });

  it("stays when the browser tells of the last exit only after it is entered again", () => {
    const browser = vi.spyOn(document, "fullscreenElement", "get");
    document.exitFullscreen = () => Promise.resolve();
    const told = (element: Element | null) => {
      browser.mockReturnValue(element);
      document.dispatchEvent(new Event("fullscreenchange"));
    };
    setFullscreen(true);
    told(document.documentElement);
    setFullscreen(false);
    setFullscreen(true);
    told(null);
    expect(localStorage.getItem("fullscreen")).not.toBeNull();
    told(document.documentElement);
    told(null);
    expect(localStorage.getItem("fullscreen")).toBeNull();
    browser.mockRestore();
  });

  it("is restored when the page is loaded", async () => {
    startPageNetwork();
    localStorage.setItem("fullscreen", "true");
    vi.resetModules();
    const { createElement } = await import("react");
    const { render } = await import("@testing-library/react");
    const { useFullscreen } = await import("./useFullscreen.ts");
    render(createElement(() => String(useFullscreen())));
    expect(await screen.findByText("true")).toBeInTheDocument();
  });
});

describe("toasts", () => {
  it("are twenty at most: the next one waits for the oldest to go", async () => {
    startPageNetwork();
    await renderPart(<Toasts closeLabel="Close" />);
    act(() => {
      for (let n = 1; n <= 22; n += 1) toast({ message: `Message ${n}`, duration: null });
    });
    expect(await screen.findByText("Message 20")).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText(/^Message \d+$/)).toHaveLength(limits.maxToasts));
  });

  it("are closed by the user, by their action, and by the code that showed them; each end is reported once", async () => {
    startPageNetwork();
    const { user } = await renderPart(<Toasts closeLabel="Close" />);
    const ends: string[] = [];
    let early = () => undefined as void;
    act(() => {
      toast({ message: "by hand", duration: null, onClose: () => ends.push("hand") });
    });
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByText("by hand")).not.toBeInTheDocument());
    act(() => {
      toast({
        message: "by action",
        duration: null,
        onClose: () => ends.push("action"),
        action: (close) => (
          <button type="button" onClick={close}>
            Undo
          </button>
        ),
      });
    });
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.queryByText("by action")).not.toBeInTheDocument());
    act(() => {
      early = toast({ message: "early", duration: null, onClose: () => ends.push("early") });
    });
    await screen.findByText("early");
    act(() => {
      early();
      early();
    });
    await waitFor(() => expect(screen.queryByText("early")).not.toBeInTheDocument());
    expect(ends).toEqual(["hand", "action", "early"]);
  });
});

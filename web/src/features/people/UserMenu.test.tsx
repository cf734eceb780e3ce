import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { onUserSaved } from "../../api/user.ts";
import {
  heldRoute,
  networkError,
  startPageNetwork,
  type Reply,
  type Route,
  testUser,
} from "../../testing/pageNetwork.ts";
import { button, field, renderPart } from "../../testing/page.tsx";
import { Toasts } from "../../ui/toasts/Toasts.tsx";
import { UserMenu } from "./UserMenu.tsx";

const stored = ({ body }: { body: unknown }): Reply => ({ data: { ...testUser, ...(body as object) } });

interface Options {
  routes?: Record<string, Route>;
  avatarsForced?: boolean;
  user?: typeof testUser;
}

/** Renders and opens the menu. */
async function menu({ routes = {}, avatarsForced = false, user: signedIn = testUser }: Options = {}) {
  const network = startPageNetwork({
    "GET users/auth": { data: signedIn },
    "PUT users/ann": stored,
    ...routes,
  });
  const saved: string[] = [];
  onTestFinished(onUserSaved(({ name }) => saved.push(name)));
  const page = await renderPart(
    <>
      <UserMenu isFacilitator={false} avatarsForced={avatarsForced} onHelp={() => undefined} />
      <Toasts closeLabel="Close" />
    </>,
    { user: signedIn },
  );
  await page.user.click(button("Ann"));
  await screen.findByRole("dialog", { name: "Your profile" });
  const calls = (method: string) => network.calls().filter((call) => call.startsWith(method));
  const close = async () => {
    await page.user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Your profile" })).not.toBeInTheDocument(),
    );
  };
  const rename = async (name: string) => {
    await page.user.clear(field("Name"));
    if (name !== "") await page.user.type(field("Name"), name);
  };
  return { ...page, network, saved, calls, close, rename };
}

describe("the profile", () => {
  it("is saved when the menu is closed, once, and shown at once", async () => {
    const { route, answer } = heldRoute(stored);
    const { user, network, saved, calls, close, rename } = await menu({ routes: { "PUT users/ann": route } });
    await rename("  Anna  ");
    await user.click(button("Red"));
    expect(button("Red")).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("switch", { name: "Avatar on stickers" }));
    expect(calls("PUT")).toEqual([]);
    await close();
    expect(button("Anna")).toBeInTheDocument();
    await waitFor(() => expect(calls("PUT")).toEqual(["PUT users/ann"]));
    expect(network.lastBody("PUT users/ann")).toEqual({
      name: "Anna",
      options: { color: "#b71c1c", isAvatarStickers: false },
    });
    expect(saved).toEqual([]);
    answer();
    await waitFor(() => expect(saved).toEqual(["Anna"]));
  });

  it("is saved by Enter, too", async () => {
    const { saved, rename } = await menu();
    await rename("Anna{Enter}");
    await waitFor(() => expect(saved).toEqual(["Anna"]));
    expect(screen.queryByRole("dialog", { name: "Your profile" })).not.toBeInTheDocument();
  });

  it("is not sent when nothing was changed, and an emptied name comes back", async () => {
    const { user, calls, close, rename } = await menu();
    await rename("");
    await user.tab();
    expect(field("Name")).toHaveValue("Ann");
    await rename("   ");
    await close();
    expect(button("Ann")).toBeInTheDocument();
    expect(calls("PUT")).toEqual([]);
  });

  it("keeps the name that arrives while the menu is open, and saves only what was changed in the menu", async () => {
    const { user, network, calls, close } = await menu();
    const nameArrives = async (name: string) => {
      network.routes["GET users/auth"] = { data: { ...testUser, name } };
      for (const event of ["offline", "online"]) window.dispatchEvent(new Event(event));
      await screen.findByRole("button", { name, hidden: true });
    };
    await nameArrives("Anna King");
    await close();
    expect(button("Anna King")).toBeInTheDocument();
    expect(calls("PUT")).toEqual([]);
    await user.click(button("Anna King"));
    await screen.findByRole("dialog", { name: "Your profile" });
    await nameArrives("Anna Queen");
    await user.click(button("Red"));
    await close();
    await waitFor(() =>
      expect(network.lastBody("PUT users/ann")).toEqual({
        options: { color: "#b71c1c", isAvatarStickers: true },
      }),
    );
  });

  it("that fails late takes nothing back that was changed and saved after it", async () => {
    const { route, answer } = heldRoute(networkError);
    const isRename = ({ body }: { body: unknown }) => "name" in (body as object);
    const { user, calls, close, rename } = await menu({
      routes: {
        "PUT users/ann": (asked) => (isRename(asked) ? (route as typeof stored)(asked) : stored(asked)),
      },
    });
    await rename("Anna");
    await close();
    await user.click(button("Anna"));
    await screen.findByRole("dialog", { name: "Your profile" });
    await user.click(button("Red"));
    await close();
    answer();
    expect(await screen.findByText(/The server cannot be reached/)).toBeInTheDocument();
    await waitFor(() => expect(calls("PUT")).toHaveLength(2));
    const own = await screen.findByRole("button", { name: "Ann" });
    expect(own.querySelector(".avatar")).toHaveStyle({ backgroundColor: "#b71c1c" });
  });

  it("goes back to what is stored when it cannot be saved, and says so", async () => {
    const { saved, close, rename } = await menu({ routes: { "PUT users/ann": networkError } });
    await rename("Anna");
    await close();
    expect(await screen.findByText(/The server cannot be reached/)).toBeInTheDocument();
    expect(button("Ann")).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it("cannot change the avatars while the facilitator decides about them", async () => {
    await menu({ avatarsForced: true });
    expect(screen.getByRole("switch", { name: "Avatar on stickers" })).toBeDisabled();
  });
});

describe("the user's own data", () => {
  let saved: { name: string; blob: Blob }[];
  beforeEach(() => {
    saved = [];
    let last = new Blob();
    URL.createObjectURL = (blob) => {
      last = blob as Blob;
      return "blob:1";
    };
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: last });
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it("is downloaded as a file, once however often it is asked for", async () => {
    const { route, answer } = heldRoute({ text: '{"name":"Ann"}' });
    const { user, calls } = await menu({ routes: { "GET users/ann/data": route } });
    const download = button("Download my data");
    await user.click(download);
    expect(download).toBeDisabled();
    answer();
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(["retro-my-data.json"]));
    expect(await saved[0]?.blob.text()).toBe('{"name":"Ann"}');
    await waitFor(() => expect(download).toBeEnabled());
    expect(calls("GET users/ann/data")).toHaveLength(1);
  });

  it("is not handed over when it cannot be read, which is said", async () => {
    const { user } = await menu({ routes: { "GET users/ann/data": networkError } });
    await user.click(button("Download my data"));
    expect(await screen.findByText(/The server cannot be reached/)).toBeInTheDocument();
    expect(saved).toEqual([]);
    await waitFor(() => expect(button("Download my data")).toBeEnabled());
  });

  async function asked(reply: Route) {
    const all = await menu({ routes: { "DELETE users/ann": reply } });
    await all.user.click(button("Delete my data"));
    const question = await screen.findByRole("dialog", { name: "Delete my data?" });
    return { ...all, question };
  }

  it("is deleted after a question that says what goes and what stays", async () => {
    localStorage.setItem("retro.test", "kept");
    const { route, answer } = heldRoute({ data: null });
    const { user, question, calls } = await asked(route);
    expect(question).toHaveTextContent("your profile and your session");
    expect(question).toHaveTextContent("your votes: they are still counted");
    await user.dblClick(within(question).getByRole("button", { name: "Delete my data" }));
    expect(localStorage.getItem("retro.test")).toBe("kept");
    answer();
    await waitFor(() => expect(localStorage.getItem("retro.test")).toBeNull());
    expect(calls("DELETE")).toEqual(["DELETE users/ann"]);
  });

  it("stays when the question is cancelled", async () => {
    const { user, question, calls } = await asked({ data: null });
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(calls("DELETE")).toEqual([]);
  });

  it("stays when the server refuses, and so does what this browser keeps", async () => {
    localStorage.setItem("retro.test", "kept");
    const { user, question, network, calls } = await asked(networkError);
    const erase = within(question).getByRole("button", { name: "Delete my data" });
    await user.click(erase);
    expect(await screen.findByText(/The server cannot be reached/)).toBeInTheDocument();
    expect(localStorage.getItem("retro.test")).toBe("kept");
    expect(question).toBeInTheDocument();
    network.routes["DELETE users/ann"] = { data: null };
    await waitFor(() => expect(erase).toBeEnabled());
    await user.click(erase);
    await waitFor(() => expect(localStorage.getItem("retro.test")).toBeNull());
    expect(calls("DELETE")).toHaveLength(2);
  });

  it("of an administrator is not deleted here", async () => {
    await menu({ user: { ...testUser, role: "admin" } });
    expect(screen.queryByRole("button", { name: "Delete my data" })).not.toBeInTheDocument();
  });
});

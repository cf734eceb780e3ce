import { screen, waitFor, within } from "@testing-library/react";
import { encode } from "uqr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";
import { button, field } from "../../testing/page.tsx";
import { sortMembers } from "./PeopleList.tsx";

const link = () => `${window.location.origin}/boards/board`;
const panel = () => screen.findByRole("dialog", { name: "Invite your team" });

async function openPanel() {
  const board = startBoardPage();
  const page = await visitBoard();
  await page.user.click(button("Invite"));
  await panel();
  return { ...board, ...page };
}

afterEach(() => {
  Reflect.deleteProperty(document, "execCommand");
  Reflect.deleteProperty(navigator, "share");
  vi.restoreAllMocks();
});

describe("the invite panel", () => {
  it("copies the board's link and says so", async () => {
    const { user } = await openPanel();
    expect(field("Link to this board")).toHaveValue(link());
    expect(button("Copy")).toHaveFocus();
    await user.click(button("Copy"));
    await waitFor(() => expect(button("Copied")).toBeInTheDocument());
    expect(await navigator.clipboard.readText()).toBe(link());
    expect(await screen.findByText("Link copied")).toHaveAttribute("role", "status");
  });

  it("copies the selected link with the older command where the clipboard refuses", async () => {
    const { user } = await openPanel();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no permission"));
    const selected: string[] = [];
    document.execCommand = () => {
      const active = document.activeElement as HTMLInputElement;
      selected.push(active.value.slice(active.selectionStart ?? 0, active.selectionEnd ?? 0));
      return true;
    };
    await user.click(button("Copy"));
    expect(await screen.findByText("Link copied")).toBeInTheDocument();
    expect(selected).toEqual([link()]);
  });

  it("tells how to copy the link by hand where the browser refuses both", async () => {
    const { user } = await openPanel();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no permission"));
    document.execCommand = () => false;
    await user.click(button("Copy"));
    expect(await screen.findAllByText(/The link is selected: press Ctrl\+C/)).not.toEqual([]);
    expect(field("Link to this board")).toHaveFocus();
  });

  it("draws the link as a QR code, dark on white", async () => {
    await openPanel();
    const code = screen.getByRole("img", { name: "QR code with the link to this board" });
    const { size, data } = encode(link(), { ecc: "M", border: 4 });
    expect(code).toHaveAttribute("viewBox", `0 0 ${size} ${size}`);
    const drawn = data.map((row) => row.map(() => false));
    for (const [, x, y, width] of code.innerHTML.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    expect(drawn).toEqual(data);
  });

  it("offers the device's own way to share on a touch screen that has one, and nowhere else", async () => {
    const shared: unknown[] = [];
    Object.defineProperty(navigator, "share", {
      configurable: true,
      value: async (data: unknown) => void shared.push(data),
    });
    const { user } = await openPanel();
    expect(screen.queryByRole("button", { name: "Share…" })).not.toBeInTheDocument();
    await user.keyboard("{Escape}");
    const mouse = window.matchMedia;
    vi.spyOn(window, "matchMedia").mockImplementation((query) =>
      query === "(pointer: coarse)" ? { ...mouse(query), matches: true } : mouse(query),
    );
    await user.click(button("Invite"));
    await user.click(await screen.findByRole("button", { name: "Share…" }));
    expect(shared).toEqual([{ title: "Retro", url: link() }]);
  });

  it("lists who is here by full name, and who is the facilitator", async () => {
    const { server, actAs } = startBoardPage();
    actAs("ann", "POST", "/facilitators");
    expect(server.expectedFor("ann").facilitation.facilitator_id).toBe("ann");
    const { user } = await visitBoard();
    await user.click(button("Invite"));
    const list = await screen.findByRole("list", { name: "Here now: 1" });
    expect(within(list).getByRole("listitem")).toHaveTextContent("Name of ann (you)Facilitator");
  });

  it("opens from the avatars by mouse and by keyboard, and gives the focus back", async () => {
    startBoardPage();
    const { user } = await visitBoard();
    await user.click(within(screen.getByRole("list", { name: "People here" })).getByRole("img"));
    await panel();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(button("Show everyone who is here")).toHaveFocus();
    await user.keyboard("{Enter}");
    await panel();
  });
});

describe("the order of people", () => {
  const member = (id: string) => ({ id, name: id, options: { color: "#112233", isAvatarStickers: true } });
  const order = (facilitatorId: string | null) =>
    sortMembers(["cid", "me", "dan", "bob"].map(member), facilitatorId, "me").map(({ id }) => id);

  it("begins with the facilitator and the user; the others stay in the order of their arrival", () => {
    expect(order("dan")).toEqual(["dan", "me", "cid", "bob"]);
    expect(order("me")).toEqual(["me", "cid", "dan", "bob"]);
    expect(order(null)).toEqual(["me", "cid", "dan", "bob"]);
  });

  it("is the order of arrival when the facilitator is not here", () => {
    expect(order("eve")).toEqual(["me", "cid", "dan", "bob"]);
  });
});

import { afterBoard, type Space, type SpaceBoard } from "@retro/contract/spaces/spaces";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { changeLocale } from "../../i18n/i18n.ts";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";
import { button, findToastButton, openAddress } from "../../testing/page.tsx";
import { type Route, startPageNetwork } from "../../testing/pageNetwork.ts";
import { knownSpaces, rememberSpace } from "./knownSpaces.ts";

const key = "A".repeat(22);
const newKey = "N".repeat(22);
const board = (id: string, title: string, more: Partial<SpaceBoard> = {}): SpaceBoard => ({
  id,
  title,
  section_count: 2,
  sticker_count: 5,
  created_at: new Date().toISOString(),
  can_edit: true,
  ...more,
});
const space = (boards: SpaceBoard[], more: Partial<Space> = {}): Space => ({
  name: "Platform",
  channel: "C".repeat(22),
  boards,
  board_count: boards.length,
  archived_count: 0,
  bin_count: 0,
  chart: [{ month: "2026-11", boards: boards.length, actions_created: 0, actions_done: 0 }],
  defaults: {},
  tracker: null,
  ...more,
});

beforeEach(() => knownSpaces.set([]));

async function openSpace(data: Space, routes: Record<string, Route> = {}) {
  const network = startPageNetwork({ [`GET spaces/${key}`]: { data }, ...routes });
  const { user } = await openAddress(`/spaces#${key}`);
  await screen.findByRole("heading", { level: 1, name: "Platform" });
  const choose = async (title: string, item: RegExp) => {
    await user.click(await screen.findByRole("button", { name: `Menu for “${title}”` }));
    await user.click(await screen.findByRole("menuitem", { name: item }));
  };
  return { user, network, choose };
}

describe("the page of a space", () => {
  it("[M1] has the menu of My boards for its boards; what is done is done to the board", async () => {
    const { user, network, choose } = await openSpace(space([board("b1", "Sprint 1")]), {
      "PUT boards/b1/lock": { data: null },
      "PUT boards/b1/archive": { data: null },
      "PUT boards/b1": { data: null },
    });
    await choose("Sprint 1", /^Lock/);
    await waitFor(() => expect(network.lastBody("PUT boards/b1/lock")).toEqual({ locked: true }));
    await choose("Sprint 1", /^Archive/);
    await waitFor(() => expect(network.lastBody("PUT boards/b1/archive")).toEqual({ archived: true }));
    await choose("Sprint 1", /^Rename/);
    const rename = await screen.findByRole("dialog", { name: "Rename board" });
    await user.type(within(rename).getByRole("textbox", { name: "Title" }), "!{Enter}");
    await waitFor(() => expect(network.lastBody("PUT boards/b1")).toMatchObject({ title: "Sprint 1!" }));
  });

  it("[G15] names the boards that left with the old link, and takes them back in one press", async () => {
    const away = [
      { id: "b1", title: "Sprint 1" },
      { id: "b2", title: "" },
    ];
    const { user, network } = await openSpace(space([], { moved_away: away }), {
      [`POST spaces/${key}/returns`]: { data: { count: 2 } },
    });
    expect(await screen.findByText("Sprint 1 · A board with a passphrase")).toBeInTheDocument();
    network.routes[`GET spaces/${key}`] = { data: space([board("b1", "Sprint 1")]) };
    await user.click(button("Take back"));
    expect(await screen.findByText("2 boards are back")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Take back" })).not.toBeInTheDocument());
  });

  it("is read again in the language that the user chooses: it names the last template in it", async () => {
    const { network } = await openSpace(space([board("b1", "Sprint 1")]));
    const reads = () => network.calls().filter((call) => call === `GET spaces/${key}`).length;
    expect(reads()).toBe(1);
    await act(() => changeLocale("ru"));
    await waitFor(() => expect(reads()).toBe(2));
  });

  it("[G13] charts what its boards answered, with every figure for screen readers", async () => {
    const answered = (title: string, worth: number[], own: number[]) => ({
      board_id: title,
      title,
      created_at: "2026-11-26T12:00:00.000Z",
      questions: [
        { kind: "health-own", text: "We eat well.", counts: own },
        { kind: "worth", counts: worth },
      ],
    });
    const boards = [
      answered("Sprint 1", [0, 0, 3, 0, 0], [0, 4, 0, 0, 0]),
      answered("Sprint 2", [0, 0, 0, 0, 3], [0, 0, 2, 2, 0]),
    ];
    await openSpace(space([board("b1", "Sprint 1")]), {
      [`GET spaces/${key}/answers`]: { data: boards },
    });
    const chart = await screen.findByRole("region", { name: "Team answers" });
    const figures = within(chart)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(figures).toEqual([
      "Sprint 1, Nov 26, 2026: 3 of 5 (3 answers)",
      "Sprint 2, Nov 26, 2026: 5 of 5 (3 answers)",
      expect.stringMatching(/^We eat well\..*3.5 of 5, \+1.5 since last time/u),
      "Sprint 1, Nov 26, 2026: 2 of 5 (4 answers)",
    ]);
    expect(within(chart).getByRole("button", { name: "CSV" })).toBeVisible();
  });

  it("[G2] is known by its new link alone once the link was replaced", async () => {
    const { user } = await openSpace(space([]), {
      [`PUT spaces/${key}/link`]: { data: { key: newKey } },
      [`GET spaces/${newKey}`]: { data: space([]) },
    });
    await waitFor(() => expect(knownSpaces.get()).toEqual([{ key, name: "Platform" }]));
    await user.click(button("Invite"));
    await user.click(await screen.findByRole("button", { name: "Replace the link" }));
    const question = await screen.findByRole("dialog", { name: "Replace the link?" });
    await user.click(within(question).getByRole("button", { name: "Replace the link" }));
    await waitFor(() => expect(location.hash).toBe(`#${newKey}`));
    expect(knownSpaces.get()).toEqual([{ key: newKey, name: "Platform" }]);
  });

  it("[G2] leads to the new link when the answer to its replacement was lost", async () => {
    const known = [{ key, name: "Platform", next: newKey }];
    localStorage.setItem("retro.spaces", JSON.stringify(known));
    knownSpaces.set(known);
    startPageNetwork({
      [`GET spaces/${key}`]: { status: 404, message: "Not found" },
      [`GET spaces/${newKey}`]: { data: space([]) },
    });
    await openAddress(`/spaces#${key}`);
    await screen.findByRole("heading", { level: 1, name: "Platform" });
    expect(location.hash).toBe(`#${newKey}`);
    await waitFor(() => expect(knownSpaces.get()).toEqual([{ key: newKey, name: "Platform" }]));
  });

  it("marks its boards as My boards does, and shows nothing of one whose passphrase is needed", async () => {
    await openSpace(
      space([
        board("b1", "Sprint 1", { locked: true, passphrase: "given" }),
        board("b2", "", { can_edit: false, passphrase: "needed", section_count: 0, sticker_count: 0 }),
      ]),
    );
    expect(await screen.findByRole("link", { name: "Sprint 1" })).toHaveAccessibleDescription(
      /^Locked\. ?Has a passphrase\. Created now · 2 sections · 5 stickers$/,
    );
    expect(screen.getByRole("link", { name: "A board with a passphrase" })).toHaveAccessibleDescription(
      /^Has a passphrase\. Created now$/,
    );
  });

  it("[G11] a long list goes on behind its last board, although others have made boards in between", async () => {
    const at = (n: number) => new Date(Date.UTC(2026, 10, 22) - n * 60_000).toISOString();
    const boards = Array.from({ length: 110 }, (_, n) =>
      board(`b${n}`, `Sprint ${n}`, { created_at: at(n) }),
    );
    const { user, network } = await openSpace(space(boards.slice(0, 50), { board_count: 110 }), {
      [`GET spaces/${key}/boards`]: ({ path }) => {
        const after = new URL(path, "http://server").searchParams.get("after");
        const from = boards.findIndex((each) => afterBoard(each) === after) + 1;
        return { data: boards.slice(from, from + 50) };
      },
    });
    const shown = () => screen.getAllByRole("link", { name: /^Sprint/ }).length;
    expect(shown()).toBe(50);
    boards.unshift(board("new", "Sprint new", { created_at: at(-1) }));
    await user.click(button("Show more boards"));
    await waitFor(() => expect(shown()).toBe(100));
    await user.click(button("Show more boards"));
    await waitFor(() => expect(shown()).toBe(110));
    expect(network.calls().filter((call) => call.includes("/boards?"))).toHaveLength(2);
  });

  it("[M4] has a bin, from which a member restores with the key of the space; a refusal says why", async () => {
    const binned = [
      board("b1", "Sprint 1", { bin_until: "2026-12-22T12:00:00.000Z" }),
      board("b2", "", { can_edit: false, passphrase: "needed", bin_until: "2026-12-22T12:00:00.000Z" }),
    ];
    const { user, network, choose } = await openSpace(space([], { bin_count: 2 }), {
      [`GET spaces/${key}/boards`]: { data: binned },
      [`PUT spaces/${key}/boards/b1/restore`]: { status: 404, message: "Not found" },
    });
    await user.click(button("Bin (2)"));
    expect(await screen.findAllByText("Will be deleted on December 22, 2026")).toHaveLength(2);
    await choose("Sprint 1", /^Restore/);
    expect(await screen.findByText("Not found")).toBeInTheDocument();
    expect(network.calls()).toContain(`PUT spaces/${key}/boards/b1/restore`);
    // Also a board whose passphrase the member has not given.
    await user.click(button("Menu for “A board with a passphrase”"));
    expect(await screen.findByRole("menuitem", { name: /^Restore/ })).toBeEnabled();
  });

  it("[B2] puts a copy into the space; when that fails, the copy is in My boards and the user is told", async () => {
    const { network, choose } = await openSpace(space([board("b1", "Sprint 1")]), {
      "POST boards/b1/copies": {
        data: (await import("../boards/testing/createdBoard.ts")).createdBoard,
        meta: { left_out: 0 },
      },
      [`PUT spaces/${key}/boards/*`]: { status: 404, message: "The link was replaced" },
    });
    await choose("Sprint 1", /^Duplicate/);
    expect(
      await screen.findByText(/^The copy “.*” is in My boards, not in this space\. The link was replaced$/u),
    ).toBeInTheDocument();
    expect(network.calls()).toContain(`PUT spaces/${key}/boards/b1`);
    expect(await screen.findByRole("button", { name: "Open" })).toBeInTheDocument();
  });
});

describe("the way from a board to its space", () => {
  it("[G4] costs no request in a browser that knows no space", async () => {
    const unknown = startBoardPage();
    await visitBoard();
    expect(unknown.network.calls()).not.toContain("POST boards/board/space");
  });

  it("[G4] is gone after the board was taken out of the space, and back after Undo", async () => {
    rememberSpace({ key, name: "Platform" });
    const inSpace = { data: { key, name: "Platform", tracker: null } };
    const { network } = startBoardPage({
      "POST boards/board/space": inSpace,
      [`GET spaces/${key}`]: { data: space([board("board", "Retro")]) },
      [`DELETE spaces/${key}/boards/board`]: { data: null },
      [`PUT spaces/${key}/boards/board`]: { data: null },
    });
    const { user } = await visitBoard();
    await user.click(await screen.findByRole("link", { name: /^Back to the space/ }));
    await user.click(await screen.findByRole("button", { name: "Menu for “Retro”" }));
    network.routes["POST boards/board/space"] = { data: null };
    await user.click(await screen.findByRole("menuitem", { name: "Take out of this space" }));
    const undo = await findToastButton("Undo");
    await user.click(screen.getByRole("link", { name: "Retro" }));
    await screen.findByRole("heading", { level: 1, name: "Retro" });
    await waitFor(() =>
      expect(screen.queryByRole("link", { name: /^Back to the space/ })).not.toBeInTheDocument(),
    );
    network.routes["POST boards/board/space"] = inSpace;
    await user.click(undo);
    expect(await screen.findByRole("link", { name: /^Back to the space/ })).toBeInTheDocument();
    expect(network.calls()).toContain(`PUT spaces/${key}/boards/board`);
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { networkError, type PageRequest, type Reply, type Route } from "../../../testing/pageNetwork.ts";
import { button, field, fillField } from "../../../testing/page.tsx";

/** Makes the server apply the change of title and description. */
function saved({ body }: PageRequest): Reply {
  const { title = "Retro", description = "" } = body as { title?: string; description?: string };
  const changes = [{ type: "board.put", board: { title, description } }];
  return { data: { id: "board" }, meta: { version: 2, changes } };
}
const conflict = (field: string, current: string): Route => ({
  status: 409,
  message: "Someone has changed this in the meantime",
  code: "conflict",
  data: { [field]: { text: current, rev: 9 } },
  errors: { [field]: [`Someone has changed this to “${current}”. Save again to replace it.`] },
});

async function settings(put: Route = saved) {
  const open = startBoardPage({ "PUT boards/board": put });
  const page = await visitBoard();
  await page.user.click(button("Board settings"));
  await screen.findByRole("dialog", { name: "Edit Board" });
  const puts = () => open.network.calls().filter((call) => call === "PUT boards/board");
  const sent = () => open.network.lastBody("PUT boards/board");
  return { ...open, ...page, puts, sent };
}
const sectionTitles = () =>
  screen
    .getAllByRole("textbox", { name: /^Title of section/ })
    .map((each) => (each as HTMLInputElement).value);
const gone = () =>
  waitFor(() => expect(screen.queryByRole("dialog", { name: "Edit Board" })).not.toBeInTheDocument());
async function rewrite({ user }: Awaited<ReturnType<typeof settings>>, name: string, text: string) {
  await user.clear(field(name));
  await fillField(user, name, text);
}

describe("Edit Board", () => {
  it("sends the changed title with the title that the edit started from, and shows the new one", async () => {
    const page = await settings();
    expect(sectionTitles()).toEqual(["s1", "s2"]);
    await rewrite(page, "Title", "  Sprint 42  ");
    await page.user.click(button("Save"));
    expect(await screen.findByRole("heading", { level: 1, name: "Sprint 42" })).toBeInTheDocument();
    await gone();
    expect(page.sent()).toEqual({ title: "Sprint 42", from: { title: "Retro" }, deletes: [] });
  });

  it("asks on Escape before typed titles are lost", async () => {
    const page = await settings();
    await rewrite(page, "Title", "Sprint 42");
    await page.user.keyboard("{Escape}");
    const question = await screen.findByRole("dialog", { name: "Close without saving?" });
    await page.user.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(field("Title")).toHaveValue("Sprint 42");
    await page.user.keyboard("{Escape}");
    await page.user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await gone();
    expect(page.puts()).toEqual([]);
  });

  it("says what is wrong with a text and does not send it", async () => {
    const page = await settings();
    await page.user.clear(field("Title"));
    expect(screen.getByText("Title field is required.")).toBeInTheDocument();
    await rewrite(page, "Title", "x".repeat(256));
    expect(screen.getByText("Max allowed length is 255")).toBeInTheDocument();
    await rewrite(page, "Title", "Fine");
    await page.user.clear(field("Title of section 2"));
    expect(screen.getByText("Title field is required.")).toBeInTheDocument();
    expect(button("Save")).toBeDisabled();
    await page.user.keyboard("{Enter}");
    expect(page.puts()).toEqual([]);
  });

  it("adds, renames and reorders sections in one request", async () => {
    const page = await settings();
    await page.user.click(button("Add section"));
    expect(sectionTitles()).toEqual(["s1", "s2", "Section 3"]);
    await rewrite(page, "Title of section 1", "Went well");
    await page.user.click(button("Move “Section 3” up"));
    expect(button("Move “Went well” up")).toBeDisabled();
    expect(button("Move “s2” down")).toBeDisabled();
    await page.user.click(button("Save"));
    await gone();
    expect(page.sent()).toEqual({
      sections: [{ id: "s1", title: "Went well", rev: 1 }, { title: "Section 3" }, { id: "s2" }],
      deletes: [],
    });
  });

  it("removes an empty section without a question, but never the last one", async () => {
    const page = await settings();
    await page.user.click(button("Remove section “s1”"));
    expect(button("Remove section “s2”")).toBeDisabled();
    await page.user.click(button("Save"));
    await gone();
    expect(page.sent()).toEqual({ deletes: ["s1"], since: expect.any(Number) });
  });

  it("does not send the removal of a section that somebody else has removed meanwhile", async () => {
    const page = await settings();
    await page.user.click(button("Remove section “s1”"));
    await rewrite(page, "Title", "Sprint 42");
    page.actAs("bob", "PUT", "", { deletes: ["s1"] });
    const id = "00000000-0000-4000-8000-000000000001";
    page.actAs("bob", "POST", "/items", { id, parent_id: "s2c1", title: "Bob's" });
    window.dispatchEvent(new Event("focus"));
    await screen.findByText("Bob's");
    await page.user.click(button("Save"));
    await gone();
    expect(page.sent()).toMatchObject({ title: "Sprint 42", deletes: [] });
  });
});

describe("a change of the board that was refused", () => {
  it("because others have changed a section that is deleted, says so, and names what is seen now", async () => {
    const page = await settings({
      status: 409,
      message: "Conflict",
      code: "conflict",
      data: { changed: [{ what: "inside", user_id: "cy" }] },
    });
    await page.user.click(button("Remove section “s1”"));
    await page.user.click(button("Save"));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "others have changed a section that you delete",
    );
    expect(page.sent()).toEqual({ deletes: ["s1"], since: 1 });
    page.network.routes["PUT boards/board"] = saved;
    await page.user.click(button("Save"));
    await gone();
  });

  it.each<[string, Route, string]>([
    [
      "the network is away",
      networkError,
      "The server cannot be reached. Check your connection and try again",
    ],
    [
      "a section is gone",
      {
        status: 422,
        message: "Some fields need your attention",
        errors: { deletes: ["There is no such section"] },
      },
      "There is no such section",
    ],
  ])("is kept and can be sent again when %s", async (_what, reply, message) => {
    const page = await settings(reply);
    await rewrite(page, "Title", "Sprint 42");
    await rewrite(page, "Title of section 1", "Went well");
    await page.user.click(button("Save"));
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(field("Title")).toHaveValue("Sprint 42");
    expect(sectionTitles()).toEqual(["Went well", "s2"]);
    page.network.routes["PUT boards/board"] = saved;
    await page.user.click(button("Save"));
    await gone();
    expect(page.sent()).toEqual({
      title: "Sprint 42",
      from: { title: "Retro" },
      sections: [{ id: "s1", title: "Went well", rev: 1 }, { id: "s2" }],
      deletes: [],
    });
  });

  it("for one field is shown under that field", async () => {
    const page = await settings({
      status: 422,
      message: "Some fields need your attention",
      errors: {
        title: ["Not that title"],
        description: ["Too dull"],
        "sections.1.title": ["Not that section"],
      },
    });
    await rewrite(page, "Title", "Sprint 42");
    await page.user.click(button("Save"));
    expect(await screen.findByText("Not that title")).toBeInTheDocument();
    expect(field("Description")).toHaveAccessibleDescription("Too dull");
    expect(field("Title of section 2")).toHaveAccessibleDescription("Not that section");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await page.user.type(field("Title"), "!");
    expect(screen.queryByText("Too dull")).not.toBeInTheDocument();
  });

  it("because somebody else changed the title replaces it only when it is saved once more", async () => {
    const page = await settings(conflict("title", "Bob's title"));
    await rewrite(page, "Title", "Ann's title");
    await fillField(page.user, "Description", "Why");
    await page.user.click(button("Save"));
    expect(
      await screen.findByText("Someone has changed this to “Bob's title”. Save again to replace it."),
    ).toBeInTheDocument();
    page.network.routes["PUT boards/board"] = saved;
    await page.user.click(button("Save"));
    await gone();
    expect(page.sent()).toEqual({
      title: "Ann's title",
      description: "Why",
      from: { title: "Bob's title", description: "" },
      deletes: [],
    });
  });
});

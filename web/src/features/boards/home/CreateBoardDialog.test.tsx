import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { button, field, renderPart, openAddress, fillField } from "../../../testing/page.tsx";
import { heldRoute, networkError, startPageNetwork, type Route } from "../../../testing/pageNetwork.ts";
import { TemplateField } from "../../templates/TemplateField.tsx";
import { giveWay } from "../../../ui/dialogs/giveWay.ts";
import { createdBoard } from "../testing/createdBoard.ts";
import { CreateBoardDialog } from "./CreateBoardDialog.tsx";

const templates = [
  { title: "Start, Stop, Continue", description: "Three questions", count: 4, img: "a.svg" },
  { title: "4Ls", description: "Liked, learned, lacked, longed for", count: 2, img: "b.svg" },
];

async function dialog(post: Route = { data: createdBoard }) {
  const network = startPageNetwork({ "GET board-templates": { data: templates }, "POST boards": post });
  const created: string[] = [];
  const closed: string[] = [];
  const page = await renderPart(
    <CreateBoardDialog
      open
      template=""
      onClose={() => closed.push("closed")}
      onCreated={({ id }) => created.push(id)}
      TemplateField={TemplateField}
    />,
  );
  await screen.findByRole("radio", { name: /4Ls/ });
  return { ...page, network, created, closed };
}

describe("New Board", () => {
  it("creates a board from what was typed and the first template", async () => {
    const { user, network, created } = await dialog();
    expect(screen.getByRole("radio", { name: /Start, Stop/ })).toBeChecked();
    await user.type(field("Title"), "Sprint 42");
    await user.type(field("Description"), "Why");
    await user.click(button("Save"));
    await waitFor(() => expect(created).toEqual(["b1"]));
    expect(network.lastBody("POST boards")).toEqual({
      title: "Sprint 42",
      description: "Why",
      template: "Start, Stop, Continue",
    });
  });

  it("gives way to a file that is brought, but not with a title that was typed", async () => {
    const { user, closed } = await dialog();
    await user.type(field("Title"), "Sprint");
    giveWay();
    expect(closed).toEqual([]);
    await user.clear(field("Title"));
    giveWay();
    expect(closed).toEqual(["closed"]);
  });

  it("shows the stars of a template and how often it was used", async () => {
    await dialog();
    const most = screen.getByRole("radio", { name: /Start, Stop/ });
    expect(most).toHaveAccessibleDescription(/^Three questions .*used 4 times$/);
    expect(within(most).getByLabelText("5 out of 5 stars")).toBeInTheDocument();
    const fewer = screen.getByRole("radio", { name: /4Ls/ });
    expect(fewer).toHaveAccessibleDescription(/used 2 times$/);
    expect(within(fewer).getByLabelText("2.5 out of 5 stars")).toBeInTheDocument();
  });

  it("uses the template that was chosen", async () => {
    const { user, network, created } = await dialog();
    await user.click(screen.getByRole("radio", { name: /4Ls/ }));
    await user.type(field("Title"), "Sprint 42{Enter}");
    await waitFor(() => expect(created).toEqual(["b1"]));
    expect(network.lastBody("POST boards")).toMatchObject({ template: "4Ls" });
  });

  it("keeps the focus in the untouched title when somebody presses between the fields, and marks nothing", async () => {
    const { user } = await dialog();
    await waitFor(() => expect(field("Title")).toHaveFocus());
    for (const blank of document.querySelectorAll(".dialog-fields, .MuiDialogActions-root"))
      await user.click(blank);
    expect(field("Title")).toHaveFocus();
    expect(field("Title")).toBeValid();
  });

  it("keeps the focus in the untouched title when somebody presses beside it, and marks nothing", async () => {
    const { user } = await dialog();
    await waitFor(() => expect(field("Title")).toHaveFocus());
    await user.click(document.querySelector(".MuiDialog-container") as HTMLElement);
    expect(field("Title")).toHaveFocus();
    expect(screen.queryByText("Title field is required.")).toBeNull();
    expect(button("Save")).toBeEnabled();
  });

  it("keeps what was typed when it could not be sent, and can be sent again", async () => {
    const { user, network, created } = await dialog(networkError);
    await user.type(field("Title"), "Sprint 42");
    await user.click(button("Save"));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The server cannot be reached. Check your connection and try again",
    );
    expect(field("Title")).toHaveValue("Sprint 42");
    network.routes["POST boards"] = { data: createdBoard };
    await user.click(button("Save"));
    await waitFor(() => expect(created).toEqual(["b1"]));
  });

  it("stays open at Escape, is left by Cancel, and sends once however often it is submitted", async () => {
    const { route, answer } = heldRoute({ data: createdBoard });
    const { user, network, closed, created } = await dialog(route);
    await user.keyboard("{Escape}");
    expect(closed).toEqual([]);
    await user.click(button("Cancel"));
    expect(closed).toEqual(["closed"]);
    await user.type(field("Title"), "Sprint 42{Enter}{Enter}{Enter}");
    answer();
    await waitFor(() => expect(created).toEqual(["b1"]));
    expect(network.calls().filter((call) => call === "POST boards")).toHaveLength(1);
  });
});

it("a board that is created after its dialog was closed is in the list; it does not open over what the user does next", async () => {
  const { route, answer } = heldRoute({ data: createdBoard });
  const network = startPageNetwork({ "GET board-templates": { data: templates }, "POST boards": route });
  const { user } = await openAddress("/");
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "Sprint 42{Enter}");
  await user.click(button("Close"));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getAllByRole("button", { name: "New Board" })[0] as HTMLElement);
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "Next");
  const lists = () => network.calls().filter((call) => call.startsWith("GET boards?")).length;
  const before = lists();
  answer();
  await waitFor(() => expect(lists()).toBe(before + 1));
  await user.type(field("Title"), " one");
  expect(field("Title")).toHaveValue("Next one");
  expect(location.pathname).toBe("/");
});

describe("the clicks that are counted", () => {
  it("are new board, save, cancel, description, template and the two links", async () => {
    const { user, network } = await dialog();
    await fillField(user, "Title", "Sprint 42");
    await user.click(field("Description"));
    await user.click(screen.getByRole("radio", { name: /4Ls/ }));
    for (const link of ["Terms of use", "Privacy policy"]) {
      const found = screen.getByRole("link", { name: link });
      found.addEventListener("click", (event) => event.preventDefault());
      await user.click(found);
    }
    await user.click(button("Save"));
    await user.click(button("Cancel"));
    await waitFor(() => expect(network.clicks).toEqual([103, 104, 105, 106, 101, 102]));
  });

  it("do not disturb the user when they cannot be counted", async () => {
    const { user, network, closed } = await dialog();
    network.routes["POST logger"] = networkError;
    await user.click(button("Cancel"));
    expect(closed).toEqual(["closed"]);
  });

  it("count New Board on the start page, where the dialog is open at first and opens empty again", async () => {
    const network = startPageNetwork({ "GET board-templates": { data: templates } });
    const { user } = await openAddress("/");
    await user.type(await screen.findByRole("textbox", { name: "Title" }), "half");
    await user.click(button("Cancel"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(network.clicks).toEqual([102]);
    await user.click(screen.getAllByRole("button", { name: "New Board" })[0] as HTMLElement);
    expect(await screen.findByRole("textbox", { name: "Title" })).toHaveValue("");
    expect(network.clicks).toEqual([102, 100]);
  });
});

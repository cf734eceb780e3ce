import type { SpaceTemplate } from "@retro/contract/templates/space-templates";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { button, field, fillField, renderPart, setByExtension } from "../../testing/page.tsx";
import { heldRoute, networkError, type Route, startPageNetwork } from "../../testing/pageNetwork.ts";
import { Toasts } from "../../ui/toasts/Toasts.tsx";
import { DeleteTemplateDialog } from "./templates/DeleteTemplateDialog.tsx";
import { knownSpaces, rememberSpace } from "./knownSpaces.ts";
import { MoveToSpaceDialog } from "./MoveToSpaceDialog.tsx";
import { NewSpaceDialog } from "./NewSpaceDialog.tsx";
import { SpaceLinkDialog } from "./SpaceLinkDialog.tsx";
import { TemplateDialog } from "./templates/TemplateDialog.tsx";

const [key, otherKey, newKey] = ["A".repeat(22), "B".repeat(22), "C".repeat(22)];
const refusal = (message: string, errors?: Record<string, string[]>): Route => ({
  status: 422,
  message,
  ...(errors && { errors }),
});
const board = (id: string, title: string) => ({
  id,
  title,
  section_count: 2,
  sticker_count: 5,
  created_at: "2026-11-22T12:00:00.000Z",
  can_edit: true,
});

beforeEach(() => knownSpaces.set([]));

describe("New team space", () => {
  async function open(route: Route) {
    const network = startPageNetwork({ "POST spaces": route });
    const said: string[] = [];
    const { user } = await renderPart(
      <NewSpaceDialog onClose={() => said.push("closed")} onCreated={(made) => said.push(made)} />,
    );
    return { user, network, said };
  }

  it("sends the name once, keeps the key in this browser and reports it", async () => {
    const held = heldRoute({ data: { key } });
    const { user, network, said } = await open(held.route);
    await fillField(user, "Name of the team", "  Platform ");
    await user.dblClick(button("Create"));
    held.answer();
    await waitFor(() => expect(said).toEqual([key]));
    expect(network.calls()).toEqual(["POST spaces"]);
    expect(network.lastBody("POST spaces")).toEqual({ name: "  Platform " });
    expect(knownSpaces.get()).toEqual([{ key, name: "Platform" }]);
  });

  it("sends the name that an extension has put into the field without an event", async () => {
    const { user, network } = await open({ data: { key } });
    await fillField(user, "Name of the team", "Plattform");
    setByExtension(field("Name of the team"), "Platform");
    await user.click(button("Create"));
    await waitFor(() => expect(network.lastBody("POST spaces")).toEqual({ name: "Platform" }));
  });

  it("shows a refusal of the name under it, any other above, and keeps the text and no space", async () => {
    const { user, network, said } = await open(refusal("Invalid", { name: ["Not this name"] }));
    await fillField(user, "Name of the team", "Platform");
    await user.click(button("Create"));
    await waitFor(() => expect(field("Name of the team")).toHaveAccessibleDescription(/Not this name/));
    network.routes["POST spaces"] = { status: 429, message: "Too many spaces today" };
    await user.click(button("Create"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Too many spaces today");
    expect(field("Name of the team")).toHaveValue("Platform");
    expect([said, knownSpaces.get()]).toEqual([[], []]);
  });
});

describe("the link of a space", () => {
  async function open(route: Route) {
    const network = startPageNetwork({ [`PUT spaces/${key}/link`]: route });
    const replaced: string[] = [];
    const { user } = await renderPart(
      <SpaceLinkDialog spaceKey={key} onClose={() => undefined} onReplaced={(next) => replaced.push(next)} />,
    );
    const confirm = async () => {
      await user.click(button("Replace the link"));
      return screen.findByRole("dialog", { name: "Replace the link?" });
    };
    return { user, network, replaced, confirm };
  }

  it("is shown whole, as a picture too", async () => {
    await open({ data: { key: newKey } });
    expect(screen.getByDisplayValue(`${location.origin}/spaces#${key}`)).toBeInTheDocument();
    expect(screen.getByRole("img", { name: "QR code with the link to this space" })).toBeInTheDocument();
  });

  it("[G2] is replaced after a question, and not when that is cancelled", async () => {
    const { user, network, replaced, confirm } = await open({ data: { key: newKey } });
    await user.click(within(await confirm()).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByText("Replace the link?")).not.toBeInTheDocument());
    expect(network.calls()).toEqual([]);
    await user.click(within(await confirm()).getByRole("button", { name: "Replace the link" }));
    await waitFor(() => expect(replaced).toEqual([newKey]));
    expect(network.calls()).toEqual([`PUT spaces/${key}/link`]);
  });

  it("[G2] keeps the new key before it is sent, and sends the same one again after a lost answer", async () => {
    rememberSpace({ key, name: "Platform" });
    const { user, network, replaced, confirm } = await open(networkError);
    const sent = () => network.lastBody(`PUT spaces/${key}/link`) as { key: string };
    await user.click(within(await confirm()).getByRole("button", { name: "Replace the link" }));
    await waitFor(() => expect(network.calls()).toHaveLength(1));
    const first = sent();
    expect(first.key).toMatch(/^[\w-]{21}[AQgw]$/);
    expect(knownSpaces.get()).toEqual([{ key, name: "Platform", next: first.key }]);
    await screen.findByRole("alert");
    await user.click(button("Replace the link"));
    await waitFor(() => expect(network.calls()).toHaveLength(2));
    expect([sent(), replaced]).toEqual([first, []]);
    // Also after the page was opened anew.
    rememberSpace({ key: otherKey, name: "Other" });
    rememberSpace({ key, name: "Platform" });
    expect(knownSpaces.get()[0]).toEqual({ key, name: "Platform", next: first.key });
  });

  it("stays when the server refuses, which says why", async () => {
    const { user, replaced, confirm } = await open(refusal("Somebody else replaced it"));
    await user.click(within(await confirm()).getByRole("button", { name: "Replace the link" }));
    expect(await screen.findByText("Somebody else replaced it")).toBeInTheDocument();
    expect(replaced).toEqual([]);
  });
});

describe("Move to a space", () => {
  async function open(routes: Record<string, Route> = {}) {
    const network = startPageNetwork(routes);
    const closed: string[] = [];
    const { user } = await renderPart(
      <MoveToSpaceDialog
        board={{ id: "b1", title: "Retro" }}
        presentKey={key}
        onClose={() => closed.push("closed")}
      />,
    );
    return { user, network, closed };
  }

  it("[G3] moves the board to the chosen space; the one that it is in is not offered", async () => {
    rememberSpace({ key, name: "Platform" });
    rememberSpace({ key: newKey, name: "Search" });
    rememberSpace({ key: otherKey, name: "Payments" });
    rememberSpace({ key: "D".repeat(22), name: "Design" });
    const { user, network, closed } = await open({ [`PUT spaces/${otherKey}/boards/b1`]: { data: null } });
    expect(screen.queryByRole("radio", { name: "Platform" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("radio", { name: "Payments" }));
    await user.click(button("Move"));
    await waitFor(() => expect(closed).toEqual(["closed"]));
    expect(network.calls().filter((call) => call.startsWith("PUT"))).toEqual([
      `PUT spaces/${otherKey}/boards/b1`,
    ]);
  });

  it("stays open with the reason when the server refuses, and can be tried again", async () => {
    rememberSpace({ key: otherKey, name: "Payments" });
    const move = `PUT spaces/${otherKey}/boards/b1`;
    const { user, network, closed } = await open({ [move]: { status: 403, message: "Ann facilitates it" } });
    await user.click(button("Move"));
    expect(await screen.findByText("Ann facilitates it")).toBeInTheDocument();
    expect(closed).toEqual([]);
    network.routes[move] = { data: null };
    await user.click(button("Move"));
    await waitFor(() => expect(closed).toEqual(["closed"]));
  });

  it("[G3] lets the board's creator take it out of a space whose link they do not have, and then move it", async () => {
    rememberSpace({ key: otherKey, name: "Payments" });
    const move = `PUT spaces/${otherKey}/boards/b1`;
    const { user, network, closed } = await open({
      [move]: { status: 403, code: "space_key_required", message: "Unknown", data: { may_take_out: true } },
      "DELETE boards/b1/space": { data: null },
    });
    await user.click(button("Move"));
    await user.click(await screen.findByRole("button", { name: "Take out of its space" }));
    await waitFor(() => expect(screen.queryByText("Unknown")).not.toBeInTheDocument());
    network.routes[move] = { data: null };
    await user.click(button("Move"));
    await waitFor(() => expect(closed).toEqual(["closed"]));
  });

  it("[G3] closes when the board's creator is asked: the board page tells the answer", async () => {
    rememberSpace({ key: otherKey, name: "Payments" });
    const { user, closed } = await open({
      [`PUT spaces/${otherKey}/boards/b1`]: { status: 403, code: "creator_asked", message: "Asked now" },
    });
    await user.click(button("Move"));
    await waitFor(() => expect(closed).toEqual(["closed"]));
  });

  it("without another space it is no dead end: one is created there, and the board moves to it", async () => {
    rememberSpace({ key, name: "Platform" });
    const move = `PUT spaces/${newKey}/boards/b1`;
    const { user, network, closed } = await open({
      "POST spaces": { data: { key: newKey } },
      [move]: { data: null },
    });
    await user.click(button("New space…"));
    await fillField(user, "Name of the team", "Search");
    await user.click(button("Create"));
    await user.click(await screen.findByRole("button", { name: "Move" }));
    await waitFor(() => expect(closed).toEqual(["closed"]));
    expect(network.calls()).toContain(move);
  });
});

describe("a template of a space", () => {
  const template: SpaceTemplate = {
    id: "t1",
    title: "Our boat",
    sections: ["Wind", "Anchor"],
    created_at: "2026-11-22T12:00:00.000Z",
  };
  const list = `GET spaces/${key}/templates`;

  async function openSave(routes: Record<string, Route>, renamed?: SpaceTemplate) {
    const network = startPageNetwork({ [list]: { data: [] }, ...routes });
    const closed: string[] = [];
    const { user } = await renderPart(
      <TemplateDialog
        spaceKey={key}
        {...(renamed && { template: renamed })}
        boards={renamed ? [] : [board("b1", "Sprint 1"), board("b2", "Sprint 2")]}
        onClose={() => closed.push("closed")}
      />,
    );
    const choose = async (title: string) => {
      await user.click(screen.getByRole("combobox", { name: "Board" }));
      await user.click(await screen.findByRole("option", { name: title }));
    };
    return { user, network, closed, choose };
  }
  const title = () => field("Name of the template");

  it("[G10] is saved from the chosen board, under its title unless another is written", async () => {
    const save = `POST spaces/${key}/templates`;
    const { user, network, closed, choose } = await openSave({ [save]: { data: template } });
    expect(title()).toHaveValue("Sprint 1");
    await choose("Sprint 2");
    expect(title()).toHaveValue("Sprint 2");
    await user.clear(title());
    await fillField(user, "Name of the template", "Our boat");
    await choose("Sprint 1");
    expect(title()).toHaveValue("Our boat");
    await user.click(button("Save"));
    await waitFor(() => expect(closed).toEqual(["closed"]));
    expect(network.lastBody(save)).toEqual({ board_id: "b1", title: "Our boat" });
  });

  it("that the space has no room for is not saved; the dialog says so and keeps the text", async () => {
    const { user, closed } = await openSave({
      [`POST spaces/${key}/templates`]: refusal("Invalid", { title: ["At most 50 templates"] }),
    });
    await user.click(button("Save"));
    await waitFor(() => expect(title()).toHaveAccessibleDescription(/At most 50 templates/));
    expect(title()).toHaveValue("Sprint 1");
    expect(closed).toEqual([]);
  });

  it("is renamed; a failure is shown above the field", async () => {
    const rename = `PUT spaces/${key}/templates/t1`;
    const { user, network, closed } = await openSave({ [rename]: networkError }, template);
    expect(screen.getByRole("dialog", { name: "Rename the template" })).toBeInTheDocument();
    await user.clear(title());
    await fillField(user, "Name of the template", "Boat");
    await user.click(button("Save"));
    expect(await screen.findByRole("alert")).not.toBeEmptyDOMElement();
    expect(title()).toHaveValue("Boat");
    network.routes[rename] = { data: template };
    await user.click(button("Save"));
    await waitFor(() => expect(closed).toEqual(["closed"]));
    expect(network.lastBody(rename)).toEqual({ title: "Boat" });
  });

  it.each([
    ["is deleted for all members after a question", { data: null }, true],
    ["stays when the server refuses, which says why", refusal("It is gone already"), false],
  ] as const)("%s", async (_what, route, isDeleted) => {
    const remove = `DELETE spaces/${key}/templates/t1`;
    const network = startPageNetwork({ [list]: { data: [] }, [remove]: route });
    const ends: string[] = [];
    const { user } = await renderPart(
      <>
        <DeleteTemplateDialog
          spaceKey={key}
          template={template}
          onClose={() => ends.push("closed")}
          onDeleted={() => ends.push("deleted")}
        />
        <Toasts closeLabel="Close" />
      </>,
    );
    expect(network.calls()).not.toContain(remove);
    expect(screen.getByRole("dialog", { name: "Delete the template “Our boat”?" })).toBeInTheDocument();
    await user.click(button("Delete"));
    await waitFor(() => expect(ends).toEqual(isDeleted ? ["closed", "deleted"] : ["closed"]));
    expect(network.calls()).toContain(remove);
    expect(screen.queryAllByText("It is gone already")).toHaveLength(isDeleted ? 0 : 1);
  });
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { button, field, openAddress, renderPart } from "../../../testing/page.tsx";
import { type Route, startPageNetwork } from "../../../testing/pageNetwork.ts";
import { Toasts } from "../../../ui/toasts/Toasts.tsx";
import { ImportButton } from "./ImportButton.tsx";

const tz = `tz=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`;

it.each([
  ["Sprint 4.2", "Good:\n- Tea\n- Cake", "text/csv"],
  ["notes.markdown", "# Good\n- Tea", "text/csv"],
  ["table.tab", "What\tVotes\nTea\t2", "text/csv"],
  ["board", '{"format":"retro-board"}', "application/json"],
])("takes %s for what it contains, and names the board after it", async (name, text, type) => {
  const types: string[] = [];
  const answer: Route = ({ body }) => {
    types.push((body as Blob).type);
    return { data: { board: null, table: null, id: "b1", title: "T" }, meta: { left_out: [] } };
  };
  const network = startPageNetwork({ "POST boards/import/preview": answer, "POST boards/import": answer });
  await renderPart(<ImportButton onImported={() => undefined} />);
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files: [new File([text], name)] } });
  const title = encodeURIComponent(name.replace(/\.(?:markdown|tab)$/u, ""));
  await waitFor(() => expect(network.calls()).toContain(`POST boards/import?title=${title}&${tz}`));
  expect(new Set(types)).toEqual(new Set([type]));
});

async function openStartPage() {
  const board = {
    sections: [{ title: "Good", stickers: 2, first: ["Tea"] }],
    stickers: 2,
    actions: 0,
    leftOut: [],
  };
  startPageNetwork({ "POST boards/import/preview": { data: { table: null, board } } });
  const { user } = await openAddress("/");
  await screen.findByRole("dialog", { name: "New Board" });
  // The start page takes files as soon as it is there.
  await screen.findByRole("button", { name: "Import", hidden: true });
  const drop = () => {
    const files = [new File(["Good:\n- Tea\n- Cake"], "a.txt")];
    return fireEvent.drop(field("Title"), { dataTransfer: { types: ["Files"], files } });
  };
  const paste = (target: Element) =>
    fireEvent.paste(target, { clipboardData: { files: [], getData: () => "Good:\n- Tea\n- Cake" } });
  return { user, drop, paste };
}

it("takes a file that is dropped on the empty New Board dialog; a text that is pasted into its field stays there", async () => {
  const { drop, paste } = await openStartPage();
  paste(field("Title"));
  drop();
  expect(await screen.findByRole("dialog", { name: "Import a list" })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "New Board" })).toBeNull());
});

it("takes a list that is pasted beside the fields of the empty New Board dialog", async () => {
  const { paste } = await openStartPage();
  paste(document.body);
  expect(await screen.findByRole("dialog", { name: "Import a list" })).toBeInTheDocument();
});

it("takes nothing while the New Board dialog has a typed title", async () => {
  const { user, drop, paste } = await openStartPage();
  await user.type(field("Title"), "Sprint");
  drop();
  paste(document.body);
  expect(screen.queryByText("Importing…")).toBeNull();
  expect(field("Title")).toHaveValue("Sprint");
});

const azure = JSON.stringify(
  ["A", "B", "C"].map((name) => ({ team: { name: "Team" }, board: { title: name, columns: [] }, items: [] })),
);
const archive = () =>
  zipSync({
    "2026-11-26 Team A.json": strToU8("{}"),
    "2026-11-26 Team A.md": strToU8("# Team A"),
    "Team B.json": strToU8("{}"),
    "Team C.json": strToU8("{}"),
  });
it.each([
  ["all boards of Azure DevOps", () => new File([azure], "retros.json"), ["Team · B", "Team · C"]],
  ["the archive of a space", () => new File([new Uint8Array(archive())], "space.zip"), ["Team B", "Team C"]],
])("asks which boards of a file that holds several: %s", async (_, file, titles) => {
  const network = startPageNetwork({
    "POST boards/import": { data: { id: "b", title: "T" }, meta: { left_out: [] } },
  });
  const { user } = await renderPart(
    <>
      <ImportButton onImported={() => undefined} />
      <Toasts closeLabel="Close" />
    </>,
  );
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files: [file()] } });
  await user.click(await screen.findByRole("checkbox", { name: /Team (?:· )?A$/u }));
  expect(network.calls()).toEqual([]);
  await user.click(button("Import 2 boards"));
  expect(await screen.findByText("2 boards have been imported")).toBeInTheDocument();
  expect(network.calls()).toEqual(
    titles.map((title) => `POST boards/import?title=${encodeURIComponent(title)}&${tz}`),
  );
});

it("says which board of an archive is too large, and imports the others", async () => {
  const network = startPageNetwork({
    "POST boards/import": { data: { id: "b", title: "T" }, meta: { left_out: [] } },
  });
  const { user } = await renderPart(
    <>
      <ImportButton onImported={() => undefined} />
      <Toasts closeLabel="Close" />
    </>,
  );
  const zip = zipSync({
    "Big.json": strToU8(`{"a":"${"x".repeat(2_000_000)}"}`),
    "Small.json": strToU8("{}"),
  });
  const file = new File([new Uint8Array(zip)], "space.zip");
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files: [file] } });
  await user.click(await screen.findByRole("button", { name: "Import 2 boards" }));
  expect(await screen.findByText(/^Big\.json: .*2 MB/u)).toBeInTheDocument();
  await waitFor(() => expect(network.calls()).toEqual([`POST boards/import?title=Small&${tz}`]));
});

it("sends an archive or a workbook that it cannot unpack: the server says what is wrong with it", async () => {
  const network = startPageNetwork({
    "POST boards/import/preview": { status: 422, message: "Invalid", errors: { "line 1": ["No workbook."] } },
  });
  await renderPart(
    <>
      <ImportButton onImported={() => undefined} />
      <Toasts closeLabel="Close" />
    </>,
  );
  const file = new File([new Uint8Array(archive().slice(0, 90))], "cut.xlsx");
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files: [file] } });
  expect(await screen.findByText("Line 1: No workbook.")).toBeInTheDocument();
  expect(network.calls()).toEqual(["POST boards/import/preview?title=cut"]);
});

it("sends a list that holds no boards as it is", async () => {
  const network = startPageNetwork({
    "POST boards/import": { data: { id: "b", title: "T" }, meta: { left_out: [] } },
  });
  const imported: string[] = [];
  await renderPart(<ImportButton onImported={({ id }) => imported.push(id)} />);
  const files = [new File(['[{"text":"Tea"},{"text":"Milk"}]'], "list.json")];
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files } });
  await waitFor(() => expect(imported).toEqual(["b"]));
  expect(network.calls()).toEqual([`POST boards/import?title=list&${tz}`]);
});

it("sends a large file of Trello without what the import does not read", async () => {
  const history = Array.from({ length: 3000 }, (_, i) => ({
    type: i < 2 ? "commentCard" : "updateCard",
    data: { text: "x".repeat(900) },
  }));
  const text = JSON.stringify({ name: "B", lists: [], cards: [{ id: "c" }], actions: history });
  const network = startPageNetwork({
    "POST boards/import": { data: { id: "b", title: "T" }, meta: { left_out: [] } },
  });
  const imported: string[] = [];
  await renderPart(<ImportButton onImported={({ id }) => imported.push(id)} />);
  fireEvent.drop(document.body, {
    dataTransfer: { types: ["Files"], files: [new File([text], "trello.json")] },
  });
  await waitFor(() => expect(imported).toEqual(["b"]));
  const sent = network.requests.map(({ body }) => body as Blob);
  expect(JSON.parse((await sent.at(0)?.text()) ?? "")).toEqual({
    name: "B",
    lists: [],
    cards: [{ id: "c" }],
    actions: history.map(({ type }) => ({ type })),
  });
});

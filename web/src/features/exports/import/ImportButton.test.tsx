import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { ApiError } from "../../../api/client.ts";
import { button, renderPart } from "../../../testing/page.tsx";
import { heldRoute, startPageNetwork } from "../../../testing/pageNetwork.ts";
import { Toasts } from "../../../ui/toasts/Toasts.tsx";
import { ImportButton } from "./ImportButton.tsx";

const tz = `tz=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`;
const nothingLeftOut = { left_out: [] };

it("imports a corrected file of the same name after the first one was refused", async () => {
  const network = startPageNetwork({
    "POST boards/import/preview": { data: { board: null, table: null } },
    "POST boards/import": {
      status: 422,
      message: "Some fields need your attention",
      errors: { "line 3": ["The column is unknown"] },
    },
  });
  const imported: string[] = [];
  const { user } = await renderPart(
    <>
      <ImportButton onImported={({ id }) => imported.push(id)} />
      <Toasts closeLabel="Close" />
    </>,
  );
  const input = screen.getByLabelText<HTMLInputElement>("Import", { selector: "input" });
  await user.upload(input, new File(["section,column,text"], "Sprint 42.csv", { type: "text/csv" }));
  expect(await screen.findByText("Line 3: The column is unknown")).toBeInTheDocument();
  // A browser reports a choice only when it differs from what the field holds.
  expect(input.value).toBe("");
  network.routes["POST boards/import"] = { data: { id: "b1" }, meta: nothingLeftOut };
  await user.upload(input, new File(["section,column,text"], "Sprint 42.csv", { type: "text/csv" }));
  await waitFor(() => expect(imported).toEqual(["b1"]));
  expect(network.calls().filter((asked) => !asked.includes("preview"))).toEqual(
    Array(2).fill(`POST boards/import?title=Sprint%2042&${tz}`),
  );
});

it("says what can be imported when it is given another kind of file, and sends nothing", async () => {
  const network = startPageNetwork();
  await renderPart(
    <>
      <ImportButton onImported={() => undefined} />
      <Toasts closeLabel="Close" />
    </>,
  );
  const input = screen.getByLabelText("Import", { selector: "input" });
  fireEvent.change(input, { target: { files: [new File(["%PDF"], "Retro.pdf")] } });
  expect(
    await screen.findByText(/can be imported from a JSON, CSV, Markdown or text file/u),
  ).toBeInTheDocument();
  expect(network.calls()).toEqual([]);
});

it("takes no second file while it imports one, and keeps the focus", async () => {
  const { route, answer } = heldRoute({ data: { id: "b1" }, meta: nothingLeftOut });
  startPageNetwork({ "POST boards/import": route });
  const imported: string[] = [];
  const { user } = await renderPart(<ImportButton onImported={({ id }) => imported.push(id)} />);
  const input = screen.getByLabelText<HTMLInputElement>("Import", { selector: "input" });
  let asked = 0;
  input.addEventListener("click", (event) => {
    event.preventDefault();
    asked += 1;
  });
  await user.click(button("Import"));
  fireEvent.change(input, { target: { files: [new File(["{}"], "board.json")] } });
  const importing = await screen.findByRole("button", { name: "Importing…" });
  expect(importing).toBeEnabled();
  await user.click(importing);
  expect(asked).toBe(1);
  answer();
  await waitFor(() => expect(imported).toEqual(["b1"]));
  expect(await screen.findByRole("button", { name: "Import" })).toHaveFocus();
});

it("opens nothing over the page to which the user has gone on, but offers the new board", async () => {
  const { route, answer } = heldRoute({ data: { id: "b1", title: "Sprint 42" }, meta: nothingLeftOut });
  const network = startPageNetwork({ "POST boards/import": route });
  const imported: string[] = [];
  function Page() {
    const [left, setLeft] = useState(false);
    return (
      <>
        {left ? <h1>Another page</h1> : <ImportButton onImported={({ id }) => imported.push(id)} />}
        <button onClick={() => setLeft(true)}>Leave</button>
        <Toasts closeLabel="Close" />
      </>
    );
  }
  const { user } = await renderPart(<Page />);
  const input = screen.getByLabelText<HTMLInputElement>("Import", { selector: "input" });
  await user.upload(input, new File(["{}"], "board.json"));
  await waitFor(() => expect(network.calls()).toHaveLength(1));
  await user.click(button("Leave"));
  answer();
  expect(await screen.findByText("“Sprint 42” was added to your list")).toBeInTheDocument();
  expect(imported).toEqual([]);
  await user.click(button("Open"));
  expect(imported).toEqual(["b1"]);
});

it("says what the file of another tool had that was left out", async () => {
  const left_out = [
    { kind: "attachments", count: 3 },
    { kind: "closedLists", count: 1 },
  ];
  startPageNetwork({
    "POST boards/import": { data: { id: "b1", title: "Sprint 42" }, meta: { left_out } },
  });
  const imported: string[] = [];
  const { user } = await renderPart(
    <>
      <ImportButton onImported={({ id }) => imported.push(id)} />
      <Toasts closeLabel="Close" />
    </>,
  );
  const input = screen.getByLabelText<HTMLInputElement>("Import", { selector: "input" });
  await user.upload(input, new File(["{}"], "trello.json"));
  expect(
    await screen.findByText(
      "“Sprint 42” has been imported. Left out or changed: 3 attachments, 1 archived list.",
    ),
  ).toBeInTheDocument();
  expect(imported).toEqual(["b1"]);
});

const preview = {
  encoding: "utf-8",
  delimiter: "tab",
  sheets: [],
  sheet: 1,
  heading: "yes",
  columns: [
    { heading: "What", role: "text" },
    { heading: "Where", role: "" },
  ],
  rows: [["Tea", "Good"]],
  rowCount: 1,
  sections: [{ title: "T", stickers: 1 }],
  stickers: 1,
  actions: 0,
  leftOut: [],
  errors: {},
};

async function renderWithTable(routes: Parameters<typeof startPageNetwork>[0]) {
  const network = startPageNetwork(routes);
  const imported: string[] = [];
  const { user } = await renderPart(<ImportButton onImported={({ id }) => imported.push(id)} />);
  return { network, imported, user };
}

it("opens a pasted table in the mapper and imports it with the choices that its preview shows", async () => {
  const { network, imported, user } = await renderWithTable({
    "POST boards/import/preview": ({ path }) => ({
      data: {
        board: null,
        table: path.includes("section")
          ? { ...preview, columns: [preview.columns[0], { heading: "Where", role: "section" }] }
          : preview,
      },
    }),
    "POST boards/import": { data: { id: "b1", title: "T" }, meta: nothingLeftOut },
  });
  fireEvent.paste(document.body, {
    clipboardData: { files: [], getData: () => "What\tWhere\nTea\tGood" },
  });
  await user.selectOptions(await screen.findByLabelText("Column “Where”"), "Section");
  await waitFor(() => expect(button("Import 1 sticker")).toBeEnabled());
  expect(network.calls().some((asked) => !asked.includes("preview"))).toBe(false);
  await user.click(button("Import 1 sticker"));
  await waitFor(() => expect(imported).toEqual(["b1"]));
  expect(network.calls().at(-1)).toBe(
    `POST boards/import?title=Imported%20board&columns=text%2Csection&encoding=utf-8&delimiter=tab&heading=yes&${tz}`,
  );
});

it("takes a file that is dropped on the page, and says at which line and column a table cannot be imported", async () => {
  const table = { ...preview, stickers: 0, errors: { "line 2.What": ["This is not a number"] } };
  const { user, imported, network } = await renderWithTable({
    "POST boards/import/preview": { data: { board: null, table } },
  });
  fireEvent.drop(document.body, {
    dataTransfer: { types: ["Files"], files: [new File(["What\tWhere"], "a.tsv")] },
  });
  expect(await screen.findByText("Line 2, “What”: This is not a number")).toBeInTheDocument();
  expect(button("Import 0 stickers")).toBeDisabled();
  await user.click(button("Cancel"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([imported, network.calls().length]).toEqual([[], 1]);
});

it("tries a refused preview and a refused import again", async () => {
  const refusal = { status: 429, message: "Too many", code: "rate_limited" };
  const { network, user, imported } = await renderWithTable({
    "POST boards/import/preview": { data: { board: null, table: preview } },
    "POST boards/import": refusal,
  });
  fireEvent.paste(document.body, {
    clipboardData: { files: [], getData: () => "What\tWhere\nTea\tGood" },
  });
  await user.click(await screen.findByRole("button", { name: "Import 1 sticker" }));
  expect(await screen.findByText("Too many")).toBeInTheDocument();
  network.routes["POST boards/import/preview"] = refusal;
  await user.selectOptions(screen.getByLabelText("Column “Where”"), "Section");
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  network.routes["POST boards/import/preview"] = {
    data: { board: null, table: { ...preview, stickers: 3 } },
  };
  await waitFor(() => expect(button("Try again")).toBeEnabled());
  await user.click(button("Try again"));
  expect(await screen.findByRole("button", { name: "Import 3 stickers" })).toBeEnabled();
  expect(network.calls().at(-1)).toContain("columns=text%2Csection");
  await user.click(button("Import 3 stickers"));
  expect(await screen.findByText("Too many")).toBeInTheDocument();
  network.routes["POST boards/import"] = { data: { id: "b1", title: "T" }, meta: nothingLeftOut };
  await user.click(button("Import 3 stickers"));
  await waitFor(() => expect(imported).toEqual(["b1"]));
});

it("keeps the chosen columns when another encoding is chosen", async () => {
  const { network, user } = await renderWithTable({
    "POST boards/import/preview": ({ path }) => ({
      data: {
        board: null,
        table: path.includes("section")
          ? { ...preview, columns: [preview.columns[0], { heading: "Where", role: "section" }] }
          : preview,
      },
    }),
  });
  fireEvent.paste(document.body, {
    clipboardData: { files: [], getData: () => "What\tWhere\nTea\tGood" },
  });
  const encoding = await screen.findByLabelText("Encoding");
  await user.selectOptions(encoding, "WINDOWS-1252");
  await waitFor(() => expect(network.calls().at(-1)).toContain("windows-1252"));
  expect(network.calls().at(-1)).not.toContain("columns=");
  await user.selectOptions(screen.getByLabelText("Column “Where”"), "Section");
  await user.selectOptions(encoding, "WINDOWS-1251");
  await waitFor(() =>
    expect(network.calls().at(-1)).toContain("columns=text%2Csection&encoding=windows-1251"),
  );
});

it("keeps neither columns nor headings of one sheet for another", async () => {
  const { network, user } = await renderWithTable({
    "POST boards/import/preview": {
      data: { board: null, table: { ...preview, sheets: ["First", "Second"] } },
    },
  });
  fireEvent.paste(document.body, { clipboardData: { files: [], getData: () => "What\tWhere\nTea\tGood" } });
  await user.click(await screen.findByRole("checkbox"));
  await waitFor(() => expect(network.calls().at(-1)).toContain("heading=no"));
  await user.selectOptions(screen.getByLabelText("Column “Where”"), "Section");
  await waitFor(() => expect(network.calls().at(-1)).toContain("columns=text%2Csection"));
  await user.selectOptions(screen.getByLabelText("Sheet"), "Second");
  await waitFor(() => expect(network.calls().at(-1)).toContain("sheet=2"));
  expect(network.calls().at(-1)).not.toMatch(/heading=|columns=/u);
});

it("shows what a pasted list becomes, and imports it without choices", async () => {
  const board = {
    sections: [{ title: "Good", stickers: 4, first: ["Tea", "Cake", "Sun"] }],
    stickers: 4,
    actions: 0,
    leftOut: [],
  };
  const { network, imported, user } = await renderWithTable({
    "POST boards/import/preview": { data: { table: null, board } },
    "POST boards/import": { data: { id: "b1", title: "T" }, meta: nothingLeftOut },
  });
  fireEvent.paste(document.body, { clipboardData: { files: [], getData: () => "Good:\n- Tea\n- Cake" } });
  const dialog = within(await screen.findByRole("dialog", { name: "Import a list" }));
  expect(dialog.getByRole("heading", { name: "Good" })).toBeInTheDocument();
  expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Tea", "Cake", "Sun"]);
  expect(dialog.getByText("and 1 more")).toBeInTheDocument();
  await user.click(button("Import 4 stickers"));
  await waitFor(() => expect(imported).toEqual(["b1"]));
  expect(network.calls().at(-1)).toBe(`POST boards/import?title=Imported%20board&${tz}`);
});

it("takes several files one after the other, says which one cannot be read, and stays on the page", async () => {
  const network = startPageNetwork({
    "POST boards/import": { data: { id: "b", title: "T" }, meta: nothingLeftOut },
  });
  const imported: string[] = [];
  await renderPart(
    <>
      <ImportButton onImported={({ id }) => imported.push(id)} />
      <Toasts closeLabel="Close" />
    </>,
  );
  const folder = new File([], "retros");
  folder.slice = () => ({ arrayBuffer: () => Promise.reject(new Error("a folder")) }) as unknown as Blob;
  const files = [
    new File(["{}"], "a.json"),
    folder,
    new File(["x"], "b.png", { type: "image/png" }),
    new File(["{}"], "c.json"),
  ];
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files } });
  expect(await screen.findByText("2 boards have been imported")).toBeInTheDocument();
  expect(screen.getByText(/“retros” cannot be read/u)).toBeInTheDocument();
  expect(network.calls()).toEqual([`POST boards/import?title=a&${tz}`, `POST boards/import?title=c&${tz}`]);
  expect(imported).toEqual([]);
});

it("says that a board is not in its space, and opens it", async () => {
  startPageNetwork({
    "POST boards/import": { data: { id: "b1", title: "Sprint 42" }, meta: nothingLeftOut },
  });
  const imported: string[] = [];
  const place = () => Promise.reject(new ApiError(422, "The space has its 1,000 boards."));
  const { user } = await renderPart(
    <>
      <ImportButton onImported={({ id }) => imported.push(id)} place={place} />
      <Toasts closeLabel="Close" />
    </>,
  );
  await user.upload(
    screen.getByLabelText<HTMLInputElement>("Import", { selector: "input" }),
    new File(["{}"], "a.json"),
  );
  expect(
    await screen.findByText(
      "“Sprint 42” has been imported, but it is not in the space: it is in My boards. The space has its 1,000 boards.",
    ),
  ).toBeInTheDocument();
  expect(imported).toEqual(["b1"]);
});

it("takes nothing that is dropped while a dialog is open", async () => {
  const network = startPageNetwork();
  await renderPart(
    <>
      <ImportButton onImported={() => undefined} />
      <div role="dialog" aria-modal="true" aria-label="Another" />
    </>,
  );
  const dataTransfer = { types: ["Files"], dropEffect: "copy" };
  const over = createEvent.dragOver(document.body, { dataTransfer });
  fireEvent(document.body, over);
  fireEvent.drop(document.body, {
    dataTransfer: { types: ["Files"], files: [new File(["{}"], "a.json")] },
  });
  expect(screen.queryByText("Importing…")).toBeNull();
  expect([dataTransfer.dropEffect, network.calls()]).toEqual(["none", []]);
});

it("ends the file at work and those that wait", async () => {
  const { route } = heldRoute({ data: { id: "b1" }, meta: nothingLeftOut });
  const network = startPageNetwork({ "POST boards/import": route });
  const imported: string[] = [];
  const { user } = await renderPart(<ImportButton onImported={({ id }) => imported.push(id)} />);
  fireEvent.drop(document.body, {
    dataTransfer: { types: ["Files"], files: [new File(["{}"], "a.json"), new File(["{}"], "b.json")] },
  });
  expect(await screen.findByText("Importing file 1 of 2: “a.json”…")).toBeInTheDocument();
  await waitFor(() => expect(network.calls()).toHaveLength(1));
  await user.click(button("Cancel"));
  expect(await screen.findByRole("button", { name: "Import" })).toBeInTheDocument();
  expect([network.calls().length, imported]).toEqual([1, []]);
});

it("waits with the rest of many files while the server takes no more", async () => {
  let asked = 0;
  const network = startPageNetwork({
    "POST boards/import": () => {
      asked += 1;
      return asked === 2
        ? { status: 429, message: "Too many", code: "rate_limited", headers: { "Retry-After": "0" } }
        : { data: { id: `b${asked}`, title: "T" }, meta: nothingLeftOut };
    },
  });
  await renderPart(
    <>
      <ImportButton onImported={() => undefined} />
      <Toasts closeLabel="Close" />
    </>,
  );
  const files = ["a", "b", "c"].map((name) => new File(["{}"], `${name}.json`));
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files } });
  expect(await screen.findByText("3 boards have been imported")).toBeInTheDocument();
  expect(network.calls().map((path) => /title=(.)/u.exec(path)?.[1])).toEqual(["a", "b", "b", "c"]);
});

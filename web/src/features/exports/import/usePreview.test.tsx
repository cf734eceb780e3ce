import { act, waitFor } from "@testing-library/react";
import type { TablePreview } from "@retro/contract/files/table-import";
import { expect, it } from "vitest";
import { renderPart } from "../../../testing/page.tsx";
import { startPageNetwork } from "../../../testing/pageNetwork.ts";
import { usePreview } from "./usePreview.ts";

const preview: TablePreview = {
  encoding: "utf-8",
  delimiter: "comma",
  sheets: [],
  sheet: 1,
  heading: "yes",
  columns: [{ heading: "What", role: "text" }],
  rows: [["Tea"]],
  rowCount: 1,
  sections: [],
  stickers: 1,
  actions: 0,
  leftOut: [],
  errors: {},
};
const file = new File(["What\nTea"], "a.csv");

it("reads one choice at a time, also of two that are made before the page is drawn again, and ends at the last", async () => {
  const held: (() => void)[] = [];
  const network = startPageNetwork({
    "POST boards/import/preview": async () => {
      await new Promise<void>((resolve) => void held.push(resolve));
      return { data: { board: null, table: preview } };
    },
  });
  let hook: ReturnType<typeof usePreview> | undefined;
  function Part() {
    hook = usePreview(file, preview);
    return <p>{hook.reading ? "reading" : "read"}</p>;
  }
  const { findByText } = await renderPart(<Part />);
  const drawn = hook;
  await act(async () => {
    drawn?.choose({ heading: "no" }, {});
    // The first request is on its way; the part is not drawn anew.
    await waitFor(() => expect(held).toHaveLength(1));
    drawn?.choose({ heading: "yes" }, {});
  });
  expect(held).toHaveLength(1);
  held[0]?.();
  await waitFor(() => expect(held).toHaveLength(2));
  held[1]?.();
  expect(await findByText("read")).toBeInTheDocument();
  expect(network.calls().at(-1)).toContain("heading=yes");
  expect(network.calls()).toHaveLength(2);
});

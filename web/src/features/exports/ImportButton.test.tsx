// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPart } from "../../testing/page.tsx";
import { startPageNetwork } from "../../testing/pageNetwork.ts";
import { Toasts } from "../../ui/Toasts.tsx";
import { ImportButton } from "./ImportButton.tsx";

it("imports a corrected file of the same name after the first one was refused", async () => {
  const network = startPageNetwork({
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
  expect(await screen.findByText("line 3: The column is unknown")).toBeInTheDocument();
  // A browser reports a choice only when it differs from what the field holds.
  expect(input.value).toBe("");
  network.routes["POST boards/import"] = { data: { id: "b1" } };
  await user.upload(input, new File(["section,column,text"], "Sprint 42.csv", { type: "text/csv" }));
  await waitFor(() => expect(imported).toEqual(["b1"]));
  expect(network.calls()).toEqual(Array(2).fill("POST boards/import?title=Sprint%2042"));
});

import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";
import { button } from "../../testing/page.tsx";
import { heldRoute } from "../../testing/pageNetwork.ts";

afterEach(() => vi.restoreAllMocks());

it("makes one file at a time, and stays for another one when the first fails", async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => "blob:1";
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { route, answer } = heldRoute({ status: 503, message: "Restarting" });
  const { network } = startBoardPage({
    "GET /web/boards/board/export-pdf": route,
    "GET /web/boards/board/export-csv": { text: "section,column" },
  });
  const { user } = await visitBoard();
  await user.click(button("Download"));
  await user.click(await screen.findByRole("menuitem", { name: "Save as PDF" }));
  const pdf = screen.getByRole("menuitem", { name: /^Save as PDF/ });
  expect(pdf).toHaveTextContent("Preparing…");
  expect(screen.getByRole("menuitem", { name: "CSV" })).toHaveAttribute("aria-disabled", "true");
  await user.click(pdf);
  answer();
  expect(
    await screen.findByText("The file could not be created. Try again in a moment."),
  ).toBeInTheDocument();
  await waitFor(() => expect(pdf).not.toHaveTextContent("Preparing…"));
  expect(network.calls().filter((call) => call.includes("export-pdf"))).toHaveLength(1);
  await user.click(screen.getByRole("menuitem", { name: "CSV" }));
  await waitFor(() => expect(saved).toEqual(["board.csv"]));
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
});

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { healthyServer } from "../../../testing/healthyServer.ts";
import { renderPart } from "../../../testing/page.tsx";
import { startPageNetwork } from "../../../testing/pageNetwork.ts";
import { Health } from "./Health.tsx";

it.each([
  [null, "none by “npm run backup --”", 0],
  ["2026-01-14T12:00:00.000Z", "yesterday", 0],
  ["2026-01-12T12:00:00.000Z", "3 days ago", 1],
])("the last backup, %s, is shown as %s, and with advice when it is old", async (at, shown, advice) => {
  startPageNetwork({ "GET admin/health": { data: { ...healthyServer, backup_finished_at: at } } });
  await renderPart(<Health />);
  const name = await screen.findByText("Last backup");
  expect(name.nextElementSibling).toHaveTextContent(shown);
  expect(screen.queryAllByText(/backup.*two days/)).toHaveLength(advice);
});

it("says that the database cannot be used, and why, while the server answers that", async () => {
  const refusal = { message: "Not available", code: "unavailable", data: { reason: "unreachable" } };
  startPageNetwork({ "GET admin/health": { status: 503, ...refusal } });
  await renderPart(<Health />);
  expect(await screen.findByText(/The database cannot be used: unreachable/)).toBeVisible();
  expect(screen.queryByText("The server does not answer")).toBeNull();
});

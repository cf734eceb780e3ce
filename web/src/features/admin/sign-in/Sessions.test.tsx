import type { SessionRow } from "@retro/contract/lists";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { button, renderPart } from "../../../testing/page.tsx";
import { startPageNetwork } from "../../../testing/pageNetwork.ts";
import { Toasts } from "../../../ui/toasts/Toasts.tsx";
import { Sessions } from "./Sessions.tsx";

const session = (id: string, address: string): SessionRow => ({
  id,
  address,
  current: id === "own",
  user_agent: "Firefox/140.0 (X11; Linux)",
  created_at: "2026-01-15T12:00:00.000Z",
  last_used_at: "2026-01-15T12:00:00.000Z",
});

async function sessions() {
  let rows = [session("own", "10.0.0.1"), session("other", "10.0.0.2")];
  const network = startPageNetwork({
    "GET admin/sessions": () => ({ data: rows }),
    "DELETE admin/sessions/other": () => {
      rows = rows.filter(({ id }) => id !== "other");
      return { data: null };
    },
  });
  const page = await renderPart(
    <>
      <Sessions />
      <Toasts closeLabel="Close" />
    </>,
  );
  await screen.findByText("This session");
  return { ...page, network };
}
const end = "End the session at 10.0.0.2";

it("another session that is ended leaves the list, and this one stays signed in", async () => {
  const { user } = await sessions();
  await user.click(button(end));
  await waitFor(() => expect(screen.queryByRole("button", { name: end })).not.toBeInTheDocument());
  expect(screen.getByText("This session")).toBeInTheDocument();
});

it("a session whose end is refused stays in the list, with the reason", async () => {
  const { user, network } = await sessions();
  network.routes["DELETE admin/sessions/other"] = { status: 429, message: "Slowly" };
  await user.click(button(end));
  expect(await screen.findByText("Slowly")).toBeInTheDocument();
  expect(button(end)).toBeEnabled();
});

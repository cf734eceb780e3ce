import type { ApiToken } from "@retro/contract/api/tokens";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { button, renderPart } from "../../../testing/page.tsx";
import { startPageNetwork } from "../../../testing/pageNetwork.ts";
import { Tokens } from "./Tokens.tsx";
import { placeOfLink } from "./NewTokenDialog.tsx";

const row = (id: string, more: Partial<ApiToken> = {}): ApiToken => ({
  id,
  kind: "person",
  name: `Script ${id}`,
  access: "read",
  board_id: null,
  space: null,
  made_by: "Ann",
  created_at: "2026-01-15T12:00:00.000Z",
  last_used_at: null,
  expires_at: null,
  ...more,
});

async function page() {
  let rows = [
    row("a"),
    row("d", { expires_at: "2199-03-01T12:00:00.000Z" }),
    row("b", { access: "write", expires_at: "2026-01-01T00:00:00.000Z" }),
  ];
  const network = startPageNetwork({
    "GET tokens": () => ({ data: rows }),
    "POST tokens": () => {
      const made = row("c", { name: "Weekly report" });
      rows = [made, ...rows];
      return { data: { ...made, token: "retro_the-token" } };
    },
    "DELETE tokens/a": () => {
      rows = rows.filter(({ id }) => id !== "a");
      return { data: null };
    },
  });
  const rendered = await renderPart(<Tokens path="tokens" hint="Yours" />);
  await screen.findByText("Script a");
  return { ...rendered, network };
}

it("[U4] a token is shown once, after it was made, and never in the list", async () => {
  const { user } = await page();
  await user.click(button("New token"));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Weekly report");
  await user.click(button("Create token"));
  expect(await screen.findByDisplayValue("retro_the-token")).toBeInTheDocument();
  await user.click(button("Done"));
  await waitFor(() => expect(screen.queryByDisplayValue("retro_the-token")).not.toBeInTheDocument());
  expect(await screen.findByText("Weekly report")).toBeInTheDocument();
});

it("revoking asks first, then the token leaves the list", async () => {
  const { user } = await page();
  await user.click(button("Revoke “Script a”"));
  const dialog = await screen.findByRole("dialog", { name: "Revoke “Script a”?" });
  await user.click(within(dialog).getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(screen.queryByText("Script a")).not.toBeInTheDocument());
  expect(screen.getByText("Expired")).toBeInTheDocument();
  expect(screen.getByText(/expires on .*2199/)).toBeInTheDocument();
});

it("a link that leads to no board or space makes no token", async () => {
  const { user } = await page();
  await user.click(button("New token"));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Weekly report");
  await user.type(screen.getByRole("textbox", { name: "Only one board or space" }), "https://example.com/");
  await user.click(button("Create token"));
  expect(await screen.findByText("This is not a link to a board or a space")).toBeInTheDocument();
});

it.each([
  ["https://retro.example.com/boards/AAAAAAAAAAAAAAAAAAAAAA?x=1", { board_id: "A".repeat(22) }],
  ["https://retro.example.com/spaces#AAAAAAAAAAAAAAAAAAAAAA", { space_key: "A".repeat(22) }],
  ["https://retro.example.com/boards/AAAAAAAAAAAAAAAAAAAAAAA", null],
  ["AAAAAAAAAAAAAAAAAAAAAA", null],
])("the place of %s", (link, place) => {
  expect(placeOfLink(link)).toEqual(place);
});

import type { Webhook, WebhookDelivery } from "@retro/contract/webhooks/webhooks";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { button, renderPart } from "../../../testing/page.tsx";
import { startPageNetwork } from "../../../testing/pageNetwork.ts";
import { Webhooks } from "./Webhooks.tsx";

const attempt: WebhookDelivery = {
  id: "d",
  message_id: "msg_1",
  type: "action.created",
  attempt: 2,
  at: "2026-01-15T12:00:00.000Z",
  status: 503,
  problem: "answer",
  answer: "down for repair",
  ms: 12,
};
const hook = (id: string, more: Partial<Webhook> = {}): Webhook => ({
  id,
  name: `Chat ${id}`,
  address: "https://hooks.example.com/…cret",
  format: "slack",
  events: ["action.created"],
  state: "on",
  created_at: "2026-01-15T12:00:00.000Z",
  deliveries: [attempt],
  ...more,
});

async function page() {
  let hooks = [hook("a"), hook("b", { state: "link_replaced", deliveries: [] })];
  const network = startPageNetwork({
    "GET admin/webhooks": () => ({ data: hooks }),
    "POST admin/webhooks": () => ({ data: { id: "c", secret: "whsec_once" } }),
    "POST admin/webhooks/a/test": () => ({ data: { ...attempt, status: 200, problem: null } }),
    "PUT admin/webhooks/a": () => {
      hooks = hooks.map((each) => (each.id === "a" ? { ...each, state: "off" } : each));
      return { data: null };
    },
    "DELETE admin/webhooks/a": () => {
      hooks = hooks.filter(({ id }) => id !== "a");
      return { data: null };
    },
  });
  const rendered = await renderPart(<Webhooks path="admin/webhooks" hint="All boards" />);
  await screen.findByText("Chat a");
  return { ...rendered, network };
}

it("[J4] the secret of a new webhook is shown once, after it was made", async () => {
  const { user } = await page();
  await user.click(button("New webhook"));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Team chat");
  await user.type(screen.getByRole("textbox", { name: "Address" }), "https://hooks.example.com/x");
  await user.click(button("Create webhook"));
  expect(await screen.findByDisplayValue("whsec_once")).toBeInTheDocument();
  await user.click(button("Done"));
  await waitFor(() => expect(screen.queryByDisplayValue("whsec_once")).not.toBeInTheDocument());
});

it("the state, the last answers and why a webhook is off are in its row", async () => {
  const { user } = await page();
  const [first, second] = screen
    .getAllByRole("listitem")
    .filter((each) => each.querySelector(".secret-line"));
  await user.click(within(first as HTMLElement).getAllByText("Answered 503")[0] as HTMLElement);
  expect(within(first as HTMLElement).getByText("down for repair")).toBeInTheDocument();
  expect(second).toHaveTextContent(/link of the space was replaced/);
});

it("a test says what was answered, and a webhook is switched off by its button", async () => {
  const { user } = await page();
  await user.click(button("Send a test to “Chat a”"));
  expect(await screen.findByText("Answered 200")).toBeInTheDocument();
  await user.click(button("Switch off “Chat a”"));
  expect(await screen.findByRole("button", { name: "Switch on “Chat a”" })).toBeInTheDocument();
});

it("deleting asks first", async () => {
  const { user } = await page();
  await user.click(button("Delete “Chat a”"));
  const dialog = await screen.findByRole("dialog", { name: "Delete “Chat a”?" });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Chat a")).not.toBeInTheDocument());
});

it("without an event nothing can be made", async () => {
  const { user } = await page();
  await user.click(button("New webhook"));
  for (const box of screen.getAllByRole("checkbox")) await user.click(box);
  expect(screen.getByRole("alert")).toHaveTextContent("Choose at least one event");
  expect(button("Create webhook")).toBeDisabled();
});

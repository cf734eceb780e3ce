import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPart } from "../../testing/page.tsx";
import { networkConfig, startPageNetwork } from "../../testing/pageNetwork.ts";
import { AdminNav } from "./AdminNav.tsx";

it.each([
  ["has a link to webhooks", {}, 1],
  ["has none where the operator has switched them off", { webhooks: false }, 0],
])("the administrators' menu %s", async (_, more, count) => {
  startPageNetwork({ "GET config": { data: { ...networkConfig, ...more } } });
  await renderPart(<AdminNav />);
  expect(await screen.findByRole("link", { name: "API tokens" })).toBeInTheDocument();
  await expect.poll(() => screen.queryAllByRole("link", { name: "Webhooks" }).length).toBe(count);
});

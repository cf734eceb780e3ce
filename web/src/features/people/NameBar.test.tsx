import { screen, waitFor } from "@testing-library/react";
import type { User } from "@retro/contract/users";
import { expect, describe, it } from "vitest";
import { onUserSaved } from "../../api/user.ts";
import { button, field, fillField, renderPart } from "../../testing/page.tsx";
import { networkError, startPageNetwork, testUser, type Route } from "../../testing/pageNetwork.ts";
import { Toasts } from "../../ui/toasts/Toasts.tsx";
import { NamePrompt } from "./NamePrompt.tsx";

const koala: User = { ...testUser, name: "Sunny Koala" };
const bar = () => screen.queryByRole("form", { name: /^You are/ });
const stored: Route = ({ body }) => ({ data: { ...koala, ...(body as object) } });

async function prompt(user: User = koala, answer: Route = stored) {
  const network = startPageNetwork({ "GET users/auth": { data: user }, "PUT users/ann": answer });
  const told: string[] = [];
  onUserSaved(({ name }) => told.push(name));
  const view = await renderPart(
    <main tabIndex={-1}>
      <NamePrompt />
      <Toasts closeLabel="Close" />
    </main>,
    { user },
  );
  const sent = () => network.calls().filter((call) => call.startsWith("PUT"));
  return { ...view, network, told, sent };
}
const asked = () => screen.findByRole("form", { name: "You are Sunny Koala" });

describe("the bar that asks for a name", () => {
  it("saves the name as the user menu does, tells the others, and goes", async () => {
    const { user, network, told } = await prompt();
    await asked();
    await fillField(user, "Your name", "  Ann King ");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("You are now Ann King")).toHaveAttribute("role", "status");
    expect(network.lastBody("PUT users/ann")).toEqual({ name: "Ann King" });
    expect(told).toEqual(["Ann King"]);
    expect(bar()).not.toBeInTheDocument();
    expect(screen.getByRole("main")).toHaveFocus();
  });

  it("sends nothing for an empty name, and goes on asking [spec 5.7]", async () => {
    const { user, sent } = await prompt();
    await asked();
    await fillField(user, "Your name", "   ");
    await user.click(button("Save"));
    expect(field("Your name")).toHaveFocus();
    expect(sent()).toEqual([]);
    expect(bar()).toBeInTheDocument();
  });

  it("stays with what was typed when the name cannot be saved, and says why", async () => {
    const { user, network, told } = await prompt(koala, networkError);
    await asked();
    await fillField(user, "Your name", "Ann");
    await user.click(button("Save"));
    expect(await screen.findByText(/The server cannot be reached/)).toBeInTheDocument();
    expect(field("Your name")).toHaveValue("Ann");
    network.routes["PUT users/ann"] = stored;
    await user.click(button("Save"));
    await waitFor(() => expect(told).toEqual(["Ann"]));
  });

  it("does not ask again on this device when the user keeps the name; another visitor is asked", async () => {
    const { user, unmount } = await prompt();
    await asked();
    await user.click(button("Keep this name"));
    expect(bar()).not.toBeInTheDocument();
    expect(screen.getByRole("main")).toHaveFocus();
    unmount();
    const again = await prompt();
    expect(bar()).not.toBeInTheDocument();
    again.unmount();
    await prompt({ ...koala, id: "bob" });
    await asked();
  });

  it("does not ask a user who has chosen a name", async () => {
    await prompt(testUser);
    // The part is there, and says nothing.
    expect(await screen.findByRole("status")).toBeEmptyDOMElement();
    expect(bar()).not.toBeInTheDocument();
  });

  it("does not ask an administrator", async () => {
    await prompt({ ...koala, role: "admin" });
    expect(screen.getByRole("main")).toBeEmptyDOMElement();
  });
});

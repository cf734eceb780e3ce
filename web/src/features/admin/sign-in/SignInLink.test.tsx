import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { networkError, startPageNetwork, type Route, testUser } from "../../../testing/pageNetwork.ts";
import { button, renderPart } from "../../../testing/page.tsx";
import { SignInLink } from "./SignInLink.tsx";

const admin = { ...testUser, id: "root", role: "admin" as const };
const link = { data: { email: "root@example.org", expires_at: "2030-01-01T00:00:00.000Z" } };

async function page(post: Route = { data: admin }, check: Route = link) {
  const network = startPageNetwork({
    "POST users/sign-in-link/check": check,
    "POST users/sign-in-link": post,
  });
  const entered: string[] = [];
  const shown = await renderPart(<SignInLink token="t1" onSignedIn={({ id }) => entered.push(id)} />, {
    user: null,
  });
  const posts = () => network.calls().filter((call) => call === "POST users/sign-in-link");
  const fill = async (password = "a long pass phrase", repeated = password) => {
    for (const [label, text] of [
      ["New password", password],
      ["Repeat the password", repeated],
    ] as const) {
      const input = await screen.findByLabelText(label);
      await shown.user.clear(input);
      await shown.user.click(input);
      await shown.user.paste(text);
    }
  };
  return { ...shown, network, entered, posts, fill };
}

describe("the page of a one-time link", () => {
  it("names the account, sends the new password with the link's token, and signs in", async () => {
    const { user, network, entered, fill } = await page();
    await fill();
    expect(network.lastBody("POST users/sign-in-link/check")).toEqual({ token: "t1" });
    expect(screen.getByLabelText("Email")).toHaveValue("root@example.org");
    await user.click(button("Set password"));
    await waitFor(() => expect(entered).toEqual(["root"]));
    expect(network.lastBody("POST users/sign-in-link")).toEqual({
      token: "t1",
      password: "a long pass phrase",
    });
  });

  it.each([
    ["short", "short", "Use at least 12 characters"],
    ["a long pass phrase", "a long pass phrases", "The passwords do not match"],
  ])("refuses %s and %s without sending them", async (password, repeated, message) => {
    const { user, posts, fill } = await page();
    await fill(password, repeated);
    await user.click(button("Set password"));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(posts()).toEqual([]);
  });

  it("says that a link is over, when it is opened and when it is used", async () => {
    const over: Route = {
      status: 422,
      message: "Some fields need your attention",
      errors: { token: ["This link no longer works. Ask for a new one"] },
    };
    const heading = { name: "This link no longer works. Ask for a new one" };
    const opened = await page(undefined, over);
    expect(await screen.findByRole("heading", heading)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Go to sign-in" })).toHaveAttribute("href", "/admin/sign-in");
    opened.unmount();
    const { user, fill } = await page(over);
    await fill();
    await user.click(button("Set password"));
    expect(await screen.findByRole("heading", heading)).toBeInTheDocument();
    expect(screen.queryByLabelText("New password")).not.toBeInTheDocument();
  });

  it("offers another try when the link could not be checked", async () => {
    const { user, network } = await page(undefined, {
      status: 429,
      message: "Too many requests. Wait a moment and try again",
    });
    expect(await screen.findByRole("heading", { name: "The link could not be checked" })).toBeInTheDocument();
    expect(screen.getByText("Too many requests. Wait a moment and try again")).toBeInTheDocument();
    network.routes["POST users/sign-in-link/check"] = link;
    await user.click(button("Try again"));
    expect(await screen.findByLabelText("New password")).toBeInTheDocument();
  });

  it.each<[string, Route, string]>([
    ["the network is away", networkError, "The server cannot be reached"],
    [
      "the server refuses the password",
      {
        status: 422,
        message: "Some fields need your attention",
        errors: { password: ["Choose another one"] },
      },
      "Choose another one",
    ],
  ])("keeps the passwords when %s, and sends them again", async (_what, reply, message) => {
    const { user, network, entered, posts, fill } = await page(reply);
    await fill();
    await user.click(button("Set password"));
    expect(await screen.findByText(new RegExp(message))).toBeInTheDocument();
    expect(screen.getByLabelText("New password")).toHaveValue("a long pass phrase");
    expect(screen.getByLabelText("Repeat the password")).toHaveValue("a long pass phrase");
    network.routes["POST users/sign-in-link"] = { data: admin };
    await user.click(button("Set password"));
    await waitFor(() => expect(entered).toEqual(["root"]));
    expect(posts()).toHaveLength(2);
  });
});

import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { heldRoute, startPageNetwork, type Route, testUser } from "../../../testing/pageNetwork.ts";
import { button, renderPart, fillField } from "../../../testing/page.tsx";
import { SolvedVerification } from "../../../testing/verification.tsx";
import { SignInForm } from "./SignInForm.tsx";

const admin = { ...testUser, id: "root", role: "admin" as const };

async function form(post: Route = { data: admin }, verification = SolvedVerification) {
  const network = startPageNetwork({ "POST users/sign-in": post });
  const entered: string[] = [];
  const page = await renderPart(
    <SignInForm verification={verification} onSignedIn={({ id }) => entered.push(id)} />,
    { user: null },
  );
  const fill = async (email = "root@example.org", password = "long enough") => {
    await fillField(page.user, "Email", email);
    await page.user.click(screen.getByLabelText("Password"));
    await page.user.paste(password);
  };
  return { ...page, network, entered, fill };
}

describe("the administrators' sign-in", () => {
  it("sends address, password and solution, and hides the verification meanwhile", async () => {
    const { route, answer } = heldRoute({ data: admin });
    const { user, network, entered, fill } = await form(route);
    expect(screen.getByText("verification")).toBeInTheDocument();
    await fill();
    await user.click(button("Sign in"));
    await waitFor(() => expect(screen.queryByText("verification")).not.toBeInTheDocument());
    answer();
    await waitFor(() => expect(entered).toEqual(["root"]));
    expect(network.lastBody("POST users/sign-in")).toEqual({
      email: "root@example.org",
      password: "long enough",
      solution: "solution 0",
    });
  });

  it("after a refusal shows it under the field, with a new verification, and can be tried again", async () => {
    const { user, network, entered, fill } = await form({
      status: 422,
      message: "Some fields need your attention",
      errors: { email: ["Wrong email or password"] },
    });
    await fill();
    await user.click(button("Sign in"));
    expect(await screen.findByText("Wrong email or password")).toBeInTheDocument();
    expect(screen.getByText("verification")).toBeInTheDocument();
    expect(button("Sign in")).toBeEnabled();
    network.routes["POST users/sign-in"] = { data: admin };
    await user.type(screen.getByLabelText("Password"), "!");
    await user.click(button("Sign in"));
    await waitFor(() => expect(entered).toEqual(["root"]));
    expect(network.lastBody("POST users/sign-in")).toMatchObject({
      password: "long enough!",
      solution: "solution 1",
    });
  });

  it("a lock after too many tries says how to get in", async () => {
    const { user, fill } = await form({
      status: 429,
      message: "Too many requests. Wait a moment and try again",
      code: "rate_limited",
    });
    await fill();
    await user.click(button("Sign in"));
    expect(await screen.findByRole("alert")).toHaveTextContent(/Too many requests.*npm run admin -- link/);
  });
});

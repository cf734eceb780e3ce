import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { heldRoute, networkError, startPageNetwork, type Route } from "../../testing/pageNetwork.ts";
import { button, field, renderPart, fillField } from "../../testing/page.tsx";
import { FailedVerification, SolvedVerification, VerificationByButton } from "../../testing/verification.tsx";
import { ContactForm } from "./ContactForm.tsx";
import { SubscribeForm } from "./SubscribeForm.tsx";
import { Unsubscribe } from "./Unsubscribe.tsx";

const answers = {
  Email: "ann@example.org",
  Name: "Ann",
  Inquiry: "A question",
  Subject: "Votes",
  Message: "How many?",
};
const refusedSolution = {
  status: 422,
  message: "Some fields need your attention",
  errors: { solution: ["Verification failed"] },
};

describe("the contact form", () => {
  async function contact(post: Route = { data: null }, verification = SolvedVerification) {
    const network = startPageNetwork({ "POST contacts": post });
    const page = await renderPart(<ContactForm verification={verification} />);
    const fill = async () => {
      for (const [name, text] of Object.entries(answers)) await fillField(page.user, name, text);
    };
    return { ...page, network, fill };
  }

  it("sends all fields with the solution, says where the answer goes, and takes another message", async () => {
    const { user, network, fill } = await contact();
    await fill();
    await user.click(button("Send"));
    expect(await screen.findByRole("heading", { name: "Your message is on its way" })).toBeInTheDocument();
    expect(screen.getByText("We will reply to ann@example.org.")).toBeInTheDocument();
    expect(network.lastBody("POST contacts")).toEqual({
      email: "ann@example.org",
      name: "Ann",
      inquiry: "A question",
      subject: "Votes",
      message: "How many?",
      solution: "solution 0",
    });
    await user.click(button("Write another message"));
    expect(field("Message")).toHaveValue("");
  });

  it("names every missing field, and what is wrong with the others", async () => {
    const { user, network } = await contact();
    await user.click(button("Send"));
    await waitFor(() => expect(screen.getAllByText("Value is required")).toHaveLength(5));
    expect(button("Send")).toBeDisabled();
    await user.type(field("Email"), "nobody");
    expect(await screen.findByText("Value is not a valid email address")).toBeInTheDocument();
    await fillField(user, "Message", "x".repeat(1001));
    expect(await screen.findByText("The maximum length allowed is 1000")).toBeInTheDocument();
    expect(network.calls()).toEqual([]);
  });

  it("waits for a solution that is not there yet, and sends nothing without one", async () => {
    const later = await contact({ data: null }, VerificationByButton);
    await later.fill();
    await later.user.click(button("Send"));
    expect(later.network.calls()).toEqual([]);
    await later.user.click(button("Solve"));
    await waitFor(() =>
      expect(later.network.lastBody("POST contacts")).toMatchObject({ solution: "late solution" }),
    );
    later.unmount();
    const failed = await contact({ data: null }, FailedVerification);
    await failed.fill();
    await failed.user.click(button("Send"));
    await waitFor(() => expect(button("Send")).toBeEnabled());
    expect(failed.network.calls()).toEqual([]);
  });

  it("says that a solution was refused and starts again", async () => {
    const { user, network, fill } = await contact(refusedSolution);
    await fill();
    await user.click(button("Send"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Verification failed");
    network.routes["POST contacts"] = { data: null };
    await user.click(button("Send"));
    expect(await screen.findByText("We will reply to ann@example.org.")).toBeInTheDocument();
    expect(network.lastBody("POST contacts")).toMatchObject({ solution: "solution 1" });
  });

  it("shows a field's refusal under the field, any other above the form, and keeps the text", async () => {
    const { user, network, fill } = await contact({
      status: 422,
      message: "Some fields need your attention",
      errors: { subject: ["Too vague"] },
    });
    await fill();
    await user.click(button("Send"));
    expect(await screen.findByText("Too vague")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await user.type(field("Subject"), "!");
    network.routes["POST contacts"] = networkError;
    await user.click(button("Send"));
    expect(await screen.findByRole("alert")).toHaveTextContent("The server cannot be reached");
    expect(field("Message")).toHaveValue("How many?");
    const { route, answer } = heldRoute({ data: null });
    network.routes["POST contacts"] = route;
    await user.click(button("Send"));
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    answer();
    await screen.findByText("We will reply to ann@example.org.");
  });

  it("sends once however often it is submitted", async () => {
    const { route, answer } = heldRoute({ data: null });
    const { user, network, fill } = await contact(route);
    await fill();
    await user.click(field("Subject"));
    await user.keyboard("{Enter}{Enter}{Enter}");
    await waitFor(() => expect(network.calls()).toEqual(["POST contacts"]));
    answer();
    await screen.findByText("We will reply to ann@example.org.");
    expect(network.calls()).toEqual(["POST contacts"]);
  });
});

describe("the newsletter", () => {
  async function newsletter(post: Route = { data: null }, asked = false) {
    const network = startPageNetwork({ "POST subscribers": post });
    const page = await renderPart(
      <SubscribeForm verification={SolvedVerification} showVerification={asked} />,
    );
    return { ...page, network };
  }

  it("verifies from the first touch on, or from the start where it was asked for", async () => {
    const { user, unmount } = await newsletter();
    expect(screen.queryByText("verification")).not.toBeInTheDocument();
    await user.click(field("Email"));
    expect(screen.getByText("verification")).toBeInTheDocument();
    unmount();
    await newsletter({ data: null }, true);
    expect(screen.getByText("verification")).toBeInTheDocument();
  });

  it("subscribes the address and says so", async () => {
    const { user, network } = await newsletter();
    await user.type(field("Email"), "ann@example.org{Enter}");
    expect(await screen.findByRole("heading", { name: "You are subscribed" })).toBeInTheDocument();
    expect(screen.getByText("The next newsletter will go to ann@example.org.")).toBeInTheDocument();
    expect(network.lastBody("POST subscribers")).toEqual({
      email: "ann@example.org",
      solution: "solution 0",
    });
  });
});

describe("the link to unsubscribe", () => {
  async function unsubscribe(post: Route) {
    const network = startPageNetwork({ "POST subscribers/unsubscribe": post });
    window.history.pushState(null, "", "/unsubscribe?token=t1");
    return { network, ...(await renderPart(<Unsubscribe />)) };
  }

  it("ends the subscription by its button alone", async () => {
    const { user, network } = await unsubscribe({ data: null });
    expect(network.calls()).toEqual([]);
    await user.click(button(/unsubscribe/i));
    expect(await screen.findByRole("status")).toBeInTheDocument();
    expect(network.lastBody("POST subscribers/unsubscribe")).toEqual({ token: "t1" });
  });

  it("says when the link is broken", async () => {
    const { user } = await unsubscribe({
      status: 422,
      message: "Some fields need your attention",
      errors: { token: ["This link is not valid"] },
    });
    await user.click(button(/unsubscribe/i));
    expect(await screen.findByRole("alert")).toHaveTextContent("This link is not valid");
  });

  it("can be used again after a failure", async () => {
    const { user, network } = await unsubscribe(networkError);
    await user.click(button(/unsubscribe/i));
    expect(await screen.findByRole("alert")).toHaveTextContent("The server cannot be reached");
    network.routes["POST subscribers/unsubscribe"] = { data: null };
    await user.click(button(/unsubscribe/i));
    expect(await screen.findByRole("status")).toBeInTheDocument();
  });
});

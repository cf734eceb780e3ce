import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { onUnauthorized } from "../../api/client.ts";
import { networkError, startPageNetwork, type Route } from "../../testing/pageNetwork.ts";
import { button, field, renderPart } from "../../testing/page.tsx";
import { FeedbackDialog } from "./FeedbackDialog.tsx";

const picture = (name: string, bytes: number) =>
  new File([new Uint8Array(bytes)], name, { type: "image/png" });

async function form(post: Route = { data: { id: "f1" } }) {
  const network = startPageNetwork({ "POST feedback": post });
  const closed: string[] = [];
  const page = await renderPart(<FeedbackDialog open onClose={() => closed.push("closed")} />);
  const fill = async () => {
    await page.user.type(field("Comments"), "Well done");
    await page.user.click(screen.getByRole("checkbox"));
  };
  return { ...page, network, closed, fill };
}

describe("the feedback form", () => {
  it("begins with the user's name and nothing else, and sends what was filled in", async () => {
    const { user, network, closed, fill } = await form();
    expect(field("Name")).toHaveValue("Ann");
    expect(field("Your email (optional)")).toHaveValue("");
    expect(screen.getByRole("checkbox")).not.toBeChecked();
    await fill();
    await user.upload(screen.getByLabelText("Attachments"), [picture("a.png", 10), picture("b.png", 20)]);
    await user.click(button("Save"));
    expect(await screen.findByText("Thank you for your feedback!")).toBeInTheDocument();
    expect(closed).toEqual(["closed"]);
    const sent = network.lastBody("POST feedback") as FormData;
    expect(Object.fromEntries([...sent].filter(([, value]) => typeof value === "string"))).toEqual({
      name: "Ann",
      email: "",
      comment: "Well done",
      agree: "true",
    });
    expect(sent.getAll("attachments[]").map((file) => (file as File).name)).toEqual(["a.png", "b.png"]);
  });

  it("keeps what was typed when the session has ended, and sends it after the next entry", async () => {
    const ended: Route = { status: 401, message: "You are not signed in. Reload the page and try again" };
    const { user, network, fill } = await form(ended);
    let entries = 0;
    onTestFinished(onUnauthorized(() => (entries += 1)));
    await fill();
    await user.upload(screen.getByLabelText("Attachments"), picture("a.png", 10));
    await user.click(button("Save"));
    await waitFor(() => expect(entries).toBe(1));
    expect(screen.queryByText(/Reload the page/u)).not.toBeInTheDocument();
    cleanup();
    const next = await form();
    expect(field("Comments")).toHaveValue("Well done");
    await next.user.click(button("Save"));
    await waitFor(() => expect(next.closed).toEqual(["closed"]));
    const sent = next.network.lastBody("POST feedback") as FormData;
    expect(sent.get("comment")).toBe("Well done");
    expect(sent.getAll("attachments[]")).toHaveLength(1);
    expect(network.calls()).toContain("POST feedback");
  });

  it("takes files of less than 2 MB together, and says when they are more", async () => {
    const { user, fill } = await form();
    await fill();
    const input = screen.getByLabelText("Attachments");
    await user.upload(input, picture("a.png", 1_000_000));
    await user.upload(input, picture("b.png", 999_999));
    expect(screen.getByText("Total: 1.99 MB")).toBeInTheDocument();
    expect(button("Save")).toBeEnabled();
    await user.upload(input, picture("c.png", 1));
    expect(screen.getByText("Attachments size should be less than 2 MB!")).toBeInTheDocument();
    expect(button("Save")).toBeDisabled();
    await user.click(button("Remove c.png"));
    expect(button("Save")).toBeEnabled();
    const names = within(screen.getByRole("list", { name: "Attachments" })).getAllByRole("listitem");
    expect(names.map((item) => item.textContent)).toEqual(["a.png1 MB", "b.png999 kB"]);
  });

  it("shows the server's error on the files, until other files are chosen", async () => {
    const refusal = "Attach at most 20 files";
    const { user, fill } = await form({
      status: 422,
      message: "Some fields need your attention",
      errors: { attachments: [refusal], "attachments.0": [refusal], email: ["Unknown address"] },
    });
    await fill();
    await user.upload(screen.getByLabelText("Attachments"), picture("a.png", 1));
    await user.click(button("Save"));
    expect(await screen.findByText(refusal)).toBeInTheDocument();
    expect(screen.getByText("Unknown address")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await user.click(button("Remove a.png"));
    expect(screen.queryByText(refusal)).not.toBeInTheDocument();
  });

  it("keeps everything when it could not be sent", async () => {
    const { user, network, fill, closed } = await form(networkError);
    await fill();
    await user.upload(screen.getByLabelText("Attachments"), picture("a.png", 1));
    await user.click(button("Save"));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The server cannot be reached. Check your connection and try again",
    );
    expect(field("Comments")).toHaveValue("Well done");
    expect(screen.getByText("a.png")).toBeInTheDocument();
    network.routes["POST feedback"] = { data: { id: "f1" } };
    await user.click(button("Save"));
    await waitFor(() => expect(closed).toEqual(["closed"]));
  });

  it("stays at Escape, goes with Cancel, and is empty when it is opened again", async () => {
    startPageNetwork();
    const closed: string[] = [];
    const dialog = (open: boolean) => <FeedbackDialog open={open} onClose={() => closed.push("closed")} />;
    const { user, rerender } = await renderPart(<div />);
    const { Providers } = await import("../../app/Providers.tsx");
    rerender(<Providers>{dialog(true)}</Providers>);
    await user.type(field("Comments"), "half a thought");
    await user.keyboard("{Escape}");
    expect(closed).toEqual([]);
    await user.click(button("Cancel"));
    expect(closed).toEqual(["closed"]);
    rerender(<Providers>{dialog(false)}</Providers>);
    rerender(<Providers>{dialog(true)}</Providers>);
    expect(field("Comments")).toHaveValue("");
    expect(field("Name")).toHaveValue("Ann");
  });
});

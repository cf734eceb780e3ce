import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Locale } from "@retro/contract/messages/catalogue";
import { button, renderPart } from "../../../testing/page.tsx";
import { heldRoute, networkError, type Route, startPageNetwork } from "../../../testing/pageNetwork.ts";
import { ClosedBoard } from "./ClosedBoard.tsx";

const wrong: Route = {
  status: 422,
  message: "The given data was invalid.",
  errors: { passphrase: ["This is not the passphrase of this board"] },
};

async function open(code: string, data: unknown, routes: Record<string, Route>, locale: Locale = "en") {
  const network = startPageNetwork(routes);
  const { user } = await renderPart(<ClosedBoard boardId="b1" code={code} data={data} />, { locale });
  return { user, network };
}

describe("the question for the passphrase", () => {
  it("has the focus, keeps what is typed after a wrong one, and says what is wrong until it changes", async () => {
    const { user, network } = await open("passphrase_required", undefined, { "POST boards/b1/pass": wrong });
    const field = screen.getByLabelText("Passphrase");
    expect(field).toHaveFocus();
    expect(button("Open the board")).toBeDisabled();
    await user.type(field, "guess{Enter}");
    expect(await screen.findByText("This is not the passphrase of this board")).toBeInTheDocument();
    expect(network.lastBody("POST boards/b1/pass")).toEqual({ passphrase: "guess" });
    expect(field).toHaveValue("guess");
    expect(field).toBeInvalid();
    await user.type(field, "e");
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  });

  it("is sent once by a double press, and keeps the text when the network is lost", async () => {
    const held = heldRoute(networkError);
    const { user, network } = await open("passphrase_required", undefined, {
      "POST boards/b1/pass": held.route,
    });
    await user.type(screen.getByLabelText("Passphrase"), "a long passphrase");
    await user.dblClick(button("Open the board"));
    held.answer();
    expect(await screen.findByRole("alert")).not.toBeEmptyDOMElement();
    expect(network.calls().filter((call) => call === "POST boards/b1/pass")).toHaveLength(1);
    expect(screen.getByLabelText("Passphrase")).toHaveValue("a long passphrase");
  });
});

describe("the removal of a passphrase", () => {
  it("is offered to the creator, who is told what it means and who set the passphrase", async () => {
    const refusal = { may_remove: true, set_by: "Eve" };
    const { user, network } = await open("passphrase_required", refusal, {
      "PUT boards/b1/passphrase": { status: 429, message: "Too many requests" },
    });
    expect(screen.getByText("Set by Eve.")).toBeVisible();
    await user.click(button("Remove the passphrase…"));
    expect(network.calls()).not.toContain("PUT boards/b1/passphrase");
    expect(screen.getByText("Then everyone with the link can open the board.")).toBeVisible();
    await user.click(button("Remove the passphrase"));
    expect(await screen.findByText("Too many requests")).toBeInTheDocument();
    expect(network.lastBody("PUT boards/b1/passphrase")).toEqual({ passphrase: null });
  });

  it("is not offered to others", async () => {
    await open("passphrase_required", { may_remove: false }, {});
    expect(screen.getAllByRole("button")).toHaveLength(1);
  });
});

describe("a board in the bin", () => {
  const bin = (may_restore: boolean) => ({ may_restore, bin_until: "2026-12-22T12:00:00.000Z" });

  it("offers the restore to the user who put it there, and says when it is refused late", async () => {
    const { user } = await open("board_in_bin", bin(true), {
      "PUT boards/b1/restore": { status: 404, message: "It is no longer there" },
    });
    expect(screen.getByText("You can restore it until December 22, 2026. Then it is deleted.")).toBeVisible();
    await user.click(button("Restore"));
    expect(await screen.findByText("It is no longer there")).toBeInTheDocument();
    expect(button("Restore")).toBeEnabled();
  });

  it("is restored once by a double press, and the button keeps the focus", async () => {
    const { route, answer } = heldRoute({ status: 404, message: "It is no longer there" });
    const { user, network } = await open("board_in_bin", bin(true), { "PUT boards/b1/restore": route });
    await user.dblClick(button("Restore"));
    expect(button("Restore")).toBeEnabled();
    expect(button("Restore")).toHaveAttribute("aria-disabled", "true");
    answer();
    await waitFor(() => expect(button("Restore")).toHaveAttribute("aria-disabled", "false"));
    expect(network.calls().filter((call) => call === "PUT boards/b1/restore")).toHaveLength(1);
    expect(button("Restore")).toHaveFocus();
  });

  it("names to all others who can restore it, in Russian too", async () => {
    await open("board_in_bin", bin(false), {}, "ru");
    expect(
      screen.getByText(
        /^До 22 декабря 2026 г\. её может восстановить тот, кто её создал или туда переместил/,
      ),
    ).toBeVisible();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Мои доски" })).toHaveAttribute("href", "/");
  });
});

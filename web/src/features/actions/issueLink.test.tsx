import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { boardTracker } from "../../ui/display/boardTracker.ts";
import { idOf, openActions, row } from "./testing/openActions.ts";

afterEach(() => boardTracker.set(null));

describe("[G14] an action and its issue", () => {
  it("opens a new one with its text where the space has a tracker, and only there", async () => {
    await openActions(["Buy tea & cups"]);
    expect(row("Buy tea & cups").queryByRole("link")).toBeNull();
    const link = await waitFor(() => {
      // The part of the page that looks for the board's space comes late, and finds none.
      act(() => boardTracker.set("https://t.example/new?title={title}&who={owner}"));
      return row("Buy tea & cups").getByRole("link", { name: "New issue in the tracker" });
    });
    expect(link).toHaveAttribute("href", "https://t.example/new?title=Buy%20tea%20%26%20cups&who=");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });

  it("keeps a link, which is shown by its host and number; another kind of address is not sent", async () => {
    const { user, network } = await openActions(["one"]);
    await user.click(row("one").getByRole("button", { name: /Edit action/ }));
    const form = within(screen.getByRole("form", { name: "Edit action" }));
    await user.click(form.getByRole("button", { name: "Link" }));
    await user.type(form.getByRole("textbox", { name: "Link" }), "javascript:alert(1)");
    expect(form.getByRole("alert")).toHaveTextContent("Enter an address that begins with https://");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(network.calls().filter((call) => call.startsWith("PUT"))).toEqual([]);
    await user.clear(form.getByRole("textbox", { name: "Link" }));
    await user.type(form.getByRole("textbox", { name: "Link" }), "https://t.example/browse/RET-17");
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(network.lastBody(`PUT boards/board/actions/${idOf(1)}`)).toEqual({
        link: "https://t.example/browse/RET-17",
        rev: 1,
      }),
    );
    const link = row("one").getByRole("link", { name: "t.example/…/RET-17" });
    expect(link).toHaveAttribute("href", "https://t.example/browse/RET-17");
  });
});

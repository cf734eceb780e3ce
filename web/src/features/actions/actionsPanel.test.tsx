import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { button, findToastButton } from "../../testing/page.tsx";
import { formatDay } from "../../ui/display/calendarDay.ts";
import { hasUnsavedText } from "../../ui/dialogs/unsavedText.ts";
import {
  add,
  changesArrive,
  idOf,
  newAction,
  openActions,
  pickDue,
  row,
  rows,
  stickerId,
  stored,
} from "./testing/openActions.ts";
describe("a new action", () => {
  it("[D1] has a text, an owner and a due date, is the last, and the field is ready for the next one", async () => {
    const { user, network, ...board } = await openActions(["one"]);
    await user.type(newAction().getByRole("textbox", { name: "Action" }), " Call{Shift>}{Enter}{/Shift}Bob ");
    await user.type(newAction().getByRole("combobox", { name: "Owner" }), " Ops ");
    const day = await pickDue(user, newAction());
    await user.click(newAction().getByRole("button", { name: "Add" }));
    await waitFor(() => expect(rows()).toEqual(["one", "Call\nBob"]));
    expect(newAction().getByRole("textbox", { name: "Action" })).toHaveValue("");
    await waitFor(() => expect(newAction().getByRole("textbox", { name: "Action" })).toHaveFocus());
    await waitFor(() => expect(stored({ network, ...board })).toEqual(["one", "Call\nBob"]));
    expect(network.lastBody("POST boards/board/actions")).toMatchObject({
      text: "Call\nBob",
      owner_name: "Ops",
      due_on: day,
    });
    expect(row("Call").getByText(`Due ${formatDay(day, "en")}`)).toBeInTheDocument();
    expect(row("Call").getByText("Ops")).toBeInTheDocument();
  });

  it("[D1] begins with the text of the sticker whose menu made it; Escape makes no action of it", async () => {
    const { user, network } = await openActions([]);
    const make = async () => {
      await user.click(screen.getByRole("button", { name: "Sticker menu" }));
      await user.click(await screen.findByRole("menuitem", { name: "Make an action" }));
      await waitFor(() =>
        expect(newAction().getByRole("textbox", { name: "Action" })).toHaveValue("Slow builds"),
      );
    };
    await make();
    expect(screen.getByText("From a sticker. Change the text as you like.")).toBeInTheDocument();
    await user.click(newAction().getByRole("textbox", { name: "Action" }));
    await user.keyboard("{Escape}");
    expect(newAction().getByRole("textbox", { name: "Action" })).toHaveValue("");
    await waitFor(() => expect(newAction().getByRole("textbox", { name: "Action" })).toHaveFocus());
    await make();
    await user.click(newAction().getByRole("button", { name: "Add" }));
    await waitFor(() =>
      expect(network.lastBody("POST boards/board/actions")).toMatchObject({ source_item_id: stickerId }),
    );
    expect(row("Slow builds").getByRole("button", { name: "Show the sticker" })).toBeInTheDocument();
  });

  it("keeps what is typed while an action is made from a sticker, while the panel is closed, and while editing is stopped", async () => {
    const { user, actAs } = await openActions([]);
    const text = () => newAction().getByRole("textbox", { name: "Action" });
    await user.click(text());
    await user.paste("Call Bob");
    expect(hasUnsavedText()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Sticker menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Make an action" }));
    await waitFor(() => expect(text()).toHaveValue("Slow builds"));
    await user.click(newAction().getByRole("button", { name: "Add" }));
    expect(rows()).toEqual(["Slow builds"]);
    expect(text()).toHaveValue("Call Bob");
    await user.click(text());
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("complementary", { name: "Actions" })).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Actions/ }));
    expect(text()).toHaveValue("Call Bob");
    actAs("bob", "POST", "/facilitators");
    for (const value of [true, false]) {
      actAs("bob", "PUT", "/facilitators", { option: "stopEditing", value });
      window.dispatchEvent(new Event("focus"));
      await waitFor(() => expect(screen.queryByRole("form", { name: "New action" }) === null).toBe(value));
    }
    expect(text()).toHaveValue("Call Bob");
    await user.click(newAction().getByRole("button", { name: "Add" }));
    expect(rows()).toEqual(["Slow builds", "Call Bob"]);
    expect(text()).toHaveValue("");
    expect(hasUnsavedText()).toBe(false);
  });

  it("[Y5] that is refused leaves the list, and its text stays with its author", async () => {
    const { user } = await openActions(["one"], {
      routes: { "POST boards/board/actions": { status: 403, message: "Not now", code: "stickers_locked" } },
    });
    await add(user, "two");
    expect(await screen.findByText("Not now")).toBeInTheDocument();
    await waitFor(() => expect(rows()).toEqual(["one"]));
    expect(await screen.findByText("two")).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
    await user.click(button("Discard"));
    await waitFor(() => expect(screen.queryByText("two")).toBeNull());
  });
});

describe("the status", () => {
  it("[D1] is set with one click, counts open actions, and names no revision", async () => {
    const { user, network } = await openActions(["one", "two", "three"]);
    expect(button("Actions: 3 open")).toBeInTheDocument();
    await user.click(screen.getByRole("checkbox", { name: "Done: one" }));
    await user.click(row("two").getByRole("button", { name: "Drop the action" }));
    expect(button("Actions: 1 open")).toBeInTheDocument();
    expect(row("two").getByText("Dropped")).toBeInTheDocument();
    expect(row("two").getByRole("checkbox")).not.toBeChecked();
    await waitFor(() =>
      expect(network.lastBody(`PUT boards/board/actions/${idOf(2)}`)).toEqual({ status: "dropped" }),
    );
    await user.click(screen.getByRole("checkbox", { name: "Done: one" }));
    await user.click(row("two").getByRole("button", { name: "Open the action again" }));
    expect(button("Actions: 3 open")).toBeInTheDocument();
  });

  it("[D1] of a done action with a past due date is not overdue", async () => {
    await openActions([], {
      change: ({ actAs }) => {
        for (const n of [1, 2])
          actAs("bob", "POST", "/actions", { id: idOf(n), text: `due ${n}`, due_on: "2020-02-29" });
        actAs("bob", "PUT", `/actions/${idOf(2)}`, { status: "done" });
      },
    });
    expect(row("due 1").getByText("Overdue: Feb 29, 2020")).toBeInTheDocument();
    expect(row("due 2").getByText("Due Feb 29, 2020")).toBeInTheDocument();
  });
});

describe("the order", () => {
  it("[D1] the buttons move a row by one place and keep the focus; at an end the other button takes it", async () => {
    const all = await openActions(["one", "two", "three"]);
    const { user } = all;
    expect(row("one").getByRole("button", { name: "Move up" })).toBeDisabled();
    expect(row("three").getByRole("button", { name: "Move down" })).toBeDisabled();
    row("three").getByRole("button", { name: "Move up" }).focus();
    await user.keyboard("{Enter}");
    expect(rows()).toEqual(["one", "three", "two"]);
    await waitFor(() => expect(row("three").getByRole("button", { name: "Move up" })).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(rows()).toEqual(["three", "one", "two"]);
    await waitFor(() => expect(row("three").getByRole("button", { name: "Move down" })).toHaveFocus());
    expect(screen.getByText("Moved to place 1 of 3")).toBeInTheDocument();
    await user.click(row("one").getByRole("button", { name: "Move down" }));
    await waitFor(() => expect(stored(all)).toEqual(["three", "two", "one"]));
  });

  /** Rows of 40 pixels below each other. jsdom has no layout. */
  function layOut(): void {
    for (const [i, each] of [...document.querySelectorAll<HTMLElement>(".action")].entries())
      each.getBoundingClientRect = () => new DOMRect(0, i * 40, 300, 40);
    document.elementFromPoint = () => null;
  }
  const handle = (text: string) =>
    document.querySelector<HTMLElement>(
      `[data-action="${idOf(["one", "two", "three"].indexOf(text) + 1)}"] .drag-handle`,
    ) as HTMLElement;

  it("[D1] others' changes do not move the list under a drag, and the row follows the one below which it was dropped", async () => {
    const all = await openActions(["one", "two", "three"]);
    const { actAs, network } = all;
    layOut();
    const grip = handle("three");
    fireEvent.pointerDown(grip, { pointerId: 1, button: 0, clientY: 100 });
    fireEvent.pointerMove(grip, { pointerId: 1, clientY: 90 });
    actAs("bob", "PUT", `/actions/${idOf(1)}/position`, { after_id: idOf(3) });
    await changesArrive(network);
    fireEvent.pointerMove(grip, { pointerId: 1, clientY: 45 });
    expect(rows()).toEqual(["one", "two", "three"]);
    await waitFor(() => expect(document.querySelector(".action[data-drop]")).toHaveTextContent("two"));
    fireEvent.pointerUp(grip, { pointerId: 1, clientY: 45 });
    await waitFor(() => expect(rows()).toEqual(["two", "one", "three"]));
    await waitFor(() => expect(stored(all)).toEqual(["two", "one", "three"]));
  });

  it("[D1] the row that Bob deletes under a drag is gone after the drop: nothing is sent, and a message says why", async () => {
    const { actAs, network } = await openActions(["one", "two", "three"]);
    layOut();
    const grip = handle("three");
    fireEvent.pointerDown(grip, { pointerId: 1, button: 0, clientY: 100 });
    fireEvent.pointerMove(grip, { pointerId: 1, clientY: 5 });
    actAs("bob", "DELETE", `/actions/${idOf(3)}`);
    await changesArrive(network);
    fireEvent.pointerUp(grip, { pointerId: 1, clientY: 5 });
    expect(await screen.findByText("Someone has deleted this action in the meantime")).toBeInTheDocument();
    await waitFor(() => expect(rows()).toEqual(["one", "two"]));
    expect(document.querySelector("[data-dragging], [data-drop]")).toBeNull();
    expect(network.calls().filter((call) => call.endsWith("/position"))).toEqual([]);
  });

  it("[D1] a drag ends with its panel, and others' changes are shown again", async () => {
    const { user, actAs } = await openActions(["one", "two", "three"]);
    layOut();
    fireEvent.pointerDown(handle("three"), { pointerId: 1, button: 0, clientY: 100 });
    fireEvent.pointerMove(handle("three"), { pointerId: 1, clientY: 5 });
    await user.click(screen.getByRole("button", { name: "Close" }));
    actAs("bob", "DELETE", `/actions/${idOf(3)}`);
    window.dispatchEvent(new Event("focus"));
    await user.click(screen.getByRole("button", { name: /^Actions/ }));
    await waitFor(() => expect(rows()).toEqual(["one", "two"]));
  });
});

describe("deleting", () => {
  it("[D4] takes the row away, moves the focus to the next one, and a message brings it back", async () => {
    const all = await openActions(["one", "two"]);
    const { user, network } = all;
    await user.click(row("one").getByRole("button", { name: "Delete the action" }));
    expect(rows()).toEqual(["two"]);
    expect(row("two").getByRole("button", { name: /Edit action/ })).toHaveFocus();
    await waitFor(() => expect(network.calls()).toContain(`DELETE boards/board/actions/${idOf(1)}?rev=1`));
    await user.click(await findToastButton("Undo"));
    expect(rows()).toEqual(["one", "two"]);
    await waitFor(() => expect(stored(all)).toEqual(["one", "two"]));
  });

  it("[D4, E3] tells why its undo is refused on a board that is view-only by then", async () => {
    const all = await openActions(["one"]);
    const { user, network, actAs } = all;
    await user.click(row("one").getByRole("button", { name: "Delete the action" }));
    const undo = await findToastButton("Undo");
    actAs("bob", "POST", "/facilitators");
    actAs("bob", "PUT", "/facilitators", { option: "stopEditing", value: true });
    await changesArrive(network);
    await user.click(undo);
    expect(
      await screen.findByText(
        "This board is view-only: only the facilitator can change stickers. Nothing was undone.",
      ),
    ).toBeInTheDocument();
    expect(stored(all)).toEqual([]);
  });

  it("[Y5] that is refused brings the row back with the reason", async () => {
    const { user } = await openActions(["one"], {
      routes: {
        [`DELETE boards/board/actions/${idOf(1)}`]: {
          status: 403,
          message: "Broken",
          code: "stickers_locked",
        },
      },
    });
    await user.click(row("one").getByRole("button", { name: "Delete the action" }));
    expect(await screen.findByText("Broken")).toBeInTheDocument();
    await waitFor(() => expect(rows()).toEqual(["one"]));
  });
});

describe("what the user may not do or see", () => {
  it("[D2] while editing is stopped there is no form, and no control that changes an action", async () => {
    await openActions(["one"], {
      change: ({ actAs }) => {
        actAs("bob", "POST", "/facilitators");
        actAs("bob", "PUT", "/facilitators", { option: "stopEditing", value: true });
      },
    });
    expect(screen.getByText(/only the facilitator can change actions/)).toBeInTheDocument();
    expect(screen.queryByRole("form")).toBeNull();
    for (const control of [row("one").getByRole("checkbox"), ...row("one").getAllByRole("button")])
      expect(control).toBeDisabled();
  });

  it("[D3] a hidden action shows no text and changes nothing, and there is no calendar of its date", async () => {
    await openActions(["plain"], {
      change: ({ actAs }) => {
        const hidden = { text: "Secret plan", source_item_id: stickerId, due_on: "2030-12-24" };
        actAs("bob", "POST", "/actions", { id: idOf(2), ...hidden });
        actAs("bob", "POST", "/facilitators");
        actAs("bob", "PUT", "/facilitators", { option: "hideContent", value: true });
      },
    });
    expect(document.body).not.toHaveTextContent("Secret plan");
    expect(rows()).toEqual(["plain", "Hidden by the facilitator"]);
    expect(row("Hidden by").getByRole("checkbox")).toBeDisabled();
    expect(row("plain").getByRole("checkbox")).toBeEnabled();
    expect(screen.queryByRole("button", { name: "Due dates as a calendar" })).toBeNull();
  });
});

describe("the calendar", () => {
  it("[D1] is offered once an action has a due date, and says why it fails", async () => {
    const { user, network } = await openActions(["one"], {
      routes: {
        "GET /web/boards/board/export-ics": { status: 429, message: "Slow down", code: "rate_limited" },
      },
    });
    expect(screen.queryByRole("button", { name: "Due dates as a calendar" })).toBeNull();
    await user.click(row("one").getByRole("button", { name: /Edit action/ }));
    await pickDue(user, within(screen.getByRole("form", { name: "Edit action" })));
    await user.click(button("Save"));
    await user.click(await screen.findByRole("button", { name: "Due dates as a calendar" }));
    expect(await screen.findByText(/Too many files are being prepared/)).toBeInTheDocument();
    expect(network.calls().filter((call) => call.includes("export-ics"))).toHaveLength(1);
  });
});

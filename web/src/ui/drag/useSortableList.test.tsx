import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { button, renderPart } from "../../testing/page.tsx";
import { externalStore, useExternalStore } from "../externalStore.ts";
import { announcements } from "../focus/announce.ts";
import { DragHandle } from "./DragHandle.tsx";
import { useSortableList } from "./useSortableList.ts";

const resume = vi.fn<() => void>();
beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  document.elementFromPoint = () => null;
  resume.mockClear();
  letters.set({});
});

const letters = externalStore<{ gone?: string; fixed?: string }>({});

/** The letters a, b and c, without the one that is gone; the one that is fixed cannot be dragged. */
function Letters() {
  const [order, setOrder] = useState(["a", "b", "c"]);
  const { gone, fixed } = useExternalStore(letters);
  const shown = order.filter((id) => id !== gone);
  const list = useSortableList<HTMLUListElement>({
    pauseUpdates: () => resume,
    onDrop: (id, place) => {
      const others = shown.filter((each) => each !== id);
      setOrder([...others.slice(0, place), id, ...others.slice(place)]);
    },
  });
  return (
    <ul ref={list}>
      {shown.map((id) => (
        <li key={id} data-row={id}>
          <DragHandle title={id} disabled={id === fixed} />
          {id}
        </li>
      ))}
    </ul>
  );
}

async function openList() {
  const page = await renderPart(<Letters />);
  // Rows of 40 pixels below each other.
  for (const [i, row] of screen.getAllByRole("listitem").entries())
    row.getBoundingClientRect = () => new DOMRect(0, i * 40, 300, 40);
  return page;
}
const order = () => screen.getAllByRole("listitem").map((row) => row.dataset["row"]);
const handle = (id: string) => button(`Drag “${id}”`);
const marked = () =>
  screen
    .getAllByRole("listitem")
    .flatMap(({ dataset }) =>
      dataset["drop"] === undefined ? [] : [`${dataset["drop"]} ${dataset["row"]}`],
    );
const announced = () => announcements.get().at(-1)?.text;
const lifted = () => document.querySelector<HTMLElement>("[data-dragging]")?.dataset["row"];

describe("a row that is dragged by keyboard", () => {
  it("goes to the marked place, with announcements, and its handle keeps the focus", async () => {
    const { user } = await openList();
    handle("a").focus();
    await user.keyboard(" ");
    expect([lifted(), announced()]).toEqual([
      "a",
      "Picked up. Arrow keys move, Space drops, Escape cancels.",
    ]);
    await user.keyboard("{ArrowDown}");
    expect([marked(), announced()]).toEqual([["before c"], "Place 2 of 3"]);
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect([marked(), announced()]).toEqual([["after c"], "Place 3 of 3"]);
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(marked()).toEqual(["before b"]);
    await user.keyboard("{ArrowDown} ");
    expect([order(), lifted(), marked()]).toEqual([["b", "a", "c"], undefined, []]);
    expect(resume).toHaveBeenCalledOnce();
    await waitFor(() => expect(handle("a")).toHaveFocus());
  });

  it("stays where it was after Escape, and when the focus goes elsewhere, which stays there", async () => {
    const { user } = await openList();
    handle("a").focus();
    await user.keyboard(" {ArrowDown}{Escape}");
    expect([order(), lifted(), announced()]).toEqual([
      ["a", "b", "c"],
      undefined,
      "Cancelled. Nothing has moved.",
    ]);
    await waitFor(() => expect(handle("a")).toHaveFocus());
    await user.keyboard(" {ArrowDown}");
    await user.tab();
    await new Promise(requestAnimationFrame);
    expect([order(), lifted()]).toEqual([["a", "b", "c"], undefined]);
    expect(handle("b")).toHaveFocus();
  });
});

describe.each(["mouse", "touch"])("a row that is dragged by %s", (pointerType) => {
  const point = (name: "pointerDown" | "pointerMove" | "pointerUp", y: number, on = handle("a")) =>
    fireEvent[name](on, { pointerId: 1, isPrimary: true, pointerType, clientY: y });

  it("goes to the marked place", async () => {
    await openList();
    point("pointerDown", 20);
    point("pointerMove", 119);
    expect(lifted()).toBe("a");
    await waitFor(() => expect(marked()).toEqual(["after c"]));
    point("pointerUp", 119);
    await waitFor(() => expect(order()).toEqual(["b", "c", "a"]));
    expect(resume).toHaveBeenCalledOnce();
  });

  it("cannot be grabbed beside its handle", async () => {
    await openList();
    const [row] = screen.getAllByRole("listitem");
    point("pointerDown", 20, row);
    point("pointerMove", 119, row);
    expect(lifted()).toBeUndefined();
  });
});

it.each([
  ["leaves the list", { gone: "a" }],
  ["may no longer be moved", { fixed: "a" }],
])("the drag of a row that %s ends", async (_name, change) => {
  await openList();
  fireEvent.pointerDown(handle("a"), { pointerId: 1 });
  fireEvent.pointerMove(handle("a"), { pointerId: 1, clientY: 60 });
  expect(lifted()).toBe("a");
  act(() => letters.set(change));
  expect([lifted(), document.body.dataset["drag"]]).toEqual([undefined, undefined]);
  expect(resume).toHaveBeenCalledOnce();
});

import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { button, renderPart, resizeTo } from "../../testing/page.tsx";
import { MorePanel } from "./MorePanel.tsx";
import { Movable } from "../dialogs/Movable.tsx";
import { phoneQuery, useMediaQuery } from "../device/useMediaQuery.ts";

function Counter() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{`pressed ${count} times`}</button>;
}

function Page() {
  return (
    <>
      <MorePanel collapsed={useMediaQuery(phoneQuery)}>
        <Counter />
      </MorePanel>
      <button>elsewhere</button>
    </>
  );
}
const isOpen = () => button("More").getAttribute("aria-expanded") === "true";

describe("controls without room", () => {
  beforeEach(() => resizeTo(360));

  it("are behind a button, which leads to them with Tab", async () => {
    const { user } = await renderPart(<Page />);
    expect(isOpen()).toBe(false);
    await user.click(button("More"));
    expect(isOpen()).toBe(true);
    await user.tab();
    expect(button("pressed 0 times")).toHaveFocus();
    expect(document.getElementById(button("More").getAttribute("aria-controls") ?? "")).toContainElement(
      button("pressed 0 times"),
    );
  });

  it("stay open while they are used; Escape closes the panel and the focus returns to its button", async () => {
    const { user } = await renderPart(<Page />);
    await user.click(button("More"));
    await user.click(button("pressed 0 times"));
    await user.click(button("pressed 1 times"));
    expect(isOpen()).toBe(true);
    await user.keyboard("{Escape}");
    expect(isOpen()).toBe(false);
    expect(button("More")).toHaveFocus();
  });

  it("disappear on a press elsewhere, and when the focus leaves them", async () => {
    const { user } = await renderPart(<Page />);
    await user.click(button("More"));
    await user.click(button("elsewhere"));
    expect(isOpen()).toBe(false);
    await user.click(button("More"));
    await user.tab();
    await user.tab();
    expect(button("elsewhere")).toHaveFocus();
    expect(isOpen()).toBe(false);
  });

  it("keep their state when there is room again", async () => {
    const { user } = await renderPart(<Page />);
    await user.click(button("More"));
    await user.click(button("pressed 0 times"));
    resizeTo(800);
    expect(screen.queryByRole("button", { name: "More" })).not.toBeInTheDocument();
    expect(button("pressed 1 times")).toBeInTheDocument();
  });
});

describe("a movable part", () => {
  it("is in its target, else where it is rendered, and keeps its state when that changes", async () => {
    const target = document.body.appendChild(document.createElement("aside"));
    function Page() {
      const phone = useMediaQuery(phoneQuery);
      return (
        <section>
          <Movable target={phone ? target : null}>
            <Counter />
          </Movable>
        </section>
      );
    }
    const { user } = await renderPart(<Page />);
    await user.click(button("pressed 0 times"));
    resizeTo(360);
    expect(target).toContainElement(button("pressed 1 times"));
    await user.click(button("pressed 1 times"));
    resizeTo(800);
    expect(target).toBeEmptyDOMElement();
    expect(button("pressed 2 times").closest("section")).not.toBeNull();
    target.remove();
  });
});

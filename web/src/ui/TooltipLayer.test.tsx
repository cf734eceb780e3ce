// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderPart } from "../testing/page.tsx";
import { tip } from "./tip.ts";
import { TooltipLayer } from "./TooltipLayer.tsx";

afterEach(() => vi.useRealTimers());

it("the tooltip of the first tap stays open, although the touch began before the layer was there", async () => {
  await renderPart(<span {...tip("Why")}>label</span>);
  const label = screen.getByText("label");
  await renderPart(<TooltipLayer firstTouch={label} onListening={{ current: () => undefined }} />);
  vi.useFakeTimers();
  fireEvent.touchEnd(label, { changedTouches: [{ clientX: 200, clientY: 300 }] });
  fireEvent.focusOut(label);
  act(() => {
    vi.runAllTimers();
  });
  expect(screen.getByRole("tooltip")).toHaveTextContent("Why");
});

import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { BoardContext } from "../../../board-state/boardHooks.ts";
import { createFaultyNetwork, person } from "../../../board-state/testing/faultyNetwork.ts";
import { createSimulation } from "../../../board-state/testing/simulation.ts";
import { useWritingSignal } from "./useWritingSignal.ts";

it("[H7] others see that the user writes in a column until its field is closed", async () => {
  const simulation = createSimulation();
  const [ann, bob] = [person("ann"), person("bob")];
  const network = createFaultyNetwork(simulation, [ann, bob]);
  const [a, b] = [network.join(ann), network.join(bob)];
  await simulation.advance(1000);
  const { result, unmount } = renderHook(() => useWritingSignal("s1c1"), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <BoardContext value={a.store}>{children}</BoardContext>
    ),
  });
  const seen = async () => {
    await act(() => simulation.advance(500));
    return [...b.store.getState().writing.keys()];
  };
  result.current("   ");
  expect(await seen()).toEqual([]);
  result.current("My words");
  expect(await seen()).toEqual(["s1c1"]);
  unmount();
  expect(await seen()).toEqual([]);
});

import "fake-indexeddb/auto";
import type { Meeting } from "@retro/contract/facilitation/meeting";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { userQuery } from "../../../api/user.ts";
import { BoardProvider, useBoardState } from "../../../board-state/boardHooks.ts";
import { startI18n } from "../../../i18n/i18n.ts";
import { startBoardPage } from "../../../testing/boardPage.tsx";
import { testUser } from "../../../testing/pageNetwork.ts";
import { useFollowing } from "./useFollowing.ts";

const ids = ["write", "vote", "discuss", "close"] as const;
const steps = ids.map((id) => ({ id, kind: id, minutes: null }));
const at = (step: (typeof ids)[number]): Meeting => ({ steps, step, at: ids.indexOf(step) + 1, started: 0 });

let queries: QueryClient;
beforeAll(startI18n);
beforeEach(() => {
  startBoardPage();
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(userQuery.queryKey, testUser);
});
afterEach(() => {
  delete document.body.dataset["selecting"];
  cleanup();
  queries.clear();
});

/** A screen in the meeting's first step. */
async function inMeeting() {
  const initialProps: { meeting?: Meeting } = { meeting: at("write") };
  const hook = renderHook(
    ({ meeting }: { meeting?: Meeting }) => ({
      following: useFollowing(meeting),
      status: useBoardState(({ status }) => status),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queries}>
          <BoardProvider boardId="board">{children}</BoardProvider>
        </QueryClientProvider>
      ),
      initialProps,
    },
  );
  await waitFor(() => expect(hook.result.current.status).toBe("ready"));
  return {
    following: () => hook.result.current.following,
    shown: () => hook.result.current.following.shown?.step,
    goesOnTo: (step: (typeof ids)[number]) => hook.rerender({ meeting: at(step) }),
    ends: () => hook.rerender({}),
  };
}

const becomeBusy = () => (document.body.dataset["selecting"] = "");

describe("[F8] a screen", () => {
  it("that is idle follows the meeting", async () => {
    const { shown, goesOnTo, following } = await inMeeting();
    goesOnTo("vote");
    expect(shown()).toBe("vote");
    expect(following().isBehind).toBe(false);
  });

  it("that is busy stays where it is, and goes when its user says so", async () => {
    const { shown, goesOnTo, following } = await inMeeting();
    becomeBusy();
    goesOnTo("vote");
    expect([shown(), following().isBehind, following().isBehindAtStep]).toEqual(["write", true, true]);
    act(() => following().go());
    expect([shown(), following().isBehind]).toEqual(["vote", false]);
  });

  it("that is busy stays at the end of a meeting, too", async () => {
    const { shown, ends, following } = await inMeeting();
    becomeBusy();
    ends();
    expect([shown(), following().isBehind]).toEqual(["write", true]);
  });

  it("that goes on itself follows though it is busy by then", async () => {
    const { shown, goesOnTo, following } = await inMeeting();
    act(() => following().goesOnItself(true));
    becomeBusy();
    goesOnTo("vote");
    expect(shown()).toBe("vote");
  });

  it("that went on itself once stays where it is when it is busy and another goes on", async () => {
    const { shown, goesOnTo, following } = await inMeeting();
    act(() => following().goesOnItself(true));
    goesOnTo("vote");
    becomeBusy();
    goesOnTo("discuss");
    expect([shown(), following().isBehindAtStep]).toEqual(["vote", true]);
  });

  it("whose own step was refused stays where it is when another goes on", async () => {
    const { shown, goesOnTo, following } = await inMeeting();
    act(() => following().goesOnItself(true));
    act(() => following().goesOnItself(false));
    becomeBusy();
    goesOnTo("vote");
    expect(shown()).toBe("write");
  });
});

import "fake-indexeddb/auto";
import type { User } from "@retro/contract/users";
import type { BoardView } from "@retro/rules/apply-change";
import { mayEditBoard, mayEditStickers, mayFacilitate, maySetStatus } from "@retro/rules/permissions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { userQuery, notifyUserSaved } from "../api/user.ts";
import { startI18n } from "../i18n/i18n.ts";
import {
  type PageRequest,
  type PageNetwork,
  networkError,
  startPageNetwork,
  testUser,
} from "../testing/pageNetwork.ts";
import type { Method } from "./apiCalls.ts";
import {
  BoardProvider,
  useBoardState,
  useBoardStore,
  useChildIds,
  usePermissions,
  useItem,
  useItemParts,
  useMe,
  useFacilitation,
} from "./boardHooks.ts";
import { ModelServer } from "./testing/modelServer.ts";
import { person } from "./testing/faultyNetwork.ts";
import { itemId } from "./testing/twoParticipants.ts";

let network: PageNetwork;
let server: ModelServer;
let queries: QueryClient;

beforeAll(startI18n);
beforeEach(() => {
  server = new ModelServer([person("ann"), person("bob")], Date.now);
  const answer = ({ method, path, body }: PageRequest) =>
    server.handle({ id: "ann", socketId: undefined }, method as Method, path, body);
  network = startPageNetwork(
    Object.fromEntries(["GET", "POST", "PUT", "DELETE"].map((each) => [`${each} boards/board*`, answer])),
  );
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(userQuery.queryKey, testUser);
});
afterEach(() => {
  cleanup();
  queries.clear();
});

/** The result of a hook on a loaded board. */
async function onBoard<T>(read: (n: number) => T, initialProps = 1) {
  const hook = renderHook((n: number) => ({ store: useBoardStore(), value: read(n) }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>
        <BoardProvider boardId="board">{children}</BoardProvider>
      </QueryClientProvider>
    ),
    initialProps,
  });
  const store = () => hook.result.current.store;
  await waitFor(() => expect(store().getState().status).toBe("ready"));
  return { ...hook, store, value: () => hook.result.current.value };
}
const as = (name: string, method: Method, below: string, body?: unknown) =>
  server.handle({ id: name, socketId: undefined }, method, `boards/board${below}`, body);
const stickers = (...titles: string[]) =>
  as("bob", "POST", "/items", {
    parent_id: "s1c1",
    items: titles.map((title, n) => ({ id: itemId(n + 1), title })),
  });
const edit = (n: number, title: string) => ({ type: "item.edit" as const, id: itemId(n), title });
const user = (more: Partial<User>): User => ({ ...testUser, ...more });

describe("a component on an open board", () => {
  it("reads the board, its user, and the sections and children in their order", async () => {
    const { value } = await onBoard(() => ({
      me: useMe(),
      title: useBoardState((state) => state.view?.details.title),
      sections: useChildIds(null),
      columns: useChildIds("s1"),
    }));
    expect(value()).toEqual({
      me: "ann",
      title: "Retro",
      sections: ["s1", "s2"],
      columns: ["s1c1", "s1c2", "s1c3"],
    });
  });

  it("that shows one sticker renders again when that changes, not when another one does", async () => {
    stickers("first", "second");
    let renders = 0;
    const { store, value } = await onBoard(() => {
      renders += 1;
      return useItem(itemId(1))?.title;
    });
    expect(value()).toBe("first");
    const before = renders;
    await act(() => store().send(edit(2, "other")));
    expect(renders).toBe(before);
    await act(() => store().send(edit(1, "changed")));
    expect(value()).toBe("changed");
  });

  it("that shows several parts of a sticker renders again only when one of them changes", async () => {
    stickers("first", "second");
    let renders = 0;
    const { store, value } = await onBoard(() => {
      renders += 1;
      return useItemParts(itemId(1), ({ view }) => ({
        title: view?.items.get(itemId(1))?.title,
        mine: view?.votedIds.has(itemId(1)),
      }));
    });
    const [before, shown] = [renders, value()];
    // Something that concerns all items: the selector runs again and returns a new object.
    await act(() => store().send({ type: "seat.take" }));
    expect(store().getState().view?.facilitation.facilitator_id).toBe("ann");
    expect(value()).toBe(shown);
    expect(renders).toBe(before);
    await act(() => store().send({ type: "vote", id: itemId(1), voted: true }));
    expect(value()).toEqual({ title: "first", mine: true });
  });

  it("that shows another sticker from now on follows that one", async () => {
    stickers("first", "second");
    const { store, value, rerender } = await onBoard((n: number) => useItem(itemId(n))?.title);
    rerender(2);
    expect(value()).toBe("second");
    await act(() => store().send(edit(2, "changed")));
    expect(value()).toBe("changed");
  });

  it("knows who facilitates and what the user may do", async () => {
    as("bob", "POST", "/facilitators");
    as("bob", "PUT", "/facilitators", { option: "stopEditing", value: true });
    const { store, value } = await onBoard(() => ({ session: useFacilitation(), gates: usePermissions() }));
    const { facilitation, userId } = store().getState().view as BoardView;
    expect(value().session.facilitator_id).toBe("bob");
    expect(value().gates).toEqual({
      editBoard: mayEditBoard(facilitation, userId),
      editStickers: mayEditStickers(facilitation, userId),
      setStatus: maySetStatus(facilitation, userId),
      facilitate: mayFacilitate(facilitation, userId),
    });
    expect(value().gates.editStickers).not.toBeNull();
  });
});

describe("before the board is loaded", () => {
  it("nobody facilitates, nothing is forbidden, and there are no items", async () => {
    network.routes["GET boards/board*"] = networkError;
    const { result } = renderHook(
      () => [
        useFacilitation().facilitator_id,
        usePermissions().editStickers,
        useChildIds(null),
        useItem("s1"),
      ],
      {
        wrapper: ({ children }) => (
          <QueryClientProvider client={queries}>
            <BoardProvider boardId="elsewhere">{children}</BoardProvider>
          </QueryClientProvider>
        ),
      },
    );
    await waitFor(() => expect(result.current).toEqual([null, null, [], undefined]));
  });
});

describe("an open board", () => {
  it("learns the user's new name, and asks for everybody's", async () => {
    const { store } = await onBoard(() => null);
    act(() => notifyUserSaved(user({ name: "Anna" })));
    expect(store().getState().people.get("ann")?.name).toBe("Anna");
    await waitFor(() => expect(network.calls()).toContain("GET boards/board/users-options"));
  });

  it("stays the same when its user gets another name, and is opened again for another user", async () => {
    const { store } = await onBoard(() => null);
    const first = store();
    act(() => void queries.setQueryData(userQuery.queryKey, user({ name: "Anna" })));
    expect(store()).toBe(first);
    act(() => void queries.setQueryData(userQuery.queryKey, user({ id: "bob", name: "Bob" })));
    await waitFor(() => expect(store()).not.toBe(first));
    expect(
      store()
        .getState()
        .members.map((member) => member.id),
    ).toEqual(["bob"]);
  });

  it("is closed with its screen: it gets no new name", async () => {
    const { store, unmount } = await onBoard(() => null);
    const last = store();
    const { people } = last.getState();
    unmount();
    notifyUserSaved(user({ name: "Anna" }));
    expect(last.getState().people).toBe(people);
  });
});

// @vitest-environment jsdom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import {
  type PageNetwork,
  networkError,
  type Reply,
  startPageNetwork,
  testUser,
} from "../testing/pageNetwork.ts";
import { storedUser, storeUser } from "./storedUser.ts";
import { onUserSaved, userOnEntryQuery, userQuery, notifyUserSaved } from "./user.ts";

let network: PageNetwork;
let queries: QueryClient;
beforeAll(startI18n);
beforeEach(() => {
  localStorage.clear();
  network = startPageNetwork();
  queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
});
const fetched = () => queries.fetchQuery({ ...userQuery, retry: false });
const remembered = { ...testUser, name: "Remembered" };
const busy: Reply = { status: 503, message: "busy" };

describe("the user that this browser stores", () => {
  it("is the last one stored, until the session ends", () => {
    expect(storedUser()).toBeUndefined();
    storeUser(testUser);
    expect(storedUser()).toEqual(testUser);
    expect(Object.keys(localStorage)).toEqual(["user"]);
    storeUser(null);
    expect([storedUser(), Object.keys(localStorage)]).toEqual([undefined, []]);
  });

  it.each(["no JSON", "null", '{"id":5}'])("is undefined when the storage contains %s", (text) => {
    localStorage.setItem("user", text);
    expect(storedUser()).toBeUndefined();
  });
});

describe("the session's user", () => {
  it("is the one that the server names, whoever is stored", async () => {
    storeUser(remembered);
    expect(await fetched()).toEqual(testUser);
  });

  it.each<[string, Reply]>([
    ["cannot be reached", networkError],
    ["answers 500", { status: 500, message: "no" }],
    ["is busy", busy],
  ])("is the remembered one while the server %s", async (_what, reply) => {
    network.routes["GET users/auth"] = reply;
    await expect(fetched()).rejects.toBeInstanceOf(Error);
    storeUser(remembered);
    expect(await fetched()).toEqual(remembered);
  });

  it.each([401, 403, 429])("is not the stored one after %i: the server has answered", async (status) => {
    storeUser(remembered);
    network.routes["GET users/auth"] = { status, message: "no" };
    await expect(fetched()).rejects.toMatchObject({ status });
  });

  it("must fit the contract", async () => {
    network.routes["GET users/auth"] = { data: { id: 5 } };
    await expect(fetched()).rejects.toMatchObject({ status: 502 });
  });

  it.each([
    [401, 1],
    [499, 1],
    [400, 1],
    [500, 3],
    [399, 3],
  ])("after %i is asked for %i times in all", async (status, times) => {
    network.routes["GET users/auth"] = () => ({ status, message: "no" });
    await expect(queries.fetchQuery(userQuery)).rejects.toMatchObject({ status });
    expect(network.calls()).toHaveLength(times);
  });
});

describe("a layout that is entered", () => {
  const entering = (updatedAgo: number) => {
    queries.setQueryData(userQuery.queryKey, testUser, { updatedAt: Date.now() - updatedAgo });
    const leave = new QueryObserver(queries, userOnEntryQuery).subscribe(() => undefined);
    const fetches = queries.isFetching();
    leave();
    return fetches > 0;
  };

  it("fetches the user again, unless the page itself has done so a moment ago", () => {
    expect(entering(0)).toBe(false);
    expect(entering(4000)).toBe(false);
    expect(entering(6000)).toBe(true);
  });
});

it("a saved user is reported to all listeners until they are removed", () => {
  const log: string[] = [];
  const stop = onUserSaved(({ name }) => log.push(`first ${name}`));
  onUserSaved(({ name }) => log.push(`second ${name}`));
  notifyUserSaved(testUser);
  stop();
  notifyUserSaved(remembered);
  expect(log).toEqual(["first Ann", "second Ann", "second Remembered"]);
});

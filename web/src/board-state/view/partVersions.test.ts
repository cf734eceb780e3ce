import { expect, it } from "vitest";
import { createPartVersions } from "./partVersions.ts";

it("the version of an item is the recorded one or that of all items, whichever is newer", () => {
  const stamps = createPartVersions();
  expect([stamps.item("a"), stamps.votes("a"), stamps.ownVote("a")]).toEqual([0, 0, 0]);
  stamps.setItem("a", 5);
  stamps.setVotes("a", 6);
  stamps.setOwnVote("a", 7);
  expect([stamps.item("a"), stamps.votes("a"), stamps.ownVote("a")]).toEqual([5, 6, 7]);
  expect([stamps.item("b"), stamps.votes("b"), stamps.ownVote("b")]).toEqual([0, 0, 0]);
  stamps.setAll("put", 6);
  expect([stamps.item("a"), stamps.item("b"), stamps.votes("b"), stamps.ownVote("b")]).toEqual([6, 6, 0, 0]);
  stamps.setAll("put", 4);
  expect(stamps.item("b")).toBe(6);
  stamps.setAll("votes", 2);
  stamps.setAll("mine", 3);
  expect([stamps.votes("a"), stamps.votes("b"), stamps.ownVote("b")]).toEqual([6, 2, 3]);
});

it("pruning deletes the versions of single items up to the given one, and no later ones", () => {
  const stamps = createPartVersions();
  for (const part of ["setItem", "setVotes", "setOwnVote"] as const)
    for (const [id, version] of [
      ["old", 4],
      ["now", 5],
      ["new", 6],
    ] as const)
      stamps[part](id, version);
  stamps.prune(5);
  for (const part of ["item", "votes", "ownVote"] as const)
    expect([stamps[part]("old"), stamps[part]("now"), stamps[part]("new")]).toEqual([0, 0, 6]);
});

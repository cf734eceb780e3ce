import { expect, it } from "vitest";
import { PartVersions } from "./partVersions.ts";

it("the version of an item is the recorded one or that of all items, whichever is newer", () => {
  const stamps = new PartVersions();
  expect([stamps.of("items", "a"), stamps.of("votes", "a"), stamps.of("ownVotes", "a")]).toEqual([0, 0, 0]);
  stamps.set("items", "a", 5);
  stamps.set("votes", "a", 6);
  stamps.set("ownVotes", "a", 7);
  expect([stamps.of("items", "a"), stamps.of("votes", "a"), stamps.of("ownVotes", "a")]).toEqual([5, 6, 7]);
  expect([stamps.of("items", "b"), stamps.of("votes", "b"), stamps.of("ownVotes", "b")]).toEqual([0, 0, 0]);
  stamps.setAll("items", 6);
  expect([
    stamps.of("items", "a"),
    stamps.of("items", "b"),
    stamps.of("votes", "b"),
    stamps.of("ownVotes", "b"),
  ]).toEqual([6, 6, 0, 0]);
  stamps.setAll("items", 4);
  expect(stamps.of("items", "b")).toBe(6);
  stamps.setAll("votes", 2);
  stamps.setAll("ownVotes", 3);
  expect([stamps.of("votes", "a"), stamps.of("votes", "b"), stamps.of("ownVotes", "b")]).toEqual([6, 2, 3]);
});

it("pruning deletes the versions of single items up to the given one, and no later ones", () => {
  const stamps = new PartVersions();
  const parts = ["items", "votes", "ownVotes", "actions"] as const;
  for (const part of parts)
    for (const [id, version] of [
      ["old", 4],
      ["now", 5],
      ["new", 6],
    ] as const)
      stamps.set(part, id, version);
  stamps.prune(5);
  for (const part of parts) expect(["old", "now", "new"].map((id) => stamps.of(part, id))).toEqual([0, 0, 6]);
});

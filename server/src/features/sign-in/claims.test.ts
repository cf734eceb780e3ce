import { describe, expect, test } from "vitest";
import { groupsOf, nameOf } from "./claims.ts";

describe("[I3] the name of a person is the first that a provider sends", () => {
  test.each<[string, Record<string, unknown>, string | undefined]>([
    ["name", { name: "Ann Name", given_name: "Ann", preferred_username: "ann" }, "Ann Name"],
    ["given and family name", { given_name: "Ann", family_name: "Smith", nickname: "annie" }, "Ann Smith"],
    ["a family name alone", { family_name: "Smith", nickname: "annie" }, "Smith"],
    ["preferred_username", { preferred_username: "ann.smith", nickname: "annie" }, "ann.smith"],
    ["preferred_username without the domain of an address", { preferred_username: "ann@example.com" }, "ann"],
    ["nickname", { nickname: "annie", email: "ann@example.com" }, "annie"],
    ["the local part of the e-mail", { email: "ann.smith@example.com" }, "ann.smith"],
    ["upn", { upn: "ann@corp.example" }, "ann"],
    ["what follows an empty name", { name: "  ", given_name: "", email: "ann@example.com" }, "ann"],
    ["what follows a name that is no text", { name: { en: "Ann" }, nickname: "annie" }, "annie"],
    ["none", { sub: "1", email: "@example.com" }, undefined],
  ])("%s", (_, claims, name) => {
    expect(nameOf(claims)?.name).toBe(name);
  });
});

describe("[I4] the groups of a person", () => {
  test.each<[string, unknown, string[], boolean]>([
    ["a list", ["a", "admins"], ["a", "admins"], true],
    ["an empty list", [], [], true],
    ["one text", "admins", ["admins", "admins"], true],
    ["a text with commas", "a, admins", ["a, admins", "a", "admins"], true],
    ["full paths", ["/admins", "/a/admins"], ["admins", "a/admins"], true],
    ["objects", [{ name: "admins" }, { id: "7", displayName: "a" }], ["admins", "a", "7"], true],
    ["an object", { name: "admins" }, ["admins"], true],
    ["an object with names as keys", { admins: { id: "x" }, gone: false }, ["admins"], true],
    ["nothing", undefined, [], false],
    ["null", null, [], false],
    ["a number", 7, [], false],
    ["a list with something odd", ["admins", 7], ["admins"], false],
    ["a list with an object without a name", [{ href: "https://graph.example" }], [], false],
  ])("are read from %s", (_, groups, names, complete) => {
    expect(groupsOf({ groups }, "groups")).toEqual({ names, complete });
  });
});

import { expect, it } from "vitest";
import { isScreen, matchPath } from "./screens.ts";

it.each([
  ["/", "/", {}],
  ["/tokens", "/tokens/", {}],
  ["/tokens", "/Tokens", {}],
  ["/tokens", "/tok%65ns", {}],
  ["/tokens", "/tokens/a", null],
  ["/boards/:id", "/boards/a%20b", { id: "a b" }],
  ["/boards/:id", "/boards/%E0%A4%A", { id: "%E0%A4%A" }],
  ["/boards/:id", "/boards", null],
  ["/boards/:id", "/boards/a/b", null],
  ["/boards/:id", "/boards//", null],
  ["/boards/:id", "//boards/a", null],
])("the pattern %s and the address %s", (pattern, pathname, params) => {
  expect(matchPath(pattern, pathname)).toEqual(params);
});

it.each([
  ["/", true],
  ["/boards/any-id", true],
  ["/admin/log-events/", true],
  ["/error/404", true],
  ["/nothing", false],
  ["/admin/nothing", false],
  ["/boards", false],
  ["/.well-known/oauth-authorization-server", false],
])("%s is the address of a screen: %s", (pathname, expected) => {
  expect(isScreen(pathname)).toBe(expected);
});

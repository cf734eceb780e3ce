import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { isApiOrAssetPath, isPublicFile } from "./paths.ts";

test.each([
  "/%6Detrics",
  "/m%65trics?x",
  "/%61pi/v1/config",
  "/h%65alth/ready",
  "/%77eb/boards/x/export-pdf",
])("attack: %s, which a proxy's rule does not know, does not answer as the plain address", async (url) => {
  const { browser } = await buildTestApp();
  const answer = await browser().get(url);
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([404, "no-store"]);
});

test.each([
  "/api/v1/boards",
  "/api",
  "/api?x",
  "/broadcasting/auth",
  "/web/boards/x/export-pdf",
  "/health/live",
  "/metrics",
  "/app/key",
  "/assets/x.js",
])("%s belongs to machines: what is unknown there is no page", (url) => {
  expect(isApiOrAssetPath(url)).toBe(true);
});

test.each(["/", "/boards/x", "/apiary", "/apps", "/website", "/x/api/", "/error/404"])(
  "%s is a page",
  (url) => {
    expect(isApiOrAssetPath(url)).toBe(false);
  },
);

test.each([
  ["/assets/x.js", true],
  ["/health/ready", true],
  ["/metrics", true],
  ["/api/v1/board-templates/img/own.svg", true],
  ["/api/v1/board-templates", false],
  ["/", false],
  ["/api/v1/config", false],
])("%s carries no cookie: %s", (url, isPublic) => {
  expect(isPublicFile(url)).toBe(isPublic);
});

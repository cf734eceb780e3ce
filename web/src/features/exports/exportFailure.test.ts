// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { ApiError } from "../../api/client.ts";
import { translate } from "../../i18n/i18n.ts";
import { startTexts } from "../../testing/startTexts.ts";
import { failureText } from "./exportFile.ts";

beforeAll(startTexts);

it.each([
  ["a board that is too large for the format", new ApiError(413, "Too large"), /too large.+Markdown or CSV/],
  ["too many files at a time", new ApiError(429, "Too many"), /Try again in a moment/],
  ["a fault of the server", new ApiError(500, "Fault"), /^otherwise$/],
])("%s has its own message", (_what, error, message) => {
  expect(failureText(error, "otherwise", translate)).toMatch(message);
});

import { expect, test } from "vitest";
import { acceptedEncoding } from "./encoding.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br", "br"],
  ["gzip, deflate", "gzip"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.000, gzip;q=0", "identity"],
  ["br;q=0.1", "br"],
  ["deflate, zstd", "identity"],
  ["brotli", "identity"],
  [["gzip", "br"], "br"],
])("Accept-Encoding %j is answered in %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

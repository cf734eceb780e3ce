import fc from "fast-check";
import { expect, it } from "vitest";
import { writeJson } from "./json.ts";

it("writes any plain data bit by bit as JSON.stringify writes it at once", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...writeJson(value)].join("")).toBe(JSON.stringify(value, null, 1));
    }),
  );
  expect([...writeJson({ style: undefined, title: "x" })].join("")).toBe('{\n "title": "x"\n}');
});

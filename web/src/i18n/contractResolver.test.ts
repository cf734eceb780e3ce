import { createBoard } from "@retro/contract/commands";
import { expect, test } from "vitest";
import { contractResolver } from "./contractResolver.ts";

const say = (key: string, params: Record<string, string | number> = {}) => `${key} ${JSON.stringify(params)}`;
const options = { fields: {}, shouldUseNativeValidation: false };

test("a form gets the contract's messages, by field, with their parameters", async () => {
  const resolve = contractResolver<{ title: string; description: string }>(createBoard, say);
  const { errors } = await resolve({ title: " ", description: "x".repeat(256) }, undefined, options);
  expect(errors.title?.message).toBe("validation.titleRequired {}");
  expect(errors.description?.message).toBe('validation.maxAllowed {"max":255}');
});

test("a form that the contract accepts has no errors", async () => {
  const resolve = contractResolver<{ title: string }>(createBoard, say);
  expect(await resolve({ title: "Sprint 42" }, undefined, options)).toEqual({
    values: { title: "Sprint 42" },
    errors: {},
  });
});

import { expect, test } from "vitest";
import { isRandomName } from "./random-names.ts";

test.each(["Sunny Koala", "Curious Otter", "Солнечная коала", "Любопытный Барсук"])(
  "%s is a made-up name",
  (name) => expect(isRandomName(name)).toBe(true),
);

test.each(["Ann", "Sunny", "sunny koala", "Солнечный Коала", "Sunny Коала", "Koala Sunny", ""])(
  "%s is a chosen name",
  (name) => expect(isRandomName(name)).toBe(false),
);

import { textColorOn } from "@retro/contract/contrast";
import { expect, it } from "vitest";
import { personColors } from "./personColors.ts";

it.each(personColors)("the initials on $key are white", ({ value }) => {
  expect(textColorOn(value)).toBe("#ffffff");
});

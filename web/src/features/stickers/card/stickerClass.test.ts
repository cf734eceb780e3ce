// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { stickerClass } from "./stickerClass.ts";
import { stickerCss } from "./stickerCss.ts";

afterEach(() => document.body.replaceChildren());

/** The style of a sticker with this class, and the class. */
function shown(...[own, section]: Parameters<typeof stickerClass>) {
  const name = stickerClass(own, section);
  const sticker = document.createElement("article");
  sticker.className = `sticker ${name}`;
  document.body.append(sticker);
  return { name, style: getComputedStyle(sticker) };
}

test("stickers that look the same share a class, and its rule has their colours and font", () => {
  const section = { backgroundColor: "#b3e5fc", fontSize: "20px" } as const;
  const bold = shown({ fontWeight: "bold" }, section);
  expect(shown({ fontWeight: "bold" }, section).name).toBe(bold.name);
  expect(shown({}, section).name).not.toBe(bold.name);
  expect(bold.style.getPropertyValue("--s-ground")).toBe("#b3e5fc");
  expect(bold.style.getPropertyValue("--s-ink-dark")).toBe(
    stickerCss({ fontWeight: "bold" }, section)["--s-ink-dark"],
  );
  expect([bold.style.fontSize, bold.style.fontWeight]).toEqual(["20px", "700"]);
});

test("a value that is not one of its property does not end the rule", () => {
  const { style } = shown({ fontSize: "14px } body { display: none", fontStyle: "italic" }, undefined);
  expect(style.fontStyle).toBe("italic");
  expect(getComputedStyle(document.body).display).not.toBe("none");
});

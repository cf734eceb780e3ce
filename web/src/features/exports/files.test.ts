import { expect, it } from "vitest";
import { nameOf } from "./files.ts";

it("takes a download's name from filename*, else from filename, else the one at hand", () => {
  expect(nameOf(`attachment; filename="_.pdf"; filename*=UTF-8''%D0%81%D0%BB%D0%BA%D0%B0.pdf`, "x")).toBe(
    "Ёлка.pdf",
  );
  expect(nameOf('attachment; filename="Sprint 42.pdf"', "x")).toBe("Sprint 42.pdf");
  expect(nameOf(`attachment; filename="a.pdf"; filename*=UTF-8''%`, "x")).toBe("a.pdf");
  expect(nameOf(null, "board.pdf")).toBe("board.pdf");
});

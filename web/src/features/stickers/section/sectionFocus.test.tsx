import { screen } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";

const alone = () => document.querySelector("[data-focused]")?.getAttribute("data-section") ?? null;
const showAlone = () => screen.getAllByRole("button", { name: "Show only this section" });

it("a section is shown alone until its button or Escape shows all again", async () => {
  startBoardPage();
  const { user } = await visitBoard();
  await user.click(showAlone()[1] as HTMLElement);
  expect(alone()).toBe("s2");
  await user.click(screen.getByRole("button", { name: "Show all sections" }));
  expect(alone()).toBeNull();
  await user.click(showAlone()[0] as HTMLElement);
  expect(alone()).toBe("s1");
  await user.keyboard("{Escape}");
  expect(alone()).toBeNull();
});

it("Escape in a field is the field's: the section stays alone", async () => {
  startBoardPage();
  const { user } = await visitBoard();
  await user.click(showAlone()[0] as HTMLElement);
  const input = document.body.appendChild(document.createElement("input"));
  onTestFinished(() => input.remove());
  await user.type(input, "text{Escape}");
  expect(alone()).toBe("s1");
  input.blur();
  await user.keyboard("{Escape}");
  expect(alone()).toBeNull();
});

it("a board that is opened again shows all sections", async () => {
  startBoardPage();
  const { user, unmount } = await visitBoard();
  await user.click(showAlone()[1] as HTMLElement);
  expect(alone()).toBe("s2");
  unmount();
  await visitBoard();
  expect(showAlone()).toHaveLength(2);
  expect(alone()).toBeNull();
});

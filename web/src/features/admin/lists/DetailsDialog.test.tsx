import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { button, renderPart } from "../../../testing/page.tsx";
import { DetailsDialog } from "./DetailsDialog.tsx";

const fields = [
  { label: "Name", value: "Anna" },
  { label: "Email", value: "" },
  { label: "Comment", value: "First line\nSecond line" },
  { label: "Attachments", value: null },
];

it("lists the filled fields in order, each with its label, and keeps line breaks", async () => {
  await renderPart(<DetailsDialog open onClose={vi.fn<() => void>()} title="Feedback" fields={fields} />);
  const dialog = screen.getByRole("dialog", { name: "Feedback" });
  expect(
    within(dialog)
      .getAllByRole("term")
      .map((term) => term.textContent),
  ).toEqual(["Name", "Comment"]);
  expect(
    within(dialog)
      .getAllByRole("definition")
      .map((value) => value.textContent),
  ).toEqual(["Anna", "First line\nSecond line"]);
});

it("closes on Close and on Escape", async () => {
  const onClose = vi.fn<() => void>();
  const { user } = await renderPart(
    <DetailsDialog open onClose={onClose} title="Feedback" fields={fields} />,
  );
  await user.click(button("Close"));
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(2);
});

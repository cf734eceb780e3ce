import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPart } from "../../testing/page.tsx";
import { startPageNetwork } from "../../testing/pageNetwork.ts";
import { TemplateField } from "./TemplateField.tsx";

const templates = ["One", "Two", "Three"].map((title) => ({
  title,
  description: "",
  count: 0,
  img: "a.svg",
}));

function Field({ onPick }: { onPick: () => void }) {
  const [value, setValue] = useState("");
  return <TemplateField label="Template" value={value} onChange={setValue} onPick={onPick} />;
}

it("the arrows choose the next and the previous template, also beyond the ends, and take the focus along", async () => {
  startPageNetwork({ "GET board-templates": { data: templates } });
  let picks = 0;
  const { user } = await renderPart(<Field onPick={() => (picks += 1)} />);
  const option = (name: string) => screen.getByRole("radio", { name });
  expect(await screen.findByRole("radio", { name: "One", checked: true })).toBeInTheDocument();
  expect(picks).toBe(0);
  await user.tab();
  for (const [key, name] of [
    ["ArrowUp", "Three"],
    ["ArrowLeft", "Two"],
    ["ArrowDown", "Three"],
    ["ArrowRight", "One"],
  ] as const) {
    await user.keyboard(`{${key}}`);
    expect(option(name)).toBeChecked();
    expect(option(name)).toHaveFocus();
  }
  expect(picks).toBe(4);
});

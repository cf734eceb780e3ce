import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ignoreInputMethodKeys } from "./inputMethod.ts";

type Step =
  | { on: "keydown"; key: string; keyCode: number; isComposing?: boolean }
  | { on: "beforeinput"; inputType: string; isComposing?: boolean }
  | { on: "compositionstart" | "compositionend" };

const sent = vi.fn<() => void>();
let stop: () => void;
let field: HTMLTextAreaElement;
beforeEach(() => {
  stop = ignoreInputMethodKeys();
  sent.mockReset();
  field = document.createElement("textarea");
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    sent();
  });
  document.body.append(field);
});
afterEach(() => {
  stop();
  field.remove();
});

/** @returns whether the field would get the line break */
function press(steps: Step[]): boolean {
  let isBroken = false;
  for (const step of steps) {
    const init = { bubbles: true, cancelable: true, ...step };
    if (step.on === "keydown") {
      const event = new KeyboardEvent("keydown", init);
      // jsdom takes no code of a key from the options.
      Object.defineProperty(event, "keyCode", { value: step.keyCode });
      field.dispatchEvent(event);
    } else if (step.on === "beforeinput") isBroken = field.dispatchEvent(new InputEvent("beforeinput", init));
    else field.dispatchEvent(new CompositionEvent(step.on, init));
  }
  return isBroken;
}

const word: Step[] = [
  { on: "keydown", key: "Unidentified", keyCode: 229 },
  { on: "compositionstart" },
  { on: "beforeinput", inputType: "insertCompositionText", isComposing: true },
];

it.each<[string, Step[], number]>([
  ["Enter of a keyboard", [{ on: "keydown", key: "Enter", keyCode: 13 }], 1],
  [
    "send of Gboard while it suggests a word",
    [
      ...word,
      { on: "keydown", key: "Unidentified", keyCode: 229 },
      { on: "compositionend" },
      { on: "beforeinput", inputType: "insertLineBreak" },
    ],
    1,
  ],
  [
    "send of Gboard, as a paragraph",
    [
      { on: "keydown", key: "Unidentified", keyCode: 229 },
      { on: "beforeinput", inputType: "insertParagraph" },
    ],
    1,
  ],
  [
    "Enter that confirms a candidate in Chrome",
    [...word, { on: "keydown", key: "Enter", keyCode: 229, isComposing: true }, { on: "compositionend" }],
    0,
  ],
  [
    "Enter that confirms a candidate in Safari",
    [
      ...word,
      { on: "beforeinput", inputType: "insertFromComposition" },
      { on: "compositionend" },
      { on: "keydown", key: "Enter", keyCode: 229 },
    ],
    0,
  ],
  [
    "a line break while the word is not confirmed",
    [
      ...word,
      { on: "keydown", key: "Unidentified", keyCode: 229, isComposing: true },
      { on: "beforeinput", inputType: "insertLineBreak", isComposing: true },
    ],
    0,
  ],
  [
    "Enter after a confirmed candidate",
    [
      ...word,
      { on: "keydown", key: "Enter", keyCode: 229, isComposing: true },
      { on: "compositionend" },
      { on: "keydown", key: "Enter", keyCode: 13 },
    ],
    1,
  ],
])("%s", (_name, steps, times) => {
  press(steps);
  expect(sent).toHaveBeenCalledTimes(times);
});

it("a field that takes Enter for saving gets no line break from Gboard; another one does", () => {
  const send: Step[] = [
    { on: "keydown", key: "Unidentified", keyCode: 229 },
    { on: "beforeinput", inputType: "insertLineBreak" },
  ];
  expect(press(send)).toBe(false);
  const other = document.createElement("textarea");
  document.body.append(other);
  field = other;
  expect(press(send)).toBe(true);
});

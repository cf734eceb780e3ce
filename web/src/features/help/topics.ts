import type { MessageKey } from "@retro/contract/messages/catalogue";
import { limits } from "@retro/contract/limits";
import type { DrawingName } from "./TopicDrawing.tsx";

/** The input method; each has separate instructions. */
export type InputMethod = "touch" | "mouse" | "keyboard";

export interface Topic {
  drawing: DrawingName;
  title: MessageKey;
  text: Record<"touch" | "mouse", MessageKey>;
}

/** The topics of the help, in the order in which a newcomer needs them (spec 2.32). */
export const topics: readonly Topic[] = [
  { drawing: "add", title: "help.add", text: { touch: "help.addTouch", mouse: "help.addMouse" } },
  { drawing: "edit", title: "help.edit", text: { touch: "help.editTouch", mouse: "help.editMouse" } },
  { drawing: "drag", title: "help.drag", text: { touch: "help.dragTouch", mouse: "help.dragMouse" } },
  { drawing: "group", title: "help.group", text: { touch: "help.groupTouch", mouse: "help.groupMouse" } },
  { drawing: "expand", title: "help.expand", text: { touch: "help.expandTouch", mouse: "help.expandMouse" } },
  { drawing: "style", title: "help.style", text: { touch: "help.styleText", mouse: "help.styleText" } },
  { drawing: "vote", title: "help.vote", text: { touch: "help.voteTouch", mouse: "help.voteMouse" } },
  {
    drawing: "section",
    title: "help.section",
    text: { touch: "help.sectionText", mouse: "help.sectionText" },
  },
  { drawing: "board", title: "help.board", text: { touch: "help.boardText", mouse: "help.boardText" } },
  {
    drawing: "fullscreen",
    title: "help.fullscreen",
    text: { touch: "help.fullscreenTouch", mouse: "help.fullscreenMouse" },
  },
  { drawing: "theme", title: "help.theme", text: { touch: "help.themeText", mouse: "help.themeText" } },
];

export interface Shortcut {
  keys: readonly string[];
  text: MessageKey;
}

/** Every key of the product, without those that work on every page (Tab, Enter, Escape). */
export const shortcuts: readonly Shortcut[] = [
  { keys: ["Tab"], text: "help.keyTab" },
  { keys: ["Enter"], text: "help.keyEnter" },
  { keys: ["Space"], text: "help.keySpace" },
  { keys: ["←", "↑", "→", "↓"], text: "help.keyArrows" },
  { keys: ["G"], text: "help.keyGroup" },
  { keys: ["Delete"], text: "help.keyDelete" },
  { keys: ["Shift", "F10"], text: "help.keyMenu" },
  { keys: ["Esc"], text: "help.keyEscape" },
  { keys: ["Ctrl", "Enter"], text: "help.keySave" },
  { keys: ["?"], text: "help.keyHelp" },
];

/** On a small screen the help starts with touch (spec 2.31). */
export function defaultInputMethod(width: number): InputMethod {
  return width <= limits.helpTouchWidth ? "touch" : "mouse";
}

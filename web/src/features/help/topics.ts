import type { MessageKey } from "@retro/contract/messages/catalogue";
import { limits } from "@retro/contract/limits";
import type { DrawingName } from "./TopicDrawing.tsx";

export type InputMethod = "touch" | "mouse" | "keyboard";

export interface Topic {
  drawing: DrawingName;
  title: MessageKey;
  text: Record<"touch" | "mouse", MessageKey>;
}

interface TopicGroup {
  title: MessageKey;
  topics: readonly Topic[];
}

export const topicGroups: readonly TopicGroup[] = [
  {
    title: "help.stickers",
    topics: [
      { drawing: "add", title: "help.add", text: { touch: "help.addTouch", mouse: "help.addMouse" } },
      { drawing: "list", title: "help.list", text: { touch: "help.listText", mouse: "help.listText" } },
      { drawing: "edit", title: "help.edit", text: { touch: "help.editTouch", mouse: "help.editMouse" } },
      { drawing: "drag", title: "help.drag", text: { touch: "help.dragTouch", mouse: "help.dragMouse" } },
      { drawing: "group", title: "help.group", text: { touch: "help.groupTouch", mouse: "help.groupMouse" } },
      {
        drawing: "expand",
        title: "help.expand",
        text: { touch: "help.expandTouch", mouse: "help.expandMouse" },
      },
      { drawing: "style", title: "help.style", text: { touch: "help.styleText", mouse: "help.styleText" } },
      { drawing: "undo", title: "help.undo", text: { touch: "help.undoTouch", mouse: "help.undoMouse" } },
    ],
  },
  {
    title: "help.votes",
    topics: [
      { drawing: "vote", title: "help.vote", text: { touch: "help.voteTouch", mouse: "help.voteMouse" } },
      {
        drawing: "results",
        title: "help.results",
        text: { touch: "help.resultsText", mouse: "help.resultsText" },
      },
      { drawing: "sort", title: "help.sort", text: { touch: "help.sortText", mouse: "help.sortText" } },
      {
        drawing: "rounds",
        title: "rounds.title",
        text: { touch: "help.roundsText", mouse: "help.roundsText" },
      },
    ],
  },
  {
    title: "help.aMeeting",
    topics: [
      {
        drawing: "steps",
        title: "help.steps",
        text: { touch: "help.stepsText", mouse: "help.stepsText" },
      },
      {
        drawing: "following",
        title: "help.following",
        text: { touch: "help.followingText", mouse: "help.followingText" },
      },
    ],
  },
  {
    title: "help.theBoard",
    topics: [
      {
        drawing: "invite",
        title: "help.invite",
        text: { touch: "help.inviteText", mouse: "help.inviteText" },
      },
      {
        drawing: "section",
        title: "help.section",
        text: { touch: "help.sectionText", mouse: "help.sectionText" },
      },
      { drawing: "focus", title: "help.focus", text: { touch: "help.focusTouch", mouse: "help.focusMouse" } },
      { drawing: "zoom", title: "help.zoom", text: { touch: "help.zoomTouch", mouse: "help.zoomMouse" } },
      { drawing: "board", title: "help.board", text: { touch: "help.boardText", mouse: "help.boardText" } },
      {
        drawing: "fullscreen",
        title: "help.fullscreen",
        text: { touch: "help.fullscreenTouch", mouse: "help.fullscreenMouse" },
      },
    ],
  },
  {
    title: "help.you",
    topics: [
      { drawing: "name", title: "help.name", text: { touch: "help.nameText", mouse: "help.nameText" } },
      {
        drawing: "boards",
        title: "help.boards",
        text: { touch: "help.boardsText", mouse: "help.boardsText" },
      },
      { drawing: "theme", title: "help.theme", text: { touch: "help.themeText", mouse: "help.themeText" } },
    ],
  },
];

export interface Shortcut {
  keys: readonly string[];
  text: MessageKey;
  singleKey?: true;
}

export const shortcuts: readonly Shortcut[] = [
  { keys: ["Tab"], text: "help.keyTab" },
  { keys: ["Enter"], text: "help.keyEnter" },
  { keys: ["Space"], text: "help.keySpace" },
  { keys: ["←", "↑", "→", "↓"], text: "help.keyArrows" },
  { keys: ["Home", "End"], text: "help.keyEnds" },
  { keys: ["G"], text: "help.keyGroup", singleKey: true },
  { keys: ["X"], text: "help.keySelect", singleKey: true },
  { keys: ["Delete"], text: "help.keyDelete" },
  { keys: ["Ctrl", "Z"], text: "help.keyUndo" },
  { keys: ["Ctrl", "Shift", "Z"], text: "help.keyRedo" },
  { keys: ["N"], text: "help.keyNew", singleKey: true },
  { keys: ["V"], text: "help.keyVote", singleKey: true },
  { keys: ["M"], text: "help.keyMenu", singleKey: true },
  { keys: ["Esc"], text: "help.keyEscape" },
  { keys: ["Ctrl", "Enter"], text: "help.keySave" },
  { keys: ["Ctrl", "Alt", "+"], text: "help.keyZoom" },
  { keys: ["?"], text: "help.keyHelp", singleKey: true },
];

export function defaultInputMethod(width: number): InputMethod {
  return width <= limits.helpTouchWidth ? "touch" : "mouse";
}

import type { LogEventRow } from "@retro/contract/lists";

export const logEvents: readonly LogEventRow[] = [
  { id: 100, title: "New Board", function: "click", object: "new-board" },
  { id: 101, title: "Save", function: "click", object: "board-save" },
  { id: 102, title: "Cancel", function: "click", object: "board-cancel" },
  { id: 103, title: "Description change", function: "change", object: "board-description" },
  { id: 104, title: "Template select", function: "select", object: "board-template" },
  { id: 105, title: "Terms link", function: "click", object: "terms-of-use" },
  { id: 106, title: "Privacy link", function: "click", object: "privacy-policy" },
];

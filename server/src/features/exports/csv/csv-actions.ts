import type { Translate } from "../../../http/session/locale.ts";
import type { ExportedAction, ExportedBoard, ExportedSticker } from "../exported-board.ts";

/** The columns that a CSV has after all others if its board has actions. Only rows of actions have cells in them. */
export const actionColumns = ["action_status", "owner", "due_on", "source_position"] as const;

/** The cells of an action's row, by the names of their columns; texts are not quoted yet. */
export interface ActionCells {
  text: string;
  created_at: string;
  action_status: string;
  owner: string;
  due_on: string;
  /** The place on the board of the sticker that the action was made from, counted from 1: its `board_position`. */
  source_position: string;
}

/** The rows of a board's actions, in their order. @param positions the places of its stickers */
export function actionRows(
  { actions, sections }: ExportedBoard,
  positions: ReadonlyMap<ExportedSticker, number>,
  t: Translate,
): ActionCells[] {
  return actions.map((action) => ({
    text: action.text ?? t("exports.hidden"),
    created_at: action.created_at,
    action_status: action.status,
    owner: action.owner ?? "",
    due_on: action.due_on ?? "",
    source_position: String(positions.get(sourceOf(action, sections) as ExportedSticker) ?? ""),
  }));
}

/** The sticker that an action was made from. */
function sourceOf(
  { source }: ExportedAction,
  sections: ExportedBoard["sections"],
): ExportedSticker | undefined {
  const [section = -1, column = -1, ...below] = source ?? [];
  let stickers = sections[section]?.columns[column];
  let found: ExportedSticker | undefined;
  for (const position of below) {
    found = stickers?.[position];
    stickers = found?.stickers;
  }
  return found;
}

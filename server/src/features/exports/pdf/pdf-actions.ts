import type { Locale } from "@retro/contract/messages/catalogue";
import type { Translate } from "../../../http/session/locale.ts";
import { shownFields, statusTitles } from "../action-fields.ts";
import { answerTexts } from "@retro/rules/answer-texts";
import type { ExportedAction, ExportedBoard } from "../exported-board.ts";
import type { PageFlow } from "./pdf-flow.ts";
import {
  contentWidth,
  faint,
  headingGap,
  layOutHeading,
  layOutLine,
  maxUncutHeight,
  pageSize,
  plain,
} from "./pdf-page.ts";
import type { TextLayout, TextStyle } from "./pdf-text.ts";

const headingColor = "#e8e2f4";
const rowColor = "#f6f5fa";
const rowGap = 3;
const padding = { x: 8, y: 3 };
const statusWidth = 76;
const textWidth = contentWidth - 2 * padding.x - statusWidth;
const small: TextStyle = { ...plain, fontSize: 8, color: faint };

interface Row {
  status: TextLayout | null;
  text: TextLayout;
  details: TextLayout | null;
  height: number;
}

export function placeActions(flow: PageFlow, view: ExportedBoard, t: Translate, dateLocale: string): void {
  // A due date is a day, not a time: it has no zone.
  const day = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeZone: "UTC" });
  placeRows(
    flow,
    t("actions.title"),
    view.actions.map((action) => layOutRow(action, t, day)),
  );
}

/** The shown answers to anonymous questions [Q3]. */
export function placeAnswers(flow: PageFlow, view: ExportedBoard, t: Translate, locale: Locale): void {
  const rows = answerTexts(view.questions, { t, locale }).map(({ question, result }): Row => {
    const text = layOutLine(question, plain, textWidth);
    const details = layOutLine(result, small, textWidth);
    return { status: null, text, details, height: text.height + details.height + 2 * padding.y };
  });
  placeRows(flow, t("summary.answers"), rows);
}

/** The heading stays on one page with the first row (X4) [D1]. */
function placeRows(flow: PageFlow, title: string, rows: readonly Row[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const heading = layOutHeading(title, String(rows.length), headingColor);
  if (!flow.atTop) flow.skip(8);
  // A row that may be cut could leave the heading alone at the foot of a page: then both begin a page.
  if (first.height >= maxUncutHeight) flow.ensureRoom(pageSize.height);
  else flow.ensureRoom(heading.height + headingGap + first.height);
  heading.put(flow);
  flow.skip(headingGap);
  for (const row of rows) {
    placeRow(flow, row);
    flow.skip(rowGap);
  }
}

function layOutRow(action: ExportedAction, t: Translate, day: Intl.DateTimeFormat): Row {
  const { text, status } = action;
  const fields = shownFields(action, t, (date) => day.format(new Date(`${date}T00:00:00Z`)));
  const about = fields.map(({ shown }) => shown).join(" · ");
  const laid = layOutLine(
    text ?? t("exports.hidden"),
    text === null ? { ...plain, italics: true, color: faint } : plain,
    textWidth,
  );
  const details = about === "" ? null : layOutLine(about, small, textWidth);
  return {
    status: layOutLine(
      t(statusTitles[status]),
      { ...plain, bold: status === "open" },
      statusWidth - padding.x,
    ),
    text: laid,
    details,
    height: laid.height + (details?.height ?? 0) + 2 * padding.y,
  };
}

function placeRow(flow: PageFlow, { status, text, details, height }: Row): void {
  if (height < maxUncutHeight) flow.ensureRoom(height);
  flow.openBackground({ x: pageSize.side, width: contentWidth, color: rowColor, border: null });
  flow.skip(padding.y);
  const left = pageSize.side + padding.x;
  if (status !== null) flow.placeTextBeside(status, left);
  const textLeft = left + (status === null ? 0 : statusWidth);
  flow.placeText(text, textLeft);
  if (details !== null) flow.placeText(details, textLeft);
  flow.skip(padding.y);
  flow.closeBackground();
}

import type { Translate } from "../../../http/session/locale.ts";
import {
  type ExportedBoard,
  type ExportedResult,
  type ExportedSticker,
  groupName,
} from "../exported-board.ts";
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
  sectionColor,
} from "./pdf-page.ts";
import { layOutText, type TextLayout, type TextStyle } from "./pdf-text.ts";
import { topMembers, type TopVoted, topVotedOf } from "../top-voted.ts";

const headingColor = "#e8e2f4";
const rowColor = "#f6f5fa";
const barWidth = 4;
const rowGap = 3;
const padding = { x: 8, y: 3 };
const rankWidth = 26;
/** The votes, and where the sticker is. */
const placeWidth = 150;
const textWidth = contentWidth - barWidth - 2 * padding.x - rankWidth - placeWidth - 10;
const memberIndent = 10;
const small: TextStyle = { ...plain, fontSize: 8, color: faint };

export function placeTopVoted(flow: PageFlow, view: ExportedBoard, t: Translate): void {
  for (const top of topVotedOf(view, t)) placeRanking(flow, top, t);
}

function placeRanking(flow: PageFlow, { heading: title, results, more }: TopVoted, t: Translate): void {
  const rows = results.map((result) => layOutRow(result, t));
  const [first] = rows;
  if (first === undefined) return;
  const heading = layOutHeading(title, "", headingColor);
  flow.skip(4);
  flow.ensureRoom(heading.height + headingGap + Math.min(first.height, maxUncutHeight));
  heading.put(flow);
  flow.skip(headingGap);
  for (const row of rows) {
    placeRow(flow, row);
    flow.skip(rowGap);
  }
  if (more > 0)
    flow.placeText(layOutLine(t("exports.more", { count: more }), small), pageSize.side + padding.x);
}

interface Row {
  color: string;
  rank: TextLayout;
  place: TextLayout;
  texts: TextLayout[];
  members: TextLayout[];
  height: number;
}

function layOutRow({ rank, votes, sticker, section }: ExportedResult, t: Translate): Row {
  const textOf = ({ text }: ExportedSticker) => text ?? t("exports.hidden");
  const where = sticker.author === null ? section.title : `${section.title} · ${sticker.author}`;
  const place = layOutText(
    [
      { text: t("exports.voteCount", { count: votes }), look: { ...plain, bold: true } },
      { text: `  ${where}`, look: small },
    ],
    placeWidth,
  );
  const name = groupName(sticker);
  const texts = [
    ...(name === null ? [] : [layOutLine(name, { ...plain, bold: true }, textWidth)]),
    layOutLine(textOf(sticker), plain, textWidth),
  ];
  const { members, more } = topMembers(sticker);
  const lines = members.map((member) => `– ${textOf(member)}`);
  if (more > 0) lines.push(t("exports.more", { count: more }));
  const memberTexts = lines.map((line) => layOutLine(line, small, textWidth - memberIndent));
  const left = [...texts, ...memberTexts].reduce((sum, text) => sum + text.height, 0);
  return {
    color: sectionColor(section),
    rank: layOutLine(`${rank}.`, { ...plain, bold: true }, rankWidth),
    place,
    texts,
    members: memberTexts,
    height: 2 * padding.y + Math.max(left, place.height),
  };
}

function placeRow(flow: PageFlow, { color, rank, place, texts, members, height }: Row): void {
  if (height < maxUncutHeight) flow.ensureRoom(height);
  flow.openBackground({ x: pageSize.side, width: contentWidth, color: rowColor, border: null });
  flow.openBackground({ x: pageSize.side, width: barWidth, color, border: null });
  flow.skip(padding.y);
  const left = pageSize.side + barWidth + padding.x;
  flow.placeTextBeside(rank, left);
  const { page, y } = flow;
  flow.placeTextBeside(place, pageSize.side + contentWidth - padding.x, { align: "right" });
  for (const text of texts) flow.placeText(text, left + rankWidth);
  for (const text of members) flow.placeText(text, left + rankWidth + memberIndent);
  if (flow.page === page) flow.y = Math.max(flow.y, y + place.height);
  flow.skip(padding.y);
  flow.closeBackground();
  flow.closeBackground();
}

import type { Readable } from "node:stream";
import type { Locale } from "@retro/contract/messages/catalogue";
import { textColorOn } from "@retro/contract/contrast";
import { paletteColor } from "@retro/contract/palette";
import type { Translate } from "../../http/locale.ts";
import { mixColors } from "./mix-colors.ts";
import { cardGap, layOutCard, placeCard, type Card } from "./pdf-cards.ts";
import { drawPages } from "./pdf-draw.ts";
import { PageFlow, type PageArea, type Page } from "./pdf-flow.ts";
import { layOutText, type TextLayout, type TextStyle } from "./pdf-text.ts";
import { iterateStickers, type ExportedBoard, type ExportedSection } from "./exported-board.ts";

const pageSize = { width: 595.28, height: 841.89, side: 40 };
const area: PageArea = { top: 44, bottom: pageSize.height - 50 };
const contentWidth = pageSize.width - 2 * pageSize.side;
const columnGap = 10;
const columnWidth = (contentWidth - 2 * columnGap) / 3;
/** A card lower than half a page is never cut by the end of a page. */
const maxUncutHeight = (area.bottom - area.top) / 2;
const footerTop = area.bottom + 18;
/** Below a section's heading. */
const headingGap = 8;
const headingPadding = { x: 8, y: 5 };

const textColor = "#1d1b24";
const faint = "#5f5b6b";
const plain: TextStyle = { fontSize: 9.5, bold: false, italics: false, underline: false, color: textColor };
const footerLook: TextStyle = { ...plain, fontSize: 8, color: faint };

interface Options {
  t: Translate;
  locale: Locale;
  zone: string;
}

/**
 * The board as a PDF in A4: title and people, then every section with its columns of stickers (X3, X4).
 * @param zone the time zone of the times
 * @returns the file's bytes
 */
export function toPdf(view: ExportedBoard, { t, locale, zone }: Options): Readable {
  const pages: Page[] = [];
  const flow = new PageFlow(pages, area);
  placeHead(flow, view, new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: zone }), t);
  for (const [i, section] of view.sections.entries())
    placeSection({ pages, flow, first: i === 0 }, section, view, t);
  placeFooters(pages, view.title, t);
  return drawPages(pages, {
    width: pageSize.width,
    height: pageSize.height,
    title: view.title,
    language: locale,
    createdAt: new Date(view.exportedAt),
  });
}

function layOutLine(text: string, look: TextStyle, width = contentWidth): TextLayout {
  return layOutText([{ text, look }], width);
}

function placeHead(flow: PageFlow, view: ExportedBoard, day: Intl.DateTimeFormat, t: Translate): void {
  const put = (text: TextLayout, gap: number): void => {
    flow.placeText(text, pageSize.side);
    flow.skip(gap);
  };
  put(layOutLine(view.title, { ...plain, fontSize: 20, bold: true }), 4);
  put(layOutLine(day.format(new Date(view.createdAt)), { ...plain, color: faint }), 6);
  if (view.description !== "") put(layOutLine(view.description, plain), 6);
  if (view.people.length === 0) return;
  const people = [
    { text: `${t("exports.participants")}: `, look: { ...plain, bold: true } },
    { text: view.people.join(", "), look: plain },
  ];
  put(layOutText(people, contentWidth), 6);
}

/** [X4] A section in three columns; its heading stays on one page with the first row of its stickers. */
function placeSection(
  { pages, flow, first }: { pages: Page[]; flow: PageFlow; first: boolean },
  section: ExportedSection,
  view: ExportedBoard,
  t: Translate,
): void {
  const columns = section.columns.map((stickers) =>
    stickers.map((sticker) => layOutCard(sticker, section.style, t, columnWidth)),
  );
  const heading = layOutHeading(section, view, t);
  const nothing = layOutLine(t("exports.noStickers"), { ...plain, italics: true, color: faint });
  const empty = columns.every((cards) => cards.length === 0);
  const firstRow = empty ? nothing.height : Math.max(...columns.map(([first]) => first?.height ?? 0));
  if (!flow.atTop) flow.skip(10);
  // A row that may be cut could leave its heading alone at the foot of a page: such a section begins a page.
  if (firstRow >= maxUncutHeight && !first) flow.ensureRoom(area.bottom);
  else flow.ensureRoom(heading.height + headingGap + Math.min(firstRow, maxUncutHeight));
  heading.put(flow);
  flow.skip(headingGap);
  if (empty) {
    flow.placeText(nothing, pageSize.side + 2);
    flow.skip(6);
  } else placeColumns(pages, flow, columns);
}

/** Fills the columns beside each other. The flow continues below the longest. */
function placeColumns(pages: Page[], flow: PageFlow, columns: readonly Card[][]): void {
  const { page, y } = flow;
  for (const [i, cards] of columns.entries()) {
    const column = new PageFlow(pages, area, { page, y });
    for (const card of cards) {
      placeCard(column, card, pageSize.side + i * (columnWidth + columnGap), maxUncutHeight);
      column.skip(cardGap);
    }
    if (column.page > flow.page || (column.page === flow.page && column.y > flow.y)) {
      flow.page = column.page;
      flow.y = column.y;
    }
  }
}

function layOutHeading(
  section: ExportedSection,
  view: ExportedBoard,
  t: Translate,
): { height: number; put: (flow: PageFlow) => void } {
  const ground = section.style.self?.backgroundColor ?? paletteColor("grey").tint;
  const stickers = [...iterateStickers({ sections: [section] })];
  const votes = stickers.reduce((sum, { sticker }) => sum + (sticker.votes ?? 0), 0);
  const counts = [t("boards.stickers", { count: stickers.length })];
  if (view.countsShown) counts.push(t("exports.voteCount", { count: votes }));
  const color = textColorOn(ground);
  const title = layOutLine(section.title, { ...plain, fontSize: 12, bold: true, color }, contentWidth * 0.68);
  const right = layOutLine(
    counts.join(" · "),
    { ...plain, fontSize: 8.5, color: mixColors(color, ground, 0.25) },
    contentWidth * 0.3,
  );
  return {
    height: title.height + 2 * headingPadding.y,
    put: (flow) => {
      flow.openBackground({ x: pageSize.side, width: contentWidth, color: ground, border: null });
      flow.skip(headingPadding.y);
      flow.placeTextBeside(right, pageSize.side + contentWidth - headingPadding.x, {
        align: "right",
        below: 4,
      });
      flow.placeText(title, pageSize.side + headingPadding.x);
      flow.skip(headingPadding.y);
      flow.closeBackground();
    },
  };
}

function placeFooters(pages: Page[], title: string, t: Translate): void {
  const left = layOutLine([...title].slice(0, 80).join(""), footerLook, contentWidth * 0.7);
  for (const page of pages.keys()) {
    const flow = new PageFlow(pages, area, { page, y: footerTop });
    flow.placeTextBeside(left, pageSize.side);
    const number = layOutLine(
      t("exports.page", { page: page + 1, pages: pages.length }),
      footerLook,
      contentWidth * 0.3,
    );
    flow.placeTextBeside(number, pageSize.side + contentWidth, { align: "right" });
  }
}

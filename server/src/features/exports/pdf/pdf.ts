import type { Readable } from "node:stream";
import type { Locale } from "@retro/contract/messages/catalogue";
import { cutText } from "@retro/contract/text";
import type { Translate } from "../../../http/session/locale.ts";
import { placeActions } from "./pdf-actions.ts";
import { cardGap, layOutCard, placeCard, type Card } from "./pdf-cards.ts";
import { loadFontsFor } from "./fonts.ts";
import { drawPages } from "./pdf-draw.ts";
import { PageFlow, type Page } from "./pdf-flow.ts";
import {
  area,
  contentWidth,
  faint,
  headingGap,
  layOutHeading,
  layOutLine,
  maxUncutHeight,
  pageSize,
  plain,
  sectionColor,
  type Heading,
} from "./pdf-page.ts";
import { layOutText, type TextLayout, type TextStyle } from "./pdf-text.ts";
import { placeTopVoted } from "./pdf-top-voted.ts";
import { iterateStickers, type ExportedBoard, type ExportedSection } from "../exported-board.ts";

const columnGap = 10;
const columnWidth = (contentWidth - 2 * columnGap) / 3;
const footerTop = area.bottom + 18;
const footerLook: TextStyle = { ...plain, fontSize: 8, color: faint };

interface Options {
  t: Translate;
  locale: Locale;
  zone: string;
}

/** In A4 [X3, X4]: title and people, the ranking [R4], the sections, then the actions. */
export async function toPdf(view: ExportedBoard, { t, locale, zone }: Options): Promise<Readable> {
  // Each of the top voted holds its whole section: with a large section, their text would be hundreds of
  // megabytes, more than the process may use. Their texts stand in the sections.
  await loadFontsFor(JSON.stringify({ ...view, topVoted: [] }));
  const pages: Page[] = [];
  const flow = new PageFlow(pages, area);
  placeHead(flow, view, new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: zone }), t);
  placeTopVoted(flow, view, t);
  for (const [i, section] of view.sections.entries()) {
    const first = i === 0 && view.topVoted.length === 0;
    placeSection({ pages, flow, first }, section, view, t);
  }
  placeActions(flow, view, t, locale);
  placeFooters(pages, view.title, t);
  return drawPages(pages, {
    width: pageSize.width,
    height: pageSize.height,
    title: view.title,
    language: locale,
    createdAt: new Date(view.exported_at),
  });
}

function placeHead(flow: PageFlow, view: ExportedBoard, day: Intl.DateTimeFormat, t: Translate): void {
  const put = (text: TextLayout, gap: number): void => {
    flow.placeText(text, pageSize.side);
    flow.skip(gap);
  };
  put(layOutLine(view.title, { ...plain, fontSize: 20, bold: true }), 4);
  put(layOutLine(day.format(new Date(view.created_at)), { ...plain, color: faint }), 6);
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
  const heading = layOutSectionHeading(section, view, t);
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

function layOutSectionHeading(section: ExportedSection, view: ExportedBoard, t: Translate): Heading {
  const stickers = [...iterateStickers({ sections: [section] })];
  const votes = stickers.reduce((sum, { sticker }) => sum + (sticker.votes ?? 0), 0);
  const counts = [t("boards.stickers", { count: stickers.length })];
  if (view.countsShown) counts.push(t("exports.voteCount", { count: votes }));
  return layOutHeading(section.title, counts.join(" · "), sectionColor(section));
}

function placeFooters(pages: Page[], title: string, t: Translate): void {
  const left = layOutLine(cutText(title, 80), footerLook, contentWidth * 0.7);
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

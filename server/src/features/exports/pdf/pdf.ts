import type { Readable } from "node:stream";
import type { Locale } from "@retro/contract/messages/catalogue";
import { cutText } from "@retro/contract/text";
import type { Translate } from "../../../http/session/locale.ts";
import { placeActions, placeAnswers } from "./pdf-actions.ts";
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
import { lengthOf } from "../meeting-length.ts";
import { iterateStickers, type ExportedBoard, type ExportedSection } from "../exported-board.ts";

/** Narrower tracks would break the words of most languages. */
const tracks = 3;
const trackGap = 10;
const trackWidth = (contentWidth - (tracks - 1) * trackGap) / tracks;
const sectionGap = 8;
const footerTop = area.bottom + 18;
const footerLook: TextStyle = { ...plain, fontSize: 8, color: faint };

interface Options {
  t: Translate;
  locale: Locale;
  dateLocale: string;
  zone: string;
}

/** In A4 [X3, X4]: title and people, the ranking [R4], the actions, then the sections. */
export async function toPdf(
  view: ExportedBoard,
  { t, locale, dateLocale, zone }: Options,
): Promise<Readable> {
  // Without `topVoted`: each result refers to its whole section, and JSON would repeat it, up to hundreds of
  // megabytes. The sections have the same texts.
  await loadFontsFor(JSON.stringify({ ...view, topVoted: [] }));
  const pages: Page[] = [];
  const flow = new PageFlow(pages, area);
  const day = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeZone: zone });
  const length = lengthOf(view, t, { dateLocale, timeZone: zone });
  placeHead(flow, view, { day: day.format(new Date(view.created_at)), length }, t);
  const headEnd = flow.y;
  placeTopVoted(flow, view, t);
  placeActions(flow, view, t, dateLocale);
  placeAnswers(flow, view, t, locale);
  for (const [i, section] of view.sections.entries()) {
    const first = i === 0 && flow.page === 0 && flow.y === headEnd;
    placeSection({ pages, flow, first }, section, view, t);
  }
  placeFooters(pages, view.title, t);
  return drawPages(pages, {
    width: pageSize.width,
    height: pageSize.height,
    title: view.title,
    language: locale,
    createdAt: new Date(view.exported_at),
  });
}

function placeHead(
  flow: PageFlow,
  view: ExportedBoard,
  { day, length }: { day: string; length: string | null },
  t: Translate,
): void {
  const put = (text: TextLayout, gap: number): void => {
    flow.placeText(text, pageSize.side);
    flow.skip(gap);
  };
  put(layOutLine(view.title, { ...plain, fontSize: 20, bold: true }), 4);
  put(layOutLine(day, { ...plain, color: faint }), 6);
  if (length !== null) put(layOutLine(length, { ...plain, color: faint }), 6);
  if (view.description !== "") put(layOutLine(view.description, plain), 6);
  if (view.people.length === 0) return;
  const people = [
    { text: `${t("exports.participants")}: `, look: { ...plain, bold: true } },
    { text: view.people.join(", "), look: plain },
  ];
  put(layOutText(people, contentWidth), 6);
}

/** [X4] Its heading stays on one page with the first row of its stickers. */
function placeSection(
  { pages, flow, first }: { pages: Page[]; flow: PageFlow; first: boolean },
  section: ExportedSection,
  view: ExportedBoard,
  t: Translate,
): void {
  const cards = section.columns.flat().map((sticker) => layOutCard(sticker, section.style, t, trackWidth));
  const heading = layOutSectionHeading(section, view, t);
  const firstRow = Math.max(0, ...cards.slice(0, tracks).map(({ height }) => height));
  if (!flow.atTop) flow.skip(sectionGap);
  // A row that may be cut could leave its heading alone at the foot of a page: such a section begins a page.
  if (firstRow >= maxUncutHeight && !first) flow.ensureRoom(area.bottom);
  else flow.ensureRoom(heading.height + headingGap + Math.min(firstRow, maxUncutHeight));
  heading.put(flow);
  if (cards.length === 0) return;
  flow.skip(headingGap);
  placeCards(pages, flow, cards);
}

/** Each card goes to the track that ends first, so that a column of many stickers leaves no track empty. */
function placeCards(pages: Page[], flow: PageFlow, cards: readonly Card[]): void {
  const { page, y } = flow;
  const all = Array.from({ length: tracks }, (_, i) => ({
    x: pageSize.side + i * (trackWidth + trackGap),
    flow: new PageFlow(pages, area, { page, y }),
  }));
  const endsBefore = (a: PageFlow, b: PageFlow) => a.page < b.page || (a.page === b.page && a.y < b.y);
  for (const card of cards) {
    const track = all.reduce((best, each) => (endsBefore(each.flow, best.flow) ? each : best));
    placeCard(track.flow, card, track.x, maxUncutHeight);
    track.flow.skip(cardGap);
  }
  const last = all.reduce((best, each) => (endsBefore(best.flow, each.flow) ? each : best));
  flow.page = last.flow.page;
  flow.y = last.flow.y;
}

function layOutSectionHeading(section: ExportedSection, view: ExportedBoard, t: Translate): Heading {
  const stickers = [...iterateStickers({ sections: [section] })];
  const votes = stickers.reduce((sum, { sticker }) => sum + (sticker.votes ?? 0), 0);
  const counts = [
    stickers.length === 0 ? t("exports.noStickers") : t("boards.stickers", { count: stickers.length }),
  ];
  if (view.countsShown && stickers.length > 0) counts.push(t("exports.voteCount", { count: votes }));
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

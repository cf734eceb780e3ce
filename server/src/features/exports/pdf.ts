import type { Readable } from "node:stream";
import type { Locale } from "@retro/contract/messages/catalogue";
import { inkOn } from "@retro/contract/ink";
import { paletteColor } from "@retro/contract/palette";
import type { Translate } from "../../http/locale.ts";
import { mix } from "./mix.ts";
import { cardGap, layCard, putCard, type Card } from "./pdf-cards.ts";
import { drawPages } from "./pdf-draw.ts";
import { Flow, type Area, type Page } from "./pdf-flow.ts";
import { layText, type LaidText, type TextLook } from "./pdf-text.ts";
import { placed, type BoardView, type ViewSection } from "./view.ts";

const paper = { width: 595.28, height: 841.89, side: 40 };
const area: Area = { top: 44, bottom: paper.height - 50 };
const inner = paper.width - 2 * paper.side;
const columnGap = 10;
const columnWidth = (inner - 2 * columnGap) / 3;
/** What is lower than half a page is kept whole; what is higher may be cut. */
const whole = (area.bottom - area.top) / 2;
const footerTop = area.bottom + 18;
/** Below a section's heading. */
const headingGap = 8;
const headingPadding = { x: 8, y: 5 };

const ink = "#1d1b24";
const faint = "#5f5b6b";
const plain: TextLook = { fontSize: 9.5, bold: false, italics: false, underline: false, color: ink };
const footerLook: TextLook = { ...plain, fontSize: 8, color: faint };

interface Options {
  t: Translate;
  locale: Locale;
  zone: string;
}

/** The board as a PDF, A4: head, then every section with its columns of stickers, groups with what is nested in them inside. */
export function toPdf(view: BoardView, { t, locale, zone }: Options): Readable {
  const pages: Page[] = [];
  const flow = new Flow(pages, area);
  putHead(flow, view, new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: zone }), t);
  for (const [i, section] of view.sections.entries())
    putSection({ pages, flow, first: i === 0 }, section, view, t);
  putFooters(pages, view.title, t);
  return drawPages(pages, {
    width: paper.width,
    height: paper.height,
    title: view.title,
    language: locale,
    createdAt: new Date(view.exportedAt),
  });
}

function lay(text: string, look: TextLook, width = inner): LaidText {
  return layText([{ text, look }], width);
}

function putHead(flow: Flow, view: BoardView, day: Intl.DateTimeFormat, t: Translate): void {
  const put = (text: LaidText, gap: number): void => {
    flow.put(text, paper.side);
    flow.skip(gap);
  };
  put(lay(view.title, { ...plain, fontSize: 20, bold: true }), 4);
  put(lay(day.format(new Date(view.createdAt)), { ...plain, color: faint }), 6);
  if (view.description !== "") put(lay(view.description, plain), 6);
  if (view.people.length === 0) return;
  const people = [
    { text: `${t("exports.participants")}: `, look: { ...plain, bold: true } },
    { text: view.people.join(", "), look: plain },
  ];
  put(layText(people, inner), 6);
}

/** [X4] A section: its heading stays with the first row of its stickers, the rest flows in three columns. */
function putSection(
  { pages, flow, first }: { pages: Page[]; flow: Flow; first: boolean },
  section: ViewSection,
  view: BoardView,
  t: Translate,
): void {
  const columns = section.columns.map((stickers) =>
    stickers.map((sticker) => layCard(sticker, section.style, t, columnWidth)),
  );
  const heading = layHeading(section, view, t);
  const nothing = lay(t("exports.noStickers"), { ...plain, italics: true, color: faint });
  const empty = columns.every((cards) => cards.length === 0);
  const firstRow = empty ? nothing.height : Math.max(...columns.map(([first]) => first?.height ?? 0));
  if (!flow.atTop) flow.skip(10);
  // A first row too high to be kept whole would leave its heading behind: such a section begins a page.
  if (firstRow >= whole && !first) flow.keep(area.bottom);
  else flow.keep(heading.height + headingGap + Math.min(firstRow, whole));
  heading.put(flow);
  flow.skip(headingGap);
  if (empty) {
    flow.put(nothing, paper.side + 2);
    flow.skip(6);
  } else putColumns(pages, flow, columns);
}

/** Fills the columns beside each other. The flow goes on below the longest. */
function putColumns(pages: Page[], flow: Flow, columns: readonly Card[][]): void {
  const { page, y } = flow;
  for (const [i, cards] of columns.entries()) {
    const column = new Flow(pages, area, { page, y });
    for (const card of cards) {
      putCard(column, card, paper.side + i * (columnWidth + columnGap), whole);
      column.skip(cardGap);
    }
    if (column.page > flow.page || (column.page === flow.page && column.y > flow.y)) {
      flow.page = column.page;
      flow.y = column.y;
    }
  }
}

function layHeading(
  section: ViewSection,
  view: BoardView,
  t: Translate,
): { height: number; put: (flow: Flow) => void } {
  const ground = section.style.self?.backgroundColor ?? paletteColor("grey").tint;
  const stickers = [...placed({ sections: [section] })];
  const votes = stickers.reduce((sum, { sticker }) => sum + (sticker.votes ?? 0), 0);
  const counts = [t("boards.stickers", { count: stickers.length })];
  if (view.countsShown) counts.push(t("exports.voteCount", { count: votes }));
  const color = inkOn(ground);
  const title = lay(section.title, { ...plain, fontSize: 12, bold: true, color }, inner * 0.68);
  const right = lay(
    counts.join(" · "),
    { ...plain, fontSize: 8.5, color: mix(color, ground, 0.25) },
    inner * 0.3,
  );
  return {
    height: title.height + 2 * headingPadding.y,
    put: (flow) => {
      flow.openGround({ x: paper.side, width: inner, color: ground, border: null });
      flow.skip(headingPadding.y);
      flow.putBeside(right, paper.side + inner - headingPadding.x, { align: "right", below: 4 });
      flow.put(title, paper.side + headingPadding.x);
      flow.skip(headingPadding.y);
      flow.closeGround();
    },
  };
}

function putFooters(pages: Page[], title: string, t: Translate): void {
  const left = lay([...title].slice(0, 80).join(""), footerLook, inner * 0.7);
  for (const page of pages.keys()) {
    const flow = new Flow(pages, area, { page, y: footerTop });
    flow.putBeside(left, paper.side);
    const number = lay(t("exports.page", { page: page + 1, pages: pages.length }), footerLook, inner * 0.3);
    flow.putBeside(number, paper.side + inner, { align: "right" });
  }
}

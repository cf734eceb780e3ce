import type { Readable } from "node:stream";
import type { Locale } from "@retro/contract/messages/catalogue";
import { paletteColor } from "@retro/contract/palette";
import pdfmake from "pdfmake";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { Translate } from "../../http/locale.ts";
import { fontFiles } from "./fonts.ts";
import { inkOn } from "@retro/contract/ink";
import { mix } from "./mix.ts";
import { card, type Card } from "./pdf-cards.ts";
import { orderFills } from "./pdf-fills.ts";
import { layText, type Inline, type TextLook } from "./pdf-text.ts";
import { placed, type BoardView, type ViewSection } from "./view.ts";

const page = { width: 595.28, height: 841.89, side: 40, top: 44, bottom: 50 };
const inner = page.width - 2 * page.side;
const columnGap = 10;
const columnWidth = (inner - 2 * columnGap) / 3;
/** Room on a page. What fits in half of it is kept whole; what is higher may be cut. */
const room = page.height - page.top - page.bottom;
const whole = room / 2;

const ink = "#1d1b24";
const faint = "#5f5b6b";
const plain: TextLook = { fontSize: 9.5, bold: false, italics: false, underline: false, color: ink };

const paths = new Set<string>(Object.values(fontFiles).flatMap((family) => Object.values(family)));
pdfmake.setFonts(fontFiles);
orderFills();
// A board's text must never make the server read a file or fetch an address.
pdfmake.setLocalAccessPolicy((path) => paths.has(path));
pdfmake.setUrlAccessPolicy(() => false);

interface Options {
  t: Translate;
  locale: Locale;
  zone: string;
}

/** The board as a PDF, A4: head, then every section with its columns of stickers, groups with what is nested in them inside. */
export async function toPdf(view: BoardView, options: Options): Promise<Readable> {
  const { t, locale, zone } = options;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: zone });
  const document: TDocumentDefinitions = {
    pageSize: { width: page.width, height: page.height },
    pageMargins: [page.side, page.top, page.side, page.bottom],
    info: { title: view.title, creator: "Retro", creationDate: new Date(view.exportedAt) },
    language: locale,
    displayTitle: true,
    defaultStyle: { font: "Text", fontSize: plain.fontSize, color: ink },
    content: [
      ...head(view, day, t),
      ...view.sections.flatMap((section, i) => sectionBlocks(section, i, view, t)),
    ],
    footer: (current, pages) => ({
      margin: [page.side, 18, page.side, 0],
      columns: [
        {
          text: text(
            [...view.title].slice(0, 80).join(""),
            { ...plain, fontSize: 8, color: faint },
            inner * 0.7,
          ),
          width: "*",
        },
        {
          text: text(t("exports.page", { page: current, pages }), { ...plain, fontSize: 8, color: faint }),
          width: "auto",
          alignment: "right",
        },
      ],
    }),
  };
  const made = await pdfmake.createPdf(document).getStream();
  made.end();
  return made;
}

function text(value: string, look: TextLook, width = inner): Inline[] {
  return layText(value, width, look).inlines;
}

function head(view: BoardView, day: Intl.DateTimeFormat, t: Translate): Content[] {
  const blocks: Content[] = [
    { text: text(view.title, { ...plain, fontSize: 20, bold: true }), margin: [0, 0, 0, 4] },
    { text: text(day.format(new Date(view.createdAt)), { ...plain, color: faint }), margin: [0, 0, 0, 6] },
  ];
  if (view.description !== "") blocks.push({ text: text(view.description, plain), margin: [0, 0, 0, 6] });
  if (view.people.length > 0)
    blocks.push({
      text: [
        ...text(`${t("exports.participants")}: `, { ...plain, bold: true }),
        ...text(view.people.join(", "), plain),
      ],
      margin: [0, 0, 0, 6],
    });
  return blocks;
}

/** [X4] A section: its heading stays with the first row of its stickers, the rest flows in three columns. */
function sectionBlocks(section: ViewSection, index: number, view: BoardView, t: Translate): Content[] {
  const columns = section.columns.map((stickers) =>
    stickers.map((sticker) => card(sticker, section.style, t, { width: columnWidth, whole })),
  );
  const heading = sectionHeading(section, view, t);
  if (columns.every((cards) => cards.length === 0)) {
    const nothing = {
      text: text(t("exports.noStickers"), { ...plain, italics: true, color: faint }),
      margin: [2, 0, 0, 6],
    };
    return [{ unbreakable: true, stack: [heading, nothing as Content] }];
  }
  // A first row too high to be kept whole would leave its heading behind: such a section begins a page.
  const firstRow = Math.max(...columns.map(([first]) => first?.height ?? 0));
  if (firstRow >= whole)
    return [{ stack: [heading, side(columns)], ...(index > 0 && { pageBreak: "before" as const }) }];
  const begun = columns.map((cards) => howMany(cards, firstRow));
  const begin: Content = {
    unbreakable: true,
    stack: [heading, side(columns.map((cards, i) => cards.slice(0, begun[i])))],
  };
  const rest = columns.map((cards, i) => cards.slice(begun[i]));
  return rest.some((cards) => cards.length > 0) ? [begin, side(rest)] : [begin];
}

/** How many cards of a column stand beside a first row of this height, so that no hole is left under a small one. */
function howMany(cards: readonly Card[], height: number): number {
  let used = 0;
  const at = cards.findIndex((each) => (used += each.height) > height + 1);
  return at < 0 ? cards.length : at;
}

function side(columns: Card[][]): Content {
  return {
    columns: columns.map((cards) => ({ width: columnWidth, stack: cards.map(({ content }) => content) })),
    columnGap,
  };
}

function sectionHeading(section: ViewSection, view: BoardView, t: Translate): Content {
  const ground = section.style.self?.backgroundColor ?? paletteColor("grey").tint;
  const own = [...placed({ sections: [section] })];
  const votes = own.reduce((sum, { sticker }) => sum + (sticker.votes ?? 0), 0);
  const counts = [t("boards.stickers", { count: own.length })];
  if (view.countsShown) counts.push(t("exports.voteCount", { count: votes }));
  const color = inkOn(ground);
  return {
    table: {
      widths: ["*", "auto"],
      body: [
        [
          {
            text: text(section.title, { ...plain, fontSize: 12, bold: true, color }, inner * 0.68),
            fillColor: ground,
          },
          {
            text: text(
              counts.join(" · "),
              { ...plain, fontSize: 8.5, color: mix(color, ground, 0.25) },
              inner * 0.3,
            ),
            fillColor: ground,
            alignment: "right",
            margin: [0, 4, 0, 0],
          },
        ],
      ],
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      paddingLeft: () => 8,
      paddingRight: () => 8,
      paddingTop: () => 5,
      paddingBottom: () => 5,
    },
    margin: [0, 10, 0, 8],
  };
}

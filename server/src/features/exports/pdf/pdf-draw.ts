import type { Readable } from "node:stream";
import { setImmediate as nextLoopTurn } from "node:timers/promises";
import PdfDocument from "pdfkit";
import { fontFile, fontFiles, isSliced, slicedFontFiles, type Family } from "./fonts.ts";
import type { Background, Page, PlacedLine } from "./pdf-flow.ts";
import type { TextStyle } from "./pdf-text.ts";

/** The text family's height above the baseline, in ems: lines of all families share its baseline. */
const ascent = 1.069;
const borderWidth = 0.6;

export interface PdfOptions {
  width: number;
  height: number;
  title: string;
  language: string;
  createdAt: Date;
}

export function drawPages(pages: readonly Page[], options: PdfOptions): Readable {
  const { width, height, title, language, createdAt } = options;
  const pdf = new PdfDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    font: fontFiles.Text.normal,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: "Retro", CreationDate: createdAt },
  });
  for (const { family, file } of slicedFontFiles()) pdf.registerFont(family, file);
  drawEveryPage(pdf, pages).then(
    () => pdf.end(),
    (error: unknown) => pdf.destroy(error as Error),
  );
  return pdf;
}

type Pdf = InstanceType<typeof PdfDocument>;

async function drawEveryPage(pdf: Pdf, pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    pdf.addPage();
    for (const ground of page.backgrounds.toSorted((a, b) => a.depth - b.depth)) drawBackground(pdf, ground);
    for (const line of page.lines) drawLine(pdf, line);
    // The library compresses a finished page in a later turn of the event loop.
    await nextLoopTurn();
  }
}

function drawBackground(pdf: Pdf, { x, y, width, height, color, border }: Background): void {
  pdf.rect(x, y, width, height).fill(color);
  if (border === null) return;
  const inset = borderWidth / 2;
  pdf
    .rect(x + inset, y + inset, width - borderWidth, height - borderWidth)
    .lineWidth(borderWidth)
    .stroke(border);
}

function drawLine(pdf: Pdf, { x, y, line }: PlacedLine): void {
  let at = x;
  for (const { text, family, look, width } of line.runs) {
    const { fontSize, underline, color } = look;
    const baseline = y + ascent * fontSize;
    pdf
      .font(fontFile(family, look), fontSize)
      .fillColor(color)
      .text(text, at, baseline, {
        lineBreak: false,
        baseline: "alphabetic",
        ...drawOptions(pdf, family, look),
      });
    if (underline) {
      const under = baseline + fontSize * 0.12;
      pdf
        .moveTo(at, under)
        .lineTo(at + width, under)
        .lineWidth(fontSize / 18)
        .stroke(color);
    }
    at += width;
  }
}

/** A family of ideographs has one face: bold letters get a thicker edge, italic ones a slant. */
function drawOptions(pdf: Pdf, family: Family, { bold, italics, fontSize, color }: TextStyle): object {
  if (!isSliced(family)) return {};
  if (bold) pdf.lineWidth(fontSize / 32).strokeColor(color);
  // With a list of features the library caches no layouts of lines: a long text would not reuse them.
  return { features: [], oblique: italics, fill: true, stroke: bold };
}

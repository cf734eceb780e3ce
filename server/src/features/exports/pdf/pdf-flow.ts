import type { TextLayout, TextLine } from "./pdf-text.ts";

export interface Page {
  backgrounds: Background[];
  lines: PlacedLine[];
}

export interface Background {
  x: number;
  y: number;
  width: number;
  height: number;
  color: string;
  border: string | null;
  depth: number;
}

export interface PlacedLine {
  x: number;
  y: number;
  line: TextLine;
}

type BackgroundStyle = Pick<Background, "x" | "width" | "color" | "border">;

const cutPadding = 6;

export interface PageArea {
  top: number;
  bottom: number;
}

/** Several flows can fill the same pages. An open ground continues on the next page. */
export class PageFlow {
  readonly #pages: Page[];
  readonly #area: PageArea;
  page: number;
  y: number;
  readonly #open: { look: BackgroundStyle; top: number }[] = [];

  constructor(pages: Page[], area: PageArea, from: { page: number; y: number } = { page: 0, y: area.top }) {
    this.#pages = pages;
    this.#area = area;
    this.page = from.page;
    this.y = from.y;
  }

  get atTop(): boolean {
    return this.y <= this.#area.top;
  }

  /** Begins a page unless this much is free on the current one, or nothing is on it yet. */
  ensureRoom(height: number): void {
    if (this.y + height > this.#area.bottom && !this.atTop) this.beginPage();
  }

  skip(height: number): void {
    this.y += height;
  }

  placeText(text: TextLayout, x: number): void {
    for (const line of text.lines) {
      this.ensureRoom(text.lineHeight);
      this.#place(line, x + line.indent, this.y);
      this.y += text.lineHeight;
    }
  }

  placeTextBeside(
    { lines, lineHeight }: TextLayout,
    x: number,
    { align = "left", below = 0 }: { align?: "left" | "right"; below?: number } = {},
  ): void {
    for (const [i, line] of lines.entries())
      this.#place(line, align === "left" ? x : x - line.width, this.y + below + i * lineHeight);
  }

  openBackground(look: BackgroundStyle): void {
    this.#open.push({ look, top: this.y });
  }

  closeBackground(): void {
    const depth = this.#open.length - 1;
    const ground = this.#open.pop();
    if (ground !== undefined) this.#paint(ground, depth);
  }

  beginPage(): void {
    if (this.#open.length > 0) this.y += cutPadding;
    for (const [depth, ground] of this.#open.entries()) this.#paint(ground, depth);
    this.page += 1;
    this.y = this.#area.top;
    for (const ground of this.#open) ground.top = this.y;
    if (this.#open.length > 0) this.y += cutPadding;
  }

  get #current(): Page {
    while (this.#pages.length <= this.page) this.#pages.push({ backgrounds: [], lines: [] });
    return this.#pages[this.page] as Page;
  }

  #place(line: TextLine, x: number, y: number): void {
    if (line.runs.length > 0) this.#current.lines.push({ x, y, line });
  }

  #paint({ look, top }: { look: BackgroundStyle; top: number }, depth: number): void {
    if (this.y > top) this.#current.backgrounds.push({ ...look, y: top, height: this.y - top, depth });
  }
}

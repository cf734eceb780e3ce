import type { Page } from "@playwright/test";
import sharp from "sharp";

/** The animation is read at the width of a README's column, in pixels. */
const animationWidth = 960;

/** Frames of an animation, each with the milliseconds for which it is shown. */
export class Recording {
  readonly #page: Page;
  readonly #frames: Buffer[] = [];
  readonly #delays: number[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async frame(milliseconds: number): Promise<void> {
    this.#frames.push(await this.#page.screenshot());
    this.#delays.push(milliseconds);
  }

  /** @returns an animated WebP that repeats for ever */
  async encode(): Promise<Buffer> {
    const small = await Promise.all(
      this.#frames.map((frame) => sharp(frame).resize({ width: animationWidth }).png().toBuffer()),
    );
    return sharp(small, { join: { animated: true } })
      .webp({ quality: 60, effort: 6, delay: this.#delays, loop: 0 })
      .toBuffer();
  }
}

// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BoardState } from "../../../board-state/types.ts";
import { aFacilitation, aSticker, aView } from "../../../board-state/testing/samples.ts";
import { trackReveals, turnOver } from "./reveal.ts";

type Stickers = readonly (readonly [id: string, hidden: boolean])[];
const aState = (stickers: Stickers, hideContent = false): BoardState =>
  ({
    view: aView(
      stickers.map(([id, hidden]) => aSticker(id, { hidden })),
      { facilitation: aFacilitation({ hideContent }, "bob") },
    ),
  }) as BoardState;

describe("the stickers that are revealed", () => {
  it("are those whose text has just become visible, once", () => {
    const next = trackReveals(
      aState(
        [
          ["a", true],
          ["b", true],
          ["c", false],
        ],
        true,
      ),
    );
    // The option goes off before the texts arrive.
    expect(
      next(
        aState([
          ["a", true],
          ["b", true],
          ["c", false],
        ]),
      ),
    ).toEqual([]);
    expect(
      next(
        aState([
          ["a", false],
          ["b", false],
          ["c", false],
        ]),
      ),
    ).toEqual(["a", "b"]);
    expect(
      next(
        aState([
          ["a", false],
          ["b", false],
          ["c", false],
        ]),
      ),
    ).toEqual([]);
  });

  it("are none while content stays hidden: a user has become facilitator", () => {
    const next = trackReveals(aState([["a", true]], true));
    expect(next(aState([["a", false]], true))).toEqual([]);
  });

  it("are none when stickers are hidden, deleted or new", () => {
    const next = trackReveals(aState([["a", false]]));
    expect(
      next(
        aState(
          [
            ["a", true],
            ["b", true],
          ],
          true,
        ),
      ),
    ).toEqual([]);
    expect(next(aState([["b", true]], true))).toEqual([]);
    expect(next(aState([["c", false]]))).toEqual([]);
  });
});

describe("turning over", () => {
  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  /**
   * Stickers of one section at these heights; the window is 768 pixels high. @returns the animations that
   * begin
   */
  function board(tops: Record<string, number>, { reduced = false, sectionTop = 0 } = {}) {
    window.matchMedia = (query) => ({ matches: reduced && query.includes("reduce") }) as MediaQueryList;
    const begun: { id: string; keyframes: Keyframe[]; delay: number }[] = [];
    const slots = Object.keys(tops).map(
      (id) => `<li data-sticker="${id}"><article class="sticker"></article></li>`,
    );
    document.body.innerHTML = `<section data-section="s"><div class="column"><ul>${slots.join("")}</ul></div></section>`;
    const at = (element: Element, top: number) => {
      element.getBoundingClientRect = () => new DOMRect(0, top, 100, 50);
    };
    for (const section of document.querySelectorAll("section")) at(section, sectionTop);
    for (const [id, top] of Object.entries(tops)) {
      const slot = document.querySelector(`[data-sticker="${id}"]`) as HTMLElement;
      at(slot, top);
      const card = slot.querySelector(".sticker") as HTMLElement;
      card.getBoundingClientRect = () => expect.unreachable();
      card.animate = (keyframes, options) => {
        begun.push({
          id,
          keyframes: keyframes as Keyframe[],
          delay: (options as KeyframeAnimationOptions).delay as number,
        });
        return {} as Animation;
      };
    }
    return begun;
  }

  it("begins within 100 ms from the top, changes transform only, and leaves out what is not in view", () => {
    const begun = board({ far: 5000, low: 600, top: 10, middle: 300, other: 20 });
    turnOver(new Set(["far", "low", "top", "middle"]));
    expect(begun.map(({ id, delay }) => [id, delay])).toEqual([
      ["top", 0],
      ["middle", 50],
      ["low", 100],
    ]);
    expect(begun.flatMap(({ keyframes }) => keyframes.flatMap(Object.keys))).toEqual(
      Array.from({ length: 6 }, () => "transform"),
    );
  });

  it("includes the stickers of an open group", () => {
    const begun = board({ head: 10, nested: 60, low: 5000 });
    const slot = (id: string) => document.querySelector(`[data-sticker="${id}"]`) as HTMLElement;
    const list = document.createElement("ul");
    list.className = "nested";
    list.append(slot("nested"));
    slot("head").append(list);
    turnOver(new Set(["head", "nested", "low"]));
    expect(begun.map(({ id }) => id)).toEqual(["head", "nested"]);
  });

  it("is a fade of all at once with reduced motion", () => {
    const begun = board({ a: 0, b: 300 }, { reduced: true });
    turnOver(new Set(["a", "b"]));
    expect(begun.map(({ delay }) => delay)).toEqual([0, 0]);
    expect(begun.map(({ keyframes }) => keyframes)).toEqual(
      begun.map(() => [{ opacity: 0 }, { opacity: 1 }]),
    );
  });

  it("measures nothing in a section that is out of view", () => {
    const begun = board({ a: 10 }, { sectionTop: 3000 });
    const slot = document.querySelector("[data-sticker]") as HTMLElement;
    slot.getBoundingClientRect = () => expect.unreachable();
    turnOver(new Set(["a"]));
    expect(begun).toEqual([]);
  });

  it("stays inside the padding of the section, however wide the sticker is", () => {
    const begun = board({ narrow: 10, tablet: 20, wide: 30 });
    const widths = { narrow: 180, tablet: 606, wide: 1340 };
    for (const [id, width] of Object.entries(widths)) {
      const card = document.querySelector(`[data-sticker="${id}"] > .sticker`) as HTMLElement;
      Object.defineProperty(card, "offsetWidth", { value: width });
    }
    turnOver(new Set(Object.keys(widths)));
    for (const { id, keyframes } of begun) {
      const distance = Number(/^perspective\((\d+)px\)/.exec(String(keyframes[0]?.["transform"]))?.[1]);
      const half = widths[id as keyof typeof widths] / 2;
      // How far the near edge reaches out at most, on its way from the middle.
      expect(half / Math.sqrt(1 - (half / distance) ** 2) - half).toBeLessThan(12);
    }
    expect(begun).toHaveLength(3);
  });
});

import type { SectionSummary } from "@retro/contract/boards";
import { sectionWidths } from "@retro/rules/grid";
import type { CSSProperties } from "react";
import { textColorOn } from "@retro/contract/contrast";
import { darkVariant, palette } from "@retro/contract/palette";

/** For both themes; the bar has the colour of the stickers that belong to the tint. */
interface PlanColors {
  ground: string;
  groundDark: string;
  bar: string;
  barDark: string;
}

const byTint = new Map(palette.map((color) => [color.tint, color]));

/** Null for a section without a colour, which has the theme's. */
function planColors(stored: string | null): PlanColors | null {
  if (stored === null) return null;
  const ofPalette = byTint.get(stored.toLowerCase());
  if (ofPalette !== undefined)
    return {
      ground: ofPalette.tint,
      groundDark: ofPalette.tintDark,
      bar: ofPalette.light,
      barDark: ofPalette.dark,
    };
  const dark = darkVariant(stored) ?? stored;
  return { ground: stored, groundDark: dark, bar: inkOf(stored), barDark: inkOf(dark) };
}

/** A colour that is visible on a ground of any lightness. */
function inkOf(ground: string): string {
  return `color-mix(in srgb, ${ground} 60%, ${textColorOn(ground)})`;
}

/** One mark for each sticker, or as many as its share if they do not all fit. */
export function BoardPlan({ sections }: { sections: readonly SectionSummary[] | undefined }) {
  const widths = sectionWidths(sections?.length ?? 0);
  const most = Math.max(1, ...(sections ?? []).map(({ stickers }) => stickers));
  return (
    <span className="board-plan" aria-hidden>
      {sections?.map(({ color, stickers }, i) => (
        // Sections have no other identity here; the plan is drawn as a whole.
        <span key={i} className="plan-section" style={styleOf(color, widths[i] ?? 12)}>
          <span
            className="plan-bar"
            style={{ "--stickers": stickers, "--share": stickers / most } as CSSProperties}
          />
        </span>
      ))}
    </span>
  );
}

function styleOf(color: string | null, width: number): CSSProperties {
  const colors = planColors(color);
  return {
    gridColumn: `span ${width}`,
    ...(colors !== null && {
      "--plan-ground": colors.ground,
      "--plan-ground-dark": colors.groundDark,
      "--plan-bar": colors.bar,
      "--plan-bar-dark": colors.barDark,
    }),
  };
}

import type { SectionSummary } from "@retro/contract/entities";
import { sectionWidths } from "@retro/rules/grid";
import type { CSSProperties } from "react";
import { planColors } from "./planColors.ts";

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

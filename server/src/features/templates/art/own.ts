import { at, halo, heart, line, sheet, sparkle } from "./drawing.ts";

/** Somebody's own template: three blank columns on a board, and a heart pinned to it. */
export const own = sheet("grey", ({ grey, purple, pink, yellow, paper }) => {
  const column = (fill: string, cards: number) =>
    `<rect x="-26" y="-40" width="52" height="84" rx="7" fill="${fill}"/>${[...Array(cards).keys()]
      .map(
        (i) =>
          `<rect x="-19" y="${-32 + i * 23}" width="38" height="17" rx="4" fill="${paper}" opacity=".9"/>`,
      )
      .join("")}`;
  return `${halo(160, 92, 86, purple.soft)}<rect x="62" y="34" width="196" height="118" rx="14" fill="${grey.deep}" opacity=".35"/>
    <rect x="62" y="30" width="196" height="118" rx="14" fill="${paper}"/><path ${line(grey.mid, 5)} opacity=".6" d="M80 44H140"/>
    ${at(100, 96, column(purple.soft, 3))}${at(160, 96, column(grey.soft, 2))}${at(220, 96, column(yellow.soft, 1))}
    ${at(252, 34, `<circle r="21" fill="${pink.soft}"/>${heart(pink.mid)}`)}${at(48, 44, sparkle(yellow.mid))}${at(282, 118, sparkle(purple.mid), 0, 0.8)}`;
});

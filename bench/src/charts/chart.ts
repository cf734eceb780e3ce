/** A line through measured points; x is logarithmic. */
export interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

export interface Chart {
  title: string;
  xName: string;
  yName: string;
  lines: readonly Line[];
}

const [width, height] = [760, 340];
const plot = { left: 64, top: 64, right: 560, bottom: 284 };
const labelHeight = 20;
/** Of both themes: each has 3:1 on white and on black. */
const colours = ["#7c5cd6", "#c2571a", "#16878c", "#8a7a00", "#c0417e"];

/** @returns a picture for a page of either theme: the text takes the reader's colour scheme */
export function drawChart({ title, xName, yName, lines }: Chart): string {
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(([x]) => x)))].toSorted((a, b) => a - b);
  const [least = 1, most = 1] = [xs[0], xs.at(-1)];
  const step = stepOf(Math.max(...lines.flatMap(({ points }) => points.map(([, y]) => y))));
  const rows = [0, 1, 2, 3, 4].map((i) => i * step);
  const top = step * 4;
  const toX = (x: number) =>
    plot.left + ((plot.right - plot.left) * Math.log(x / least)) / Math.log(most / least);
  const toY = (y: number) => plot.bottom - ((plot.bottom - plot.top) * y) / top;
  const grid = rows.map(
    (y) =>
      `<path class="grid" d="M${plot.left} ${round(toY(y))}H${plot.right}"/>` +
      text(plot.left - 8, toY(y) + 4, y.toLocaleString("en"), "end"),
  );
  const ticks = xs.map((x) => text(toX(x), plot.bottom + 20, x.toLocaleString("en"), "middle"));
  const ends = lines.map(({ points }) => points.at(-1)?.[1] ?? 0);
  // Labels stand below each other, in the order in which the lines end.
  const placeOf = (end: number, i: number) =>
    ends.filter((other, at) => other > end || (other === end && at < i)).length;
  const drawn = lines.map(({ name, points }, i) => {
    const colour = colours[i % colours.length] ?? "";
    const path = points.map(([x, y]) => `${round(toX(x))} ${round(toY(y))}`).join("L");
    const dots = points.map(([x, y]) => `<circle cx="${round(toX(x))}" cy="${round(toY(y))}" r="3"/>`);
    const end = ends[i] ?? 0;
    const y = plot.top + 4 + placeOf(end, i) * labelHeight;
    return (
      `<g stroke="${colour}" fill="${colour}"><path fill="none" stroke-width="2" d="M${path}"/>${dots.join("")}</g>` +
      text(plot.right + 12, y, `${name}, ${end.toLocaleString("en")}`, "start", colour)
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${escape(title)}</title>`,
    "<style>text{fill:#333}.grid{stroke:#8886;stroke-width:1}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>",
    `<text x="16" y="24" font-size="15" font-weight="600">${escape(title)}</text>`,
    text(plot.left, plot.top - 12, yName, "start"),
    ...grid,
    ...ticks,
    text((plot.left + plot.right) / 2, plot.bottom + 42, xName, "middle"),
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

/** A quarter of the axis: 1, 2, 2.5 or 5 times a power of ten. */
function stepOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step * 4 >= most) ?? most / 4;
}

function text(
  x: number,
  y: number,
  words: string,
  anchor: "start" | "middle" | "end",
  colour?: string,
): string {
  const style = colour === undefined ? "" : ` style="fill:${colour}"`;
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${style}>${escape(words)}</text>`;
}

const round = (value: number) => Number(value.toFixed(1));
const escape = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

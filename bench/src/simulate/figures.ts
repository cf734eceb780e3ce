import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The repository holds the measured costs; `npm run bench -- scale` writes them. */
export const figuresFile = join(import.meta.dirname, "../../capacity.json");

/** What each cost is. All are of one server process on one core of the measured machine. */
export const figureNames = {
  createMs: "CPU of the server for a change, without its deliveries",
  deliveryMs: "CPU of the server for one arrival of a change at one connection",
  busPublishMs: "CPU of the server for a change that goes to the bus",
  busReceiveMs: "CPU of a server for a change that comes from the bus",
  joinMs: "CPU of the server for somebody who connects, joins a board and catches up",
  idlePersonMs: "CPU of the server in a second for an idle person",
  connectionKb: "memory of the server for a person on a board",
  serverMb: "memory of a server without people",
  databaseMs: "CPU of PostgreSQL for a change",
  redisPublishMs: "CPU of Redis for a published message",
  redisDeliverMs: "CPU of Redis for the delivery of a message to one server",
  redisIdleMs: "CPU of Redis in a second for an idle person",
  busMessageBytes: "bytes of a message on the bus",
  deliveryBytes: "bytes of a change on a websocket",
  joinBytes: "bytes for somebody who joins",
} as const;

export type FigureName = keyof typeof figureNames;
export type Figures = Record<FigureName, number>;

export interface MeasuredFigure {
  value: number;
  is: string;
  measuredAt: string;
  /** The machine's load before; above its number of cores other programs worked too. */
  loadBefore: number;
  commit: string | null;
}

type FiguresFile = Partial<Record<FigureName, MeasuredFigure>>;

export function readFigures(file = figuresFile): Figures {
  const measured = JSON.parse(readFileSync(file, "utf8")) as FiguresFile;
  return Object.fromEntries(
    (Object.keys(figureNames) as FigureName[]).map((name) => {
      const value = measured[name]?.value;
      if (value === undefined) throw new Error(`${file} has no ${name}: run npm run bench -- scale`);
      return [name, value];
    }),
  ) as Figures;
}

export function saveFigures(
  values: Partial<Figures>,
  at: Pick<MeasuredFigure, "measuredAt" | "loadBefore" | "commit">,
  file = figuresFile,
): void {
  const measured = JSON.parse(readFileSync(file, "utf8")) as FiguresFile;
  for (const [name, value] of Object.entries(values) as [FigureName, number][])
    measured[name] = { value: Number(value.toPrecision(3)), is: figureNames[name], ...at };
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
}

import type { Figures } from "./figures.ts";
import {
  type Demand,
  type Deployment,
  fullestPart,
  mostPeople,
  simulate,
  smallestDeployment,
  usualDemand,
  usualDeployment,
} from "./model.ts";

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

const count = (value: number) => Math.round(value).toLocaleString("en");
/** Two digits: the costs are not more exact. */
const about = (value: number) => Number(value.toPrecision(2)).toLocaleString("en");
const percent = (share: number) => (share > 0 && share < 0.005 ? "< 1%" : `${Math.round(share * 100)}%`);

export function boardSizeTable(figures: Figures): string {
  const sizes = [2, 5, 10, 25, 50, 100, 200, 500, 1000];
  return table(
    ["people on a board", "people on one node", "boards", "changes a second", "limited by"],
    sizes.map((peoplePerBoard) => {
      const most = mostPeople(figures, { ...usualDemand, peoplePerBoard }, usualDeployment);
      if (most === null) return [count(peoplePerBoard), "less than one board", "–", "–", "–"];
      const boards = most.people / peoplePerBoard;
      return [
        count(peoplePerBoard),
        about(most.people),
        about(boards),
        about(boards / usualDemand.secondsPerChange),
        most.limitedBy,
      ];
    }),
  );
}

export function nodesTable(figures: Figures): string {
  const cell = (nodes: number, routing: Deployment["routing"]) => {
    const most = mostPeople(figures, usualDemand, { ...usualDeployment, nodes, routing });
    return most === null ? ["–", "–"] : [about(most.people), most.limitedBy];
  };
  return table(
    [
      "nodes",
      "people, any server takes anybody",
      "limited by",
      "people, a board has its server",
      "limited by",
    ],
    [1, 2, 3, 5, 10, 20, 50].map((nodes) => [
      count(nodes),
      ...cell(nodes, "any"),
      ...cell(nodes, "by board"),
    ]),
  );
}

export function millionTable(figures: Figures): string {
  const crowds = [10_000, 100_000, 1_000_000];
  const found = crowds.map((people) => {
    const demand = { ...usualDemand, people };
    return {
      demand,
      deployment: smallestDeployment(figures, demand, { ...usualDeployment, routing: "by board" }),
    };
  });
  const row = (name: string, read: (demand: Demand, deployment: Deployment) => string) => [
    name,
    ...found.map(({ demand, deployment }) => (deployment === null ? "–" : read(demand, deployment))),
  ];
  const parts = simulate(figures, usualDemand, usualDeployment).map(({ part }) => part);
  return table(
    ["", ...crowds.map((people) => `${count(people)} people`)],
    [
      row("nodes (one core, 4 GB)", (_, { nodes }) => count(nodes)),
      row("PostgreSQL servers (16 cores)", (_, { databases }) => count(databases)),
      row("Redis shards", (_, { redisShards }) => count(redisShards)),
      row("changes a second", ({ people, peoplePerBoard, secondsPerChange }) =>
        about(people / peoplePerBoard / secondsPerChange),
      ),
      ...parts.map((part) =>
        row(`${part}, used`, (demand, deployment) =>
          percent(simulate(figures, demand, deployment).find((use) => use.part === part)?.share ?? 0),
        ),
      ),
    ],
  );
}

export function deploymentTable(figures: Figures, demand: Demand, deployment: Deployment): string {
  const uses = simulate(figures, demand, deployment);
  const { part: fullest } = fullestPart(uses);
  return table(
    ["part", "used", ""],
    uses.map(({ part, share }) => [
      part,
      percent(share),
      [part === fullest ? "fullest" : "", share > 1 ? "cannot serve this" : ""].filter(Boolean).join(", "),
    ]),
  );
}

export const documentTables: Record<string, (figures: Figures) => string> = {
  "people per board": boardSizeTable,
  nodes: nodesTable,
  million: millionTable,
};

export function fillTables(document: string, figures: Figures): string {
  let filled = document;
  for (const [name, make] of Object.entries(documentTables)) {
    const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
    const start = filled.indexOf(open);
    const end = filled.indexOf(close);
    if (start === -1 || end === -1) throw new Error(`the document has no place for "${name}"`);
    filled = `${filled.slice(0, start + open.length)}\n${make(figures)}\n\n${filled.slice(end)}`;
  }
  return filled;
}

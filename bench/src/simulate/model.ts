import type { Figures } from "./figures.ts";

export interface Demand {
  people: number;
  peoplePerBoard: number;
  /** Seconds between two changes of a board. */
  secondsPerChange: number;
  /** Signals that somebody types, for each change: they are delivered as a change is, and never stored. */
  whispersPerChange: number;
  /** How often one person opens a board in an hour, reconnects included. */
  joinsPerHour: number;
}

export interface Deployment {
  nodes: number;
  /** PostgreSQL servers, each with the boards of a part of all ids. */
  databases: number;
  databaseCores: number;
  redisShards: number;
  nodeMemoryGb: number;
  networkGbitPerNode: number;
  /** "by board": the balancer sends everybody of a board to the same server. */
  routing: "any" | "by board";
}

/** One part of a deployment: how much of it the demand uses, as a share of what it has. */
export interface PartUse {
  part:
    | "node CPU"
    | "node memory"
    | "node network"
    | "PostgreSQL CPU"
    | "PostgreSQL connections"
    | "Redis CPU";
  share: number;
}

/** A retro with ten people who write, as `npm run bench -- scale` measures it. */
export const usualDemand: Demand = {
  people: 10_000,
  peoplePerBoard: 10,
  secondsPerChange: 4,
  whispersPerChange: 1,
  joinsPerHour: 2,
};
export const usualDeployment: Deployment = {
  nodes: 1,
  databases: 1,
  databaseCores: 16,
  redisShards: 1,
  nodeMemoryGb: 4,
  networkGbitPerNode: 1,
  routing: "any",
};
/** Above this share waiting times grow quickly, and a part that fails would overload the others. */
export const highestShare = 0.6;
const poolSize = 10;
const connectionsPerDatabase = 500;

/** How many nodes have somebody of a board, on average. */
export function nodesPerBoard(
  { peoplePerBoard }: Demand,
  { nodes, routing }: Pick<Deployment, "nodes" | "routing">,
): number {
  return routing === "by board" ? 1 : nodes * (1 - (1 - 1 / nodes) ** peoplePerBoard);
}

/** What each part has to do, as a share of what it can: 1 is a part that is full. */
export function simulate(figures: Figures, demand: Demand, deployment: Deployment): PartUse[] {
  const { nodes, databases, redisShards } = deployment;
  const boards = demand.people / demand.peoplePerBoard;
  const changes = boards / demand.secondsPerChange;
  const messages = changes * (1 + demand.whispersPerChange);
  const deliveries = messages * (demand.peoplePerBoard - 1);
  const joins = (demand.people * demand.joinsPerHour) / 3600;
  // A server publishes every message, and gets those of boards that have somebody on it. A join or a leave is
  // a message too.
  const published = nodes === 1 ? 0 : messages + joins;
  const received = published * (nodesPerBoard(demand, deployment) - 1);
  const cpuMs =
    changes * figures.createMs +
    deliveries * figures.deliveryMs +
    published * figures.busPublishMs +
    received * figures.busReceiveMs +
    joins * (figures.joinMs + (demand.peoplePerBoard - 1) * figures.deliveryMs) +
    demand.people * figures.idlePersonMs;
  const memoryMb = nodes * figures.serverMb + (demand.people * figures.connectionKb) / 1000;
  const bytes =
    deliveries * figures.deliveryBytes +
    joins * figures.joinBytes +
    (published + received) * figures.busMessageBytes;
  const redisMs =
    nodes === 1
      ? 0
      : published * figures.redisPublishMs +
        received * figures.redisDeliverMs +
        demand.people * figures.redisIdleMs;
  return [
    { part: "node CPU", share: cpuMs / 1000 / nodes },
    { part: "node memory", share: memoryMb / nodes / (deployment.nodeMemoryGb * 1000) },
    { part: "node network", share: bytes / nodes / (deployment.networkGbitPerNode * 125e6) },
    {
      part: "PostgreSQL CPU",
      share: (changes * figures.databaseMs) / 1000 / databases / deployment.databaseCores,
    },
    { part: "PostgreSQL connections", share: connectionsShare(deployment) },
    { part: "Redis CPU", share: redisMs / 1000 / redisShards },
  ];
}

/** Each node has a pool for each database that holds boards of its people. */
function connectionsShare({ nodes, databases, routing }: Deployment): number {
  const nodesPerDatabase = routing === "by board" ? Math.max(1, nodes / databases) : nodes;
  return (nodesPerDatabase * poolSize) / connectionsPerDatabase;
}

export function fullestPart(uses: readonly PartUse[]): PartUse {
  return uses.reduce((fullest, use) => (use.share > fullest.share ? use : fullest));
}

/** The most people that a deployment serves with every part below `highestShare`. */
export function mostPeople(
  figures: Figures,
  demand: Omit<Demand, "people">,
  deployment: Deployment,
): { people: number; limitedBy: PartUse["part"] } | null {
  const fullestAt = (people: number) => fullestPart(simulate(figures, { ...demand, people }, deployment));
  if (fullestAt(demand.peoplePerBoard).share > highestShare) return null;
  let fits = demand.peoplePerBoard;
  let tooMany = fits;
  while (fullestAt(tooMany).share <= highestShare) {
    fits = tooMany;
    tooMany *= 2;
  }
  while (tooMany - fits > fits / 1000) {
    const middle = (fits + tooMany) / 2;
    if (fullestAt(middle).share <= highestShare) fits = middle;
    else tooMany = middle;
  }
  return { people: Math.floor(fits), limitedBy: fullestAt(tooMany).part };
}

/** Adds what is fullest until everything is below `highestShare`. @returns null if adding does not help */
export function smallestDeployment(figures: Figures, demand: Demand, start: Deployment): Deployment | null {
  let deployment = start;
  for (let step = 0; step < 100_000; step += 1) {
    const { part, share } = fullestPart(simulate(figures, demand, deployment));
    if (share <= highestShare) return deployment;
    const grow = (count: number) => Math.max(count + 1, Math.ceil((count * share) / highestShare / 1.2));
    if (part.startsWith("node")) deployment = { ...deployment, nodes: grow(deployment.nodes) };
    else if (part === "Redis CPU") deployment = { ...deployment, redisShards: grow(deployment.redisShards) };
    // More databases take connections from each other only where boards have their nodes.
    else if (part === "PostgreSQL connections" && deployment.routing === "any") return null;
    else deployment = { ...deployment, databases: grow(deployment.databases) };
  }
  return null;
}

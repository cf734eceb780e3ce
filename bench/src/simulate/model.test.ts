import { expect, test } from "vitest";
import { type Figures, figureNames, type FigureName } from "./figures.ts";
import {
  type Demand,
  type Deployment,
  fullestPart,
  highestShare,
  mostPeople,
  nodesPerBoard,
  simulate,
  smallestDeployment,
  usualDemand,
  usualDeployment,
} from "./model.ts";

/** Nothing costs anything but what a test names. */
const figures = (some: Partial<Figures>): Figures => ({
  ...(Object.fromEntries(Object.keys(figureNames).map((name) => [name, 0])) as Figures),
  ...some,
});
/** 1,000 people on 100 boards, each of which changes once a second; nobody types or joins. */
const demand: Demand = {
  people: 1000,
  peoplePerBoard: 10,
  secondsPerChange: 1,
  whispersPerChange: 0,
  joinsPerHour: 0,
};
const shareOf = (part: string, some: Partial<Figures>, d: Demand = demand, p: Partial<Deployment> = {}) =>
  simulate(figures(some), d, { ...usualDeployment, ...p }).find((use) => use.part === part)?.share;

test.each<[string, Partial<Figures>, number]>([
  ["100 changes", { createMs: 2 }, 0.2],
  ["nine arrivals of each change", { deliveryMs: 0.1 }, 0.09],
  ["1,000 idle people", { idlePersonMs: 0.05 }, 0.05],
  ["no bus with one node", { busPublishMs: 9, busReceiveMs: 9 }, 0],
])("node CPU: %s", (_, some, share) => {
  expect(shareOf("node CPU", some)).toBeCloseTo(share);
});

test("a whisper is delivered as a change is, and costs the database nothing", () => {
  const typing = { ...demand, whispersPerChange: 3 };
  expect(shareOf("node CPU", { deliveryMs: 0.1 }, typing)).toBeCloseTo(0.36);
  expect(shareOf("PostgreSQL CPU", { databaseMs: 16 }, typing)).toBeCloseTo(0.1);
});

test("somebody who joins costs the join, and a message to everybody on the board", () => {
  const joining = { ...demand, joinsPerHour: 3.6 };
  expect(shareOf("node CPU", { joinMs: 10 }, { ...joining, secondsPerChange: 1e9 })).toBeCloseTo(0.01);
  expect(shareOf("node CPU", { deliveryMs: 10 }, { ...joining, secondsPerChange: 1e9 })).toBeCloseTo(0.09);
});

test("memory: a server's own, and that of its connections", () => {
  expect(shareOf("node memory", { serverMb: 200, connectionKb: 200 })).toBeCloseTo(0.1);
  expect(shareOf("node memory", { serverMb: 200, connectionKb: 200 }, demand, { nodes: 2 })).toBeCloseTo(
    0.075,
  );
});

test("network: 900 arrivals of 12,500 bytes a second are 90 Mbit/s", () => {
  expect(shareOf("node network", { deliveryBytes: 12_500 })).toBeCloseTo(0.09);
});

test("ten people meet on one node, on both of two, and on nearly ten of a thousand", () => {
  const at = (nodes: number, routing: Deployment["routing"] = "any") =>
    nodesPerBoard(demand, { nodes, routing });
  expect(at(1)).toBe(1);
  expect(at(2)).toBeCloseTo(2, 2);
  expect(at(1000)).toBeCloseTo(9.96, 2);
  expect(at(1000, "by board")).toBe(1);
});

test("on two nodes every change is published, and received by the other node", () => {
  const two = { nodes: 2 };
  expect(shareOf("node CPU", { busPublishMs: 2 }, demand, two)).toBeCloseTo(0.1);
  expect(shareOf("node CPU", { busReceiveMs: 2 }, demand, two)).toBeCloseTo(0.1, 2);
  expect(shareOf("Redis CPU", { redisPublishMs: 1 }, demand, two)).toBeCloseTo(0.1);
  expect(shareOf("Redis CPU", { redisDeliverMs: 1 }, demand, two)).toBeCloseTo(0.1, 2);
  expect(shareOf("Redis CPU", { redisDeliverMs: 1 }, demand, { ...two, routing: "by board" })).toBe(0);
});

test("the most people are where the fullest part reaches the highest share", () => {
  const costs = figures({ createMs: 2, connectionKb: 20 });
  const most = mostPeople(costs, demand, usualDeployment);
  expect(most?.limitedBy).toBe("node CPU");
  // A tenth of a change each in a second, of 2 ms.
  expect(most?.people).toBeGreaterThan(highestShare * 5000 * 0.99);
  expect(most?.people).toBeLessThanOrEqual(highestShare * 5000);
  expect(mostPeople(figures({ connectionKb: 20 }), demand, usualDeployment)).toMatchObject({
    limitedBy: "node memory",
  });
});

test("no number of people fits where one board is too much", () => {
  expect(mostPeople(figures({ createMs: 2000 }), demand, usualDeployment)).toBeNull();
});

test("the smallest deployment has every part below the highest share, and would not with a node less", () => {
  const costs = figures({
    createMs: 2,
    deliveryMs: 0.02,
    databaseMs: 1,
    redisPublishMs: 0.02,
    redisDeliverMs: 0.02,
  });
  const crowd = { ...usualDemand, people: 1_000_000 };
  const found = smallestDeployment(costs, crowd, { ...usualDeployment, routing: "by board" });
  if (found === null) throw new Error("there is one");
  expect(fullestPart(simulate(costs, crowd, found)).share).toBeLessThanOrEqual(highestShare);
  const one = { ...found, nodes: found.nodes - 1 };
  expect(fullestPart(simulate(costs, crowd, one))).toMatchObject({ part: "node CPU" });
  expect(fullestPart(simulate(costs, crowd, one)).share).toBeGreaterThan(highestShare);
});

test("adding databases does not help where every node connects to every database", () => {
  const costs = figures({ createMs: 20 });
  expect(smallestDeployment(costs, { ...usualDemand, people: 1_000_000 }, usualDeployment)).toBeNull();
});

test.each<[FigureName, number]>([
  ["createMs", 1],
  ["deliveryMs", 1],
  ["databaseMs", 1],
  ["connectionKb", 1000],
])("more %s never makes anything emptier", (name, more) => {
  const shares = (some: Partial<Figures>) =>
    simulate(figures(some), usualDemand, { ...usualDeployment, nodes: 3 }).map(({ share }) => share);
  const [few, many] = [shares({}), shares({ [name]: more })];
  expect(many.every((share, i) => share >= (few[i] ?? 0))).toBe(true);
  expect(many).not.toEqual(few);
});

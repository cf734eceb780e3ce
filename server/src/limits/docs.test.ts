import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { limits as contract } from "@retro/contract/limits";
import { expect, test } from "vitest";
import type { ConnectionMaximum, ConnectionRate } from "./connection.ts";
import { connectionMaxima, connectionRates } from "./connection.ts";
import { type ReservationLimit, reservationLimits } from "./reservations.ts";
import type { Budget, Rate } from "./budgets.ts";
import { budgets, heavyBoardItems, prices, semaphoreLimits, stallMs } from "./budgets.ts";

const file = join(import.meta.dirname, "../../../docs/limits.md");
const marks = ["<!-- limits -->", "<!-- /limits -->"] as const;

const number = (value: number) => value.toLocaleString("en-US");
const rate = (value: Rate | undefined) =>
  value === undefined
    ? "–"
    : `${number(value.burst)}, then ${number(value.refill)} ${value.per === "hour" ? "an" : "a"} ${value.per}`;
const places = (value: number | undefined) => (value === undefined ? "–" : number(value));

/** The tables of limits as `docs/limits.md` shows them. */
function tables(): string {
  const rates = Object.entries<Budget>(budgets).map(
    ([name, { unit, session, address, reason, code }]) =>
      `| \`${name}\` | ${unit} | ${rate(session)} | ${rate(address)} | ${code} | ${reason} |`,
  );
  const priceRows = Object.values(prices).map(({ points, unit }) => `| ${unit} | ${points} |`);
  const holds = Object.entries<ReservationLimit>(reservationLimits).map(
    ([name, { unit, session, address, total, reason }]) =>
      `| \`${name}\` | ${unit} | ${places(session)} | ${places(address)} | ${places(total)} | ${reason} |`,
  );
  const connection = [
    ...Object.entries<ConnectionRate>(connectionRates).map(
      ([name, { burst, perSecond, unit, refused }]) =>
        `| \`${name}\` | ${unit} | ${burst}, then ${perSecond} a second | ${refused} |`,
    ),
    ...Object.entries<ConnectionMaximum>(connectionMaxima).map(
      ([name, { max, unit, refused }]) => `| \`${name}\` | ${unit} | ${number(max)} | ${refused} |`,
    ),
  ];
  return [
    "How often (a burst, then a steady rate):",
    "",
    "| limit | what one counts | per session | per address | refused as | reason |",
    "|---|---|---|---|---|---|",
    ...rates,
    "",
    "Prices in points:",
    "",
    "| what | points |",
    "|---|---|",
    ...priceRows,
    "",
    "How much at once:",
    "",
    "| limit | what one counts | per session | per address | whole server | reason |",
    "|---|---|---|---|---|---|",
    ...holds,
    "",
    "One websocket connection (`connection.ts`; [realtime](realtime.md)):",
    "",
    "| limit | what one counts | limit of the connection | past it |",
    "|---|---|---|---|",
    ...connection,
    "",
    `Also: a board holds ${number(contract.maxItemsPerBoard)} items (422). A response whose connection takes no byte for ${stallMs / 1000} s is closed.`,
    `${semaphoreLimits.requests.running} requests work at the same time, ${semaphoreLimits.requests.perAddress} of one address; the others wait, and addresses take turns. Changes of boards by people with an open connection go first, in three of four turns. Reads of boards with more than ${heavyBoardItems} items and imports work one at a time, and of one address for a ${["whole", "half", "third", "quarter"][semaphoreLimits.heavy.rest]} of the time at most.`,
  ].join("\n");
}

test("docs/limits.md shows the limits that the code enforces", () => {
  const text = readFileSync(file, "utf8");
  const [before = "", rest = ""] = text.split(marks[0]);
  const after = rest.split(marks[1])[1] ?? "";
  const expected = `${before}${marks[0]}\n${tables()}\n${marks[1]}${after}`;
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, expected);
  expect(readFileSync(file, "utf8")).toBe(expected);
});

import { expect, it } from "vitest";
import { createServerClock } from "./server-clock.ts";

it("shows the server's time where this machine is five minutes off, by the fastest answer", () => {
  let now = 1000;
  const clock = createServerClock(() => now);
  now = 1400;
  clock.answer(301_100, 1000);
  expect(clock.now()).toBe(301_300);
  now = 2020;
  clock.answer(302_010, 2000);
  expect(clock.now()).toBe(302_020);
  now = 3400;
  clock.answer(303_050, 3000);
  expect(clock.now()).toBe(303_400);
});

it("knows when what is sent now gets there, and foretells no more than the way", () => {
  let now = 0;
  const clock = createServerClock(() => now);
  expect(clock.arrival()).toBe(clock.now());
  now = 3000;
  clock.answer(1500, 0);
  expect(clock.arrival() - clock.now()).toBe(250);
  now = 5200;
  clock.answer(5100, 5000);
  expect(clock.arrival() - clock.now()).toBe(80);
  now = 6010;
  clock.answer(6005, 6000);
  expect(clock.arrival()).toBe(clock.now());
});

it("counts anew when this machine's clock was set", () => {
  let now = 1000;
  const clock = createServerClock(() => now);
  clock.answer(1000, 1000);
  now = 500_000;
  clock.answer(2000, 499_900);
  expect(clock.now()).toBe(2050);
});

it("is never behind what an event proves", () => {
  const clock = createServerClock(() => 1000);
  clock.event(9000);
  expect(clock.now()).toBe(9000);
});

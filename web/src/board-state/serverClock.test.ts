import { expect, it } from "vitest";
import { ServerClock } from "./serverClock.ts";

it("shows the server's time where this machine is five minutes off, by the fastest answer", () => {
  let now = 1000;
  const clock = new ServerClock(() => now);
  now = 1400;
  clock.readAnswer(301_100, 1000);
  expect(clock.now()).toBe(301_300);
  now = 2020;
  clock.readAnswer(302_010, 2000);
  expect(clock.now()).toBe(302_020);
  now = 3400;
  clock.readAnswer(303_050, 3000);
  expect(clock.now()).toBe(303_400);
});

it("knows when what is sent now gets there, and foretells no more than the way", () => {
  let now = 0;
  const clock = new ServerClock(() => now);
  expect(clock.arrivalTime()).toBe(clock.now());
  now = 3000;
  clock.readAnswer(1500, 0);
  expect(clock.arrivalTime() - clock.now()).toBe(250);
  now = 5200;
  clock.readAnswer(5100, 5000);
  expect(clock.arrivalTime() - clock.now()).toBe(80);
  now = 6010;
  clock.readAnswer(6005, 6000);
  expect(clock.arrivalTime()).toBe(clock.now());
});

it("starts again when this machine's clock was set", () => {
  let now = 1000;
  const clock = new ServerClock(() => now);
  clock.readAnswer(1000, 1000);
  now = 500_000;
  clock.readAnswer(2000, 499_900);
  expect(clock.now()).toBe(2050);
});

it("is never behind what an event proves", () => {
  const clock = new ServerClock(() => 1000);
  clock.readEvent(9000);
  expect(clock.now()).toBe(9000);
});

it("keeps the answer that came fastest, whichever comes later, and takes an equally fast one", () => {
  let now = 0;
  const clock = new ServerClock(() => now);
  now = 100;
  clock.readAnswer(1050, 0);
  expect(clock.now()).toBe(1100);
  clock.readAnswer(1080, 0);
  expect(clock.now()).toBe(1130);
  now = 1300;
  clock.readAnswer(2200, 1000);
  expect(clock.now()).toBe(2330);
});

it("takes an answer for the moment in which it arrived, however much later it is used", () => {
  let now = 5000;
  const clock = new ServerClock(() => now);
  clock.readAnswer(10_050, 0, 100);
  expect(clock.now()).toBe(15_000);
  now = 6000;
  expect(clock.now()).toBe(16_000);
});

it("an answer that was sent after it arrived, by a clock that was set meanwhile, counts as sent at once", () => {
  const clock = new ServerClock(() => 1000);
  clock.readAnswer(5000, 2000, 1000);
  expect(clock.now()).toBe(5000);
});

it("starts again with an answer that differs by more than the time of both ways", () => {
  let now = 0;
  const clock = new ServerClock(() => now);
  now = 20;
  clock.readAnswer(1010, 0);
  expect(clock.now()).toBe(1020);
  now = 1100;
  clock.readAnswer(2130, 1000);
  expect(clock.now()).toBe(2100);
  clock.readAnswer(2131, 1000);
  expect(clock.now()).toBe(2181);
});

it("an event proves only that the server's clock is at least that far", () => {
  let now = 1000;
  const clock = new ServerClock(() => now);
  clock.readEvent(4000);
  expect(clock.now()).toBe(4000);
  clock.readEvent(3000);
  expect(clock.now()).toBe(4000);
  clock.readEvent(5000);
  expect(clock.now()).toBe(5000);
  now = 1200;
  clock.readAnswer(5100, 1000);
  expect([clock.now(), clock.arrivalTime()]).toEqual([5200, 5280]);
  clock.readEvent(5320);
  expect(clock.now()).toBe(5200);
  clock.readEvent(5321);
  expect([clock.now(), clock.arrivalTime()]).toEqual([5321, 5321]);
});

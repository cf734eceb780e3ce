import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import type { Action } from "@retro/contract/actions";
import type { Visitor } from "../../testing/app.ts";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();

/** The calendar as another library reads it, and its bytes. */
async function calendarOf(t: ObservedBoard, by: Visitor, headers = {}) {
  const id = t.names.id("@retro");
  const answer = await by.get(`/web/boards/${id}/export-ics`, headers);
  expect(answer.statusCode).toBe(200);
  const component = new ICAL.Component(ICAL.parse(answer.body) as unknown[]);
  const events = component.getAllSubcomponents("vevent").map((each) => {
    const value = (name: string) => each.getFirstPropertyValue(name);
    return {
      uid: value("uid"),
      sequence: value("sequence"),
      starts: String(value("dtstart")),
      isDay: (value("dtstart") as InstanceType<typeof ICAL.Time>).isDate,
      stamp: String(value("dtstamp")),
      summary: value("summary"),
      description: value("description"),
      status: value("status"),
      transparency: value("transp"),
    };
  });
  return { answer, component, events };
}

const add = async (t: ObservedBoard, body: object) =>
  (await t.people.bob.post(`${t.url}/actions`, body)).json<{ data: Action }>().data;

describe("the calendar of a board's actions", () => {
  test("[D1] has a whole day for each action with a due date: stable id, revision, owner and status", async () => {
    const t = await start();
    const now = () => new Date(t.app.time.now).toISOString().replace(".000", "");
    const added = now();
    const call = await add(t, { text: "Call Bob", owner_name: "Ops", due_on: "2026-12-24" });
    await add(t, { text: "someday" });
    const done = await add(t, { text: "Two\r\nlines", due_on: "2028-02-29" });
    const dropped = await add(t, { text: "Never", due_on: "2026-12-31" });
    t.app.time.now += 60_000;
    await t.people.ann.put(`${t.url}/actions/${done.id}`, { status: "done" });
    await t.people.ann.put(`${t.url}/actions/${dropped.id}`, { status: "dropped" });
    const changed = now();
    const { events, answer, component } = await calendarOf(t, t.people.cy);
    expect(events).toEqual([
      {
        uid: call.id,
        sequence: 1,
        starts: "2026-12-24",
        isDay: true,
        stamp: added,
        summary: "Call Bob",
        description: "Owner: Ops\nStatus: Open",
        status: "CONFIRMED",
        transparency: "TRANSPARENT",
      },
      expect.objectContaining({
        uid: done.id,
        sequence: 2,
        starts: "2028-02-29",
        stamp: changed,
        summary: "✓ Two lines",
        description: "Two\nlines\nStatus: Done",
        status: "CONFIRMED",
      }),
      expect.objectContaining({ uid: dropped.id, summary: "Never", status: "CANCELLED" }),
    ]);
    expect(component.getFirstPropertyValue("method")).toBe("PUBLISH");
    expect(answer.headers).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "no-store",
      "content-disposition": 'attachment; filename="Retro.ics"',
    });
    // The same actions make the same bytes, whenever they are asked for.
    t.app.time.now += 60_000;
    expect((await calendarOf(t, t.people.cy)).answer.body).toBe(answer.body);
    const russian = await calendarOf(t, t.people.cy, { "accept-language": "ru" });
    expect(russian.events[0]?.description).toBe("Ответственный: Ops\nСтатус: В работе");
  });

  test("[D1] of a board without a day is a valid calendar: it has a component", async () => {
    const t = await start();
    await add(t, { text: "someday" });
    const { component, events } = await calendarOf(t, t.people.cy);
    expect(events).toEqual([]);
    expect(component.getAllSubcomponents().map(({ name }) => name)).toEqual(["vtimezone"]);
  });

  test("[X2] an attacker's text, owner or title adds no line to it, and its lines have at most 75 bytes", async () => {
    const t = await start();
    const evil = "a,b;c\\n\rATTENDEE:mailto:x@evil.example\r\nEND:VEVENT\nBEGIN:VALARM\u0007\u0085\tz";
    const long = `${"Ёж".repeat(60)}${"🦦".repeat(60)}`;
    await add(t, { text: `${evil}${long}`, owner_name: "O;p,s\\", due_on: "2026-12-24" });
    await t.people.ann.put(t.url, { title: "Retro; one, two\\n\r\nORGANIZER:x" });
    const { answer, component, events } = await calendarOf(t, t.people.cy);
    const names = component.getAllProperties().map(({ name }) => name);
    expect(names).toEqual(["version", "prodid", "method", "name", "x-wr-calname"]);
    // The reader does not know this property, and leaves its value as it is written.
    expect(component.getFirstPropertyValue("name")).toBe(String.raw`Retro\; one\, two\\n ORGANIZER:x`);
    expect(component.getAllSubcomponents()).toHaveLength(1);
    const event = component.getFirstSubcomponent("vevent");
    expect(event?.getAllSubcomponents()).toEqual([]);
    expect(event?.getAllProperties().map(({ name }) => name)).not.toContain("attendee");
    const line = `a,b;c\\n ATTENDEE:mailto:x@evil.example END:VEVENT BEGIN:VALARM z${long}`;
    expect(events[0]?.summary).toBe(line);
    expect(events[0]?.description).toContain("Owner: O;p,s\\\n");
    const lines = answer.body.split("\r\n");
    expect(lines.at(-1)).toBe("");
    expect(
      lines.every((each) => Buffer.byteLength(each) <= 75 && !/\p{Control}/u.test(each.replaceAll("\t", ""))),
    ).toBe(true);
  });
});

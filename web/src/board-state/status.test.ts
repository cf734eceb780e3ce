import { describe, expect, it } from "vitest";
import { blockedMs, createStatus } from "./status.ts";

const lost = { name: "ApiError", message: "", status: 0 };
const answered = (status: number, foreign = false) => ({ name: "ApiError", message: "", status, foreign });

function tracker() {
  let now = 1_800_000_000_000;
  const status = createStatus(
    () => now,
    () => undefined,
  );
  return {
    ...status,
    pass: (ms: number) => void (now += ms),
    phase: () => status.get(0).phase,
    since: () => status.get(0).since,
    now: () => now,
  };
}

function live() {
  const status = tracker();
  status.socket("live");
  status.reached();
  return status;
}

describe("connection status", () => {
  it("is connecting, then live, with no time since when", () => {
    const status = tracker();
    expect(status.phase()).toBe("connecting");
    status.socket("live");
    expect(status.get(2)).toEqual({ phase: "live", since: null, waiting: 2 });
  });

  it("tells a lost socket from a lost network and from a server that is away", () => {
    const status = live();
    status.socket("connecting");
    expect(status.phase()).toBe("reconnecting");
    status.unreached(lost);
    expect(status.phase()).toBe("offline");
    for (const away of [answered(502), answered(503), answered(403, true), answered(200, true)]) {
      status.unreached(away);
      expect(status.phase()).toBe("restarting");
    }
    status.reached();
    expect(status.phase()).toBe("reconnecting");
  });

  it("is not live while requests get no answer, although the socket seems to be there", () => {
    const status = live();
    status.unreached(lost);
    expect(status.phase()).toBe("reconnecting");
    status.reached();
    expect(status.phase()).toBe("live");
  });

  it("ignores what the server refuses", () => {
    const status = live();
    for (const code of [401, 403, 404, 409, 422, 429]) status.unreached(answered(code));
    expect(status.phase()).toBe("live");
  });

  it("keeps the time of the loss from phase to phase until all is well", () => {
    const status = live();
    status.pass(5000);
    const at = status.now();
    status.socket("connecting");
    status.pass(5000);
    status.unreached(lost);
    status.pass(5000);
    status.unreached(answered(502));
    expect(status.since()).toBe(at);
    status.reached();
    status.socket("live");
    expect(status.since()).toBeNull();
  });

  it("polls when requests have worked for a while without realtime, and is live when that is back", () => {
    const status = live();
    status.socket("offline");
    status.pass(blockedMs - 1);
    status.reached();
    expect(status.phase()).toBe("reconnecting");
    status.pass(1);
    status.reached();
    expect(status.phase()).toBe("polling");
    status.socket("connecting");
    expect(status.phase()).toBe("polling");
    status.socket("live");
    expect(status.phase()).toBe("live");
  });

  it("polls on a page that never had realtime", () => {
    const status = tracker();
    status.reached();
    status.pass(blockedMs);
    status.reached();
    expect(status.phase()).toBe("polling");
  });

  it("does not take a server's restart, or an hour of sleep, for blocked realtime", () => {
    const status = live();
    status.socket("offline");
    status.unreached(answered(502));
    status.pass(blockedMs * 2);
    expect(status.reached()).toBe(true);
    expect(status.phase()).toBe("reconnecting");
    status.pass(3_600_000);
    status.woken();
    expect(status.reached()).toBe(false);
    expect(status.phase()).toBe("reconnecting");
  });

  it("is outdated only while the new page can be fetched", () => {
    const status = live();
    status.outdated();
    expect(status.phase()).toBe("outdated");
    status.online(false);
    expect(status.phase()).toBe("offline");
    status.online(true);
    status.socket("offline");
    expect(status.phase()).toBe("reconnecting");
    status.pass(blockedMs);
    status.reached();
    expect(status.phase()).toBe("outdated");
  });

  it("reports the first answer after a failure, and no other", () => {
    const status = live();
    expect(status.reached()).toBe(false);
    status.unreached(lost);
    expect([status.reached(), status.reached()]).toEqual([true, false]);
  });

  it("an answer proves that there is a network, whatever the browser says", () => {
    const status = live();
    status.online(false);
    expect(status.phase()).toBe("offline");
    status.reached();
    expect(status.phase()).toBe("live");
  });

  it("keeps its identity until something in it changes", () => {
    const status = live();
    const before = status.get(1);
    status.reached();
    expect(status.get(1)).toBe(before);
    expect(status.get(2)).not.toBe(before);
    status.unreached(lost);
    expect(status.get(1)).not.toBe(before);
  });

  it("counts the time without realtime from the first answer after an outage", () => {
    const status = live();
    status.unreached(lost);
    status.socket("offline");
    status.pass(blockedMs * 3);
    status.reached();
    status.pass(blockedMs - 1);
    status.reached();
    expect(status.phase()).toBe("reconnecting");
    status.pass(1);
    status.reached();
    expect(status.phase()).toBe("polling");
    status.unreached(lost);
    status.reached();
    expect(status.phase()).toBe("reconnecting");
  });

  it("a page that was suspended starts to count again, one that polls goes on polling", () => {
    const status = live();
    status.socket("offline");
    status.pass(blockedMs);
    status.woken();
    status.reached();
    expect(status.phase()).toBe("reconnecting");
    status.pass(blockedMs);
    status.reached();
    status.woken();
    status.reached();
    expect(status.phase()).toBe("polling");
  });

  it("tells that something changed when the phase does, and only then", () => {
    let told = 0;
    const status = createStatus(
      () => 0,
      () => (told += 1),
    );
    status.reached();
    expect(told).toBe(0);
    status.socket("live");
    status.socket("live");
    expect(told).toBe(1);
    status.outdated();
    status.outdated();
    expect(told).toBe(2);
  });

  it("while it was never live the time of the loss is that of the first change, and ends with it", () => {
    const status = tracker();
    status.pass(1000);
    status.unreached(lost);
    const at = status.now();
    status.pass(1000);
    status.unreached(answered(503));
    expect(status.since()).toBe(at);
    status.reached();
    status.socket("live");
    expect(status.since()).toBeNull();
    status.pass(5000);
    status.outdated();
    expect([status.phase(), status.since()]).toEqual(["outdated", null]);
  });
});

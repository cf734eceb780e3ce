import { describe, expect, it } from "vitest";
import { realtimeBlockedMs } from "./connectionPhase.ts";
import { ConnectionStatusTracker } from "./connectionStatus.ts";

const lost = { name: "ApiError", message: "", status: 0 };
const answered = (status: number, foreign = false) => ({ name: "ApiError", message: "", status, foreign });

function tracker() {
  let now = 1_800_000_000_000;
  const status = new ConnectionStatusTracker(
    () => now,
    () => undefined,
  );
  return Object.assign(status, {
    pass: (ms: number) => void (now += ms),
    phase: () => status.get(0).phase,
    since: () => status.get(0).since,
    now: () => now,
  });
}

function live() {
  const status = tracker();
  status.setRealtimeState("live");
  status.serverReached();
  return status;
}

describe("connection status", () => {
  it("is connecting, then live, with no time since when", () => {
    const status = tracker();
    expect(status.phase()).toBe("connecting");
    status.setRealtimeState("live");
    expect(status.get(2)).toEqual({ phase: "live", since: null, waiting: 2 });
  });

  it("tells a lost socket from a lost network and from a server that is away", () => {
    const status = live();
    status.setRealtimeState("connecting");
    expect(status.phase()).toBe("reconnecting");
    status.serverUnreached(lost);
    expect(status.phase()).toBe("offline");
    for (const away of [answered(502), answered(503), answered(403, true), answered(200, true)]) {
      status.serverUnreached(away);
      expect(status.phase()).toBe("restarting");
    }
    status.serverReached();
    expect(status.phase()).toBe("reconnecting");
  });

  it("is not live while requests get no answer, although the socket seems to be there", () => {
    const status = live();
    status.serverUnreached(lost);
    expect(status.phase()).toBe("reconnecting");
    status.serverReached();
    expect(status.phase()).toBe("live");
  });

  it("ignores what the server refuses", () => {
    const status = live();
    for (const code of [401, 403, 404, 409, 422, 429]) status.serverUnreached(answered(code));
    expect(status.phase()).toBe("live");
  });

  it("keeps the time of the loss from phase to phase until all is well", () => {
    const status = live();
    status.pass(5000);
    const at = status.now();
    status.setRealtimeState("connecting");
    status.pass(5000);
    status.serverUnreached(lost);
    status.pass(5000);
    status.serverUnreached(answered(502));
    expect(status.since()).toBe(at);
    status.serverReached();
    status.setRealtimeState("live");
    expect(status.since()).toBeNull();
  });

  it("polls when requests have worked for a while without realtime, and is live when that is back", () => {
    const status = live();
    status.setRealtimeState("offline");
    status.pass(realtimeBlockedMs - 1);
    status.serverReached();
    expect(status.phase()).toBe("reconnecting");
    status.pass(1);
    status.serverReached();
    expect(status.phase()).toBe("polling");
    status.setRealtimeState("connecting");
    expect(status.phase()).toBe("polling");
    status.setRealtimeState("live");
    expect(status.phase()).toBe("live");
  });

  it("polls on a page that never had realtime", () => {
    const status = tracker();
    status.serverReached();
    status.pass(realtimeBlockedMs);
    status.serverReached();
    expect(status.phase()).toBe("polling");
  });

  it("does not take a server's restart, or an hour of sleep, for blocked realtime", () => {
    const status = live();
    status.setRealtimeState("offline");
    status.serverUnreached(answered(502));
    status.pass(realtimeBlockedMs * 2);
    expect(status.serverReached()).toBe(true);
    expect(status.phase()).toBe("reconnecting");
    status.pass(3_600_000);
    status.pageResumed();
    expect(status.serverReached()).toBe(false);
    expect(status.phase()).toBe("reconnecting");
  });

  it("is outdated only while the new page can be fetched", () => {
    const status = live();
    status.pageOutdated();
    expect(status.phase()).toBe("outdated");
    status.setOnline(false);
    expect(status.phase()).toBe("offline");
    status.setOnline(true);
    status.setRealtimeState("offline");
    expect(status.phase()).toBe("reconnecting");
    status.pass(realtimeBlockedMs);
    status.serverReached();
    expect(status.phase()).toBe("outdated");
  });

  it("reports the first answer after a failure, and no other", () => {
    const status = live();
    expect(status.serverReached()).toBe(false);
    status.serverUnreached(lost);
    expect([status.serverReached(), status.serverReached()]).toEqual([true, false]);
  });

  it("an answer proves that there is a network, whatever the browser says", () => {
    const status = live();
    status.setOnline(false);
    expect(status.phase()).toBe("offline");
    status.serverReached();
    expect(status.phase()).toBe("live");
  });

  it("keeps its identity until something in it changes", () => {
    const status = live();
    const before = status.get(1);
    status.serverReached();
    expect(status.get(1)).toBe(before);
    expect(status.get(2)).not.toBe(before);
    status.serverUnreached(lost);
    expect(status.get(1)).not.toBe(before);
  });

  it("counts the time without realtime from the first answer after an outage", () => {
    const status = live();
    status.serverUnreached(lost);
    status.setRealtimeState("offline");
    status.pass(realtimeBlockedMs * 3);
    status.serverReached();
    status.pass(realtimeBlockedMs - 1);
    status.serverReached();
    expect(status.phase()).toBe("reconnecting");
    status.pass(1);
    status.serverReached();
    expect(status.phase()).toBe("polling");
    status.serverUnreached(lost);
    status.serverReached();
    expect(status.phase()).toBe("reconnecting");
  });

  it("a page that was suspended starts to count again, one that polls goes on polling", () => {
    const status = live();
    status.setRealtimeState("offline");
    status.pass(realtimeBlockedMs);
    status.pageResumed();
    status.serverReached();
    expect(status.phase()).toBe("reconnecting");
    status.pass(realtimeBlockedMs);
    status.serverReached();
    status.pageResumed();
    status.serverReached();
    expect(status.phase()).toBe("polling");
  });

  it("tells that something changed when the phase does, and only then", () => {
    let told = 0;
    const status = new ConnectionStatusTracker(
      () => 0,
      () => (told += 1),
    );
    status.serverReached();
    expect(told).toBe(0);
    status.setRealtimeState("live");
    status.setRealtimeState("live");
    expect(told).toBe(1);
    status.pageOutdated();
    status.pageOutdated();
    expect(told).toBe(2);
  });

  it("a connection that was never live counts as lost since its first change", () => {
    const status = tracker();
    status.pass(1000);
    status.serverUnreached(lost);
    const at = status.now();
    status.pass(1000);
    status.serverUnreached(answered(503));
    expect(status.since()).toBe(at);
    status.serverReached();
    status.setRealtimeState("live");
    expect(status.since()).toBeNull();
    status.pass(5000);
    status.pageOutdated();
    expect([status.phase(), status.since()]).toEqual(["outdated", null]);
  });
});

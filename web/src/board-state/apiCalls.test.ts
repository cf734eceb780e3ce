import { describe, expect, it } from "vitest";
import {
  toApiErrorLike,
  isOutage,
  mustLeaveBoard,
  classifyError,
  retryDelay,
  answerTimeoutMs,
  withTimeLimit,
} from "./apiCalls.ts";
import type { CallResult } from "./apiCalls.ts";
import { createSimulation } from "./testing/simulation.ts";

const error = (status: number, foreign = false) => ({ name: "ApiError", message: "", status, foreign });

describe("the meaning of an error for a change", () => {
  it.each([
    ...[-1, 0, 408, 419, 425, 429, 500, 502, 503, 504, 520].map((status) => [status, "retry"] as const),
    [401, "signed-out"] as const,
    ...[400, 402, 403, 404, 409, 410, 413, 422, 426, 428, 499].map((status) => [status, "refused"] as const),
  ])("%i: %s", (status, outcome) => {
    expect(classifyError(error(status))).toBe(outcome);
  });

  it("an answer that is not this server's decides nothing, whatever its status", () => {
    for (const status of [200, 401, 403, 404, 422, 502])
      expect(classifyError(error(status, true))).toBe("retry");
  });

  it("a 500 may be the fault of one request; any other failure is the server's as a whole", () => {
    expect(isOutage(error(500))).toBe(false);
    expect(isOutage(error(500, true))).toBe(true);
    for (const status of [0, 429, 501, 502, 503]) expect(isOutage(error(status))).toBe(true);
  });
});

describe("whether a board is left", () => {
  it("one on screen: only when it is gone or closed to the user", () => {
    for (const status of [403, 404]) expect(mustLeaveBoard(error(status), true)).toBe(true);
    for (const status of [-1, 0, 400, 401, 409, 419, 422, 429, 500, 502, 503, 520])
      expect(mustLeaveBoard(error(status), true)).toBe(false);
    for (const status of [403, 404]) expect(mustLeaveBoard(error(status, true), true)).toBe(false);
  });

  it("one that is loading: for every answer that another try would not change", () => {
    for (const status of [-1, 400, 403, 404, 410, 422, 500, 501, 520])
      expect(mustLeaveBoard(error(status), false)).toBe(true);
    for (const status of [0, 401, 408, 419, 425, 429, 502, 503, 504])
      expect(mustLeaveBoard(error(status), false)).toBe(false);
    for (const status of [404, 500, 520]) expect(mustLeaveBoard(error(status, true), false)).toBe(false);
  });
});

it("anything that was thrown is read as an error; an error that is not the server's has status -1", () => {
  const refusal = Object.assign(new Error("no"), { status: 404 });
  expect(toApiErrorLike(refusal)).toBe(refusal);
  expect(toApiErrorLike(new TypeError("broken"))).toMatchObject({ status: -1, message: "broken" });
  expect(toApiErrorLike(Object.assign(new Error("odd"), { status: "404" }))).toMatchObject({ status: -1 });
  expect(toApiErrorLike("text")).toMatchObject({ status: -1, message: "text" });
});

describe("the pause before another try", () => {
  const least = () => 0;
  const most = () => 1;

  it("doubles from half a second to twenty seconds, a quarter more or less", () => {
    const pauses = [0, 1, 2, 3, 4, 5, 6, 7, 100].map((attempt) => retryDelay(attempt, {}, () => 0.5));
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000, 20_000]);
    expect([retryDelay(1, {}, least), retryDelay(1, {}, most)]).toEqual([750, 1250]);
  });

  it("is never shorter than the server asks, and at least half a second", () => {
    const asked = (retryAfter: number, random: () => number) => retryDelay(9, { retryAfter }, random);
    expect([asked(7, least), asked(7, most)]).toEqual([7000, 10_500]);
    expect([asked(0, least), asked(0.1, least), asked(90, least)]).toEqual([500, 500, 90_000]);
    expect(retryDelay(0, { retryAfter: "7" }, least)).toBe(375);
  });
});

describe("a call with a time limit", () => {
  function calling(options?: { keepalive?: boolean }) {
    const simulation = createSimulation();
    const given: {
      resolve: (answer: CallResult) => void;
      reject: (error: unknown) => void;
      signal?: AbortSignal;
    }[] = [];
    const call = withTimeLimit(
      (_method, _path, _body, { signal } = {}) =>
        new Promise((resolve, reject) => {
          given.push({ resolve, reject, ...(signal && { signal }) });
        }),
      simulation.after,
    );
    const outcome: { value?: unknown } = {};
    call("GET", "boards/1", undefined, options).then(
      (answer) => (outcome.value = answer),
      (thrown: unknown) => (outcome.value = thrown),
    );
    return { simulation, outcome, request: given[0] as (typeof given)[0] };
  }

  it("is given up after 30 seconds of silence, as unreachable, and aborted", async () => {
    const { simulation, outcome, request } = calling();
    await simulation.advance(answerTimeoutMs - 1);
    expect([outcome.value, request.signal?.aborted]).toEqual([undefined, false]);
    await simulation.advance(1);
    expect(outcome.value).toMatchObject({ name: "ApiError", status: 0, code: "silent" });
    expect(classifyError(outcome.value as never)).toBe("retry");
    expect(request.signal?.aborted).toBe(true);
  });

  it("that was answered in time is not aborted afterwards", async () => {
    for (const end of ["resolve", "reject"] as const) {
      const { simulation, outcome, request } = calling();
      const answer = { data: 1, meta: 2 };
      request[end](answer);
      await simulation.advance(2 * answerTimeoutMs);
      expect([outcome.value, request.signal?.aborted]).toEqual([answer, false]);
    }
  });

  it("that is to outlive its page has neither limit nor signal", async () => {
    const { simulation, outcome, request } = calling({ keepalive: true });
    await simulation.advance(2 * answerTimeoutMs);
    expect([outcome.value, request.signal]).toEqual([undefined, undefined]);
  });
});

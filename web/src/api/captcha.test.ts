// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useCaptchaSolution } from "./captcha.ts";

const solving = () => renderHook(useCaptchaSolution).result;

it("a form that is sent early waits for the solution, as often as it is sent, and says that it needs it", async () => {
  const result = solving();
  const { current } = result;
  expect(current.props.needed).toBe(false);
  let taken: Array<Promise<string | null>> = [];
  act(() => void (taken = [current.wait(), current.wait()]));
  expect(result.current.props.needed).toBe(true);
  current.props.onSolved("solved");
  expect(await Promise.all(taken)).toEqual(["solved", "solved"]);
  expect(await current.wait()).toBe("solved");
});

it("a verification that failed gives none, and another one may follow", async () => {
  const { current } = solving();
  const waiting = current.wait();
  current.props.onError();
  expect([await waiting, await current.wait()]).toEqual([null, null]);
  current.props.onSolved("second");
  expect(await current.wait()).toBe("second");
});

it("a solution that was used is thrown away, and the verification starts again", async () => {
  const result = solving();
  result.current.props.onSolved("first");
  expect(result.current.props.attempt).toBe(0);
  act(() => result.current.renew());
  expect(result.current.props.attempt).toBe(1);
  const waiting = result.current.wait();
  result.current.props.onSolved("second");
  expect(await waiting).toBe("second");
});

import { afterEach, expect, it } from "vitest";
import { onFirstToast, setToastHost, toast, type ToastHost } from "./toast.ts";

afterEach(() => setToastHost(null));

function testHost() {
  const shown: string[] = [];
  const host: ToastHost = {
    show({ message }) {
      shown.push(message);
      return () => shown.splice(shown.indexOf(message), 1);
    },
  };
  return { shown, host };
}

it("a message waits for the list, which comes with the first one, and is shown once", () => {
  let summoned = 0;
  onFirstToast(() => (summoned += 1));
  const { shown, host } = testHost();
  toast({ message: "early" });
  expect([summoned, shown]).toEqual([1, []]);
  setToastHost(host);
  expect(shown).toEqual(["early"]);
  toast({ message: "late" });
  setToastHost(host);
  expect([summoned, shown]).toEqual([1, ["early", "late"]]);
});

it("a message can be closed early, before the list is there too", () => {
  const { shown, host } = testHost();
  const closeFirst = toast({ message: "first" });
  const closeSecond = toast({ message: "second" });
  closeFirst();
  setToastHost(host);
  expect(shown).toEqual(["second"]);
  closeSecond();
  expect(shown).toEqual([]);
  const closeThird = toast({ message: "third" });
  closeThird();
  expect(shown).toEqual([]);
});

it("messages wait again once the list is gone", () => {
  const [first, second] = [testHost(), testHost()];
  setToastHost(first.host);
  setToastHost(null);
  toast({ message: "between" });
  expect(first.shown).toEqual([]);
  setToastHost(second.host);
  expect(second.shown).toEqual(["between"]);
});

import { afterEach, expect, it } from "vitest";
import { onFirstToast, setToastHost, toast, type ToastHost } from "./toast.ts";

afterEach(() => setToastHost(null));

function host() {
  const shown: string[] = [];
  const made: ToastHost = {
    show({ message }) {
      shown.push(message);
      return () => shown.splice(shown.indexOf(message), 1);
    },
  };
  return { shown, made };
}

it("a message waits for the list, which comes with the first one, and is shown once", () => {
  let summoned = 0;
  onFirstToast(() => (summoned += 1));
  const { shown, made } = host();
  toast({ message: "early" });
  expect([summoned, shown]).toEqual([1, []]);
  setToastHost(made);
  expect(shown).toEqual(["early"]);
  toast({ message: "late" });
  setToastHost(made);
  expect([summoned, shown]).toEqual([1, ["early", "late"]]);
});

it("a message can be closed early, before the list is there too", () => {
  const { shown, made } = host();
  const closeFirst = toast({ message: "first" });
  const closeSecond = toast({ message: "second" });
  closeFirst();
  setToastHost(made);
  expect(shown).toEqual(["second"]);
  closeSecond();
  expect(shown).toEqual([]);
  const closeThird = toast({ message: "third" });
  closeThird();
  expect(shown).toEqual([]);
});

it("messages wait again once the list is gone", () => {
  const [first, second] = [host(), host()];
  setToastHost(first.made);
  setToastHost(null);
  toast({ message: "between" });
  expect(first.shown).toEqual([]);
  setToastHost(second.made);
  expect(second.shown).toEqual(["between"]);
});

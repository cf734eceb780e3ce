import { externalStore } from "../externalStore.ts";

/** Long enough for every screen reader to have taken the text, in milliseconds. */
const keptMs = 5000;

export const announcements = externalStore<readonly { id: number; text: string }[]>([]);
let lastId = 0;

/** Screen readers read it after what they read now, and each of several texts, also when two are equal. */
export function announce(text: string): void {
  if (text === "") return;
  lastId += 1;
  const id = lastId;
  announcements.set([...announcements.get(), { id, text }]);
  setTimeout(() => announcements.set(announcements.get().filter((each) => each.id !== id)), keptMs);
}

/** For the answer to a press that may be repeated, such as why it is refused. */
export function announceOnce(text: string): void {
  if (announcements.get().every((each) => each.text !== text)) announce(text);
}

import { countReactions, formatReactions, parseReactions, type Reactions } from "@retro/contract/reactions";
import { describe, expect, test } from "vitest";
import { itemPart, keepKnown, scrubPart } from "./parts.ts";
import { predict } from "./predict.ts";
import { presentItem, privilegedAudiences } from "./present.ts";
import { isReactionFull, mayReact, withoutReactionsOf, withReaction } from "./reactions.ts";
import { boardView, facilitation, sticker } from "./testing/board.ts";

const give = { kind: "heart", reacted: true } as const;
const takeBack = { kind: "heart", reacted: false } as const;
const heart = (...user_ids: string[]): Reactions => ({ heart: { count: user_ids.length, user_ids } });

describe("[K1] a reaction", () => {
  test("is given once and taken back once; another time changes nothing", () => {
    const given = withReaction(undefined, give, "ann");
    expect(given).toEqual(heart("ann"));
    expect(withReaction(given, give, "ann")).toBe(given);
    expect(withReaction(given, give, "bob")).toEqual(heart("ann", "bob"));
    expect(withReaction(given, takeBack, "ann")).toBeUndefined();
    expect(withReaction(undefined, takeBack, "ann")).toBeUndefined();
  });

  test("leaves imported ones, which have no user", () => {
    const imported = { heart: { count: 3, user_ids: [] } };
    const given = withReaction(imported, give, "ann");
    expect(given).toEqual({ heart: { count: 4, user_ids: ["ann"] } });
    expect(withReaction(given, takeBack, "ann")).toEqual(imported);
  });

  test("has at most 100 users", () => {
    const users = Array.from({ length: 100 }, (_, i) => `user-${i}`);
    expect(isReactionFull(heart(...users), "heart")).toBe(true);
    expect(isReactionFull(heart(...users), "eyes")).toBe(false);
    expect(isReactionFull(heart(...users.slice(1)), "heart")).toBe(false);
  });

  test("is predicted, and keeps the revision", () => {
    const view = boardView("ann", [sticker("s", "c")]);
    const [change] = predict(view, { type: "reaction", id: "s", ...give }, 0);
    expect(change).toEqual({ type: "item.put", item: sticker("s", "c", { reactions: heart("ann") }) });
    expect(predict(view, { type: "reaction", id: "s", ...takeBack }, 0)).toEqual([]);
    expect(predict(view, { type: "reaction", id: "gone", ...give }, 0)).toEqual([]);
  });
});

test.each([
  ["no option", {}, "participant", null],
  ["stopEditing", { stopEditing: true }, "participant", null],
  ["hideContent, a participant", { hideContent: true }, "participant", "content_hidden"],
  ["hideContent, the author", { hideContent: true }, "owner", null],
  ["hideContent, the facilitator", { hideContent: true }, "facilitator", null],
] as const)("[K2] may react: %s", (_, options, who, refusal) => {
  expect(mayReact(facilitation(options), sticker("s", "c"), who)).toBe(refusal);
});

test("[K2, M2] nobody reacts on a locked board", () => {
  expect(mayReact({ ...facilitation(), locked: true }, sticker("s", "c"), "owner")).toBe("board_read_only");
});

describe("[K2] a hidden sticker", () => {
  const item = sticker("s", "c", { reactions: heart("participant", "owner") });
  const hiding = facilitation({ hideContent: true });

  test("shows its reactions to its author and the facilitator only", () => {
    const seen = (who: string | null) => presentItem(item, hiding, who).reactions;
    expect([seen(null), seen("participant")]).toEqual([undefined, undefined]);
    expect([seen("owner"), seen("facilitator")]).toEqual([item.reactions, item.reactions]);
  });

  test("loses them in the browser with its text, and the author's browser keeps them", () => {
    const viewer = (userId: string) => ({ userId, facilitation: hiding });
    expect(scrubPart(itemPart, item, viewer("participant")).reactions).toBeUndefined();
    const event = presentItem(item, hiding, null);
    expect(keepKnown(itemPart, item, event, viewer("owner")).reactions).toBe(item.reactions);
    expect(keepKnown(itemPart, item, event, viewer("participant")).reactions).toBeUndefined();
  });
});

describe("[K3] while avatars are hidden", () => {
  const item = sticker("s", "c", { reactions: heart("ann", "bob") });
  const hiding = facilitation({ avatars: "hide" });
  const users = (who: string | null) => presentItem(item, hiding, who).reactions?.["heart"];

  test("everybody gets the count, and of the users only themselves", () => {
    expect(users(null)).toEqual({ count: 2, user_ids: null });
    expect(users("ann")).toEqual({ count: 2, user_ids: ["ann"] });
    expect(users("facilitator")).toEqual({ count: 2, user_ids: [] });
  });

  test("those who reacted, and who has just taken a reaction back, get it on their own channel", () => {
    const audiences = privilegedAudiences([{ type: "item.put", item, reactor: "cy" }], hiding);
    expect([...audiences].toSorted()).toEqual(["ann", "bob", "cy", "owner"]);
  });

  test("concealed counts leave reactions as they are", () => {
    const concealing = facilitation({ concealVoteCount: true });
    expect(presentItem(item, concealing, "ann").reactions).toBe(item.reactions);
  });
});

test("[K4] an erased user's reactions go, all others stay", () => {
  const reactions = { ...heart("ann", "bob"), eyes: { count: 1, user_ids: ["ann"] } };
  expect(withoutReactionsOf(reactions, "ann")).toEqual(heart("bob"));
  expect(withoutReactionsOf(reactions, "cy")).toBe(reactions);
});

test("[K4] counts as a text of a file read back exactly, also without the heart's selector", () => {
  const counts = countReactions({
    eyes: { count: 12, user_ids: [] },
    heart: { count: 1, user_ids: [] },
    later: { count: 1, user_ids: [] },
  });
  expect(formatReactions(counts)).toBe("❤️ 1 👀 12");
  expect(parseReactions("❤️ 1 👀 12")).toEqual(counts);
  expect(parseReactions("❤ 1 👀 12")).toEqual(counts);
  expect(parseReactions("nothing 5")).toBeUndefined();
});

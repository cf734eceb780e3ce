import { describe, expect, test } from "vitest";
import type { Action } from "@retro/contract/actions";
import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import { actionPosition, editedAction, predictAction, sortActions } from "./actions.ts";
import { applyChange, isMissingVisibleText, scrubWithheldData } from "./apply-change.ts";
import { presentAction, presentChange, privilegedAudiences } from "./present.ts";
import { boardView, facilitation, sticker } from "./testing/board.ts";

const now = Date.UTC(2026, 0, 15);
const at = new Date(now).toISOString();

/** An action by "writer", made from a sticker by "owner". */
function action(id: string, over: Partial<Action> = {}): Action {
  return {
    id,
    board_id: "board",
    text: `text of ${id}`,
    hidden: false,
    owner_id: null,
    owner_name: null,
    due_on: null,
    link: null,
    status: "open",
    source_item_id: "sticker",
    source_user_id: "owner",
    user_id: "writer",
    order: "a0",
    rev: 1,
    created_at: at,
    status_at: at,
    ...over,
  };
}
const viewOf = (me: string, actions: readonly Action[], options: Partial<FacilitatorOptions> = {}) =>
  boardView(me, [sticker("sticker", "column")], {
    actions: new Map(actions.map((each) => [each.id, each])),
    facilitation: facilitation(options),
  });

const details = {
  link: "https://t.example/1",
  owner_id: "zoe",
  owner_name: "Zoe",
  due_on: "2026-12-01",
};

describe("who sees the text", () => {
  test.each([
    [null, true],
    ["stranger", true],
    ["owner", false],
    ["writer", false],
    ["facilitator", false],
  ])(
    "[D3] while content is hidden, an action from a sticker is presented to %s with hidden: %s",
    (who, hidden) => {
      const shown = presentAction(action("a", details), facilitation({ hideContent: true }), who);
      const nothing = { text: null, link: null, owner_id: null, owner_name: null, due_on: null };
      expect(shown).toMatchObject({ hidden, ...(hidden ? nothing : { text: "text of a", ...details }) });
      expect(presentAction(action("a", details), facilitation(), who)).toMatchObject({
        hidden: false,
        ...details,
      });
    },
  );

  test("[D3] an erased author of the sticker does not reveal it; an action that was written directly is never hidden", () => {
    const rules = facilitation({ hideContent: true });
    const erased = action("a", { source_user_id: null });
    expect(presentAction(erased, rules, "stranger").text).toBeNull();
    const direct = action("a", { source_item_id: null, source_user_id: null });
    expect(presentAction(direct, rules, null).text).toBe("text of a");
  });

  test("[D3, H3] while avatars are hidden only a user themselves gets their part", () => {
    const rules = facilitation({ avatars: "hide" });
    const parts = (who: string | null) => {
      const { user_id, source_user_id } = presentAction(action("a"), rules, who);
      return [user_id, source_user_id];
    };
    expect([parts(null), parts("writer"), parts("owner"), parts("facilitator")]).toEqual([
      [null, null],
      ["writer", null],
      [null, "owner"],
      [null, null],
    ]);
  });

  test.each([
    [{}, []],
    [{ hideContent: true }, ["facilitator", "owner", "writer"]],
    [{ avatars: "hide" as const }, ["owner", "writer"]],
  ])("[D3, H4] under %j those who see more get it on their own channels", (options, expected) => {
    const change = { type: "action.put", action: action("a") } as const;
    expect([...privilegedAudiences([change], facilitation(options))].toSorted()).toEqual(expected);
    expect(presentChange(change, facilitation(options), null)).toHaveLength(1);
  });

  test("[D3, H6] when content becomes hidden the view drops the text, and its own stays", () => {
    const mine = action("mine", { user_id: "me" });
    const view = viewOf("me", [action("a", details), mine], { hideContent: true });
    const after = scrubWithheldData(view);
    expect(after.actions.get("a")).toMatchObject({
      text: null,
      hidden: true,
      owner_name: null,
      due_on: null,
    });
    expect(after.actions.get("mine")).toBe(mine);
    expect(isMissingVisibleText(after)).toBe(false);
    expect(isMissingVisibleText({ ...after, facilitation: facilitation() })).toBe(true);
  });

  test("[D3, H6] a text that the view lacks counts as missing after its authors are withheld too", () => {
    const lacking = action("a", { text: null, hidden: true });
    const after = scrubWithheldData(viewOf("me", [lacking], { avatars: "hide" }));
    expect(after.actions.get("a")).toEqual({ ...lacking, user_id: null, source_user_id: null });
    expect(isMissingVisibleText(after)).toBe(true);
  });

  test("[D3, H4] the channel's version keeps what the user knows of the same revision", () => {
    const view = viewOf("writer", [action("a", details)], { hideContent: true });
    const shared = presentAction(action("a", { order: "a5", ...details }), view.facilitation, null);
    const after = applyChange(view, { type: "action.put", action: shared });
    const kept = { order: "a5", text: "text of a", hidden: false, ...details };
    expect(after.actions.get("a")).toMatchObject(kept);
    const newer = applyChange(view, { type: "action.put", action: { ...shared, rev: 2 } });
    expect(newer.actions.get("a")).toMatchObject({ text: null, hidden: true });
  });

  test("[H3, P6] of the two authors the channel's version leaves the user themselves, and nobody who was erased", () => {
    const without = {
      type: "action.put",
      action: action("a", { user_id: null, source_user_id: null }),
    } as const;
    const parts = (me: string) => {
      const after = applyChange(viewOf(me, [action("a")]), without).actions.get("a");
      return [after?.user_id, after?.source_user_id];
    };
    expect([parts("writer"), parts("owner"), parts("stranger")]).toEqual([
      ["writer", null],
      [null, "owner"],
      [null, null],
    ]);
  });

  test.each([
    ["stranger", false],
    ["owner", true],
    ["writer", true],
    ["facilitator", true],
  ])("[D3, Y3] while content is hidden, a text that was lost is missing for %s: %s", (me, lacks) => {
    const lost = action("a", { text: null, hidden: true });
    expect(isMissingVisibleText(viewOf(me, [lost], { hideContent: true }))).toBe(lacks);
  });
});

describe("an edit", () => {
  test("[D1] changes what it names, and nothing else", () => {
    const before = action("a", { owner_id: "u", owner_name: "Una", due_on: "2026-02-01" });
    const later = new Date(now + 1000).toISOString();
    expect(editedAction(before, { text: "new" }, later)).toEqual({ ...before, text: "new" });
    expect(editedAction(before, { status: "done" }, later)).toEqual({
      ...before,
      status: "done",
      status_at: later,
    });
    expect(editedAction(before, { owner_name: "Ops" }, later)).toMatchObject({
      owner_id: null,
      owner_name: "Ops",
    });
    expect(editedAction(before, { owner_name: "", due_on: null }, later)).toMatchObject({
      owner_id: null,
      owner_name: null,
      due_on: null,
    });
  });

  test("[Y4] that changes nothing gives the same action", () => {
    const before = action("a", { owner_id: "u", owner_name: "Una" });
    expect(editedAction(before, {}, at)).toBe(before);
    expect(
      editedAction(before, { text: "text of a", owner_id: "u", owner_name: "Una", status: "open" }, at),
    ).toBe(before);
  });
});

describe("[Y5] the prediction", () => {
  const three = [action("a", { order: "a0" }), action("b", { order: "a1" }), action("c", { order: "a2" })];
  const orderAfter = (view: ReturnType<typeof viewOf>, command: Parameters<typeof predictAction>[1]) =>
    sortActions(predictAction(view, command, now).reduce(applyChange, view).actions.values()).map(
      ({ id }) => id,
    );

  test("[D1] of a new action stands where the command says", () => {
    const view = viewOf("me", three);
    const add = { type: "action.add", id: "new", text: "New" } as const;
    expect(orderAfter(view, add)).toEqual(["a", "b", "c", "new"]);
    expect(orderAfter(view, { ...add, after_id: null })).toEqual(["new", "a", "b", "c"]);
    expect(orderAfter(view, { ...add, after_id: "a" })).toEqual(["a", "new", "b", "c"]);
    expect(predictAction(view, { ...add, source_item_id: "sticker" }, now)).toMatchObject([
      { action: { source_item_id: "sticker", source_user_id: "owner", user_id: "me", rev: 1 } },
    ]);
    expect(actionPosition(three, "gone")).toBe(3);
  });

  test("[D1, D4] moves, deletes and restores", () => {
    const view = viewOf("me", three);
    expect(orderAfter(view, { type: "action.move", id: "c", after_id: null })).toEqual(["c", "a", "b"]);
    const gone = predictAction(view, { type: "action.delete", id: "b" }, now).reduce(applyChange, view);
    expect([...gone.actions.keys()]).toEqual(["a", "c"]);
    expect(orderAfter(gone, { type: "action.restore", id: "b", action: three[1] ?? null })).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(predictAction(gone, { type: "action.restore", id: "b", action: null }, now)).toEqual([]);
  });

  test("[D1] of a move between actions with the same key shows it between them", () => {
    const view = viewOf(
      "me",
      ["a", "b", "c"].map((id) => action(id, { order: "a0" })),
    );
    expect(orderAfter(view, { type: "action.move", id: "c", after_id: "a" })).toEqual(["a", "c", "b"]);
  });

  test("[D2] of a command that the rules refuse, or on a hidden or unknown action, is nothing", () => {
    const locked = viewOf("me", three, { stopEditing: true });
    expect(predictAction(locked, { type: "action.edit", id: "a", status: "done" }, now)).toEqual([]);
    const hidden = viewOf("me", [action("a", { hidden: true, text: null })], { hideContent: true });
    expect(predictAction(hidden, { type: "action.edit", id: "a", text: "x" }, now)).toEqual([]);
    expect(predictAction(viewOf("me", []), { type: "action.delete", id: "a" }, now)).toEqual([]);
    const edited = predictAction(viewOf("me", three), { type: "action.edit", id: "a", text: "x" }, now);
    expect(edited).toMatchObject([{ action: { text: "x", rev: 1 } }]);
  });
});

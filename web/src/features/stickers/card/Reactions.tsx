import "./reactions.css";
import type { Item } from "@retro/contract/entities";
import { reactionEmoji, reactionKinds, type ReactionKind } from "@retro/contract/reactions";
import { showsAvatar } from "@retro/rules/permissions";
import { hasReacted, isReactionFull, mayReact } from "@retro/rules/reactions";
import { useState } from "react";
import { useBoardStore, useItemParts } from "../../../board-state/boardHooks.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import type { BoardState } from "../../../board-state/types.ts";
import { type Translate, useT } from "../../../i18n/useT.ts";
import { announce } from "../../../ui/focus/announce.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { toastError } from "../../../ui/toasts/toast.ts";
import { tip } from "../../../ui/tooltips/tip.ts";

const ReactionPicker = lazyPart(() => import("./ReactionPicker.tsx"), "ReactionPicker", {
  silent: true,
  editing: true,
  plain: true,
});

/** As many names as a tooltip shows. */
const maxNames = 12;

interface Props {
  item: Item;
  /** -1: the Tab key skips it. */
  tabIndex: 0 | -1;
}

/** The reactions that a sticker has: a press gives the same one, or takes the user's own back [K1]. */
export function Reactions({ item, tabIndex }: Props) {
  const t = useT();
  const store = useBoardStore();
  const { reactions } = item;
  const { me, refusal, avatars, people } = useItemParts(item.id, reactionState(item));
  const given = reactionKinds.filter((kind) => (reactions?.[kind]?.count ?? 0) > 0);
  if (given.length === 0) return null;
  return (
    <div className="reactions" role="group" aria-label={t("reactions.title")}>
      {given.map((kind) => {
        const { count = 0, user_ids } = reactions?.[kind] ?? {};
        const mine = hasReacted(reactions, kind, me);
        const full = !mine && isReactionFull(reactions, kind) ? ("reactions_full" as const) : null;
        const reason = refusal ?? full;
        const label = t("reactions.given", { kind: t(`reactions.${kind}`), count });
        const names = (user_ids ?? []).flatMap((id) => {
          const person = people.get(id);
          return person !== undefined && showsAvatar(avatars, person.options) ? person.name : [];
        });
        return (
          <button
            key={kind}
            type="button"
            className="reaction"
            tabIndex={tabIndex}
            aria-pressed={mine}
            aria-label={reason === null ? label : `${label}. ${t(`error.${reason}`)}`}
            aria-disabled={reason === null ? undefined : true}
            {...tip(tooltip(t, kind, names, count))}
            onClick={() =>
              reason === null
                ? send(store, { id: item.id, kind, reacted: !mine })
                : announce(t(`error.${reason}`))
            }
          >
            <span aria-hidden>{reactionEmoji[kind]}</span>
            <span>{count}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Opens the row of all reactions. */
export function AddReaction({ item, tabIndex }: Props) {
  const t = useT();
  const store = useBoardStore();
  const { me, refusal } = useItemParts(item.id, reactionState(item));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (refusal !== null) return null;
  const label = t("reactions.add");
  return (
    <>
      <button
        type="button"
        className="sticker-menu reaction-add"
        aria-label={label}
        {...tip(label)}
        aria-haspopup="true"
        aria-expanded={anchor !== null}
        tabIndex={tabIndex}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d="M10 4a8 8 0 1 0 8 8h-2a6 6 0 1 1-6-6zM7.500 9A1.500 1.500 0 1 0 7.500 12 1.500 1.500 0 0 0 7.500 9m5 0a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3M6.200 13.500a4.200 4.200 0 0 0 7.600 0zM18 2v3h-3v2h3v3h2V7h3V5h-3V2z" />
        </svg>
      </button>
      {anchor !== null && (
        <ReactionPicker
          anchor={anchor}
          isMine={(kind) => hasReacted(item.reactions, kind, me)}
          onPick={(kind, reacted) => send(store, { id: item.id, kind, reacted })}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

const reactionState =
  (item: Item) =>
  ({ view, people }: BoardState) => ({
    people,
    me: view?.userId ?? "",
    refusal: view === null ? null : mayReact(view.facilitation, item, view.userId),
    avatars: view?.facilitation.facilitator_options.avatars ?? false,
  });

function send(store: BoardStore, reaction: { id: string; kind: ReactionKind; reacted: boolean }): void {
  store.send({ type: "reaction", ...reaction }).catch(toastError);
}

function tooltip(t: Translate, kind: ReactionKind, names: readonly string[], count: number): string {
  const word = t(`reactions.${kind}`);
  if (names.length === 0) return word;
  const shown = names.slice(0, maxNames);
  const list = shown.join(", ");
  const more = count - shown.length;
  return t("reactions.users", {
    kind: word,
    names: more > 0 ? t("reactions.more", { names: list, count: more }) : list,
  });
}

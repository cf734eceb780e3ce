import "./reactions.css";
import type { Item } from "@retro/contract/items";
import { reactionEmoji, reactionKinds, type ReactionKind } from "@retro/contract/reactions";
import { showsAvatar } from "@retro/rules/permissions";
import { hasReacted, isReactionFull, mayReact } from "@retro/rules/reactions";
import { useBoardStore, useItemParts } from "../../../board-state/boardHooks.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { type Translate, useT } from "../../../i18n/useT.ts";
import { announceOnce } from "../../../ui/focus/announce.ts";
import { toastError } from "../../../ui/toasts/toast.ts";
import { tip } from "../../../ui/tooltips/tip.ts";

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
  const { me, refusal, avatars, people } = useItemParts(item.id, ({ view, people: all }) => ({
    people: all,
    me: view?.userId ?? "",
    refusal: view === null ? null : mayReact(view.facilitation, item, view.userId),
    avatars: view?.facilitation.facilitator_options.avatars ?? false,
  }));
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
                ? sendReaction(store, { id: item.id, kind, reacted: !mine })
                : announceOnce(t(`error.${reason}`))
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

export function sendReaction(
  store: BoardStore,
  reaction: { id: string; kind: ReactionKind; reacted: boolean },
): void {
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

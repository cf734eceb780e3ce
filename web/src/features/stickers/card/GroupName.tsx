import type { Item } from "@retro/contract/items";
import { limits } from "@retro/contract/limits";
import { useBoardState } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { InlineTitle } from "../../../ui/controls/InlineTitle.tsx";
import { externalStore, useExternalStore } from "../../../ui/externalStore.ts";
import { editableSticker } from "../boardQueries.ts";
import { stickerCardOf } from "../keyboard/stickerFocus.ts";
import { useRenameItem } from "../section/useRenameItem.ts";

/** The last group whose name somebody asked to write, and whether they have left its field. */
const naming = externalStore<{ id: string; request: number; left: boolean } | null>(null);

/** Opens the field for the name, after the menu has returned the focus. */
export function nameGroup(id: string): void {
  const request = (naming.get()?.request ?? 0) + 1;
  requestAnimationFrame(() => naming.set({ id, request, left: false }));
}

function leaveName(id: string): void {
  const last = naming.get();
  if (last?.id === id) naming.set({ ...last, left: true });
  // Without a name the field is gone, and the focus with it.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) stickerCardOf(id)?.focus();
  });
}

interface Props {
  item: Item;
  tabIndex: 0 | -1;
}

/** Above the group's text [N1]. A group without a name offers one while it is open. */
export function GroupName({ item, open, tabIndex }: Props & { open: boolean }) {
  const { id, name } = item;
  const last = useExternalStore(naming);
  const request = last?.id === id ? last : null;
  const begun = request?.left === false;
  if (name === undefined && !open && !begun) return null;
  // A new request begins with the open field.
  return <NameField key={request?.request} item={item} begun={begun} tabIndex={tabIndex} />;
}

function NameField({ item: { id, name = "" }, begun, tabIndex }: Props & { begun: boolean }) {
  const t = useT();
  const rename = useRenameItem(id, "name");
  const editable = useBoardState(({ view }) => editableSticker(view, id) !== null);
  if (name === "" && !editable) return null;
  return (
    <InlineTitle
      as="h3"
      id={`name-${id}`}
      className="group-name"
      title={name}
      placeholder={t("groups.addName")}
      editable={editable}
      label={t("groups.name")}
      max={limits.groupName}
      rename={rename}
      begun={begun}
      tabIndex={tabIndex}
      onLeft={() => leaveName(id)}
    />
  );
}

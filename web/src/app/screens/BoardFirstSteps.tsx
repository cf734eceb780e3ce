import { useState } from "react";
import { childIds } from "../../board-state/view/childIds.ts";
import { useBoardState, useBoardStore, usePermissions } from "../../board-state/boardHooks.ts";
import { openStartDialog } from "../../features/facilitation/meeting/startDialogOpen.ts";
import { useStartRefusal } from "../../features/facilitation/facilitationHooks.ts";
import { openInvitePanel } from "../../features/people/invitePanelState.ts";
import { useStickerActions } from "../../features/stickers/stickerActions.ts";
import { recall, remember } from "../../device/deviceMemory.ts";
import { lazyPart, optionalPart } from "../../ui/loading/lazy.tsx";
import { hasNoStickers } from "./hasNoStickers.ts";

const FirstSteps = lazyPart(
  () => import("../../features/boards/home/FirstSteps.tsx"),
  "FirstSteps",
  optionalPart,
);
const key = "retro.firstSteps";

/** Must be inside `StickerBoard`. */
export function BoardFirstSteps() {
  const store = useBoardStore();
  const actions = useStickerActions();
  const permissions = usePermissions();
  const isStart = useBoardState(
    (state) => hasNoStickers(state) && state.view?.facilitation.meeting === undefined,
  );
  const [hidden, setHidden] = useState(() => recall(key) !== null);
  const startRefusal = useStartRefusal();
  if (hidden || !isStart) return null;
  const addFirst = () => {
    const { view } = store.getState();
    if (view === null) return;
    const column = childIds(view.items, childIds(view.items, null)[0] ?? null)[0];
    if (column !== undefined) actions.compose(column);
  };
  const hide = () => {
    remember(key, "hidden");
    setHidden(true);
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  };
  return (
    <div className="first-steps-place">
      <FirstSteps
        onInvite={openInvitePanel}
        onAdd={permissions.editStickers === null ? addFirst : null}
        onStart={openStartDialog}
        startRefusal={startRefusal}
        onHide={hide}
      />
    </div>
  );
}

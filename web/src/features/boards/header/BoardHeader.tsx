import "./board-header.css";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import { limits } from "@retro/contract/limits";
import { mayManageBoard } from "@retro/rules/permissions";
import { useState } from "react";
import type { ComponentType, ReactNode, Ref } from "react";
import {
  useBoardState,
  useFacilitation,
  useMe,
  usePermissions,
  useBoardStore,
} from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { InlineTitle } from "../../../ui/controls/InlineTitle.tsx";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { MorePanel } from "../../../ui/panels/MorePanel.tsx";
import { phoneQuery, useMediaQuery } from "../../../ui/device/useMediaQuery.ts";
import type { MoveToSpaceProps } from "../manage/BoardManagement.tsx";
import { asApiError } from "../../../api/client.ts";
import { presentTextsOf } from "../../../api/presentTexts.ts";
import type { Rename } from "../../../ui/controls/InlineTitle.tsx";

/** The server refuses (409) to replace a title that the user has not seen. */
function useRenameBoard(): Rename {
  const store = useBoardStore();
  return async (title, before) => {
    try {
      await store.call("PUT", "", { title, from: { title: before } });
      return null;
    } catch (thrown) {
      const error = asApiError(thrown);
      const current = presentTextsOf(error)["title"]?.text;
      return { message: error.errors["title"]?.[0] ?? error.message, current };
    }
  };
}

const EditBoardDialog = lazyPart(() => import("../edit/EditBoardDialog.tsx"), "EditBoardDialog");
const LockedBoardDialog = lazyPart(() => import("../manage/BoardManagement.tsx"), "LockedBoardDialog");

/** Controls of other features in the board's header. Each is small: what it opens is loaded later. */
export interface BoardHeaderSlots {
  boardId: string;
  download?: ReactNode;
  /** Takes the space between title and controls, and fits its content into it. */
  status?: ReactNode;
  people?: ReactNode;
  /** The invitation. It stays in the row on a phone. */
  invite?: ReactNode;
  history?: ReactNode;
  results?: ReactNode;
  actions?: ReactNode;
  zoom?: ReactNode;
  space?: ReactNode;
  MoveToSpace?: ComponentType<MoveToSpaceProps>;
  /** On a phone: where the timer and the facilitator's controls appear, and where those of the shell do. */
  places?:
    | undefined
    | { timer: Ref<HTMLDivElement>; facilitation: Ref<HTMLDivElement>; shell: Ref<HTMLDivElement> };
}

/** The avatars come first at the right: other controls do not move when somebody joins (spec 2.16). */
export function BoardHeader({ boardId, places, MoveToSpace, ...slots }: BoardHeaderSlots) {
  const t = useT();
  const title = useBoardState((state) => state.view?.details.title ?? "");
  const description = useBoardState((state) => state.view?.details.description ?? "");
  const permissions = usePermissions();
  const facilitation = useFacilitation();
  const me = useMe();
  const rename = useRenameBoard();
  // Which of the two is decided when they open: a lock must not close a form with text in it.
  const [settings, setSettings] = useState<"edit" | "locked" | null>(null);
  const Settings = settings === "locked" ? LockedBoardDialog : EditBoardDialog;
  const phone = useMediaQuery(phoneQuery);
  const narrow = useMediaQuery("(max-width: 1023.95px)");
  return (
    <>
      <div className="board-header">
        <InlineTitle
          as="h1"
          className="board-title"
          title={title}
          editable={permissions.editBoard === null}
          label={t("board.titleOf")}
          max={limits.boardTitle}
          rename={rename}
        />
        <div className="status">{slots.status}</div>
        <div className="timer" ref={places?.timer} />
        <div className="invite">{slots.invite}</div>
        <MorePanel collapsed={phone}>
          <div className="space-place">{slots.space}</div>
          <div className="facilitation" ref={places?.facilitation} />
          <div className="people">{slots.people}</div>
          {description !== "" && (
            <IconAction
              icon={InfoOutlined}
              label={description}
              size="small"
              className="info"
              data-testid="board-description"
            />
          )}
          <div className="download">{slots.download}</div>
          <MorePanel collapsed={narrow && !phone}>
            <div className="history">{slots.history}</div>
            <div className="results">{slots.results}</div>
            <div className="actions-slot">{slots.actions}</div>
            <div className="zoom">{slots.zoom}</div>
          </MorePanel>
          <div className="settings">
            <IconAction
              icon={SettingsOutlined}
              label={t("board.settings")}
              disabled={mayManageBoard(facilitation, me) !== null}
              onClick={() => setSettings(facilitation.locked ? "locked" : "edit")}
            />
          </div>
          <div className="shell" ref={places?.shell} />
        </MorePanel>
      </div>
      {settings !== null && <Settings {...{ boardId, MoveToSpace }} onClose={() => setSettings(null)} />}
    </>
  );
}

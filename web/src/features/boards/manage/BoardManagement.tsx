import "./board-management.css";
import Button, { type ButtonProps } from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type Board, board as boardSchema } from "@retro/contract/boards";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useId, useState } from "react";
import { call } from "../../../api/client.ts";
import { useBoardState, useBoardStore, useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { PassphraseDialog } from "./PassphraseDialog.tsx";
import { type SendToBoard, useManageBoard } from "./useManageBoard.ts";

export type MoveToSpaceProps = { board: { id: string; title: string }; onClose: () => void };

export interface BoardManagementProps {
  boardId: string;
  MoveToSpace?: ComponentType<MoveToSpaceProps> | undefined;
  onClose: () => void;
}

interface Props extends BoardManagementProps {
  /** The settings have changes that would be lost when they close. */
  unsaved?: boolean;
}

export function BoardManagement({ boardId, MoveToSpace, onClose, unsaved = false }: Props) {
  const t = useT();
  const store = useBoardStore();
  const title = useBoardState((state) => state.view?.details.title ?? "");
  const locked = useFacilitation().locked === true;
  const [asking, setAsking] = useState<"passphrase" | "bin" | "space" | null>(null);
  const close = () => setAsking(null);
  const { data, refetch } = useStates(boardId);
  const send: SendToBoard = (_id, method, path, body) => store.call(method, path, body);
  const manage = useManageBoard(send, onClose);
  const board = { id: boardId, title };
  const [busy, setBusy] = useState(false);
  /** Sends once: the second press of a double click comes before the answer. */
  const run = async (act: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    await act();
    setBusy(false);
  };
  return (
    <>
      <Buttons
        locked={locked}
        states={data}
        unsaved={unsaved}
        onMove={MoveToSpace && (() => setAsking("space"))}
        onLock={() => void run(() => manage.lock(board, !locked))}
        onArchive={() => void run(() => manage.archive(board, data?.archived !== true))}
        onPassphrase={() => setAsking("passphrase")}
        onBin={() => setAsking("bin")}
      />
      {asking === "space" && MoveToSpace !== undefined && <MoveToSpace board={board} onClose={close} />}
      {asking === "passphrase" && (
        <PassphraseDialog
          boardId={boardId}
          isSet={data?.passphrase === true}
          send={send}
          onClose={close}
          onChanged={() => void refetch()}
        />
      )}
      <ConfirmDialog
        open={asking === "bin"}
        danger
        title={t("manage.binTitle")}
        text={t("manage.binText", { title })}
        confirmLabel={t("manage.bin")}
        onCancel={close}
        onConfirm={() => manage.bin(board)}
      />
    </>
  );
}

interface ManagementProps {
  locked: boolean;
  states: Board | undefined;
  unsaved: boolean;
  onMove: (() => void) | undefined;
  onLock: () => void;
  onArchive: () => void;
  onPassphrase: () => void;
  onBin: () => void;
}

function Buttons({ locked, states, unsaved, ...on }: ManagementProps) {
  const t = useT();
  const hintId = useId();
  const unknown = states === undefined;
  return (
    <>
      <div
        className="board-management"
        role="group"
        aria-label={t("manage.board")}
        aria-describedby={unsaved ? hintId : undefined}
      >
        {on.onMove !== undefined && (
          <Row hint={t("spaces.moveLine")} onClick={on.onMove}>
            {`${t("spaces.move")}…`}
          </Row>
        )}
        <Row hint={t("manage.lockHint")} disabled={unsaved} onClick={on.onLock}>
          {t(locked ? "manage.unlock" : "manage.lock")}
        </Row>
        <Row hint={t("manage.archiveHint")} disabled={unsaved || unknown} onClick={on.onArchive}>
          {t(states?.archived ? "manage.unarchive" : "manage.archive")}
        </Row>
        <Row hint={t("manage.passphraseLine")} disabled={unknown} onClick={on.onPassphrase}>
          {t(states?.passphrase ? "manage.passphraseChange" : "manage.passphraseSet")}
        </Row>
        <Row hint={t("manage.binHint")} color="error" disabled={unsaved} onClick={on.onBin}>
          {t("manage.bin")}
        </Row>
      </div>
      {unsaved && (
        <Typography id={hintId} variant="caption" color="textSecondary">
          {t("manage.saveFirst")}
        </Typography>
      )}
    </>
  );
}

/** What the button does, in one line beside it. */
function Row({ hint, ...button }: ButtonProps & { hint: string }) {
  const hintId = useId();
  return (
    <>
      <Button variant="outlined" aria-describedby={hintId} {...button} />
      <p id={hintId}>{hint}</p>
    </>
  );
}

/** The board's state on screen has no archive and no passphrase: only this dialog needs them. */
function useStates(boardId: string) {
  return useQuery({
    queryKey: ["board-states", boardId],
    queryFn: async () => (await call("GET", `boards/${boardId}`, undefined, { schema: boardSchema })).data,
    staleTime: 0,
  });
}

export function LockedBoardDialog(props: BoardManagementProps) {
  const { onClose } = props;
  const t = useT();
  return (
    <FormDialog
      title={t("manage.board")}
      cancelLabel={null}
      submitLabel={t("common.close")}
      onCancel={onClose}
      onSubmit={onClose}
    >
      <BoardManagement {...props} />
    </FormDialog>
  );
}

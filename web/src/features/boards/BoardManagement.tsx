import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { board as boardSchema } from "@retro/contract/entities";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { useBoardState, useBoardStore, useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { PassphraseDialog } from "./PassphraseDialog.tsx";
import { type SendToBoard, useManageBoard } from "./useManageBoard.ts";

interface Props {
  boardId: string;
  onClose: () => void;
}

/** Lock, archive, passphrase and bin of the open board, for its settings [M1]. */
export function BoardManagement({ boardId, onClose }: Props) {
  const t = useT();
  const store = useBoardStore();
  const title = useBoardState((state) => state.view?.details.title ?? "");
  const locked = useFacilitation().locked === true;
  const [asking, setAsking] = useState<"passphrase" | "bin" | null>(null);
  const { data, refetch } = useStates(boardId);
  const send: SendToBoard = (_id, method, path, body) => store.call(method, path, body);
  const manage = useManageBoard(send, onClose);
  const board = { id: boardId, title };
  const { archived = false, passphrase: hasPassphrase = false } = data ?? {};
  return (
    <>
      <Stack
        direction="row"
        useFlexGap
        spacing={1}
        sx={{ flexWrap: "wrap" }}
        role="group"
        aria-label={t("manage.board")}
      >
        <Button variant="outlined" onClick={() => void manage.lock(board, !locked)}>
          {t(locked ? "manage.unlock" : "manage.lock")}
        </Button>
        <Button
          variant="outlined"
          disabled={data === undefined}
          onClick={() => void manage.archive(board, !archived)}
        >
          {t(archived ? "manage.unarchive" : "manage.archive")}
        </Button>
        <Button variant="outlined" disabled={data === undefined} onClick={() => setAsking("passphrase")}>
          {t(hasPassphrase ? "manage.passphraseChange" : "manage.passphraseSet")}
        </Button>
        <Button variant="outlined" color="error" onClick={() => setAsking("bin")}>
          {t("manage.bin")}
        </Button>
      </Stack>
      {asking === "passphrase" && (
        <PassphraseDialog
          boardId={boardId}
          isSet={hasPassphrase}
          send={send}
          onClose={() => setAsking(null)}
          onChanged={() => void refetch()}
        />
      )}
      <ConfirmDialog
        open={asking === "bin"}
        danger
        title={t("manage.binTitle")}
        text={t("manage.binText", { title })}
        cancelLabel={t("common.cancel")}
        confirmLabel={t("manage.bin")}
        onCancel={() => setAsking(null)}
        onConfirm={() => void manage.bin(board)}
      />
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

/** The settings of a locked board: only what can be changed on it [M2]. */
export function LockedBoardDialog({ boardId, onClose }: Props) {
  const t = useT();
  return (
    <FormDialog
      open
      title={t("manage.board")}
      cancelLabel={t("common.cancel")}
      submitLabel={t("common.close")}
      onCancel={onClose}
      onSubmit={onClose}
    >
      <BoardManagement boardId={boardId} onClose={onClose} />
    </FormDialog>
  );
}

import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { spaceKeyRefusal } from "@retro/contract/spaces/spaces";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, asApiError } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { type AfterAnswer, stayOpen } from "../../ui/dialogs/dialogAnswer.ts";
import { FormDialog, OtherAnswer } from "../../ui/dialogs/FormDialog.tsx";
import { toast } from "../../ui/toasts/toast.ts";
import { knownSpaces } from "./knownSpaces.ts";
import { NewSpaceDialog } from "./NewSpaceDialog.tsx";
import { spaceQuery } from "./useSpace.ts";
import { forgetSpaceOfBoard, useSpaceOfBoard } from "./useSpaceOfBoard.ts";

interface Props {
  board: { id: string; title: string };
  /** The space that the board is in, if the caller knows; otherwise the server is asked. */
  presentKey?: string;
  onClose: () => void;
}

export function MoveToSpaceDialog({ board, presentKey, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const present = useSpaceOfBoard(board.id)?.key ?? presentKey;
  const spaces = useExternalStore(knownSpaces).filter(({ key }) => key !== present);
  const [picked, setPicked] = useState("");
  const chosen = (spaces.find(({ key }) => key === picked) ?? spaces[0])?.key ?? "";
  const [mayTakeOut, setMayTakeOut] = useState(false);
  const [creating, setCreating] = useState(false);
  const move = async (): Promise<void> => {
    try {
      await api.put(`spaces/${chosen}/boards/${board.id}`, { leaving: present });
      const name = spaces.find(({ key }) => key === chosen)?.name ?? "";
      toast({ message: t("spaces.moved", { title: board.title, name }), kind: "success" });
      for (const key of [chosen, present])
        if (key !== undefined) void client.invalidateQueries({ queryKey: spaceQuery(key).queryKey });
      forgetSpaceOfBoard(client, board.id);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.code === "creator_asked") {
        toast({ message: error.message });
        return;
      }
      setMayTakeOut(error.code === "space_key_required" && spaceKeyRefusal.safeParse(error.data).success);
      throw error;
    }
  };
  const takeOut = async (): Promise<AfterAnswer> => {
    await api.delete(`boards/${board.id}/space`);
    toast({ message: t("spaces.takenOutOwn", { title: board.title }), kind: "success" });
    setMayTakeOut(false);
    // My boards marks it.
    void client.invalidateQueries({ queryKey: ["boards"] });
    return stayOpen;
  };
  if (creating)
    return <NewSpaceDialog onClose={() => setCreating(false)} onCreated={() => setCreating(false)} />;
  const none = spaces.length === 0;
  return (
    <FormDialog
      title={t("spaces.moveTitle", { title: board.title })}
      submitLabel={none ? `${t("spaces.new")}…` : t("spaces.moveButton")}
      footer={mayTakeOut && <OtherAnswer onSubmit={takeOut}>{t("spaces.takeOutOwn")}</OtherAnswer>}
      onCancel={onClose}
      onSubmit={() => (none ? setCreating(true) : move())}
    >
      {none ? (
        <Typography>{t("spaces.moveNone")}</Typography>
      ) : (
        <>
          <Typography variant="body2" color="textSecondary">
            {t("spaces.moveHint")}
          </Typography>
          <RadioGroup
            aria-label={t("spaces.moveChoose")}
            value={chosen}
            onChange={(_event, key) => setPicked(key)}
          >
            {spaces.map(({ key, name }) => (
              <FormControlLabel key={key} value={key} label={name} control={<Radio />} />
            ))}
          </RadioGroup>
        </>
      )}
    </FormDialog>
  );
}

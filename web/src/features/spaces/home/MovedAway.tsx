import Alert from "@mui/material/Alert";
import { returnedBoards, type Space } from "@retro/contract/spaces/spaces";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { toast, toastError } from "../../../ui/toasts/toast.ts";
import { keyOfSpace } from "../useSpace.ts";

interface Props {
  spaceKey: string;
  boards: NonNullable<Space["moved_away"]>;
}

/** Boards that left with the old link: one press takes all of them back [G15]. */
export function MovedAway({ spaceKey, boards }: Props) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    try {
      const { count } = await api.post(`spaces/${spaceKey}/returns`, undefined, { schema: returnedBoards });
      toast({ message: t("spaces.takenBack", { count }), kind: "success" });
    } catch (error) {
      toastError(error);
    } finally {
      await client.invalidateQueries({ queryKey: keyOfSpace(spaceKey) });
      setBusy(false);
    }
  };
  const titles = boards.map(({ title }) => (title === "" ? t("manage.passphraseNeeded") : title));
  return (
    <Alert
      severity="warning"
      action={
        <Button
          variant="outlined"
          aria-busy={busy}
          aria-disabled={busy}
          onClick={() => !busy && void takeBack()}
        >
          {t("spaces.takeBack")}
        </Button>
      }
    >
      <strong>{t("spaces.movedAway", { count: boards.length })}</strong>
      <div dir="auto">{titles.join(" · ")}</div>
      <div>{t("spaces.movedAwayHint")}</div>
    </Alert>
  );
}

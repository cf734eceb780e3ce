import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { setPassphrase } from "@retro/contract/commands";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { asApiError } from "../../../api/client.ts";
import { contractResolver } from "../../../i18n/contractResolver.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import type { SendToBoard } from "./useManageBoard.ts";

interface Props {
  boardId: string;
  isSet: boolean;
  send: SendToBoard;
  onClose: () => void;
  onChanged: () => void;
}

export function PassphraseDialog({ boardId, isSet, send, onClose, onChanged }: Props) {
  const t = useT();
  const resolver = useMemo(() => contractResolver<{ passphrase: string }>(setPassphrase, t), [t]);
  const form = useForm({ mode: "all", resolver, defaultValues: { passphrase: "" } });
  const isOpen = useStillOpen();
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (passphrase: string | null) => {
    setBusy(true);
    setRefused(null);
    try {
      await send(boardId, "PUT", "/passphrase", { passphrase });
      toast({
        message: t(passphrase === null ? "manage.passphraseRemoved" : "manage.passphraseSaved"),
        kind: "success",
      });
      onChanged();
      if (isOpen()) onClose();
    } catch (thrown) {
      const error = asApiError(thrown);
      setRefused(error.errors["passphrase"]?.[0] ?? error.message);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      keepOnOutsideClick
      refused={refused}
      title={t("manage.passphraseTitle")}
      submitLabel={t("common.save")}
      busy={busy}
      submitDisabled={form.formState.errors.passphrase !== undefined}
      footer={
        isSet && (
          <Button color="inherit" disabled={busy} onClick={() => void save(null)}>
            {t("manage.passphraseRemove")}
          </Button>
        )
      }
      onCancel={onClose}
      onSubmit={() => void form.handleSubmit(({ passphrase }) => save(passphrase))()}
    >
      <FormTextField
        control={form.control}
        name="passphrase"
        label={t("manage.passphrase")}
        autoComplete="off"
        slotProps={{ htmlInput: { "aria-required": true, spellCheck: false } }}
      />
      <Typography color="textSecondary" variant="body2">
        {`${t("manage.passphraseHint")} ${t("manage.passphraseKept")}`}
      </Typography>
    </FormDialog>
  );
}

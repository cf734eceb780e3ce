import Typography from "@mui/material/Typography";
import { setPassphrase } from "@retro/contract/commands";
import { passphraseSet } from "@retro/contract/spaces/spaces";
import { useContractForm } from "../../../api/useContractForm.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog, OtherAnswer } from "../../../ui/dialogs/FormDialog.tsx";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";
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
  const save = async (passphrase: string | null): Promise<void> => {
    const answer = passphraseSet.safeParse(await send(boardId, "PUT", "/passphrase", { passphrase }));
    const hasLeft = answer.data?.left_space === true;
    const saved = hasLeft ? "manage.passphraseLeftSpace" : "manage.passphraseSaved";
    toast({
      message: t(passphrase === null ? "manage.passphraseRemoved" : saved),
      kind: hasLeft ? "info" : "success",
    });
    onChanged();
  };
  const { control, errors, submit } = useContractForm({
    schema: setPassphrase,
    defaultValues: { passphrase: "" },
    send: ({ passphrase }) => save(passphrase),
  });
  return (
    <FormDialog
      keepOnOutsideClick
      title={t("manage.passphraseTitle")}
      submitLabel={t("common.save")}
      submitDisabled={errors.passphrase !== undefined}
      footer={isSet && <OtherAnswer onSubmit={() => save(null)}>{t("manage.passphraseRemove")}</OtherAnswer>}
      onCancel={onClose}
      onSubmit={submit}
    >
      <FormTextField
        control={control}
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

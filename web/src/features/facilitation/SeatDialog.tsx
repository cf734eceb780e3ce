import { useT } from "../../i18n/useT.ts";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";

interface Props {
  /** Of the facilitator who is away. */
  name: string | null;
  onCancel: () => void;
  onConfirm: () => void;
}

export function SeatDialog({ name, onCancel, onConfirm }: Props) {
  const t = useT();
  const over = name !== null;
  return (
    <ConfirmDialog
      title={t(over ? "session.takeOver" : "session.facilitatorMode")}
      text={over ? t("session.takeOverText", { name }) : t("session.facilitatorModeText")}
      confirmLabel={t(over ? "session.takeOverConfirm" : "session.facilitatorModeConfirm")}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}

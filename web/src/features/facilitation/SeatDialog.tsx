import Button from "@mui/material/Button";
import { useT } from "../../i18n/useT.ts";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";

interface Props {
  name: string | null;
  onCancel: () => void;
  onConfirm: () => void;
  /** Left out: there is a meeting already. */
  onStartMeeting?: (() => void) | undefined;
}

export function SeatDialog({ name, onCancel, onConfirm, onStartMeeting }: Props) {
  const t = useT();
  const over = name !== null;
  return (
    <ConfirmDialog
      title={t(over ? "session.takeOver" : "session.facilitatorMode")}
      text={over ? t("session.takeOverText", { name }) : t("session.facilitatorModeText")}
      confirmLabel={t(over ? "session.takeOverConfirm" : "session.facilitatorModeConfirm")}
      onCancel={onCancel}
      onConfirm={onConfirm}
      footer={!over && onStartMeeting && <Button onClick={onStartMeeting}>{t("meeting.start")}</Button>}
    />
  );
}

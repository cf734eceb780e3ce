import NotificationsNoneOutlined from "@mui/icons-material/NotificationsNoneOutlined";
import NotificationsOffOutlined from "@mui/icons-material/NotificationsOffOutlined";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { useChime } from "./chime.ts";

export function SoundToggle() {
  const t = useT();
  const { isOn, setOn } = useChime();
  return (
    <IconAction
      icon={isOn ? NotificationsNoneOutlined : NotificationsOffOutlined}
      size="small"
      label={t("session.sound")}
      aria-pressed={isOn}
      onClick={() => setOn(!isOn)}
    />
  );
}

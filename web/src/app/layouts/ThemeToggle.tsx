import DarkModeOutlined from "@mui/icons-material/DarkModeOutlined";
import LightModeOutlined from "@mui/icons-material/LightModeOutlined";
import { useT } from "../../i18n/useT.ts";
import { useDarkTheme } from "../../ui/device/themeMode.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";

export function ThemeToggle() {
  const t = useT();
  const { dark, setDark } = useDarkTheme();
  return (
    <IconAction
      icon={dark ? LightModeOutlined : DarkModeOutlined}
      size="small"
      label={t(dark ? "shell.lightTheme" : "shell.darkTheme")}
      onClick={() => setDark(!dark)}
    />
  );
}

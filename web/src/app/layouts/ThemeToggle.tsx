import DarkModeOutlined from "@mui/icons-material/DarkModeOutlined";
import LightModeOutlined from "@mui/icons-material/LightModeOutlined";
import { useT } from "../../i18n/useT.ts";
import { useDark } from "../../theme/useDark.ts";
import { IconAction } from "../../ui/IconAction.tsx";

/** The dark/light toggle; it is named after what it turns on. */
export function ThemeToggle() {
  const t = useT();
  const { dark, setDark } = useDark();
  return (
    <IconAction
      size="small"
      label={t(dark ? "shell.lightTheme" : "shell.darkTheme")}
      onClick={() => setDark(!dark)}
    >
      {dark ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />}
    </IconAction>
  );
}

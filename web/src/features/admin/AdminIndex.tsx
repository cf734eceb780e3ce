import "./admin.css";
import Typography from "@mui/material/Typography";
import { useT } from "../../i18n/useT.ts";
import { Sessions } from "./sign-in/Sessions.tsx";
import { Stats } from "./Stats.tsx";

export function AdminIndex() {
  const t = useT();
  return (
    <div className="admin-index">
      <Typography variant="h1">{t("admin.index")}</Typography>
      <Stats />
      <Sessions />
    </div>
  );
}

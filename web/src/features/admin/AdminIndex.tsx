import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useT } from "../../i18n/useT.ts";
import { Sessions } from "./Sessions.tsx";
import { Stats } from "./Stats.tsx";

/** `/admin`: what the last 30 days looked like, and where the administrator is signed in. */
export function AdminIndex() {
  const t = useT();
  return (
    <Box sx={{ display: "grid", gap: 8, minWidth: 0 }}>
      <Typography variant="h1">{t("admin.index")}</Typography>
      <Stats />
      <Sessions />
    </Box>
  );
}

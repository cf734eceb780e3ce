import "./screens.css";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { Link, useParams } from "../../routes/router.tsx";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";

const explanations: Record<string, MessageKey> = {
  "403": "errorPage.403",
  "404": "errorPage.404",
  "429": "errorPage.429",
  "500": "errorPage.500",
  "503": "errorPage.503",
};

export function ErrorScreen() {
  const t = useT();
  const { code = "404" } = useParams();
  useTitle("Retro");
  return (
    <div className="message-screen">
      <Typography variant="h1" className="message-title">
        {t("errorPage.heading", { code })}
      </Typography>
      <Typography color="textSecondary" className="message-text">
        {t(explanations[code] ?? "errorPage.other")}
      </Typography>
      <Button component={Link} to={paths.index()} variant="contained" className="message-action">
        {t("errorPage.home")}
      </Button>
    </div>
  );
}

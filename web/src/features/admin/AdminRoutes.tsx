import { Fragment } from "react";
import { matchPath, screens } from "@retro/contract/screens";
import { useLocation } from "../../routes/router.tsx";
import { useTitle } from "../../routes/useTitle.ts";
import { lazyScreen } from "../../ui/loading/lazy.tsx";
import { adminLists } from "./lists/adminLists.tsx";
import "./admin.css";
import Typography from "@mui/material/Typography";
import { useT } from "../../i18n/useT.ts";
import { Sessions } from "./sign-in/Sessions.tsx";
import { Stats } from "./Stats.tsx";

const Health = lazyScreen(() => import("./health/Health.tsx"), "Health");

export function AdminRoutes() {
  useTitle("Retro Admin");
  const { pathname } = useLocation();
  const isAt = (screen: string) => matchPath(screen, pathname) !== null;
  if (isAt(screens.adminIndex)) return <AdminIndex />;
  if (isAt(screens.adminHealth)) return <Health />;
  const [section, list] = Object.entries(adminLists).find(([name]) => isAt(`/admin/${name}`)) ?? [];
  return <Fragment key={section}>{list}</Fragment>;
}

function AdminIndex() {
  const t = useT();
  return (
    <div className="admin-index">
      <Typography variant="h1">{t("admin.index")}</Typography>
      <Stats />
      <Sessions />
    </div>
  );
}

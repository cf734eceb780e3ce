import { Fragment } from "react";
import { Redirect, useParams } from "../../routes/router.tsx";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { lazyScreen } from "../../ui/loading/lazy.tsx";
import { adminLists } from "./lists/adminLists.tsx";
import "./admin.css";
import Typography from "@mui/material/Typography";
import { useT } from "../../i18n/useT.ts";
import { Sessions } from "./sign-in/Sessions.tsx";
import { Stats } from "./Stats.tsx";

const Health = lazyScreen(() => import("./health/Health.tsx"), "Health");

const lists = new Map(Object.entries(adminLists));

export function AdminRoutes() {
  useTitle("Retro Admin");
  const section = useParams()["section"]?.toLowerCase();
  if (section === undefined) return <AdminIndex />;
  if (section === "health") return <Health />;
  const list = lists.get(section);
  return list === undefined ? <Redirect to={paths.error(404)} /> : <Fragment key={section}>{list}</Fragment>;
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

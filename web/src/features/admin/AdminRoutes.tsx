import { Fragment } from "react";
import { Navigate, Route, Routes } from "react-router";
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

export function AdminRoutes() {
  useTitle("Retro Admin");
  return (
    <Routes>
      <Route index element={<AdminIndex />} />
      <Route path="health" element={<Health />} />
      {Object.entries(adminLists).map(([path, list]) => (
        <Route key={path} path={path} element={<Fragment key={path}>{list}</Fragment>} />
      ))}
      <Route path="*" element={<Navigate to={paths.error(404)} replace />} />
    </Routes>
  );
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

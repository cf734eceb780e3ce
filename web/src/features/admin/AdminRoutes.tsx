import { Fragment } from "react";
import { Navigate, Route, Routes } from "react-router";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { lazyScreen } from "../../ui/loading/lazy.tsx";
import { AdminIndex } from "./AdminIndex.tsx";
import { adminLists } from "./lists/adminLists.tsx";

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

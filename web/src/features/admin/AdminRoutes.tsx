import { Navigate, Route, Routes } from "react-router";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { lazyScreen } from "../../ui/loading/lazy.tsx";
import { AdminIndex } from "./AdminIndex.tsx";
import { Boards, Contacts, Feedbacks, LogEvents, Logs, Subscribers } from "./lists/adminLists.tsx";

const Health = lazyScreen(() => import("./health/Health.tsx"), "Health");

export function AdminRoutes() {
  useTitle("Retro Admin");
  return (
    <Routes>
      <Route index element={<AdminIndex />} />
      <Route path="health" element={<Health />} />
      <Route path="feedbacks" element={<Feedbacks />} />
      <Route path="boards" element={<Boards />} />
      <Route path="log-events" element={<LogEvents />} />
      <Route path="logs" element={<Logs />} />
      <Route path="subscribers" element={<Subscribers />} />
      <Route path="contacts" element={<Contacts />} />
      <Route path="*" element={<Navigate to={paths.error(404)} replace />} />
    </Routes>
  );
}

import "./admin.css";
import ContactMailOutlined from "@mui/icons-material/ContactMailOutlined";
import DashboardOutlined from "@mui/icons-material/DashboardOutlined";
import FormatListBulletedOutlined from "@mui/icons-material/FormatListBulletedOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import KeyOutlined from "@mui/icons-material/KeyOutlined";
import MarkEmailReadOutlined from "@mui/icons-material/MarkEmailReadOutlined";
import MonitorHeartOutlined from "@mui/icons-material/MonitorHeartOutlined";
import PeopleOutlined from "@mui/icons-material/PeopleOutlined";
import RateReviewOutlined from "@mui/icons-material/RateReviewOutlined";
import WebhookOutlined from "@mui/icons-material/WebhookOutlined";
import { matchPath } from "@retro/contract/screens";
import { Link, useLocation } from "../../routes/router.tsx";
import { useHasWebhooks } from "../../api/config.ts";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";

export function AdminNav({ onGo }: { onGo?: () => void }) {
  const t = useT();
  const { pathname } = useLocation();
  const hasWebhooks = useHasWebhooks();
  const items = [
    { to: paths.adminHealth(), text: t("admin.health"), icon: <MonitorHeartOutlined /> },
    { to: paths.adminFeedbacks(), text: t("admin.feedbacks"), icon: <RateReviewOutlined /> },
    { to: paths.adminBoards(), text: t("admin.boards"), icon: <DashboardOutlined /> },
    { to: paths.adminLogEvents(), text: t("admin.logEvents"), icon: <FormatListBulletedOutlined /> },
    { to: paths.adminLogs(), text: t("admin.logs"), icon: <HistoryOutlined /> },
    { to: paths.adminSubscribers(), text: t("admin.subscribers"), icon: <MarkEmailReadOutlined /> },
    { to: paths.adminContacts(), text: t("admin.contacts"), icon: <ContactMailOutlined /> },
    { to: paths.adminPeople(), text: t("admin.people"), icon: <PeopleOutlined /> },
    ...(hasWebhooks
      ? [{ to: paths.adminWebhooks(), text: t("webhooks.title"), icon: <WebhookOutlined /> }]
      : []),
    { to: paths.adminTokens(), text: t("tokens.title"), icon: <KeyOutlined /> },
  ];
  return (
    <nav aria-label={t("admin.sections")} className="admin-nav">
      {items.map(({ to, text, icon }) => (
        <Link
          className="admin-nav-item"
          key={to}
          to={to}
          aria-current={matchPath(to, pathname) === null ? undefined : "page"}
          onClick={onGo}
        >
          {icon}
          {text}
        </Link>
      ))}
    </nav>
  );
}

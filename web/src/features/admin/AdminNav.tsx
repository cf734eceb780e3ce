import ContactMailOutlined from "@mui/icons-material/ContactMailOutlined";
import DashboardOutlined from "@mui/icons-material/DashboardOutlined";
import FormatListBulletedOutlined from "@mui/icons-material/FormatListBulletedOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import MarkEmailReadOutlined from "@mui/icons-material/MarkEmailReadOutlined";
import MonitorHeartOutlined from "@mui/icons-material/MonitorHeartOutlined";
import RateReviewOutlined from "@mui/icons-material/RateReviewOutlined";
import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import { NavLink } from "react-router";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";

const Item = styled(NavLink)(({ theme }) => ({
  display: "flex",
  alignItems: "center",
  gap: 12,
  minHeight: 40,
  paddingInline: 12,
  borderRadius: 8,
  color: theme.vars.palette.text.secondary,
  textDecoration: "none",
  "& svg": { fontSize: 20 },
  "&:hover": { backgroundColor: theme.vars.palette.action.hover, color: theme.vars.palette.text.primary },
  "&.active": {
    fontWeight: 500,
    color: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.action.selected,
  },
  "@media (pointer: coarse)": { minHeight: 48 },
}));

/** The health of the server, and the six lists (spec 2.6). */
export function AdminNav({ onGo }: { onGo?: () => void }) {
  const t = useT();
  const items = [
    { to: paths.adminHealth(), text: t("admin.health"), icon: <MonitorHeartOutlined /> },
    { to: paths.adminFeedbacks(), text: t("admin.feedbacks"), icon: <RateReviewOutlined /> },
    { to: paths.adminBoards(), text: t("admin.boards"), icon: <DashboardOutlined /> },
    { to: paths.adminLogEvents(), text: t("admin.logEvents"), icon: <FormatListBulletedOutlined /> },
    { to: paths.adminLogs(), text: t("admin.logs"), icon: <HistoryOutlined /> },
    { to: paths.adminSubscribers(), text: t("admin.subscribers"), icon: <MarkEmailReadOutlined /> },
    { to: paths.adminContacts(), text: t("admin.contacts"), icon: <ContactMailOutlined /> },
  ];
  return (
    <Box component="nav" aria-label={t("admin.sections")} sx={{ display: "grid", gap: 1, p: 3 }}>
      {items.map(({ to, text, icon }) => (
        <Item key={to} to={to} {...(onGo !== undefined && { onClick: onGo })}>
          {icon}
          {text}
        </Item>
      ))}
    </Box>
  );
}

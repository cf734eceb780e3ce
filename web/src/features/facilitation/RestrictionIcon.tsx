import AccountCircleOutlined from "@mui/icons-material/AccountCircleOutlined";
import CalendarTodayOutlined from "@mui/icons-material/CalendarTodayOutlined";
import EditOffOutlined from "@mui/icons-material/EditOffOutlined";
import HowToVoteOutlined from "@mui/icons-material/HowToVoteOutlined";
import NoAccountsOutlined from "@mui/icons-material/NoAccountsOutlined";
import NumbersOutlined from "@mui/icons-material/NumbersOutlined";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import type { Restriction } from "./restrictions.ts";

export function RestrictionIcon({ of: { kind, label } }: { of: Restriction }) {
  switch (kind) {
    case "content":
      return <VisibilityOffOutlined />;
    case "editing":
      return <EditOffOutlined />;
    case "counts":
      return <NumbersOutlined />;
    case "votes":
      return <HowToVoteOutlined />;
    case "avatars":
      return label === "session.avatarsHidden" ? <NoAccountsOutlined /> : <AccountCircleOutlined />;
    case "dates":
      return <CalendarTodayOutlined />;
    default:
      return kind satisfies never;
  }
}

import "./admin-layout.css";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import MenuOutlined from "@mui/icons-material/MenuOutlined";
import Drawer from "@mui/material/Drawer";
import { useMediaQuery } from "../../ui/device/useMediaQuery.ts";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Redirect, navigate, useLocation } from "../../routes/router.tsx";
import { ApiError } from "../../api/client.ts";
import { userQuery } from "../../api/user.ts";
import { AdminNav } from "../../features/admin/AdminNav.tsx";
import { LanguageSwitch } from "../../i18n/LanguageSwitch.tsx";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { useFullscreen } from "../useFullscreen.ts";
import { FeedbackLink, ShellDialogs } from "./ShellDialogs.tsx";
import { TopBarEnd, Footer, Main, Page, thisYear, TopBar } from "./layoutElements.ts";
import { FullscreenButton, FullscreenExit } from "./Fullscreen.tsx";
import { Logo } from "./Logo.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";
import { ServerUnreachable } from "./ServerUnreachable.tsx";

/** A 401 leads to the sign-in, a user who is no administrator to error 404 (spec 2.6, 6.6 and 8.2). */
export function AdminLayout({ children }: { children: ReactNode }) {
  const { data: user, error, refetch } = useQuery({ ...userQuery, refetchInterval: false });
  const { pathname, search, hash } = useLocation();
  if (error instanceof ApiError && error.status === 401)
    return <Redirect to={paths.adminAuth()} state={pathname + search + hash} />;
  if (user !== undefined)
    return user.role === "admin" ? <AdminPage>{children}</AdminPage> : <Redirect to={paths.error(404)} />;
  if (error === null) return <Page aria-busy />;
  return <ServerUnreachable error={error} onRetry={() => void refetch()} />;
}

function AdminPage({ children }: { children: ReactNode }) {
  const fullscreen = useFullscreen();
  const wide = useMediaQuery("(min-width: 900px)");
  const [open, setOpen] = useState(false);
  return (
    <Page>
      {!fullscreen && (
        <>
          <SkipLink />
          <AdminTopBar wide={wide} menuOpen={open} onOpenMenu={() => setOpen(true)} />
        </>
      )}
      <div className="admin-body">
        {wide ? (
          <aside className={`admin-sidebar ${fullscreen ? "alone" : ""}`}>
            <AdminNav />
          </aside>
        ) : (
          <NavDrawer open={open} onClose={() => setOpen(false)} />
        )}
        <Main id="main" tabIndex={-1}>
          <Suspense fallback={null}>{children}</Suspense>
        </Main>
      </div>
      {fullscreen ? (
        <FullscreenExit />
      ) : (
        <Footer>
          <span>© {thisYear}</span>
          <div className="end">
            <FeedbackLink />
            <ThemeToggle />
            <FullscreenButton />
          </div>
        </Footer>
      )}
      <ShellDialogs />
    </Page>
  );
}

interface AdminTopBarProps {
  wide: boolean;
  menuOpen: boolean;
  onOpenMenu: () => void;
}

function AdminTopBar({ wide, menuOpen, onOpenMenu }: AdminTopBarProps) {
  const t = useT();
  return (
    <TopBar>
      {!wide && (
        <IconAction
          icon={MenuOutlined}
          edge="start"
          label={t("admin.menu")}
          aria-expanded={menuOpen}
          aria-haspopup="dialog"
          onClick={onOpenMenu}
        />
      )}
      <Logo to={paths.adminIndex()} title={t("admin.title")} />
      <TopBarEnd style={{ marginLeft: "auto" }}>
        <div className="admin-languages">
          <LanguageSwitch />
        </div>
        <IconAction
          icon={LogoutOutlined}
          label={t("admin.signOut")}
          onClick={() => navigate(paths.signOut())}
        />
      </TopBarEnd>
    </TopBar>
  );
}

function NavDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { className: "admin-drawer" } }}>
      <AdminNav onGo={onClose} />
      <div className="admin-drawer-languages">
        <LanguageSwitch />
      </div>
    </Drawer>
  );
}

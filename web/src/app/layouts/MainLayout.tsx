import HelpOutlineOutlined from "@mui/icons-material/HelpOutlineOutlined";
import MailOutlineOutlined from "@mui/icons-material/MailOutlineOutlined";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { matchPath, useLocation } from "../../routes/router.tsx";
import { ApiError } from "../../api/client.ts";
import { configQuery } from "../../api/config.ts";
import { userOnEntryQuery, useUser } from "../../api/user.ts";
import { UserMenu } from "../../features/people/UserMenu.tsx";
import { useT } from "../../i18n/useT.ts";
import { patterns } from "../../routes/paths.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { Movable } from "../../ui/dialogs/Movable.tsx";
import { SidePanelSlot } from "../../ui/panels/SidePanelSlot.tsx";
import { useUserMenuState } from "../userMenuState.ts";
import { useFullscreen } from "../useFullscreen.ts";
import { FeedbackLink, openShellDialog, ShellDialogs } from "./ShellDialogs.tsx";
import { FooterLinks } from "./FooterLinks.tsx";
import {
  BarHeading,
  TopBarEnd,
  ControlsArea,
  Footer,
  Main,
  Page,
  thisYear,
  TopBar,
} from "./layoutElements.ts";
import { useHelpKey } from "./useHelpKey.ts";
import { FullscreenButton, FullscreenDock, FullscreenExit, FullscreenStatus } from "./Fullscreen.tsx";
import { Logo } from "./Logo.tsx";
import { ShellPortalsContext } from "./shellPortals.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";
import { RedirectToGuestEntry } from "./RedirectToGuestEntry.tsx";
import { ServerUnreachable } from "./ServerUnreachable.tsx";

const AccountSpaces = lazyPart(() => import("../../features/spaces/AccountSpaces.tsx"), "AccountSpaces", {
  silent: true,
  prefetch: false,
  plain: true,
});

/** Renders only when there is a user. A 401 leads to `/auth-anonymous`, which later returns (spec 8.2). */
export function MainLayout({ children }: { children: ReactNode }) {
  const { data: user, error, refetch } = useQuery(userOnEntryQuery);
  const unauthenticated = error instanceof ApiError && error.status === 401;
  if (unauthenticated) return <RedirectToGuestEntry former={user} />;
  if (user !== undefined) return <MainPage>{children}</MainPage>;
  return error === null ? (
    <Page aria-busy />
  ) : (
    <ServerUnreachable error={error} onRetry={() => void refetch()} />
  );
}

function MainPage({ children }: { children: ReactNode }) {
  const user = useUser();
  const { data: config } = useQuery(configQuery);
  const fullscreen = useFullscreen();
  const [controls, setControls] = useState<HTMLElement | null>(null);
  const [status, setStatus] = useState<HTMLElement | null>(null);
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const [actionsPlace, placeActions] = useState<HTMLElement | null>(null);
  const onBoard = matchPath(patterns.board, useLocation().pathname) !== null;
  useHelpKey();
  const portals = useMemo(() => ({ controls, status, heading, placeActions }), [controls, status, heading]);
  return (
    <Page>
      {!fullscreen && (
        <>
          <SkipLink />
          <TopBar data-board={onBoard ? "" : undefined}>
            <Logo />
            <BarHeading ref={setHeading} />
            <ControlsArea ref={setControls} />
            <TopBarEnd>
              <Movable target={actionsPlace}>
                <TopBarActions />
              </Movable>
            </TopBarEnd>
          </TopBar>
        </>
      )}
      <Main id="main" tabIndex={-1} className={fullscreen ? "fullscreen" : undefined}>
        <ShellPortalsContext value={portals}>
          <Suspense fallback={null}>{children}</Suspense>
        </ShellPortalsContext>
      </Main>
      <SidePanelSlot />
      {fullscreen ? (
        <>
          <FullscreenDock ref={setControls} />
          <FullscreenStatus ref={setStatus} />
          <FullscreenExit />
        </>
      ) : (
        <Footer>
          <span>© {thisYear}</span>
          <FooterLinks />
          <div className="end">
            <span className="status" ref={setStatus} />
            <FeedbackLink />
            <span className="view">
              <ThemeToggle />
              <FullscreenButton />
            </span>
          </div>
        </Footer>
      )}
      <ShellDialogs />
      {config?.signIn && user.role !== "anonymous" && <AccountSpaces />}
    </Page>
  );
}

function TopBarActions() {
  const t = useT();
  const openHelp = () => openShellDialog("help");
  return (
    <>
      <IconAction icon={HelpOutlineOutlined} label={t("shell.help")} onClick={openHelp} />
      <IconAction
        icon={MailOutlineOutlined}
        label={t("shell.leaveFeedback")}
        onClick={() => openShellDialog("feedback")}
      />
      <UserMenu {...useUserMenuState()} onHelp={openHelp} />
    </>
  );
}

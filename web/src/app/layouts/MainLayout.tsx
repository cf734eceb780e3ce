import HelpOutlineOutlined from "@mui/icons-material/HelpOutlineOutlined";
import MailOutlineOutlined from "@mui/icons-material/MailOutlineOutlined";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import { Outlet } from "react-router";
import { ApiError } from "../../api/client.ts";
import { userOnEntryQuery, userSaved } from "../../api/user.ts";
import { UserMenu } from "../../features/people/UserMenu.tsx";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { useBoardSeat } from "../boardSeat.ts";
import { FeedbackDialog, HelpDialog } from "../slots.ts";
import { useFullscreen } from "../useFullscreen.ts";
import { FeedbackLink, openShellDialog, ShellDialogs } from "./Feedback.tsx";
import { FooterLinks } from "./FooterLinks.tsx";
import { BarEnd, ControlsSlot, Footer, Main, Page, thisYear, TopBar } from "./frame.ts";
import { useHelpKey } from "./helpKey.ts";
import { FullscreenButton, FullscreenDock, FullscreenExit, FullscreenStatus } from "./Fullscreen.tsx";
import { Logo } from "./Logo.tsx";
import { ShellSlotsContext } from "./shellSlots.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";
import { ToTheDoor } from "./ToTheDoor.tsx";
import { Unreachable } from "./Unreachable.tsx";

/**
 * The layout of index and board. It renders only when there is a user: 401 leads to `/auth-anonymous`, and the address asked for is
 * remembered (spec 2.1 and 8.2).
 */
export function MainLayout() {
  const { data: user, error, refetch } = useQuery(userOnEntryQuery);
  const unauthenticated = error instanceof ApiError && error.status === 401;
  if (unauthenticated) return <ToTheDoor />;
  if (user !== undefined) return <Bars />;
  return error === null ? <Page aria-busy /> : <Unreachable error={error} onRetry={() => void refetch()} />;
}

function Bars() {
  const t = useT();
  const fullscreen = useFullscreen();
  const seat = useBoardSeat();
  const [controls, setControls] = useState<HTMLElement | null>(null);
  const [status, setStatus] = useState<HTMLElement | null>(null);
  useHelpKey();
  const slots = useMemo(() => ({ controls, status }), [controls, status]);
  return (
    <Page>
      {!fullscreen && (
        <>
          <SkipLink />
          <TopBar>
            <Logo />
            <ControlsSlot ref={setControls} />
            <BarEnd>
              {HelpDialog !== null && (
                <IconAction label={t("shell.help")} onClick={() => openShellDialog("help")}>
                  <HelpOutlineOutlined />
                </IconAction>
              )}
              {FeedbackDialog !== null && (
                <IconAction label={t("shell.leaveFeedback")} onClick={() => openShellDialog("feedback")}>
                  <MailOutlineOutlined />
                </IconAction>
              )}
              <UserMenu
                facilitator={seat.facilitator}
                avatarsForced={seat.avatarsForced}
                onSaved={userSaved}
                onHelp={HelpDialog === null ? undefined : () => openShellDialog("help")}
              />
            </BarEnd>
          </TopBar>
        </>
      )}
      <Main id="main" tabIndex={-1} className={fullscreen ? "fullscreen" : undefined}>
        <ShellSlotsContext value={slots}>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </ShellSlotsContext>
      </Main>
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
            {FeedbackDialog !== null && <FeedbackLink />}
            <ThemeToggle />
            <FullscreenButton />
          </div>
        </Footer>
      )}
      <ShellDialogs />
    </Page>
  );
}

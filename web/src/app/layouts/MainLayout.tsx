import HelpOutlineOutlined from "@mui/icons-material/HelpOutlineOutlined";
import MailOutlineOutlined from "@mui/icons-material/MailOutlineOutlined";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { matchPath, screens } from "@retro/contract/screens";
import { useLocation, navigate } from "../../routes/router.tsx";
import { ApiError } from "../../api/client.ts";
import { configQuery } from "../../api/config.ts";
import { userOnEntryQuery, useUser } from "../../api/user.ts";
import { UserMenu } from "../../features/people/UserMenu.tsx";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { Movable } from "../../ui/dialogs/Movable.tsx";
import { SidePanelSlot } from "../../ui/panels/SidePanelSlot.tsx";
import { useUserMenuState } from "../userMenuState.ts";
import { useFullscreen } from "../useFullscreen.ts";
import { FeedbackLink, openShellDialog, ShellDialogs } from "./ShellDialogs.tsx";
import {
  BarHeading,
  TopBarEnd,
  ControlsArea,
  Footer,
  Main,
  Page,
  thisYear,
  TopBar,
  FooterLink,
} from "./layoutElements.ts";
import { FullscreenButton, FullscreenDock, FullscreenExit, FullscreenStatus } from "./Fullscreen.tsx";
import { Logo } from "./Logo.tsx";
import { ShellPortalsContext } from "./shellPortals.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";
import { ServerUnreachable } from "./ServerUnreachable.tsx";
import { isTyping, isTypingTarget } from "../../ui/focus/letterKey.ts";
import { areSingleKeysOn } from "../../ui/focus/singleKeys.ts";
import type { User } from "@retro/contract/users";
import { prefetchGuestEntry } from "../prefetch.ts";
import { paths, hrefOf } from "../../routes/paths.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";
import MoreHorizOutlined from "@mui/icons-material/MoreHorizOutlined";

/**
 * Adds exactly one history entry, also in strict mode: the entry screen goes one step back. The address of a page
 * that a signed-in person had open makes way, because the next one may be somebody else.
 * @param former whose session has ended on this page
 */
function RedirectToGuestEntry({ former }: { former: User | undefined }) {
  const { pathname, search, hash } = useLocation();
  const redirected = useRef(false);
  useEffect(() => {
    if (redirected.current) return;
    redirected.current = true;
    prefetchGuestEntry();
    const person = former && former.role !== "anonymous" ? former.id : null;
    storeReturnAddress(pathname + search + hash, person);
    navigate(paths.authAnonymous(), person === null ? { state: { stepBack: true } } : { replace: true });
  }, [pathname, search, hash, former]);
  return null;
}

function useHelpKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (!areSingleKeysOn() || isTypingTarget(event.target) || isTyping(event)) return;
      event.preventDefault();
      openShellDialog("help");
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

const AccountSpaces = lazyPart(() => import("../../features/spaces/AccountSpaces.tsx"), "AccountSpaces", {
  silent: true,
  prefetch: false,
  plain: true,
});

const SessionEnd = lazyPart(() => import("./SessionEnd.tsx"), "SessionEnd", {
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
  const onBoard = matchPath(screens.board, useLocation().pathname) !== null;
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
      {config?.signIn?.ends === true && user.role !== "anonymous" && <SessionEnd />}
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

const FooterMenu = lazyPart(() => import("./FooterMenu.tsx"), "FooterMenu");

function FooterLinks() {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const links = [
    { href: hrefOf(paths.releaseNotes()), text: t("shell.releaseNotes") },
    { href: hrefOf(paths.termsOfUse()), text: t("shell.termsOfUse") },
    { href: hrefOf(paths.privacyPolicy()), text: t("shell.privacyPolicy") },
  ];
  return (
    <>
      <nav className="footer-links" aria-label={t("shell.links")}>
        {links.map(({ href, text }) => (
          <FooterLink key={href} href={href} target="_blank" rel="noopener">
            {text}
          </FooterLink>
        ))}
      </nav>
      <div className="footer-menu">
        <IconAction
          icon={MoreHorizOutlined}
          size="small"
          label={t("shell.links")}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        />
        {anchor !== null && <FooterMenu anchor={anchor} links={links} onClose={() => setAnchor(null)} />}
      </div>
    </>
  );
}

import { Suspense } from "react";
import type { ComponentType, ReactNode } from "react";
import { paths, patterns } from "../routes/paths.ts";
import { matchPath, ParamsContext, Redirect, useLocation, useParams } from "../routes/router.tsx";
import { lazyScreen } from "../ui/loading/lazy.tsx";
import { MainLayout } from "./layouts/MainLayout.tsx";
import { BoardScreen } from "./screens/BoardScreen.tsx";

// The first chunk holds the board, because most visits open one. Other screens load when their route is
// opened.
const IndexScreen = lazyScreen(() => import("./screens/IndexScreen.tsx"), "IndexScreen", {
  prefetch: true,
  plain: true,
});
const SpaceScreen = lazyScreen(() => import("./screens/SpaceScreen.tsx"), "SpaceScreen", { plain: true });
const WebhooksScreen = lazyScreen(() => import("./screens/WebhooksScreen.tsx"), "WebhooksScreen");
const AdminWebhooksScreen = lazyScreen(() => import("./screens/WebhooksScreen.tsx"), "AdminWebhooksScreen");
const TokensScreen = lazyScreen(() => import("./screens/TokensScreen.tsx"), "TokensScreen");
const AdminTokensScreen = lazyScreen(() => import("./screens/TokensScreen.tsx"), "AdminTokensScreen");
const AuthLayout = lazyScreen(() => import("./layouts/AuthLayout.tsx"), "AuthLayout");
const AuthAnonymousScreen = lazyScreen(
  () => import("./screens/AuthAnonymousScreen.tsx"),
  "AuthAnonymousScreen",
);
const ErrorScreen = lazyScreen(() => import("./screens/ErrorScreen.tsx"), "ErrorScreen", {
  prefetch: true,
});
const SignOutScreen = lazyScreen(() => import("./screens/SignOutScreen.tsx"), "SignOutScreen");
const DataDeletedScreen = lazyScreen(() => import("./screens/DataDeletedScreen.tsx"), "DataDeletedScreen");

const AdminLayout = lazyScreen(() => import("./layouts/AdminLayout.tsx"), "AdminLayout");
const AdminSignInScreen = lazyScreen(() => import("./screens/AdminSignInScreen.tsx"), "AdminSignInScreen");
const AdminLinkScreen = lazyScreen(() => import("./screens/AdminLinkScreen.tsx"), "AdminLinkScreen");
const AdminRoutes = lazyScreen(() => import("../features/admin/AdminRoutes.tsx"), "AdminRoutes");
const OutreachScreen = lazyScreen(() => import("./screens/OutreachScreen.tsx"), "OutreachScreen");

/** Links of spaces had the key in the path. */
function OldSpaceLink() {
  const { key = "" } = useParams();
  return <Redirect to={paths.space(key)} />;
}

type Screens = Record<string, ComponentType>;
/** The first pattern that matches the address counts. */
const layouts: ReadonlyArray<[ComponentType<{ children: ReactNode }>, Screens]> = [
  [
    MainLayout,
    {
      [paths.index()]: IndexScreen,
      [patterns.board]: BoardScreen,
      [patterns.space]: SpaceScreen,
      [patterns.webhooks]: WebhooksScreen,
      [paths.tokens()]: TokensScreen,
      [patterns.oldSpace]: OldSpaceLink,
    },
  ],
  [
    AuthLayout,
    {
      [paths.authAnonymous()]: AuthAnonymousScreen,
      [paths.signOut()]: SignOutScreen,
      [paths.dataDeleted()]: DataDeletedScreen,
      [patterns.error]: ErrorScreen,
      [paths.adminAuth()]: AdminSignInScreen,
      [paths.adminLink()]: AdminLinkScreen,
      [paths.contact()]: OutreachScreen,
      [paths.termsOfUse()]: OutreachScreen,
      [paths.privacyPolicy()]: OutreachScreen,
      [paths.releaseNotes()]: OutreachScreen,
      [paths.unsubscribe()]: OutreachScreen,
    },
  ],
  [
    AdminLayout,
    {
      [paths.adminWebhooks()]: AdminWebhooksScreen,
      [paths.adminTokens()]: AdminTokensScreen,
      [paths.adminIndex()]: AdminRoutes,
      [patterns.admin]: AdminRoutes,
    },
  ],
];

export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <ScreenOfAddress />
    </Suspense>
  );
}

function ScreenOfAddress() {
  const { pathname } = useLocation();
  for (const [Layout, screens] of layouts)
    for (const [pattern, Screen] of Object.entries(screens)) {
      const params = matchPath(pattern, pathname);
      if (params === null) continue;
      return (
        <ParamsContext value={params}>
          <Layout>
            <Screen />
          </Layout>
        </ParamsContext>
      );
    }
  return <Redirect to={paths.error(404)} />;
}

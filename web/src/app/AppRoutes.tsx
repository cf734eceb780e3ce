import { Suspense } from "react";
import type { ComponentType, ReactNode } from "react";
import { matchPath, type ScreenName, screens } from "@retro/contract/screens";
import { paths } from "../routes/paths.ts";
import { ParamsContext, Redirect, useLocation } from "../routes/router.tsx";
import { lazyScreen } from "../ui/loading/lazy.tsx";
import { MainLayout } from "./layouts/MainLayout.tsx";
import { BoardScreen } from "./screens/BoardScreen.tsx";

// The first chunk contains the board, because most visits open one. Other screens load when their route is
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

type Layout = ComponentType<{ children: ReactNode }>;
const screenOf: Record<ScreenName, readonly [Layout, ComponentType]> = {
  index: [MainLayout, IndexScreen],
  board: [MainLayout, BoardScreen],
  space: [MainLayout, SpaceScreen],
  webhooks: [MainLayout, WebhooksScreen],
  tokens: [MainLayout, TokensScreen],
  authAnonymous: [AuthLayout, AuthAnonymousScreen],
  signOut: [AuthLayout, SignOutScreen],
  dataDeleted: [AuthLayout, DataDeletedScreen],
  error: [AuthLayout, ErrorScreen],
  adminAuth: [AuthLayout, AdminSignInScreen],
  adminLink: [AuthLayout, AdminLinkScreen],
  contact: [AuthLayout, OutreachScreen],
  termsOfUse: [AuthLayout, OutreachScreen],
  privacyPolicy: [AuthLayout, OutreachScreen],
  releaseNotes: [AuthLayout, OutreachScreen],
  unsubscribe: [AuthLayout, OutreachScreen],
  adminIndex: [AdminLayout, AdminRoutes],
  adminHealth: [AdminLayout, AdminRoutes],
  adminPeople: [AdminLayout, AdminRoutes],
  adminFeedbacks: [AdminLayout, AdminRoutes],
  adminBoards: [AdminLayout, AdminRoutes],
  adminLogEvents: [AdminLayout, AdminRoutes],
  adminLogs: [AdminLayout, AdminRoutes],
  adminSubscribers: [AdminLayout, AdminRoutes],
  adminContacts: [AdminLayout, AdminRoutes],
  adminWebhooks: [AdminLayout, AdminWebhooksScreen],
  adminTokens: [AdminLayout, AdminTokensScreen],
};

export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <ScreenOfAddress />
    </Suspense>
  );
}

function ScreenOfAddress() {
  const { pathname } = useLocation();
  for (const name of Object.keys(screens) as ScreenName[]) {
    const params = matchPath(screens[name], pathname);
    if (params === null) continue;
    const [Layout, Screen] = screenOf[name];
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

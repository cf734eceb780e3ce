import { Suspense } from "react";
import { Navigate, Route, Routes, useParams } from "react-router";
import { paths, patterns } from "../routes/paths.ts";
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

const outreachPaths = [
  paths.contact(),
  paths.termsOfUse(),
  paths.privacyPolicy(),
  paths.releaseNotes(),
  paths.unsubscribe(),
];

/** Links of spaces had the key in the path. */
function OldSpaceLink() {
  const { key = "" } = useParams();
  return <Navigate to={paths.space(key)} replace />;
}

export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route element={<MainLayout />}>
          <Route path={paths.index()} element={<IndexScreen />} />
          <Route path={patterns.board} element={<BoardScreen />} />
          <Route path={patterns.space} element={<SpaceScreen />} />
          <Route path={patterns.webhooks} element={<WebhooksScreen />} />
          <Route path={paths.tokens()} element={<TokensScreen />} />
          <Route path={patterns.oldSpace} element={<OldSpaceLink />} />
        </Route>
        <Route element={<AuthLayout />}>
          <Route path={paths.authAnonymous()} element={<AuthAnonymousScreen />} />
          <Route path={paths.signOut()} element={<SignOutScreen />} />
          <Route path={paths.dataDeleted()} element={<DataDeletedScreen />} />
          <Route path={patterns.error} element={<ErrorScreen />} />
          <Route path={paths.adminAuth()} element={<AdminSignInScreen />} />
          <Route path={paths.adminLink()} element={<AdminLinkScreen />} />
          {outreachPaths.map((path) => (
            <Route key={path} path={path} element={<OutreachScreen />} />
          ))}
        </Route>
        <Route element={<AdminLayout />}>
          <Route path={paths.adminWebhooks()} element={<AdminWebhooksScreen />} />
          <Route path={paths.adminTokens()} element={<AdminTokensScreen />} />
          <Route path={`${paths.adminIndex()}/*`} element={<AdminRoutes />} />
        </Route>
        <Route path="*" element={<Navigate to={paths.error(404)} replace />} />
      </Routes>
    </Suspense>
  );
}

import { Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { paths, patterns } from "../routes/paths.ts";
import { MainLayout } from "./layouts/MainLayout.tsx";
import { lazyNamed } from "./lazyNamed.ts";
import { BoardScreen } from "./screens/BoardScreen.tsx";

// The board is what people come for: it is in the first chunk. All else is fetched when it is asked for.
const IndexScreen = lazyNamed(() => import("./screens/IndexScreen.tsx"), "IndexScreen");
const AuthLayout = lazyNamed(() => import("./layouts/AuthLayout.tsx"), "AuthLayout");
const AuthAnonymousScreen = lazyNamed(
  () => import("./screens/AuthAnonymousScreen.tsx"),
  "AuthAnonymousScreen",
);
const ErrorScreen = lazyNamed(() => import("./screens/ErrorScreen.tsx"), "ErrorScreen");
const SignOutScreen = lazyNamed(() => import("./screens/SignOutScreen.tsx"), "SignOutScreen");

const AdminLayout = lazyNamed(() => import("./layouts/AdminLayout.tsx"), "AdminLayout");
const AdminSignInScreen = lazyNamed(() => import("./screens/AdminSignInScreen.tsx"), "AdminSignInScreen");
const AdminRoutes = lazyNamed(() => import("../features/admin/AdminRoutes.tsx"), "AdminRoutes");
const OutreachScreen = lazyNamed(() => import("./screens/OutreachScreen.tsx"), "OutreachScreen");

const outreachPaths = [
  paths.contact(),
  paths.termsOfUse(),
  paths.privacyPolicy(),
  paths.releaseNotes(),
  paths.unsubscribe(),
];
/** The product specification's table of routes (section 2). */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route element={<MainLayout />}>
          <Route path={paths.index()} element={<IndexScreen />} />
          <Route path={patterns.board} element={<BoardScreen />} />
        </Route>
        <Route element={<AuthLayout />}>
          <Route path={paths.authAnonymous()} element={<AuthAnonymousScreen />} />
          <Route path={paths.signOut()} element={<SignOutScreen />} />
          <Route path={patterns.error} element={<ErrorScreen />} />
          <Route path={paths.adminAuth()} element={<AdminSignInScreen />} />
          {outreachPaths.map((path) => (
            <Route key={path} path={path} element={<OutreachScreen />} />
          ))}
        </Route>
        <Route element={<AdminLayout />}>
          <Route path={`${paths.adminIndex()}/*`} element={<AdminRoutes />} />
        </Route>
        <Route path="*" element={<Navigate to={paths.error(404)} replace />} />
      </Routes>
    </Suspense>
  );
}

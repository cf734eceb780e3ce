import { Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { paths, patterns } from "../routes/paths.ts";
import { FeedbackLink } from "./layouts/Feedback.tsx";
import { FullscreenButton } from "./layouts/Fullscreen.tsx";
import { MainLayout } from "./layouts/MainLayout.tsx";
import { ThemeToggle } from "./layouts/ThemeToggle.tsx";
import { lazyNamed } from "./lazyNamed.ts";
import { BoardScreen } from "./screens/BoardScreen.tsx";
import { AdminRoutes, FeedbackDialog, OutreachRoutes } from "./slots.ts";

// The board is what people come for: it is in the first chunk. All else is fetched when it is asked for.
const IndexScreen = lazyNamed(() => import("./screens/IndexScreen.tsx"), "IndexScreen");
const AuthLayout = lazyNamed(() => import("./layouts/AuthLayout.tsx"), "AuthLayout");
const AuthAnonymousScreen = lazyNamed(
  () => import("./screens/AuthAnonymousScreen.tsx"),
  "AuthAnonymousScreen",
);
const ErrorScreen = lazyNamed(() => import("./screens/ErrorScreen.tsx"), "ErrorScreen");
const SignOutScreen = lazyNamed(() => import("./screens/SignOutScreen.tsx"), "SignOutScreen");

const lent = {
  feedback: FeedbackDialog === null ? null : FeedbackLink,
  fullscreen: FullscreenButton,
  theme: ThemeToggle,
};

const outreachPaths = [
  paths.contact(),
  paths.termsOfUse(),
  paths.privacyPolicy(),
  paths.releaseNotes(),
  "/unsubscribe/*",
];
const outreachScreens = OutreachRoutes === null ? null : <OutreachRoutes />;
const outreach =
  outreachScreens && outreachPaths.map((path) => <Route key={path} path={path} element={outreachScreens} />);

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
          {outreach}
        </Route>
        {AdminRoutes !== null && (
          <Route path={`${paths.adminIndex()}/*`} element={<AdminRoutes layout={lent} />} />
        )}
        <Route path="*" element={<Navigate to={paths.error(404)} replace />} />
      </Routes>
    </Suspense>
  );
}

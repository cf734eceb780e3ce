import "./layout.css";
import { Suspense } from "react";
import type { ReactNode } from "react";
import { ConfiguredCaptcha } from "../ConfiguredCaptcha.tsx";
import { Footer, Main, Page, thisYear, TopBar } from "./layoutElements.ts";
import { LanguageSwitch } from "../../i18n/LanguageSwitch.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { Logo } from "./Logo.tsx";

const SubscribeField = lazyPart(
  () => import("../../features/outreach/SubscribeField.tsx"),
  "SubscribeField",
  { silent: true, prefetch: false },
);

export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Page>
      <TopBar>
        <Logo />
      </TopBar>
      <Main>
        <Suspense fallback={null}>{children}</Suspense>
      </Main>
      <Footer>
        <span>© {thisYear}</span>
        <div className="end">
          <SubscribeField verification={ConfiguredCaptcha} />
          <LanguageSwitch />
        </div>
      </Footer>
    </Page>
  );
}

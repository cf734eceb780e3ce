import Box from "@mui/material/Box";
import { Suspense } from "react";
import { Outlet } from "react-router";
import { LentCaptcha } from "../LentCaptcha.tsx";
import { lazyNamed } from "../lazyNamed.ts";
import { Footer, Main, Page, thisYear, TopBar } from "./frame.ts";
import { LanguageSwitch } from "../../i18n/LanguageSwitch.tsx";
import { Logo } from "./Logo.tsx";

const SubscribeField = lazyNamed(
  () => import("../../features/outreach/SubscribeField.tsx"),
  "SubscribeField",
);

/** The layout of the door: logo, page, and the year with the language switch (product specification, section 2). */
export function AuthLayout() {
  return (
    <Page>
      <TopBar>
        <Logo />
      </TopBar>
      <Main>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </Main>
      <Footer>
        <span>© {thisYear}</span>
        <Box className="end">
          <Suspense fallback={null}>
            <SubscribeField verification={LentCaptcha} />
          </Suspense>
          <LanguageSwitch />
        </Box>
      </Footer>
    </Page>
  );
}

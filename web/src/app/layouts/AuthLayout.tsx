import Box from "@mui/material/Box";
import { Suspense } from "react";
import { Outlet } from "react-router";
import { SubscribeField } from "../slots.ts";
import { Footer, Main, Page, thisYear, TopBar } from "./frame.ts";
import { LanguageSwitch } from "../../i18n/LanguageSwitch.tsx";
import { Logo } from "./Logo.tsx";

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
          {SubscribeField !== null && (
            <Suspense fallback={null}>
              <SubscribeField />
            </Suspense>
          )}
          <LanguageSwitch />
        </Box>
      </Footer>
    </Page>
  );
}

import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { ThemeProvider } from "@mui/material/styles";
import { createContext, use } from "react";
import type { ReactNode } from "react";
import { pageNonce } from "./nonce.ts";
import { theme } from "./theme.ts";

const nonce = pageNonce();
/** Material's styles come first in the page, so that a class of ours wins over them. */
const cache = createCache({ key: "r", prepend: true, ...(nonce !== undefined && { nonce }) });
const IsInside = createContext(false);

/**
 * Around lazy parts only, because the first view has no Material component. The cache has the page's nonce.
 */
export function MaterialTheme({ children }: { children: ReactNode }) {
  if (use(IsInside)) return children;
  return (
    <IsInside value>
      <CacheProvider value={cache}>
        <ThemeProvider theme={theme} defaultMode="light" colorSchemeNode={null} storageManager={null} noSsr>
          {children}
        </ThemeProvider>
      </CacheProvider>
    </IsInside>
  );
}

import { ApiError } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Main, Page, TopBar } from "./layoutElements.ts";
import { Logo } from "./Logo.tsx";

export function ServerUnreachable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT();
  return (
    <Page>
      <TopBar>
        <Logo />
      </TopBar>
      <Main className="centered">
        <EmptyState component="h1" title={t("shell.unreachable")} onRetry={onRetry}>
          {error instanceof ApiError ? error.message : t("error.internal")}
        </EmptyState>
      </Main>
    </Page>
  );
}

import { Component } from "react";
import type { ReactNode } from "react";
import { translate } from "../i18n/i18n.ts";
import { Button } from "../ui/controls/Button.tsx";
import { EmptyState } from "../ui/display/EmptyState.tsx";
import { Main, Page } from "./layouts/layoutElements.ts";

export class ScreenErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Page>
        <Main className="centered">
          <EmptyState
            component="h1"
            title={translate("shell.crashed")}
            action={
              <Button variant="contained" onClick={() => window.location.reload()}>
                {translate("shell.reload")}
              </Button>
            }
          >
            {translate("shell.crashedHint")}
          </EmptyState>
        </Main>
      </Page>
    );
  }
}

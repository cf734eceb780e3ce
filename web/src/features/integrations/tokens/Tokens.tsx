import "./tokens.css";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { apiToken, type ApiToken, type MadeToken } from "@retro/contract/api/tokens";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { RelativeTime } from "../../../ui/display/RelativeTime.tsx";
import { useNow } from "../../../ui/display/sharedClock.ts";
import { type RowProps, SecretsPage, type SecretsPlace } from "../SecretsPage.tsx";
import { NewTokenDialog, type TokensPath } from "./NewTokenDialog.tsx";

const removal = { title: "tokens.revokeTitle", text: "tokens.revokeText", label: "tokens.revoke" } as const;

export function Tokens({ path, ...place }: SecretsPlace & { path: TokensPath }) {
  const t = useT();
  return (
    <SecretsPage<ApiToken, MadeToken, TokensPath>
      {...place}
      kind="tokens"
      path={path}
      schema={apiToken}
      removal={removal}
      Row={TokenRow}
      Form={NewTokenDialog}
      secretOf={({ name, token }) => ({
        title: t("tokens.madeTitle", { name }),
        secret: token,
        label: t("tokens.token"),
        hint: t("tokens.onceHint"),
        done: t("tokens.done"),
      })}
    />
  );
}

function TokenRow({ item: token, onRemove }: RowProps<ApiToken, TokensPath>) {
  const t = useT();
  const { name, access, kind, space, board_id, made_by, last_used_at, expires_at } = token;
  const now = useNow();
  const day = new Intl.DateTimeFormat(dateLocale(useLocale()), { dateStyle: "medium" });
  const expired = expires_at !== null && Date.parse(expires_at) <= now;
  return (
    <li className="token">
      <div className="token-text">
        <div className="secret-line">
          <span className="secret-name" dir="auto">
            {name}
          </span>
          <Chip size="small" label={t(access === "write" ? "tokens.write" : "tokens.read")} />
          {expired && <Chip size="small" color="error" label={t("tokens.expired")} />}
        </div>
        <Typography variant="caption" color="textSecondary" component="p">
          {board_id !== null && t("tokens.oneBoard")}
          {space !== null && t("tokens.oneSpace", { space })}
          {board_id === null &&
            space === null &&
            t(kind === "server" ? "tokens.server" : "tokens.everything")}
          {made_by !== null && ` · ${t("tokens.madeBy", { name: made_by })}`}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {last_used_at === null ? (
            t("tokens.neverUsed")
          ) : (
            <>
              {t("tokens.lastUsed")} <RelativeTime iso={last_used_at} label="tokens.usedAt" />
            </>
          )}
          {expires_at !== null &&
            !expired &&
            ` · ${t("tokens.expiresOn", { date: day.format(new Date(expires_at)) })}`}
        </Typography>
      </div>
      <Button
        variant="outlined"
        className="token-revoke"
        aria-label={t("tokens.revokeOf", { name })}
        onClick={onRemove}
      >
        {t("tokens.revoke")}
      </Button>
    </li>
  );
}

import "./legal.css";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { legalDocument } from "@retro/contract/legal";
import type { LegalDocument, LegalPage } from "@retro/contract/legal";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Verification } from "../../api/captcha.ts";
import { api } from "../../api/client.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { LegalBlocks } from "./LegalBlocks.tsx";
import { LegalLinks } from "./LegalLinks.tsx";
import { SubscribeForm } from "./SubscribeForm.tsx";

export function LegalScreen({ page, verification }: { page: LegalPage; verification: Verification }) {
  const t = useT();
  const locale = useLocale();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["legal", page, locale],
    queryFn: ({ signal }) => api.get<LegalDocument>(`legal/${page}`, { schema: legalDocument, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // After a change of language the old text stays until the new one has arrived.
    placeholderData: keepPreviousData,
  });
  useTitle(data === undefined ? "Retro" : `${data.title} · Retro`);
  if (error !== null) {
    return (
      <EmptyState component="h1" title={t("legal.failed")} onRetry={() => void refetch()}>
        {error.message}
      </EmptyState>
    );
  }
  return (
    <div className="legal-page">
      {data === undefined ? (
        <LegalSkeleton />
      ) : (
        <article aria-busy={isPlaceholderData}>
          <Typography variant="h1" className="legal-title">
            {data.title}
          </Typography>
          <LegalBlocks blocks={data.blocks} />
        </article>
      )}
      {page === "release-notes" && data !== undefined && (
        <section className="legal-data">
          <SubscribeForm verification={verification} />
        </section>
      )}
      <LegalLinks page={page} />
    </div>
  );
}

function LegalSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton width="50%" height={48} />
      {[95, 88, 97, 60, 92, 84, 40].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={28} />
      ))}
    </div>
  );
}

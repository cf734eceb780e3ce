import "./space-search.css";
import { limits } from "@retro/contract/limits";
import { markWords, searchWords } from "@retro/contract/search-words";
import type { SpaceSearchHit, SpaceSearchResult } from "@retro/contract/spaces/space-search";
import { useId, useState } from "react";
import { Link } from "../../../routes/router.tsx";
import { useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { EmptyState } from "../../../ui/display/EmptyState.tsx";
import { RelativeTime } from "../../../ui/display/RelativeTime.tsx";
import { useSpaceSearch } from "./useSpaceSearch.ts";
import { SearchInput } from "../../../ui/controls/SearchInput.tsx";

export function SpaceSearch({ spaceKey }: { spaceKey: string }) {
  const t = useT();
  const [text, setText] = useState("");
  const { question, result, busy, error, retry } = useSpaceSearch(spaceKey, text);
  return (
    <section className="space-search" role="search" aria-label={t("spaceSearch.label")}>
      <SearchInput
        label={t("spaceSearch.label")}
        placeholder={t("spaceSearch.placeholder")}
        maxLength={limits.spaceSearch.question}
        text={text}
        onChange={setText}
      />
      {/* In the page from the beginning, so that screen readers announce every change. */}
      <p role="status" className="sr-only">
        {busy || result === undefined || error !== null ? "" : summaryOf(result, t)}
      </p>
      {error !== null ? (
        <EmptyState title={t("spaceSearch.failed")} onRetry={retry}>
          {error.message}
        </EmptyState>
      ) : (
        result !== undefined && <Hits result={result} question={question} busy={busy} />
      )}
    </section>
  );
}

function summaryOf({ hits, more }: SpaceSearchResult, t: ReturnType<typeof useT>): string {
  if (hits.length === 0) return t("spaceSearch.none");
  return more
    ? t("spaceSearch.more", { count: hits.length })
    : t("spaceSearch.count", { count: hits.length });
}

interface HitsProps {
  result: SpaceSearchResult;
  question: string;
  busy: boolean;
}

function Hits({ result, question, busy }: HitsProps) {
  const t = useT();
  const words = searchWords(question);
  if (result.hits.length === 0)
    return busy ? null : <EmptyState title={t("spaceSearch.none")}>{t("spaceSearch.noneHint")}</EmptyState>;
  return (
    <div className="hits" aria-busy={busy}>
      <p className="summary" aria-hidden>
        {summaryOf(result, t)}
      </p>
      <ul className="space-list">
        {result.hits.map((hit) => (
          <Hit key={`${hit.kind} ${hit.id}`} hit={hit} words={words} />
        ))}
      </ul>
    </div>
  );
}

function Hit({ hit, words }: { hit: SpaceSearchHit; words: readonly string[] }) {
  const t = useT();
  const aboutId = useId();
  const kind = {
    board: "spaceSearch.board",
    sticker: "spaceSearch.sticker",
    action: "spaceSearch.action",
  } as const;
  return (
    <li className="space-board">
      <Link to={paths.board(hit.board_id)} aria-describedby={aboutId} dir="auto">
        {markWords(hit.text, words).map(({ text, found }, index) =>
          found ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </Link>
      <span className="about" id={aboutId}>
        {t(kind[hit.kind])}
        {hit.kind !== "board" && <> · {hit.board_title}</>}
        {" · "}
        <RelativeTime iso={hit.board_created_at} label="spaces.created" labelled />
        {hit.archived === true && <> · {t("spaceSearch.archived")}</>}
      </span>
    </li>
  );
}

import { cleanLine } from "@retro/contract/clean-text";
import { spaceSearchResult, type SpaceSearchResult } from "@retro/contract/spaces/space-search";
import { searchWords } from "@retro/contract/search-words";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../../api/client.ts";

const pauseMs = 250;

/**
 * Below the space's key: an event of the space asks again, so that what has become hidden leaves the page.
 */
const searchQuery = (key: string, question: string) =>
  queryOptions({
    queryKey: ["space", key, "search", question],
    queryFn: ({ signal }) =>
      api.get<SpaceSearchResult>(`spaces/${key}/search?q=${encodeURIComponent(question)}`, {
        schema: spaceSearchResult,
        signal,
      }),
    enabled: question !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** An answer to an earlier question is never shown for a later one. */
export function useSpaceSearch(key: string, text: string) {
  const question = searchWords(text).length === 0 ? "" : cleanLine(text);
  const asked = useSettled(question);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(searchQuery(key, asked));
  return {
    question: asked,
    result: asked === "" ? undefined : data,
    busy: asked !== "" && (isFetching || isPlaceholderData || question !== asked),
    error: asked === "" ? null : error,
    retry: () => void refetch(),
  };
}

/** A text that follows another one when that has not changed for a moment, and at once when it is empty. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : settled;
}

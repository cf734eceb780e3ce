import { nameOfTopic } from "@retro/rules/topics";
import type { RankedResult, VoteRanking } from "@retro/rules/ranking";
import type { Translate } from "../../i18n/useT.ts";

export const oneLine = (text: string | null): string => (text ?? "").replace(/\s+/gu, " ").trim();

/** As plain text, which Markdown shows as a list too. */
export function resultsText(
  { title, round }: { title: string; round: string | null },
  ranking: VoteRanking,
  t: Translate,
): string {
  const head = `${t("results.title")}: ${oneLine(title)}${round === null ? "" : ` · ${round}`}`;
  return `${[head, "", ...ranking.ranked.flatMap((result) => resultLines(result, t))].join("\n")}\n`;
}

function resultLines(result: RankedResult, t: Translate): string[] {
  const { rank, votes, sticker, section } = result;
  const name = nameOfTopic(result);
  const members = name === sticker.title ? result.members : [sticker, ...result.members];
  const count = t("votes.votes", { count: votes });
  return [
    `${rank}. ${oneLine(name)} (${count}, ${oneLine(section.title)})`,
    ...members.map(({ title }) => `   - ${oneLine(title)}`),
  ];
}

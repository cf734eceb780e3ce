import { presentRound, titleOfRound } from "@retro/rules/rounds";
import { useFacilitation } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";

/** The titles of a board's rounds, the present one last; none on a board without rounds [V8]. */
export function useRoundTitles(): string[] {
  const t = useT();
  const facilitation = useFacilitation();
  const numbers = Array.from({ length: presentRound(facilitation) }, (_, i) => i + 1);
  return numbers.flatMap((number) => titleOfRound(facilitation, number, t) ?? []);
}

/** @param round the number of a closed round; null: the present votes */
export function useRoundTitle(round: number | null): string | null {
  return titleOfRound(useFacilitation(), round, useT());
}

export const votesAtEnd = / ?\((\d{1,9}) votes?\)$/iu;

/** EasyRetro writes a card as `text (3 votes)`. */
export function splitVotes(card: string): { text: string; votes: string | undefined } {
  return { text: card.replace(votesAtEnd, ""), votes: votesAtEnd.exec(card)?.[1] };
}

/** What a token is limited to by the link of a board or of a space; null: it is no such link. */
export function placeOfLink(link: string): { board_id: string } | { space_key: string } | null {
  const [, board] = /\/boards\/([\w-]{22})(?![\w-])/u.exec(link) ?? [];
  if (board !== undefined) return { board_id: board };
  const [, key] = /\/spaces#([\w-]{22})(?![\w-])/u.exec(link) ?? [];
  return key === undefined ? null : { space_key: key };
}

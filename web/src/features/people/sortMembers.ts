import type { Member } from "../../board-state/types.ts";

/** The facilitator first, then the user, then the others in the order of their arrival. */
export function sortMembers(members: readonly Member[], facilitatorId: string | null, me: string): Member[] {
  const rank = ({ id }: Member) => (id === facilitatorId ? 0 : id === me ? 1 : 2);
  return members.toSorted((a, b) => rank(a) - rank(b));
}

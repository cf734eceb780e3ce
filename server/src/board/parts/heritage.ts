/** A user who ceases to exist, and who takes their place: null when they are erased [P6, I1]. */
export interface Heritage {
  userId: string;
  heir: string | null;
}

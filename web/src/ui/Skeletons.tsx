import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

/** Cards to come, in a grid like theirs. */
export function CardSkeletons({ count, height, min = 240 }: { count: number; height: number; min?: number }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 4,
        gridTemplateColumns: `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))`,
      }}
      aria-hidden
    >
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} variant="rounded" height={height} />
      ))}
    </Box>
  );
}

/** A board to come: its title and two sections. */
export function BoardSkeleton() {
  return (
    <Box sx={{ display: "grid", gap: 4, width: "100%" }} aria-hidden>
      <Skeleton variant="text" width={280} height={36} />
      <Box sx={{ display: "grid", gap: 4, gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" } }}>
        <Skeleton variant="rounded" height={340} />
        <Skeleton variant="rounded" height={340} />
      </Box>
    </Box>
  );
}

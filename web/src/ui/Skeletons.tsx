import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

/** Placeholders of cards, in the grid of cards. */
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

/** Placeholders of the two panels of the top bar. On small screens they are a separate row; reserving it avoids a later layout shift. */
export function ControlsSkeleton() {
  const panel = { height: 40, borderRadius: "23px", "@media (pointer: coarse)": { height: 46 } };
  return (
    <Box sx={{ display: "flex", gap: { xs: 2, md: 4 } }} aria-hidden>
      <Skeleton variant="rounded" sx={{ ...panel, width: { xs: 98, sm: 180 } }} />
      <Skeleton variant="rounded" sx={{ ...panel, width: { xs: 116, sm: 166 } }} />
    </Box>
  );
}

const section = { border: 1, borderColor: "divider", borderRadius: "12px", p: 3, minHeight: 168 };

/** The placeholder of a loading board: its title, and three sections down to the footer with a few stickers. */
export function BoardSkeleton() {
  return (
    <Box sx={{ display: "flex", flexDirection: "column", flex: 1 }} aria-hidden>
      <Skeleton variant="text" width={240} height={40} sx={{ mb: 3 }} />
      <Box sx={{ display: "grid", flex: 1, gap: 4, gridTemplateColumns: { xs: "1fr", lg: "1fr 1fr 1fr" } }}>
        {[0, 1, 2].map((one) => (
          <Box key={one} sx={section}>
            <Skeleton variant="text" width={120} height={36} sx={{ mb: 2 }} />
            <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr 1fr" } }}>
              {[88, 108, 72].map((height) => (
                <Skeleton key={height} variant="rounded" height={height} />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

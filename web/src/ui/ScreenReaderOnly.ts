import { styled } from "@mui/material/styles";

/** Content for screen readers only. */
export const ScreenReaderOnly = styled("span")({
  position: "absolute",
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  border: 0,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
});

// The theme carries CSS variables: `theme.vars` is always there.
import "@mui/material/themeCssVarsAugmentation";

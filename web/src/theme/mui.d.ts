// The theme uses CSS variables, so `theme.vars` always exists.
import "@mui/material/themeCssVarsAugmentation";

import Fade from "@mui/material/Fade";
import { createTheme } from "@mui/material/styles";
import type { MouseEvent } from "react";

const controls = "a, button, input, textarea, select, summary, label, [tabindex='0']";

/**
 * A press beside a dialog or menu, on its title or between what is in it leaves the focus where it is: the
 * keyboard of a phone stays open, an untouched field is not checked, and the second press of a double click on
 * the button of a menu takes no focus from the menu. Other texts can be selected.
 */
function keepFocusBeside(event: MouseEvent): void {
  const { button, target, currentTarget } = event;
  if (button !== 0) return;
  // Menus and pickers of the dialog are in it for React only.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest(controls) !== null) return;
  const hasText = [...target.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
  if (!hasText || target.matches(".MuiDialogTitle-root")) event.preventDefault();
}

/** Both colour schemes are CSS variables, so a change of theme repaints without a render. */

/** The smallest touch target in pixels. */
const coarse = "@media (pointer: coarse)";
/** The keyboard of a phone leaves little room. */
const low = "@media (max-height: 479.95px)";

const fontFamily =
  '"Inter Variable", "Inter", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "data-theme", cssVarPrefix: "r" },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: "#5b2fb0", light: "#7a54c7", dark: "#452190", contrastText: "#ffffff" },
        background: { default: "#f6f5fa", paper: "#ffffff" },
        text: { primary: "#1d1b24", secondary: "#605c6d", disabled: "#9a96a6" },
        divider: "#e5e2ee",
        error: { main: "#b3261e" },
        warning: { main: "#8a5300" },
        success: { main: "#1d7a3f" },
        info: { main: "#2260b0" },
      },
    },
    dark: {
      palette: {
        primary: { main: "#e6e4ee", light: "#f3f2f8", dark: "#ffffff", contrastText: "#1c1b20" },
        background: { default: "#131217", paper: "#1c1b20" },
        text: { primary: "#eae8f0", secondary: "#aaa7b5", disabled: "#74717f" },
        divider: "#302e37",
        error: { main: "#ff8a80" },
        warning: { main: "#ffb74d" },
        success: { main: "#7fd39a" },
        info: { main: "#8ab8f5" },
      },
    },
  },
  spacing: 4,
  shape: { borderRadius: 8 },
  typography: {
    fontFamily,
    h1: { fontSize: "1.375rem", lineHeight: 28 / 22, fontWeight: 600, letterSpacing: "-0.01em" },
    h2: { fontSize: "1.25rem", lineHeight: 28 / 20, fontWeight: 600, letterSpacing: "-0.005em" },
    h3: { fontSize: "1rem", lineHeight: 24 / 16, fontWeight: 600 },
    h6: { fontSize: "1.25rem", lineHeight: 28 / 20, fontWeight: 600 },
    subtitle1: { fontSize: "1rem", lineHeight: 24 / 16, fontWeight: 600 },
    body1: { fontSize: "0.875rem", lineHeight: 20 / 14 },
    body2: { fontSize: "0.875rem", lineHeight: 20 / 14 },
    caption: { fontSize: "0.75rem", lineHeight: 16 / 12 },
    button: {
      fontSize: "0.875rem",
      lineHeight: 20 / 14,
      fontWeight: 500,
      textTransform: "none",
      letterSpacing: 0,
    },
  },
  transitions: {
    duration: {
      shortest: 100,
      shorter: 100,
      short: 150,
      standard: 150,
      complex: 150,
      enteringScreen: 150,
      leavingScreen: 100,
    },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        // Lines break between words, not inside them.
        root: {
          minHeight: 36,
          paddingInline: 16,
          overflowWrap: "normal",
          [coarse]: { minHeight: 44, minWidth: 44 },
        },
      },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { padding: "20px 24px 12px", [low]: { paddingBlock: "8px 4px" } } },
    },
    // Space for the label above a field's frame; Material removes it below a dialog's title.
    MuiDialogContent: {
      styleOverrides: { root: { padding: "8px 24px 12px", ".MuiDialogTitle-root + &": { paddingTop: 8 } } },
    },
    MuiDialogActions: {
      styleOverrides: {
        root: {
          padding: "12px 24px 20px",
          gap: 8,
          flexWrap: "wrap",
          "& > *": { margin: 0 },
          "& > button": { flexShrink: 0 },
          [low]: { paddingBlock: 4 },
        },
      },
    },
    // Dialogs, menus and popovers.
    MuiModal: { defaultProps: { onMouseDown: keepFocusBeside } },
    MuiDialog: {
      styleOverrides: {
        // Safari lays the keyboard over the page (`ui/device/screenKeyboard.ts`): the actions stay above it.
        container: { paddingBottom: "var(--keyboard, 0px)" },
        paper: ({ theme: t }) => ({
          backgroundImage: "none",
          border: `1px solid ${t.vars.palette.divider}`,
          [t.breakpoints.up("sm")]: { borderRadius: 12 },
        }),
      },
    },
    // They fade in. Material's menus grow, and a press in that moment misses the item that moves away from
    // under the pointer.
    MuiPopover: {
      defaultProps: { slots: { transition: Fade } },
      styleOverrides: { paper: ({ theme: t }) => ({ border: `1px solid ${t.vars.palette.divider}` }) },
    },
    MuiMenu: {
      defaultProps: { slots: { transition: Fade } },
      styleOverrides: { paper: ({ theme: t }) => ({ border: `1px solid ${t.vars.palette.divider}` }) },
    },
    // Below 16 px, phones zoom into a focused field.
    MuiInputBase: {
      styleOverrides: { root: { [coarse]: { minHeight: 44 } }, input: { [coarse]: { fontSize: "1rem" } } },
    },
    // The border is 1 px wider with the focus: without this, the gap for the label would be off its middle.
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          "&.Mui-focused .MuiOutlinedInput-notchedOutline": { paddingInline: 7 },
          "&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline": { borderColor: "var(--brand)" },
        },
      },
    },
    MuiMenuItem: { styleOverrides: { root: { [coarse]: { minHeight: 44 } } } },
    MuiIconButton: { styleOverrides: { root: { [coarse]: { minWidth: 44, minHeight: 44 } } } },
    MuiToggleButton: { styleOverrides: { root: { [coarse]: { minWidth: 44, minHeight: 44 } } } },
    MuiFormControlLabel: { styleOverrides: { root: { [coarse]: { minHeight: 44 } } } },
    // Off, Material's thumb and the press around it are white. In the dark theme our primary colour is nearly
    // that too: a switch that is off must not look on.
    MuiSwitch: {
      styleOverrides: {
        switchBase: ({ theme: t }) => ({
          "&:not(.Mui-checked)": {
            color: t.vars.palette.text.secondary,
            "& .MuiSwitch-thumb": {
              backgroundColor: "#ffffff",
              ...t.applyStyles("dark", { backgroundColor: "#8f8c9a" }),
            },
          },
        }),
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: "none" } } },
    MuiFormHelperText: { styleOverrides: { root: { marginInline: 0 } } },
  },
});

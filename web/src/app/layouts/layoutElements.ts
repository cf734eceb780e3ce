import "./layout.css";
import { classed } from "../../ui/display/classed.tsx";

export const thisYear = new Date().getFullYear();

export const Page = classed("div", "page");
export const TopBar = classed("header", "top-bar");
export const BarHeading = classed("div", "bar-heading");
export const ControlsArea = classed("div", "controls-area");
export const TopBarEnd = classed("div", "top-bar-end");
export const Main = classed("main", "page-main");
export const Footer = classed("footer", "page-footer");
export const FooterLink = classed("a", "footer-link");

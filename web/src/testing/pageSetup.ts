import { afterEach } from "vitest";
import { resetPage } from "./page.tsx";

afterEach(resetPage);

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { rolldown } from "rolldown";
import { texts as later } from "@retro/contract/messages/later/en";
import { defineConfig } from "vite";
import type { Plugin } from "vite";

const target = process.env.VITE_API_TARGET ?? "http://127.0.0.1:3001";

/**
 * Tells the browser of the text face before it has read the stylesheet; its name is known only after the
 * build. The Cyrillic face, which many pages do not need, is named for the page's inline script: `<html
 * data-cyrillic>`.
 */
function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const faceFile = (subset: string) => {
          const file = Object.keys(bundle ?? {}).find((name) => name.includes(`inter-${subset}-`));
          if (file === undefined) throw new Error(`The build has no ${subset} face`);
          return `/${file}`;
        };
        return {
          html: html.replace("<html ", `<html data-cyrillic="${faceFile("cyrillic")}" `),
          tags: [
            {
              tag: "link",
              injectTo: "head",
              attrs: {
                rel: "preload",
                as: "font",
                type: "font/woff2",
                href: faceFile("latin"),
                crossorigin: true,
                nonce: "__CSP_NONCE__",
              },
            },
          ],
        };
      },
    },
  };
}

/**
 * Tells the page's inline script which files hold the texts of which language: `<html data-texts>`. Refuses a text
 * that the first view may show and that is fetched later: the page would show its key.
 */
function nameTexts(): Plugin {
  return {
    name: "name-texts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const files: Record<string, Record<string, string>> = {};
        for (const chunk of Object.values(bundle ?? {})) {
          if (chunk.type !== "chunk") continue;
          if (chunk.name === "retro") refuseLaterTexts(chunk.code);
          const path = /\/contract\/src\/messages\/([a-z-]+)\/([a-z]{2})\.ts$/.exec(
            chunk.facadeModuleId ?? "",
          );
          const [, half, locale] = path ?? [];
          if (half !== undefined && locale !== undefined)
            files[locale] = { ...files[locale], [half]: `/${chunk.fileName}` };
        }
        const attribute = JSON.stringify(files).replaceAll('"', "&quot;");
        return html.replace("<html ", `<html data-texts="${attribute}" `);
      },
    },
  };
}

/** Code names a text by its whole key, or composes the key from its beginning and a code. */
function refuseLaterTexts(code: string): void {
  const whole = new Set(Array.from(code.matchAll(/(["'`])([a-zA-Z]+\.[\w.]+)\1/g), ([, , key]) => key));
  const beginnings = Array.from(code.matchAll(/`([a-zA-Z]+\.[\w.]*)\$\{/g), ([, start = ""]) => start);
  const missing = Object.keys(later).filter((key) => {
    const base = key.replace(/_(?:zero|one|two|few|many|other)$/, "");
    return whole.has(base) || beginnings.some((start) => base.startsWith(start));
  });
  if (missing.length > 0)
    throw new Error(
      `The first view may show these texts: move them to messages/first-view.\n${missing.join("\n")}`,
    );
}

/**
 * Puts the script of the board's preview into the page. As a separate file it would arrive later than the
 * answers that it draws.
 */
function inlinePreview(): Plugin {
  return {
    name: "inline-preview",
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        const bundle = await rolldown({
          input: join(import.meta.dirname, "src/features/stickers/preview/preview.ts"),
        });
        const { output } = await bundle.generate({ format: "iife", minify: true });
        await bundle.close();
        const script = `<script nonce="__CSP_NONCE__">${output[0].code.replaceAll("</", "<\\/")}</script>`;
        return html.replace("<!-- preview -->", () => script);
      },
    },
  };
}

/** The scale of `tokens.css`: its rule for `:where(html)`. */
const scaleRule = /:where\(html\)\s*\{([^}]*)\}/;

/** Writes the values of the scale into the built style sheets: hundreds of variables would cost the page time. */
function inlineScale(): Plugin {
  const tokensFile = join(import.meta.dirname, "src/theme/tokens.css");
  let values = new Map<string, string>();
  return {
    name: "inline-scale",
    apply: "build",
    enforce: "pre",
    async buildStart() {
      const [, scale = ""] = scaleRule.exec(await readFile(tokensFile, "utf8")) ?? [];
      values = new Map(
        Array.from(scale.matchAll(/(--[\w-]+):([^;]+);/g), ([, name = "", value = ""]) => [
          name,
          value.trim(),
        ]),
      );
    },
    transform(code, id) {
      if (!id.endsWith(".css")) return null;
      return code
        .replace(scaleRule, "")
        .replaceAll(/calc\(-1 \* var\((--[\w-]+)\)\)|var\((--[\w-]+)\)/g, (text, negative, plain) => {
          const value = values.get(negative ?? plain);
          if (value === undefined) return text;
          return negative === undefined ? value : `-${value}`;
        });
    },
  };
}

/** Gives every icon a component without Material's style engine. */
function plainIcons(): Plugin {
  const module = "\0plain-icons";
  const component = join(import.meta.dirname, "src/ui/display/createSvgIcon.tsx");
  return {
    name: "plain-icons",
    enforce: "pre",
    resolveId: (source, importer) =>
      source.endsWith("/createSvgIcon.mjs") && importer?.includes("/@mui/icons-material/") === true
        ? module
        : null,
    load: (id) =>
      id === module ? `export { createSvgIcon as default } from ${JSON.stringify(component)};` : null,
  };
}

/**
 * Writes `.br` and `.gz` beside each file that shrinks. The server sends them as they are, so the build can
 * afford the slowest level.
 */
function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      await Promise.all(
        entries
          .filter((entry) => entry.isFile() && /\.(?:css|js|json|svg|txt|wasm|webmanifest)$/.test(entry.name))
          .map(async ({ parentPath, name }) => {
            const file = join(parentPath, name);
            const plain = await readFile(file);
            const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
            await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
            await writeFile(
              `${file}.gz`,
              await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
            );
          }),
      );
    },
  };
}

/** The packages' own lists of exports name these, but nothing that is shown first uses them. */
const onlyListed =
  /enhanceHighContrast|@mui\/system\/(?:Stack|Grid|Container|useMediaQuery)\/|@tanstack\/.*\/(?:mutationObserver|infiniteQueryObserver|use(?:Mutation|InfiniteQuery))\./;

/**
 * Whether the entry imports a module statically. These modules go into two chunks, because forty small ones
 * would be forty requests before the first paint: the libraries, whose file keeps its name and stays in
 * browser caches until a library changes, and the app.
 */
const firstChunk = reachedFrom((_id, { isEntry }) => isEntry);

/** What a new guest sees before the board. */
const guestEntry =
  /\/src\/(?:theme\/MaterialTheme|app\/(?:layouts\/AuthLayout|screens\/AuthAnonymousScreen))\.tsx$/;
const reachedFromGuestEntry = reachedFrom((id) => guestEntry.test(id));

/**
 * Material in two files instead of eighty, which import each other twelve levels deep: what the guest entry needs,
 * and what two or more other parts share.
 */
function materialChunk(id: string, context: Context): string | null {
  if (!/\/node_modules\/(?:@mui\/(?!icons-material)|@emotion|stylis|react-transition-group)/.test(id))
    return null;
  return reachedFromGuestEntry(id, context) ? "material" : "controls";
}

function reachedFrom(isRoot: (id: string, info: ModuleInfo) => boolean) {
  return (id: string, context: Context): boolean => {
    const seen = new Set<string>();
    const reaches = (module: string): boolean => {
      if (seen.has(module) || onlyListed.test(module)) return false;
      seen.add(module);
      const info = context.getModuleInfo(module);
      return info !== null && (isRoot(module, info) || info.importers.some(reaches));
    };
    return reaches(id);
  };
}
interface Context {
  getModuleInfo: (id: string) => ModuleInfo | null;
}
interface ModuleInfo {
  isEntry: boolean;
  importers: readonly string[];
}

/** The server puts a fresh nonce in place of `__CSP_NONCE__` each time it hands out the page. */
export default defineConfig({
  plugins: [
    react(),
    plainIcons(),
    inlineScale(),
    nameTexts(),
    inlinePreview(),
    preloadFonts(),
    precompress(),
  ],
  html: { cspNonce: "__CSP_NONCE__" },
  experimental: {
    // Scripts and styles name other files relative to themselves, so that one build works below every path of
    // a host (BASE_PATH).
    renderBuiltUrl: (_file, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  build: {
    outDir: "dist",
    // The browsers that README.md lists.
    target: ["chrome114", "edge114", "firefox126", "safari17"],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    modulePreload: {
      polyfill: false,
      // Names of files do not compress. The first view names those of screens only: an idle page fetches the parts.
      resolveDependencies: (file, dependencies, { hostId }) =>
        /\/retro-/.test(hostId) && !/(?:Screen|Layout|MaterialTheme)-/.test(file) ? [] : dependencies,
    },
    rolldownOptions: {
      // A schema that no loaded code uses is left out, also one with checks.
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: (id, context) =>
                id.includes("/node_modules/") && firstChunk(id, context) ? "vendor" : null,
              debugName: "vendor",
              priority: 2,
            },
            {
              name: (id, context) => (firstChunk(id, context) ? "retro" : null),
              debugName: "retro",
              priority: 1,
            },
            // Alone, it keeps its name through releases.
            { name: "pusher", test: /\/node_modules\/pusher-js\//, priority: 0.9 },
            {
              name: (id, context) => (materialChunk(id, context) === "material" ? "material" : null),
              debugName: "material",
              priority: 0.9,
            },
            {
              name: (id, context) => materialChunk(id, context),
              debugName: "controls",
              minShareCount: 2,
              priority: 0.5,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": { target, xfwd: true },
      "/app": { target: target.replace(/^http/, "ws"), ws: true },
      "/broadcasting": { target, xfwd: true },
      "/web": { target, xfwd: true },
      "/health": target,
      "/metrics": target,
    },
  },
});

import { packagesOf } from "./packages.mjs";

/**
 * What the tarball has of others: the packages of the server, and those whose code is in the web bundle. Made from
 * the lock file: `npm sbom` leaves out packages that a tool of a workspace needs too, and other platforms.
 * Source: CycloneDX 1.5.
 */
export function billOfMaterials({ version, description, license }, lock, seconds) {
  const paths = new Set([...packagesOf(lock, "server"), ...packagesOf(lock, "web")]);
  const components = [...paths].map((path) => component(path, lock.packages[path]));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: {
        type: "application",
        "bom-ref": `retro@${version}`,
        name: "retro",
        version,
        description,
        licenses: [{ expression: license }],
      },
    },
    // One package may be in several folders.
    components: [...new Map(components.map((one) => [one["bom-ref"], one])).values()],
  };
}

function component(path, { version, integrity, license }) {
  const fullName = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const [name, group] = fullName.split("/").toReversed();
  const reference = `${fullName}@${version}`;
  return {
    type: "library",
    "bom-ref": reference,
    ...(group !== undefined && { group }),
    name,
    version,
    purl: `pkg:npm/${reference.replace(/^@/, "%40")}`,
    ...(integrity?.startsWith("sha512-") && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") }],
    }),
    ...(license !== undefined && {
      licenses: [license.startsWith("SEE ") ? { license: { name: license } } : { expression: license }],
    }),
  };
}

import { createHash } from "node:crypto";
import { dependenciesOf, readByHand } from "../licences.mjs";
import { packagesOf } from "./packages.mjs";

/**
 * What the tarball has of others: the packages of the server, and those whose code is in the web bundle. Made from
 * the lock file: `npm sbom` leaves out packages that a tool of a workspace needs too, and other platforms.
 * Source: CycloneDX 1.5.
 */
export function billOfMaterials({ version, description, license }, lock, on, seconds) {
  const paths = new Set(["server", "web"].flatMap((workspace) => packagesOf(lock, workspace, on)));
  const reference = (path) => `${nameAt(path)}@${lock.packages[path].version}`;
  // One package may be in several folders.
  const byReference = Map.groupBy(paths, reference);
  const needs = (froms) => {
    const found = froms.flatMap((from) => dependenciesOf(lock.packages, from));
    return [...new Set(found.filter((path) => paths.has(path)).map(reference))];
  };
  const own = `retro@${version}`;
  const content = {
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: {
        type: "application",
        "bom-ref": own,
        name: "retro",
        version,
        description,
        licenses: [{ expression: license }],
      },
    },
    components: [...byReference].map(([name, [path]]) => component(name, nameAt(path), lock.packages[path])),
    dependencies: [
      { ref: own, dependsOn: needs(workspacesFrom(lock, ["server", "web"])) },
      ...[...byReference].map(([ref, copies]) => ({ ref, dependsOn: needs(copies) })),
    ],
  };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: serialNumber(content),
    version: 1,
    ...content,
  };
}

function nameAt(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** These workspaces, and those that they import. */
function workspacesFrom(lock, names) {
  const found = [...names];
  for (const name of found)
    for (const path of dependenciesOf(lock.packages, name))
      if (!path.includes("node_modules/") && !found.includes(path)) found.push(path);
  return found;
}

/** Of the content, so that the same sources give the same bytes. Source: RFC 9562, version 8. */
function serialNumber(content) {
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return `urn:uuid:${[...parts, hash.slice(20, 32)].join("-")}`;
}

function component(reference, fullName, { version, integrity, license = readByHand[fullName] }) {
  const [name, group] = fullName.split("/").toReversed();
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
    licenses: [license.startsWith("SEE ") ? { license: { name: license } } : { expression: license }],
  };
}

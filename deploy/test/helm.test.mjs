import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule";
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor";
import { Ajv } from "ajv";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { CronJob } from "kubernetes-models/batch/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { PersistentVolumeClaim, Service, ServiceAccount } from "kubernetes-models/v1";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { goPackages, hasGo } from "../../scripts/machine/deploy-tools.mjs";
import { blocks, commands } from "./documents.mjs";
import { documentedSettings } from "./documented-settings.mjs";

const chart = join(import.meta.dirname, "../helm/retro");
const values = parse(readFileSync(join(chart, "values.yaml"), "utf8"));
const accepts = new Ajv().compile(JSON.parse(readFileSync(join(chart, "values.schema.json"), "utf8")));

const helm = spawnSync("helm", ["version"]).status === 0;
const canRender = helm || hasGo();
if (!canRender)
  console.log("deploy/helm: the templates are not rendered: neither helm nor Debian's Go is here.");

const kinds = {
  Deployment,
  Service,
  ServiceAccount,
  PersistentVolumeClaim,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  HorizontalPodAutoscaler,
  CronJob,
  ServiceMonitor,
  PrometheusRule,
};

const database = { existingSecret: "db", key: "DATABASE_URL" };
const redis = { existingSecret: "redis", key: "REDIS_URL" };
const several = { replicas: 3, database, redis };

/** Objects are merged, as Helm merges values; null takes a key away. */
function merge(base, given) {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const merged = { ...base };
  for (const [key, value] of Object.entries(given)) {
    if (value === null) delete merged[key];
    else merged[key] = merge(base?.[key], value);
  }
  return merged;
}

test("the chart's values fit their schema, and the schema knows every one", () => {
  expect([accepts(values), accepts.errors]).toEqual([true, null]);
  expect(accepts({ ...values, replica: 3 })).toBe(false);
  expect(accepts({ ...values, basePath: "retro" })).toBe(false);
  for (const publicUrl of ["https://retro.example.com", "https://intranet.example:8443/retro"])
    expect([publicUrl, accepts({ ...values, publicUrl })]).toEqual([publicUrl, true]);
  for (const publicUrl of ["retro.example.com", "https://retro.example.com/?a"])
    expect([publicUrl, accepts({ ...values, publicUrl })]).toEqual([publicUrl, false]);
});

test.each([{ replicas: 3 }, { autoscaling: { enabled: true } }])(
  "several servers need PostgreSQL and Redis: %o",
  (given) => {
    expect(accepts(merge(values, given))).toBe(false);
    expect(accepts(merge(values, { ...given, database }))).toBe(false);
    expect(accepts(merge(values, { ...given, database, redis }))).toBe(true);
  },
);

test("the chart is of the product's release", () => {
  const { version } = JSON.parse(readFileSync(join(chart, "../../../package.json"), "utf8"));
  const about = parse(readFileSync(join(chart, "Chart.yaml"), "utf8"));
  expect([about.version, about.appVersion]).toEqual([version, version]);
});

describe.skipIf(!canRender)("the rendered chart", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "retro-helm-"));
    if (helm) return;
    const env = { ...process.env, GO111MODULE: "off", GOPATH: goPackages, GOFLAGS: "" };
    execFileSync("go", ["build", "-o", join(folder, "render"), join(import.meta.dirname, "helm/main.go")], {
      env: { ...env, GOCACHE: join(folder, "cache") },
      stdio: "inherit",
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** @param cluster what Helm finds there, by kind and name */
  function run(given, cluster = {}) {
    const complete = merge(values, given);
    expect([accepts(complete), accepts.errors]).toEqual([true, null]);
    const input = JSON.stringify(complete);
    const args = [chart, JSON.stringify(cluster)];
    if (!helm) return spawnSync(join(folder, "render"), args, { encoding: "utf8", input });
    writeFileSync(join(folder, "values.json"), input);
    return spawnSync("helm", ["template", "test", chart, "-f", join(folder, "values.json")], {
      encoding: "utf8",
    });
  }

  /** @returns the documents by kind; each fits the schema of Kubernetes */
  const render = (given) => renderAlone({ ...given, image: { ...image, ...given?.image } });
  const image = { repository: "registry.example.com/retro", tag: "1.1.0-20261201-0123abcd" };
  function renderAlone(given) {
    const { stdout, stderr } = run(given);
    expect(stderr).toBe("");
    const documents = parseAllDocuments(stdout)
      .map((document) => document.toJS())
      .filter((document) => document !== null);
    for (const document of documents) {
      const Kind = kinds[document.kind];
      expect([document.kind, Kind]).toEqual([document.kind, expect.any(Function)]);
      const model = new Kind(document);
      model.validate();
      expect(document.apiVersion).toBe(model.apiVersion);
    }
    return Object.groupBy(documents, ({ kind }) => kind);
  }
  const podOf = ({ Deployment: [deployment] }) => deployment.spec.template.spec;
  const named = (all, end) => all.find(({ metadata }) => metadata.name.endsWith(end));
  const envOf = (rendered) => podOf(rendered).containers[0].env;

  test("of one server: SQLite on a volume that stays, one server at a time, and nothing that was not asked for", () => {
    const rendered = render();
    expect(Object.keys(rendered).toSorted()).toEqual([
      "Deployment",
      "PersistentVolumeClaim",
      "Service",
      "ServiceAccount",
    ]);
    expect(rendered.Deployment[0].spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
    const [claim] = rendered.PersistentVolumeClaim;
    expect(claim.metadata.annotations).toEqual({ "helm.sh/resource-policy": "keep" });
    expect(podOf(rendered).volumes).toContainEqual({
      name: "data",
      persistentVolumeClaim: { claimName: claim.metadata.name },
    });
  });

  test("replaces servers one by one only where they share Redis: without it a second server ends at once", () => {
    expect(render({ database }).Deployment[0].spec.strategy).toEqual({ type: "Recreate" });
    const rendered = render(several);
    expect(rendered.Deployment[0].spec.strategy.type).toBe("RollingUpdate");
    expect(rendered.PodDisruptionBudget).toHaveLength(1);
    expect(rendered.PersistentVolumeClaim).toBeUndefined();
    expect(podOf(rendered).topologySpreadConstraints).toHaveLength(1);
  });

  test("leaves the number of servers to the autoscaler", () => {
    const rendered = render({ autoscaling: { enabled: true, maxReplicas: 9 }, database, redis });
    expect(rendered.Deployment[0].spec.replicas).toBeUndefined();
    expect(rendered.HorizontalPodAutoscaler[0].spec).toMatchObject({
      minReplicas: 2,
      maxReplicas: 9,
      scaleTargetRef: { name: rendered.Deployment[0].metadata.name },
    });
    // A share of the request would start a second server for a load that one hardly notices.
    expect(rendered.HorizontalPodAutoscaler[0].spec.metrics.map(({ resource }) => resource.target)).toEqual([
      { type: "AverageValue", averageValue: "600m" },
    ]);
  });

  test.each([{}, { database, secrets: ["app"] }, { autoscaling: { enabled: true }, database, redis }])(
    "maintenance stops whatever uses the data, and starts a pod with the data and the backups: %o",
    (given) => {
      const rendered = render({ ...given, backup: { enabled: true }, maintenance: true });
      const servers = named(rendered.Deployment, "-retro");
      const tools = named(rendered.Deployment, "-retro-maintenance");
      expect([servers.spec.replicas, tools.spec.replicas]).toEqual([0, 1]);
      // An autoscaler never scales up from nothing.
      expect(rendered.HorizontalPodAutoscaler).toBeUndefined();
      expect(rendered.CronJob[0].spec.suspend).toBe(true);
      const { metadata, spec } = tools.spec.template;
      expect(metadata.labels).toMatchObject(tools.spec.selector.matchLabels);
      expect(metadata.labels).not.toMatchObject(rendered.Service[0].spec.selector);
      const { spec: backup } = rendered.CronJob[0].spec.jobTemplate.spec.template;
      const { env, envFrom, volumeMounts, securityContext } = backup.containers[0];
      expect(spec.containers[0]).toMatchObject({ env, volumeMounts, securityContext });
      expect(spec.containers[0].envFrom).toEqual(envFrom);
      expect(spec.volumes).toEqual(backup.volumes);
      // The servers are stopped: nothing could be scheduled beside them.
      expect(spec.affinity).toBeUndefined();
      expect(envOf(rendered)).toEqual(expect.arrayContaining(env));
    },
  );

  test("sets only settings that exist", () => {
    const names = envOf(render({ ...several, settings: { LOG_LEVEL: "debug" } })).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["DATABASE_URL", "REDIS_URL", "LOG_LEVEL", "DATA_DIR"]));
    expect(names.filter((name) => !documentedSettings.has(name))).toEqual([]);
  });

  const settings = "DATA_DIR DATABASE_URL REDIS_URL METRICS_TOKEN BASE_PATH TRUST_PROXY PORT HOST".split(" ");
  test.each([
    ["PUBLIC_URL", "publicUrl"],
    ["DATABASE_URL_FILE", "database.existingSecret"],
    ...settings.map((name) => [name, /set [a-z]+[A-Za-z.]+ instead/]),
  ])("refuses %s where it would be ignored, and says where it belongs", (name, place) => {
    const message = typeof place === "string" ? `set ${place} instead` : place;
    const elsewhere = [
      { extraEnv: [{ name, value: "1" }] },
      { secrets: ["app"] },
      { settings: { [name]: "1" } },
    ];
    for (const given of helm ? elsewhere.filter(({ secrets }) => !secrets) : elsewhere) {
      const { stderr, status } = run({ image, ...given }, { Secret: { app: { data: { [name]: "MQ==" } } } });
      expect([given, status, stderr]).toEqual([given, 1, expect.stringMatching(message)]);
    }
  });

  test("passes numbers on as they are, and refuses what YAML has made of on and off", () => {
    const given = {
      DISK_RESERVE_MB: 1_000_000,
      BOARD_RETENTION_DAYS: 90,
      OIDC_NAME: "1",
      OTEL_TRACES_SAMPLER_ARG: 0.05,
    };
    expect(accepts(merge(values, { settings: given }))).toBe(true);
    const env = envOf(render({ settings: given })).filter(({ name }) => name in given);
    expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toEqual({
      DISK_RESERVE_MB: "1000000",
      BOARD_RETENTION_DAYS: "90",
      OIDC_NAME: "1",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
    });
    for (const value of [true, false]) {
      const { status, stderr } = run({ image, settings: { GUESTS: value } });
      expect([status, stderr]).toEqual([1, expect.stringMatching(/settings\.GUESTS .* in quotes/)]);
    }
  });

  test.each([
    [{ publicUrl: "https://intranet.example/retro" }, "set basePath to it too"],
    [{ publicUrl: "https://intranet.example/retro", basePath: "/board" }, "set basePath to it too"],
    [{ redis }, "needs database.existingSecret"],
    [{ ...several, autoscaling: { enabled: true, minReplicas: 9 } }, "must not be above"],
    [{ publicUrl: "https://[2001:db8::1]:8443", ingress: { enabled: true } }, "An ingress needs a name"],
  ])("refuses values that contradict each other: %o", (given, message) => {
    const { status, stderr } = run({ image, ...given });
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  test("takes settings that have no value of their own from settings, secrets and extraEnv", () => {
    const given = { settings: { LOG_LEVEL: "debug" }, secrets: ["app"], extraEnv: [{ name: "GUESTS" }] };
    const cluster = { Secret: { app: { data: { ADMIN_EMAIL: "eA==" } } } };
    expect(run({ image, ...given }, cluster)).toMatchObject({ status: 0, stderr: "" });
  });

  test("gives a server that drains its connections the time for it", () => {
    const graceOf = (all) => podOf(render(all)).terminationGracePeriodSeconds;
    expect([graceOf({}), graceOf(several)]).toEqual([15, 75]);
  });

  test("attack: other pods of the cluster cannot read /metrics unless a secret gives them the token", () => {
    const metricsOf = (given) => envOf(render(given)).filter(({ name }) => name.startsWith("METRICS"));
    expect(metricsOf({})).toEqual([]);
    const secret = { name: "metrics", key: "METRICS_TOKEN" };
    const metrics = { existingSecret: secret.name, serviceMonitor: { enabled: true } };
    expect(metricsOf({ metrics })).toEqual([{ name: "METRICS_TOKEN", valueFrom: { secretKeyRef: secret } }]);
    const monitor = render({ metrics, basePath: "/retro" }).ServiceMonitor[0];
    expect(monitor.spec.endpoints).toEqual([
      { port: "http", path: "/retro/metrics", interval: "30s", authorization: { credentials: secret } },
    ]);
    expect(run({ image, metrics: { serviceMonitor: { enabled: true } } }).stderr).toContain(
      "metrics.existingSecret",
    );
  });

  test("brings the alerts to the Prometheus operator, with links to the runbook where the operator has it", () => {
    const text = readFileSync(join(chart, "../../prometheus/retro.rules.yml"), "utf8");
    const specOf = (rules) => render({ metrics: { rules } }).PrometheusRule[0].spec;
    const docsUrl = "https://wiki.example/retro/docs";
    expect(specOf({ enabled: true, docsUrl })).toEqual(
      parse(text.replaceAll("https://docs.example.com/retro", docsUrl)),
    );
    expect(specOf({ enabled: true })).toEqual(parse(text.replaceAll(/^ +runbook_url: .*\n/gm, "")));
  });

  test("takes the ingress's host from publicUrl", () => {
    const ingress = { enabled: true, className: "nginx", tlsSecret: "tls" };
    const given = { publicUrl: "https://retro.example.com:8443/retro", basePath: "/retro", ingress };
    const { spec } = render(given).Ingress[0];
    expect(spec.rules.map(({ host, http }) => [host, http.paths[0].path])).toEqual([
      ["retro.example.com", "/retro"],
    ]);
    expect(spec.tls).toEqual([{ hosts: ["retro.example.com"], secretName: "tls" }]);
  });

  const page = "docs/operating.md";
  const documented = [...commands(page), ...blocks(page)].flatMap((text) => text.split("\n"));
  test.each(documented.filter((line) => /^helm .*--set /.test(line)))(
    "renders as documented: %s",
    (command) => {
      const given = {};
      for (const [, path, value] of command.matchAll(/--set ([^\s=]+)=(\S+)/g)) {
        const keys = path.split(".");
        const last = keys.pop();
        const parent = keys.reduce((object, key) => (object[key] ??= {}), given);
        parent[last] = /^(?:true|false)$/.test(value) ? value === "true" : value;
      }
      expect(Object.keys(given)).not.toEqual([]);
      // An installation needs nothing but its line; an upgrade has the values of before.
      const before = given.redis === undefined ? {} : { database };
      const rendered = command.startsWith("helm install ")
        ? renderAlone(given)
        : render({ ...before, ...given });
      expect(rendered.Deployment).not.toEqual([]);
    },
  );

  test("its names are those of the documented commands", () => {
    const names = new Set(documented.flatMap((line) => /deploy\/(retro-\S+)/.exec(line)?.[1] ?? []));
    const made = render({ maintenance: true }).Deployment.map(({ metadata }) => metadata.name);
    // The tests' release is named "test", that of the page "retro".
    expect([...names].toSorted()).toEqual(made.map((name) => name.replace(/^test/, "retro")).toSorted());
  });

  test("names an image by a mirror and a digest", () => {
    const imageOf = (given) => podOf(renderAlone({ image: given })).containers[0].image;
    const digest = `sha256:${"0a".repeat(32)}`;
    const repository = "team/retro";
    expect(imageOf({ registry: "mirror.example:5000", repository, tag: "1.1.0" })).toBe(
      "mirror.example:5000/team/retro:1.1.0",
    );
    expect(imageOf({ repository, tag: "1.1.0", digest })).toBe(`team/retro@${digest}`);
    expect(imageOf({ repository, digest })).toBe(`team/retro@${digest}`);
    // No registry has an image that a newcomer could get by default.
    for (const given of [{}, { repository }, { tag: "1.1.0" }])
      expect(run({ image: given }).stderr).toContain("set image.repository and image.tag");
  });

  test("runs without rights, under the ids of the cluster if it must", () => {
    const ids = { runAsUser: null, runAsGroup: null, fsGroup: null };
    const pod = podOf(render({ podSecurityContext: ids }));
    expect(Object.keys(pod.securityContext).toSorted()).toEqual([
      "fsGroupChangePolicy",
      "runAsNonRoot",
      "seccompProfile",
    ]);
    expect(pod.containers[0].securityContext).toEqual(values.securityContext);
    expect(pod.automountServiceAccountToken).toBe(false);
  });

  test("passes labels, annotations, priority, spread, probes, environment and volumes on", () => {
    const spread = { maxSkew: 2, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" };
    const rendered = render({
      podLabels: { team: "retro" },
      podAnnotations: { note: "1" },
      priorityClassName: "high",
      topologySpreadConstraints: [spread],
      readinessProbe: { failureThreshold: 7 },
      extraEnv: [{ name: "NODE_EXTRA_CA_CERTS", value: "/ca/ca.pem" }],
      extraVolumes: [{ name: "ca", configMap: { name: "ca" } }],
      extraVolumeMounts: [{ name: "ca", mountPath: "/ca" }],
      serviceAccount: { create: false, name: "mine" },
    });
    const { metadata } = rendered.Deployment[0].spec.template;
    expect(metadata).toMatchObject({ labels: { team: "retro" }, annotations: { note: "1" } });
    const pod = podOf(rendered);
    expect(pod).toMatchObject({
      priorityClassName: "high",
      topologySpreadConstraints: [spread],
      serviceAccountName: "mine",
      volumes: expect.arrayContaining([{ name: "ca", configMap: { name: "ca" } }]),
    });
    expect(pod.containers[0]).toMatchObject({
      readinessProbe: { failureThreshold: 7, periodSeconds: 5 },
      volumeMounts: expect.arrayContaining([{ name: "ca", mountPath: "/ca" }]),
    });
    expect(rendered.ServiceAccount).toBeUndefined();
  });

  test("gives the pods of backup and maintenance the placement, labels and address of the servers", () => {
    const required = "requiredDuringSchedulingIgnoredDuringExecution";
    const terms = { nodeSelectorTerms: [{ matchExpressions: [{ key: "disk", operator: "Exists" }] }] };
    const near = { topologyKey: "zone", labelSelector: { matchLabels: { app: "gateway" } } };
    const given = {
      affinity: { nodeAffinity: { [required]: terms }, podAffinity: { [required]: [near] } },
      tolerations: [{ key: "dedicated", operator: "Exists" }],
      nodeSelector: { pool: "retro" },
      podLabels: { team: "retro" },
      podAnnotations: { note: "1" },
      publicUrl: "https://intranet.example",
      basePath: "/retro",
      backup: { enabled: true },
      maintenance: true,
    };
    const rendered = render(given);
    const backup = rendered.CronJob[0].spec.jobTemplate.spec.template;
    const pods = [backup, ...rendered.Deployment.map(({ spec }) => spec.template)];
    expect(pods).toHaveLength(3);
    for (const { metadata, spec } of pods) {
      expect(metadata).toMatchObject({ labels: given.podLabels, annotations: given.podAnnotations });
      expect(spec).toMatchObject({ tolerations: given.tolerations, nodeSelector: given.nodeSelector });
      expect(spec.affinity.nodeAffinity).toEqual(given.affinity.nodeAffinity);
      expect(spec.containers[0].env).toContainEqual({ name: "PUBLIC_URL", value: given.publicUrl });
      expect(spec.containers[0].env).toContainEqual({ name: "BASE_PATH", value: given.basePath });
    }
    // The volume of SQLite can be mounted only where the server runs.
    const selector = rendered.Service[0].spec.selector;
    expect(backup.spec.affinity.podAffinity[required]).toEqual([
      near,
      { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: selector } },
    ]);
  });

  test("lets only the named pods reach the servers", () => {
    const from = [{ namespaceSelector: { matchLabels: { name: "ingress" } } }];
    const rendered = render({ networkPolicy: { enabled: true, from } });
    const { spec } = rendered.NetworkPolicy[0];
    expect(spec.ingress).toEqual([{ from, ports: [{ port: "http", protocol: "TCP" }] }]);
    expect(rendered.Deployment[0].spec.template.metadata.labels).toMatchObject(spec.podSelector.matchLabels);
  });

  test.each([{}, { database, secrets: ["app"] }])(
    "makes backups with the settings of the servers: %o",
    (given) => {
      const rendered = render({ ...given, backup: { enabled: true, keep: 7 } });
      const { spec } = rendered.CronJob[0].spec.jobTemplate.spec.template;
      const [container] = spec.containers;
      const server = podOf(rendered).containers[0];
      expect(container.args).toEqual(["backup", "/backups", "--keep", "7"]);
      expect([container.image, container.envFrom]).toEqual([server.image, server.envFrom]);
      expect(container.env.filter((one) => !server.env.some(({ name }) => name === one.name))).toEqual([]);
      expect(container.env).toContainEqual({ name: "DATA_DIR", value: "/data/retro" });
      const claims = (rendered.PersistentVolumeClaim ?? []).map(({ metadata }) => metadata.name);
      expect(claims).toHaveLength(given.database ? 1 : 2);
      const used = spec.volumes.flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? []);
      expect(used.toSorted()).toEqual(claims.toSorted());
      // The volume of SQLite can be mounted only where the server runs.
      expect(spec.affinity === undefined).toBe(given.database !== undefined);
    },
  );
});

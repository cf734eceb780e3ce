import { constants } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import Fastify, { LogController } from "fastify";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { pickLocale } from "@retro/contract/messages/catalogue";
import type { Deps, Feature } from "./deps.ts";
import { actions } from "./features/actions/routes.ts";
import { activity } from "./features/activity/routes.ts";
import { admin } from "./features/admin/routes.ts";
import { boardCopies } from "./features/boards/copy-routes.ts";
import { boardLists } from "./features/boards/list-routes.ts";
import { boardManagement } from "./features/boards/management-routes.ts";
import { boards } from "./features/boards/routes.ts";
import { captcha } from "./features/captcha/routes.ts";
import { provideDocuments } from "./features/exports/worker/documents.ts";
import { imports, ownTemplates } from "./features/exports/import/import-routes.ts";
import { feedback } from "./features/feedback/routes.ts";
import { archives } from "./features/exports/archive-routes.ts";
import { exports } from "./features/exports/routes.ts";
import { Housekeeping } from "./features/housekeeping/housekeeping.ts";
import { housekeepingMetrics, runHousekeeping } from "./features/housekeeping/housekeeping-plugin.ts";
import { outreach } from "./features/outreach/routes.ts";
import { channelAuth } from "./features/people/channels.ts";
import { mcp } from "./features/mcp/routes.ts";
import { people } from "./features/people/routes.ts";
import { createSessionStore } from "./features/people/store.ts";
import { privacy } from "./features/privacy/routes.ts";
import { facilitation } from "./features/facilitation/routes.ts";
import { isSpaceChannel } from "./features/spaces/commands.ts";
import { trackMembers } from "./features/spaces/members.ts";
import { spaces } from "./features/spaces/routes.ts";
import { spaceSearch } from "./features/spaces/search-routes.ts";
import { spaceTemplates } from "./features/spaces/template-routes.ts";
import { trackSeats } from "./features/facilitation/seats.ts";
import { stickers } from "./features/stickers/routes.ts";
import { followOtherNodes } from "./board/turn/other-nodes.ts";
import { provideTrees } from "./board/read/shared-trees.ts";
import { tokens } from "./features/tokens/routes.ts";
import { createTokenStore } from "./features/tokens/store.ts";
import { templates } from "./features/templates/routes.ts";
import { questions } from "./features/questions/routes.ts";
import { votes } from "./features/votes/routes.ts";
import { markSuspectEscapes, refuseForbiddenCharacters } from "./http/errors/forbidden-characters.ts";
import { refuseOutsideBasePath, rewriteAddress } from "./http/pages/base-path.ts";
import { config, clientConfigOf } from "./http/config.ts";
import { closeUnreadResponses } from "./http/errors/unread-responses.ts";
import { protectAgainstCsrf } from "./http/session/csrf.ts";
import { auditRequests } from "./http/observe/audit.ts";
import { measureEventLoop } from "./http/observe/event-loop.ts";
import { watchDiskSpace } from "./http/observe/disk-space.ts";
import { describeApi } from "./http/openapi.ts";
import { createBrokenConnectionHandler, handleErrors, sendError } from "./http/errors/errors.ts";
import { limitConcurrency } from "./http/limits/request-slots.ts";
import { serveHealth } from "./http/observe/health.ts";
import { serveMetrics } from "./http/observe/metrics.ts";
import { bodyLimit, limitRequests, requestTimeoutMs } from "./http/limits/request-limits.ts";
import { loadTranslators, registerTranslations } from "./http/session/locale.ts";
import { logRequests } from "./http/observe/logger.ts";
import { refuseUnclearAddresses } from "./http/pages/paths.ts";
import { servePages } from "./http/pages/pages.ts";
import { RefusalLog } from "./http/observe/refusal-log.ts";
import { nameRequests, requestIds } from "./http/observe/request-id.ts";
import { isFromProxy, trustedProxies, warnOfUnknownProxy } from "./http/proxies.ts";
import { traceRequests } from "./observe/tracing.ts";
import { setSecurityHeaders } from "./http/pages/security-headers.ts";
import { registerSessions, sessionCookie } from "./http/session/session.ts";
import { validatorCompiler } from "./http/errors/validation.ts";
import type { RetroDatabase } from "./db/database.ts";

const features: readonly Feature[] = [
  config,
  captcha,
  people,
  privacy,
  boards,
  boardLists,
  boardCopies,
  boardManagement,
  stickers,
  actions,
  votes,
  questions,
  facilitation,
  spaces,
  spaceSearch,
  spaceTemplates,
  templates,
  activity,
  admin,
  outreach,
  imports,
  archives,
  ownTemplates,
  feedback,
  tokens,
];

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const translators = await loadTranslators();
  const refusals = new RefusalLog(deps.log, deps.clock);
  const app = createFastify(deps, translators, refusals);
  const isStopping = trackStop(app);
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  registerJsonParser(app);
  registerTranslations(app, translators);
  await registerRequestHandling(app, deps, refusals);
  await describeApi(app, deps.settings);
  await registerFeatures(app, deps, isStopping);
  deps.transport.attach(app.server, refusals);
  await app.ready();
  return app;
}

function createFastify(
  { settings, log }: Deps,
  translators: Awaited<ReturnType<typeof loadTranslators>>,
  refusals: RefusalLog,
) {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    ...requestIds,
    trustProxy: trustedProxies(settings.trustProxy),
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 0,
    ...rewriteAddress(settings),
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: createBrokenConnectionHandler(refusals),
    frameworkErrors(error, request, reply) {
      // What a sentence has added to the link of a board may be unreadable: the page removes it.
      const link = /^\/(?:boards|spaces)\/[^?]*/.exec(request.url)?.[0];
      if (error.code === "FST_ERR_BAD_URL" && link !== undefined)
        void reply.redirect(settings.basePath + link.replaceAll("%", "%25"));
      else void sendError(error, request, reply, translators[pickLocale(request.headers["accept-language"])]);
    },
  });
}

function trackStop(app: FastifyInstance): () => boolean {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
    // Otherwise a connection whose last request ends only now stays alive, and the stop waits for it.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once("close", () => clearInterval(sweep));
    sweep.unref();
  });
  return () => stopping;
}

/** What happens to every request before and after its handler. Hooks run in this order. */
async function registerRequestHandling(
  app: FastifyInstance,
  deps: Deps,
  refusals: RefusalLog,
): Promise<void> {
  const { settings, database, sockets, clock, rateLimiter } = deps;
  nameRequests(app);
  traceRequests(app, isFromProxy(settings.trustProxy));
  handleErrors(app);
  logRequests(app, refusals);
  warnOfUnknownProxy(app, settings.trustProxy);
  auditRequests(app, settings.auditLog, clock);
  await setSecurityHeaders(app, settings);
  await app.register(cookie);
  limitRequests(app, rateLimiter, sessionCookie);
  refuseOutsideBasePath(app, { settings, rateLimiter });
  refuseUnclearAddresses(app, rateLimiter);
  const ownsSocket = (sessionId: string, socketId: string) => sockets.ownsSocket(sessionId, socketId);
  limitConcurrency(app, rateLimiter, ownsSocket);
  answerAfterSync(app, database);
  closeUnreadResponses(app, rateLimiter);
  watchDiskSpace(app, deps);
  measureEventLoop(app);
  protectAgainstCsrf(app, { settings, sessionCookie });
  refuseForbiddenCharacters(app);
  registerSessions(app, {
    sessions: createSessionStore(database),
    tokens: createTokenStore(database, settings.guests),
    clock,
    rateLimiter,
    settings,
    ownsSocket,
    isOfHeader:
      settings.authHeader === null
        ? null
        : (await import("./features/sign-in/proxy-header.ts")).sessionCheck(settings, settings.authHeader),
  });
  await app.register(compress, {
    threshold: 1024,
    encodings: ["br", "gzip"],
    // Quality 6 makes a board 7 % smaller than 4 does, and takes a millisecond more on another thread.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } },
    zlibOptions: { level: 5 },
    globalDecompression: false,
  });
}

async function registerFeatures(app: FastifyInstance, deps: Deps, isStopping: () => boolean): Promise<void> {
  const { settings, database, transport, rateLimiter } = deps;
  const housekeeping = new Housekeeping(deps);
  const readiness = serveHealth(app, {
    build: settings.build,
    probe: (how) => database.probe(how),
    isStopping: () => isStopping() || transport.isDraining(),
    diskLow: () => rateLimiter.diskLow,
  });
  serveMetrics(app, deps, [readiness, ...housekeepingMetrics(housekeeping)]);
  followOtherNodes(deps);
  const seats = trackSeats(app, deps);
  trackMembers(app, deps);
  provideTrees(app, deps);
  provideDocuments(app, deps);
  const optional: Feature[] = [];
  if (settings.oidc !== null) optional.push((await import("./features/sign-in/routes.ts")).signIn);
  if (settings.authHeader !== null)
    optional.push((await import("./features/sign-in/proxy-header-routes.ts")).headerSignIn);
  if (settings.webhooks !== null) optional.push((await import("./features/webhooks/routes.ts")).webhooks);
  if (settings.problemWebhookUrl !== null)
    optional.push((await import("./features/webhooks/server-problems.ts")).serverProblems);
  for (const feature of [...features, ...optional])
    await app.register(toPlugin(feature, deps), { prefix: "/api/v1" });
  await app.register(toPlugin(runHousekeeping(housekeeping), deps));
  // At the root, because their paths lie outside the API. With the hosted provider, joining is the only sign
  // that a facilitator is back.
  const joinChannels = channelAuth(
    (boardId, userId) => seats.recordSeen(boardId, userId),
    (channel, key) => isSpaceChannel(deps, channel, key),
  );
  for (const feature of [joinChannels, exports, mcp]) await app.register(toPlugin(feature, deps));
  await servePages(app, { ...deps, config: () => clientConfigOf(deps) });
}

function toPlugin(feature: Feature, deps: Deps) {
  const plugin = async (app: FastifyInstance): Promise<void> => {
    await feature(app.withTypeProvider<ZodTypeProvider>(), deps);
  };
  // Without a name, Fastify looks for the plugin among all modules that are loaded.
  return Object.assign(plugin, { [Symbol.for("fastify.display-name")]: feature.name });
}

/** Treats an empty body as absent: many clients send a content type without a body, with DELETE too. */
function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    markSuspectEscapes(request, body as string);
    void parse(request, body as string, done);
  });
  app.removeContentTypeParser("text/plain");
}

/** After a power cut no client may have a version that the server has lost. */
function answerAfterSync(app: FastifyInstance, database: Pick<RetroDatabase, "unsynced">): void {
  app.addHook("onSend", (_request, _reply, payload, done) => {
    const synced = database.unsynced();
    if (synced === null) return done(null, payload);
    const send = () => done(null, payload);
    // A failed disk is reported by the change that waits for it and by `/health/ready`; reads must work on.
    synced.then(send, send);
  });
}

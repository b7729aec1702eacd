import type { IncomingMessage } from 'node:http'
import type { OperatorOptions } from '@flink-operator/core'
import { createHttp, type Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import type { CertificatePair } from '../server/certificate-pair.ts'
import { followCertificates } from '../server/follow-certificates.ts'
import type { HttpServer } from '../server/http-server.ts'
import { askRate } from './access/ask-rate.ts'
import { type PageAccess, pageAccess } from './access/page-access.ts'
import type { Refused } from './access/refused.ts'
import type { LiveSources } from './live-resources.ts'
import { type LiveAnswers, shownTo } from './live-rights.ts'
import type { PlannerBeside } from './served-planner.ts'
import type { Planner } from './planner-routes.ts'
import { startPlannerServer } from './planner-server.ts'

export interface OpenPlannerSetup {
  readonly options: Pick<OperatorOptions, 'plannerPort' | 'plannerAddress' | 'plannerHosts' | 'plannerCertificates'>
  readonly planner: Planner
  readonly sources: LiveSources
  readonly credentials: Credentials
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn' | 'info'>
}

/** Timeout of one review. */
const longestReview = 3_000
const everyLookAtFiles = 10_000
const everyWarning = 60_000
/** Maximum rate of requests about resources from one address. A user needs four for each resource. */
const rate = { limit: 120, period: 10_000 }
const mostAddresses = 1_024

/** Logs a warning at most once in a while, so that clients can't flood the log. */
const rarely = (now: () => number, warn: (text: string) => void): (text: string) => void => {
  const reported = new Map<string, number>()
  return text => {
    if (now() - (reported.get(text) ?? -Infinity) < everyWarning) return
    reported.set(text, now())
    warn(text)
  }
}

/** What the sender of a request may see, by the API server. */
const shownBy = (access: PageAccess, sources: LiveSources, now: () => number) => {
  const waitOf = askRate(rate, mostAddresses, now)
  return async ({ headers, socket }: IncomingMessage): Promise<E.Either<Refused, LiveAnswers>> => {
    const wait = waitOf(socket.remoteAddress ?? '')
    if (wait > 0)
      return E.left({ status: 429, why: 'too many requests', headers: { 'retry-after': String(Math.ceil(wait / 1000)) } })
    const asker = await access.askerOf(headers.authorization)
    return E.isLeft(asker) ? asker : E.right(shownTo(sources, asker.right))
  }
}

/** The planner page, open to the cluster: over TLS, and with a token for everything that it shows of resources. */
export const openPlanner = async (
  { options, planner, sources, credentials, clock, logger }: OpenPlannerSetup,
): Promise<PlannerBeside> => {
  const now = clock.steady ?? clock.now
  const http = createHttp({ credentials, deadline: longestReview })
  const warn = rarely(now, text => logger.warn(`planner page: ${text}`))
  const access = pageAccess({
    http,
    now,
    onTrouble: (what, { _tag, httpStatus }) =>
      warn(`${what} of the API server fail: ${_tag}${httpStatus === null ? '' : ` (HTTP ${httpStatus})`}`),
  })
  const answers = shownBy(access, sources, now)
  const state: { server: HttpServer | null; noPort: string | null; isStopped: boolean } = { server: null, noPort: null, isStopped: false }

  const start = async (pair: CertificatePair): Promise<void> => {
    const { plannerPort: port, plannerAddress: address, plannerHosts: hosts } = options
    const started = await startPlannerServer({ port, address, hosts, planner, pair, shownTo: answers })
    if (E.isLeft(started)) {
      state.noPort = started.left
      return logger.warn(`planner page: ${started.left}`)
    }
    if (state.isStopped) return started.right.close()
    state.server = started.right
    logger.info({ address, port: started.right.port }, 'serving the planner page to the cluster')
  }
  // one after the other: a second pair may arrive while the port is being opened
  let last: Promise<void> = Promise.resolve()
  const follow = async (pair: CertificatePair): Promise<void> => {
    if (state.server === null) return state.noPort === null ? start(pair) : undefined
    state.server.renew(pair)
    logger.info({ expires: new Date(pair.expires).toISOString() }, 'the planner page has a new certificate')
  }
  const followed = followCertificates({
    files: { folder: options.plannerCertificates, clientCa: null },
    clock,
    every: everyLookAtFiles,
    onPair: pair => {
      last = last.then(() => follow(pair))
    },
    onBroken: trouble => logger.warn(`planner page: ${trouble}`),
  })
  await last
  return {
    port: () => state.server?.port ?? null,
    remarks: () => [state.noPort, followed.trouble()].flatMap(it => (it === null ? [] : [`planner page: ${it}`])),
    stop: async () => {
      state.isStopped = true
      followed.stop()
      await last
      await state.server?.close()
      await http.close()
    },
  }
}

import { kindNames } from '@flink-operator/kinds'
import type { Millis } from '@flink-operator/core'
import type { Scope } from '@flink-operator/core/admission'
import { answerQuery, createHttp, type Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { type Clock, sleep } from '../clock.ts'
import { fewLines } from '../log/few-lines.ts'
import type { Logger } from '../log/logger.ts'
import type { Settings } from '../settings.ts'
import type { Plugins } from '../plugin/ask-plugins.ts'
import { type AdmissionServer, startAdmissionServer } from './admission-server.ts'
import { text } from './answer.ts'
import { answerReviewApart } from '../foreign-text/reviews-apart.ts'
import { type ReadingPool, readingPool } from '../foreign-text/reading-pool.ts'
import type { CertificatePair } from '../server/certificate-pair.ts'
import { followCertificates } from '../server/follow-certificates.ts'
import { createWebhookMetrics } from './webhook-metrics.ts'

export interface WebhookSetup {
  /** Credentials for queries of other resources; null: none is queried. */
  readonly credentials: Credentials | null
  /** 0: any free port. */
  readonly port: number
  /** Folder of tls.crt and tls.key. */
  readonly certificates: string
  /** File of the client CA; null, absent: every client may ask. */
  readonly clientCa?: string | null
  readonly settings: () => Settings
  readonly scope: () => Scope
  readonly clock: Clock
  readonly logger: Logger
  readonly plugins?: Pick<Plugins, 'admit' | 'isAsked'>
  /** Parses large reviews; absent: the webhook starts its own workers. */
  readonly texts?: ReadingPool
}

export interface Webhook {
  /** Resolves when the webhook is first served. Left: why it is not, in one line; it is retried with the next certificates. */
  readonly first: Promise<E.Either<string, { readonly port: number }>>
  /** Current problems, a line each. */
  readonly remarks: () => readonly string[]
  readonly metrics: () => Promise<string>
  readonly metricsType: string
  /** Reports not ready, keeps serving until no client should call it any more, and ends. */
  readonly stop: () => Promise<void>
}

/** A longer query counts as failed: the API server by default waits 10 s for the answer. */
const longestLook: Millis = 2_000
const everyLookAtFiles: Millis = 10_000
/** How long a Service may still send connections to a pod that has reported not ready. */
const grace: Millis = 3_000
const nearExpiry: Millis = 7 * 24 * 3_600_000
/** Limit of log lines about reviews: any pod that reaches the port can cause them. The metrics count all. */
const reviewLines = { limit: 60, period: 60_000 }

/**
 * The admission webhook: HTTPS for the rules of the core. It decides and writes nothing itself, and serves whether or not this
 * process leads.
 */
export const startWebhook = (setup: WebhookSetup): Webhook => {
  const { clock, logger } = setup
  const http = setup.credentials === null ? null : createHttp({ credentials: setup.credentials, deadline: longestLook })
  const query = http === null ? null : answerQuery(http, clock)
  const state: { server: AdmissionServer | null; pair: CertificatePair | null; noPort: string | null; isStopping: boolean } = {
    server: null,
    pair: null,
    noPort: null,
    isStopping: false,
  }
  const few = fewLines(reviewLines, clock.steady ?? clock.now)
  const metrics = createWebhookMetrics(kindNames, () => state.pair?.expires ?? null)
  const texts = setup.texts ?? readingPool()
  const review = answerReviewApart({
    scope: setup.scope,
    env: () => ({ now: clock.now(), ...setup.settings(), consecutiveFailures: 0 }),
    look: query === null ? null : asked => query(asked)(),
    ...(setup.plugins?.isAsked === true ? { admit: setup.plugins.admit } : {}),
    onReviewed: ({ path, kind, namespace, name, operation, verdict }) => {
      metrics.reviewed(path, kind, verdict === null ? 'mutated' : verdict._tag.toLowerCase())
      if (verdict?._tag !== 'Refused') return
      const { errors } = verdict
      few(leftOut => {
        const why = errors.map(({ field, message }) => `${field}: ${message}`).join('; ')
        logger.info({ kind, resource: `${namespace}/${name}`, operation, ...leftOutField(leftOut) }, `refused at admission: ${why}`)
      })
    },
  }, texts)
  const answer: typeof review = async (path, body) => {
    const begun = performance.now()
    try {
      const answered = await review(path, body)
      if (answered.status !== 200) metrics.failed(path)
      return answered
    } catch (error) {
      metrics.failed(path)
      few(leftOut =>
        logger.error({ err: error, ...leftOutField(leftOut) }, 'a bug in the webhook; failurePolicy of its configuration decides now')
      )
      return text(500, 'a bug of the operator, see its log')
    } finally {
      metrics.took(path, (performance.now() - begun) / 1000)
    }
  }

  const first = Promise.withResolvers<E.Either<string, { readonly port: number }>>()
  const reported = (trouble: string): void => {
    logger.warn(`admission server: ${trouble}`)
    first.resolve(E.left(trouble))
  }
  const serve = async (pair: CertificatePair): Promise<void> => {
    state.pair = pair
    if (pair.expires - clock.now() < nearExpiry) logger.warn(`admission server: ${expiryText(pair)}`)
    if (state.server !== null) {
      state.server.renew(pair)
      logger.info({ expires: new Date(pair.expires).toISOString() }, 'the admission server has a new certificate')
      return
    }
    const started = await startAdmissionServer({
      port: setup.port,
      pair,
      answer,
      notReady: () => (state.isStopping ? 'shutting down' : null),
      onRefused: metrics.failed,
    })
    if (E.isLeft(started)) {
      state.noPort = started.left
      return reported(started.left)
    }
    if (state.isStopping) return started.right.close()
    state.server = started.right
    first.resolve(E.right({ port: started.right.port }))
  }
  const followed = followCertificates({
    files: { folder: setup.certificates, clientCa: setup.clientCa ?? null },
    clock,
    every: everyLookAtFiles,
    onPair: pair => void serve(pair),
    onBroken: reported,
  })
  const expiryRemark = (): readonly string[] =>
    state.pair !== null && state.pair.expires - clock.now() < nearExpiry ? [`admission server: ${expiryText(state.pair)}`] : []
  return {
    first: first.promise,
    remarks:
      () => [...[state.noPort, followed.trouble()].flatMap(it => (it === null ? [] : [`admission server: ${it}`])), ...expiryRemark()],
    metrics: metrics.text,
    metricsType: metrics.contentType,
    stop: async () => {
      state.isStopping = true
      followed.stop()
      if (state.server !== null) {
        await sleep(clock, grace)
        await state.server.close()
      }
      if (setup.texts === undefined) await texts.stop()
      await http?.close()
    },
  }
}

/** The number of lines about reviews that were left out since the last one. */
const leftOutField = (leftOut: number): { readonly linesLeftOut?: number } => (leftOut === 0 ? {} : { linesLeftOut: leftOut })

const expiryText = ({ expires }: CertificatePair): string => `its certificate runs out at ${new Date(expires).toISOString()}`

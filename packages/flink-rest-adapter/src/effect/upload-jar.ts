import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Millis } from '@flink-operator/core'
import type { UploadJar } from '@flink-operator/core/action'
import { jarNotFetched } from '../error.ts'
import type { FlinkHttp } from '../http.ts'
import { emptyJar } from '../jar/empty-jar.ts'
import type { JarRules, JarSource, OpenJar } from '../jar/jar-source.ts'
import { jarSources, openJar } from '../jar/open-jar.ts'
import { plainUri } from '../jar/plain-uri.ts'
import { type RestContent, v1 } from '../rest-request.ts'

export interface JarFetch {
  readonly rules: JarRules
  /** Aborted when the caller does not wait any more. */
  readonly signal?: AbortSignal
  /** By scheme, instead of the usual sources. */
  readonly sources?: Readonly<Record<string, JarSource>>
}

/** How long an upload waits for its turn; its own timeout begins after that. A longer wait of a round would delay others. */
export const turnTimeout: Millis = 60_000

/**
 * Fetches the jar and streams it to Flink, without holding it in memory or on a disk. If the fetch breaks off, so does the upload,
 * and Flink keeps nothing of it. So `applied` is `No`, whatever the fetch failed of.
 */
export const uploadJar = (http: FlinkHttp, fetch?: JarFetch) => (action: UploadJar): TE.TaskEither<AdapterError, void> => async () => {
  const where = `job.jarURI ${reported(action.jarURI)}`
  if (fetch === undefined) return E.left(jarNotFetched(where, new Error('no rules for jars were given')))
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(noTurn), turnTimeout)
  const outcome = await attempt(() =>
    http.inTurn(() => {
      clearTimeout(timer)
      return bring(http, fetch, action, where)
    }, fetch.signal === undefined ? waiting.signal : AbortSignal.any([waiting.signal, fetch.signal]))
  )
  clearTimeout(timer)
  return E.isRight(outcome) ? outcome.right : E.left(jarNotFetched(where, outcome.left))
}

const noTurn = Object.assign(new Error(`other jars were being brought to their clusters for ${turnTimeout} ms: its turn did not come`), {
  code: 'ETIMEDOUT',
})

const bring = async (
  http: FlinkHttp,
  { rules, sources = {}, signal: given }: JarFetch,
  action: UploadJar,
  where: string,
): Promise<E.Either<AdapterError, void>> => {
  const late = AbortSignal.timeout(rules.timeout)
  const signal = given === undefined ? late : AbortSignal.any([late, given])
  const opened = await attempt(() =>
    action.jarURI === null ? Promise.resolve(emptyJar())
      : inTime(openJar(action.jarURI, rules, signal, { ...jarSources, ...sources }), signal)
  )
  if (E.isLeft(opened)) return E.left(jarNotFetched(where, late.aborted ? tooLate(rules) : opened.left))
  const jar = opened.right
  const broken: { reason: unknown } = { reason: null }
  const abort = (): void => jar.close()
  signal.addEventListener('abort', abort, { once: true })
  try {
    const content = formOf(action.name, { ...jar, bytes: watched(jar, broken) })
    const answer = await http.call(action.endpoint, { method: 'POST', path: v1`/jars/upload`, content, timeout: rules.timeout })()
    if (E.isRight(answer)) return E.right(undefined)
    return E.left(broken.reason === null ? answer.left : jarNotFetched(where, late.aborted ? tooLate(rules) : broken.reason))
  } finally {
    signal.removeEventListener('abort', abort)
    jar.close()
  }
}

const reported = (jarURI: string | null): string => (jarURI === null ? '' : URL.canParse(jarURI) ? plainUri(new URL(jarURI)) : jarURI)

const tooLate = ({ timeout }: JarRules): Error =>
  Object.assign(new Error(`it did not come within ${timeout} ms (kubernetes.operator.user.artifacts.fetch-timeout)`), { code: 'ETIMEDOUT' })

const attempt = async <A>(make: () => Promise<A>): Promise<E.Either<unknown, A>> => {
  try {
    return E.right(await make())
  } catch (thrown) {
    return E.left(thrown)
  }
}

/** A jar that opens after the deadline is closed, because nothing reads it. */
const inTime = (opening: Promise<OpenJar>, signal: AbortSignal): Promise<OpenJar> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    opening.then(jar => {
      if (signal.aborted) jar.close()
      else resolve(jar)
    }, reject)
  })

/** Remembers that the source failed, and why: the error of the interrupted call says something else. */
const watched = async function*(jar: OpenJar, broken: { reason: unknown }): AsyncGenerator<Uint8Array> {
  try {
    yield* jar.bytes
  } catch (thrown) {
    broken.reason = thrown
    throw thrown
  }
}

/** Can't occur in a jar: boundary lines begin with two hyphens, and this one is long. */
const boundary = 'flink-operator-jar-5b0e2a6c91f74d0f8e35'

/** `multipart/form-data` with one file (RFC 7578). The name is ours and contains no quote. */
const formOf = (name: string, jar: OpenJar): RestContent => {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="jarfile"; filename="${name}"\r\nContent-Type: application/java-archive\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: jar.size === null ? null : head.length + jar.size + tail.length,
    bytes: (async function*() {
      yield head
      yield* jar.bytes
      yield tail
    })(),
  }
}

import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { admission, answerQuery, execute, flinkHttp, type FlinkHttp, type JarRules, readJobLoad } from '../src/index.ts'
import { everyAction, everyQuery } from './every-call.ts'
import { neverEnding } from './hostile-answers.ts'

/**
 * A process of its own: every read and every effect of the adapter against each cluster of a hostile server, eight clusters at a time.
 * The last line: what came of it, and the most memory that the process had.
 */
const [url = '', ...names] = process.argv.slice(2)

const limits = { patient: 10_000, impatient: 500 }

/** One for all, as in the operator. Those that never come to their end are given up soon; all others have time on a busy machine. */
const [patient, impatient] = [limits.patient, limits.impatient].map(requestTimeout =>
  flinkHttp({ resolveEndpoint: ({ service }) => Promise.resolve({ url: `${url}/${encodeURIComponent(service)}` }), requestTimeout })
) as [FlinkHttp, FlinkHttp]
const rules: JarRules = { allowedSchemes: [], restriction: () => null, headers: {}, maxBytes: 1, maxRedirects: 0, timeout: limits.patient }

interface Outcome {
  readonly cluster: string
  readonly call: string
  readonly outcome: string
  readonly message: string
}

const outcomes: Outcome[] = []
const never = new AbortController().signal

/** The beginning, in memory of its own: a slice would keep the whole text, and what is measured is the adapter's memory. */
const copied = (message: string, length: number): string => Buffer.from(message.slice(0, length)).toString()

const reported = async (cluster: string, call: string, make: () => Promise<readonly [string, string]>): Promise<void> => {
  try {
    const [outcome, message] = await make()
    outcomes.push({ cluster, call, outcome, message: copied(message, 5_000) })
  } catch (thrown) {
    outcomes.push({ cluster, call, outcome: 'Thrown', message: copied(String(thrown), 500) })
  }
}

const askAll = async (cluster: string): Promise<void> => {
  const http = neverEnding.has(cluster) ? impatient : patient
  const endpoint = { namespace: cluster, service: cluster, port: 8081, tls: false }
  await Promise.all([
    ...everyQuery(endpoint).map(query =>
      reported(cluster, query._tag, async () => {
        const fact = await answerQuery(http, () => 1)(query)()
        return [fact._tag, fact._tag === 'Unknown' ? fact.message : '']
      })
    ),
    ...everyAction(endpoint).map(action =>
      reported(cluster, action._tag, async () => {
        const done = await execute(http, {
          disposal: { deadline: 500, pollInterval: 100 },
          jar: { rules: neverEnding.has(cluster) ? { ...rules, timeout: limits.impatient } : rules },
        })(action)()
        return E.isRight(done) ? ['Done', ''] : [done.left._tag, done.left.message]
      })
    ),
    reported(cluster, 'load', async () => {
      const load = await readJobLoad(http, endpoint, 'a')
      return E.isRight(load) ? ['Known', load.right.unseen.join('\n')] : ['Unknown', load.left]
    }),
  ])
}

const inTurn = admission(8)
await Promise.all(names.map(name => inTurn(() => askAll(name), never)))
patient.close()
impatient.close()

/** Of this program alone: `resourceUsage().maxRSS` begins with what the process had that started it, the server with all its answers. */
const peakKibibytes = Number(/VmHWM:\s+(\d+) kB/u.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
console.log(JSON.stringify({ peakMebibytes: Math.round(peakKibibytes / 1024), outcomes }))

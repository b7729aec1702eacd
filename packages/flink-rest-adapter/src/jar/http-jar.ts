import type { Request as GotStream, Response } from 'got'
import { checkedLookup, checkLiteral, checkName, resolveName, type ResolveName } from './checked-lookup.ts'
import { JarProblem } from './jar-problem.ts'
import type { JarRules, JarSource, OpenJar } from './jar-source.ts'
import { plainUri } from './plain-uri.ts'
import { type Environment, type JarAgents, jarAgents, proxyFor } from './proxy.ts'

const connectTimeout = 10_000

/** As the Fetch standard has them. */
const redirects = new Set([301, 302, 303, 307, 308])

/** Answers that another time may be others. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * http and https: each hop is judged anew, its scheme, its address as it is connected to, whether the headers may go there (E-40), and
 * whether a proxy leads there. No connection is shared with other calls of the process: those have not been judged.
 */
export const httpJar =
  (resolve: ResolveName = resolveName, environment: Environment = process.env): JarSource => async (uri, rules, signal) => {
    const opened: JarAgents[] = []
    const agentsFor = (proxy: string | null): JarAgents => {
      const agents = jarAgents(proxy)
      opened.push(agents)
      return agents
    }
    const end = (): void => {
      for (const { http, https } of opened) {
        http.destroy()
        https.destroy()
      }
    }
    try {
      const jar = await follow({ uri, rules, signal, agentsFor, resolve, environment }, uri, rules.maxRedirects)
      return {
        ...jar,
        close: () => {
          jar.close()
          end()
        },
      }
    } catch (thrown) {
      end()
      throw thrown
    }
  }

interface Fetch {
  readonly uri: URL
  readonly rules: JarRules
  readonly signal: AbortSignal
  readonly agentsFor: (proxy: string | null) => JarAgents
  readonly resolve: ResolveName
  readonly environment: Environment
}

const follow = async (fetch: Fetch, at: URL, redirectsLeft: number): Promise<OpenJar> => {
  const { stream, response } = await ask(fetch, at)
  const { statusCode, headers } = response
  const close = (): void => void stream.destroy()
  if (statusCode === 200) return opened(stream, headers, close)
  close()
  if (!redirects.has(statusCode))
    throw new JarProblem(passing.has(statusCode) ? 'Unavailable' : 'Invalid', `${told(fetch, at)} answers HTTP ${statusCode}`)
  if (redirectsLeft <= 0)
    throw new JarProblem(
      'Invalid',
      `it redirects more than ${fetch.rules.maxRedirects} times (kubernetes.operator.user.artifacts.max-redirects)`,
    )
  return follow(fetch, next(fetch, at, headers.location), redirectsLeft - 1)
}

const opened = (stream: GotStream, headers: Response['headers'], close: () => void): OpenJar => {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    close()
    throw new JarProblem(
      'Invalid',
      `the server sends it with Content-Encoding ${
        /^[\w-]{1,20}$/.test(encoding) ? encoding : 'of another kind'
      }, and a jar has to come as it is`,
    )
  }
  const length = headers['content-length']
  return { size: length === undefined ? null : Number(length), bytes: stream, close }
}

/** Of an address that a server redirects to, the host: the rest is what that server wrote. */
const told = ({ uri }: Fetch, at: URL): string => (at === uri ? plainUri(uri) : `${plainUri(uri)} redirects to ${at.origin}, which`)

/** A scheme that people know by its name. */
const knownScheme = /^(?:https?|file|ftp|s3|hdfs)$/u

const next = (fetch: Fetch, at: URL, location: string | undefined): URL => {
  const { rules } = fetch
  if (location === undefined || !URL.canParse(location, at.href))
    throw new JarProblem('Invalid', `${told(fetch, at)} redirects to no address`)
  const to = new URL(location, at)
  const scheme = to.protocol.slice(0, -1)
  if (!/^https?$/u.test(scheme) || !rules.allowedSchemes.some(it => it.toLowerCase() === scheme))
    throw new JarProblem(
      'Invalid',
      `${told(fetch, at)} redirects to ${knownScheme.test(scheme) ? `scheme ${scheme}` : 'a scheme that is not allowed'}; allowed are [${
        rules.allowedSchemes.join(', ')
      }]`,
    )
  return to
}

/** The operator's own headers are its secrets, and a job names any host. */
const mayHaveHeaders = ({ hostname, host }: URL, { headerHosts }: JarRules): boolean =>
  headerHosts === undefined || headerHosts.some(it => [hostname, host].includes(it.trim().toLowerCase()))

/** One request, as far as the head of its answer. */
const ask = async (
  { uri, rules, signal, agentsFor, resolve, environment }: Fetch,
  at: URL,
): Promise<{ readonly stream: GotStream; readonly response: Response }> => {
  checkLiteral(rules.restriction, at.hostname)
  const proxy = proxyFor(at, environment)
  if (proxy !== null) await checkName(rules.restriction, resolve, at.hostname)
  const { default: got } = await import('got')
  const stream = got.stream(at, {
    agent: agentsFor(proxy),
    // the proxy looks names up itself; its own address is the operator's to choose
    ...(proxy === null ? { dnsLookup: checkedLookup(rules.restriction, resolve) } : {}),
    signal,
    // of another origin they are none of its business
    headers: {
      'accept-encoding': 'identity',
      'user-agent': 'flink-operator',
      ...(at.origin === uri.origin && mayHaveHeaders(at, rules) ? rules.headers : {}),
    },
    timeout: { lookup: connectTimeout, connect: connectTimeout, secureConnect: connectTimeout },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
  })
  return new Promise((resolved, rejected) => {
    stream.once('response', (response: Response) => resolved({ stream, response }))
    // stays: a stream that fails later is told to whoever reads it, and must not end the process
    stream.on('error', rejected)
  })
}

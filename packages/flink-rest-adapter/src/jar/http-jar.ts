import type { Request as GotStream, Response } from 'got'
import { checkedLookup, checkLiteral, checkName, resolveName, type ResolveName } from './checked-lookup.ts'
import { JarProblem } from './jar-problem.ts'
import type { JarRules, JarSource, OpenJar } from './jar-source.ts'
import { plainUri } from './plain-uri.ts'
import { type Environment, type JarAgents, jarAgents, proxyFor } from './proxy.ts'

const connectTimeout = 10_000

/** As in the Fetch standard. */
const redirects = new Set([301, 302, 303, 307, 308])

/** Statuses that may differ at a later attempt. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * For http and https. Each hop is checked again: its scheme, the address of its connection, whether the headers may be sent there
 * (E-40), and whether a proxy is used. It shares no connection with other calls of the process, whose connections were not checked.
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
    throw new JarProblem(passing.has(statusCode) ? 'Unavailable' : 'Invalid', `${reported(fetch, at)} answers HTTP ${statusCode}`)
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

/** For a redirect only the host of the target: the rest of the address is the redirecting server's text. */
const reported = ({ uri }: Fetch, at: URL): string => (at === uri ? plainUri(uri) : `${plainUri(uri)} redirects to ${at.origin}, which`)

/** Schemes that users know by name. */
const knownScheme = /^(?:https?|file|ftp|s3|hdfs)$/u

const next = (fetch: Fetch, at: URL, location: string | undefined): URL => {
  const { rules } = fetch
  if (location === undefined || !URL.canParse(location, at.href))
    throw new JarProblem('Invalid', `${reported(fetch, at)} redirects to no address`)
  const to = new URL(location, at)
  const scheme = to.protocol.slice(0, -1)
  if (!/^https?$/u.test(scheme) || !rules.allowedSchemes.some(it => it.toLowerCase() === scheme))
    throw new JarProblem(
      'Invalid',
      `${reported(fetch, at)} redirects to ${
        knownScheme.test(scheme) ? `scheme ${scheme}` : 'a scheme that is not allowed'
      }; allowed are [${rules.allowedSchemes.join(', ')}]`,
    )
  return to
}

/** The operator's own headers are secrets, and a job can name any host. */
const mayHaveHeaders = ({ hostname, host }: URL, { headerHosts }: JarRules): boolean =>
  headerHosts === undefined || headerHosts.some(it => [hostname, host].includes(it.trim().toLowerCase()))

/** One request, up to the head of its answer. */
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
    // the proxy resolves names itself; the operator's configuration chooses the proxy
    ...(proxy === null ? { dnsLookup: checkedLookup(rules.restriction, resolve) } : {}),
    signal,
    // another origin must not get them
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
    // stays registered: readers get later errors themselves, and none may end the process
    stream.on('error', rejected)
  })
}

import { readFileSync } from 'node:fs'
import type { RequestOptions } from 'node:https'
import { delimiter, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
// not the whole client: its calls and their models are not used
import { KubeConfig } from '@kubernetes/client-node/dist/config.js'

/** What a request needs to authenticate. Texts are PEM. */
export interface Session {
  readonly ca: string | null
  readonly cert: string | null
  readonly key: string | null
  /** The name in the server's certificate, if it is not the host. */
  readonly serverName: string | null
  /** False only if the kubeconfig sets `insecure-skip-tls-verify`. */
  readonly verify: boolean
  /** Secret: never quote them. */
  readonly headers: Readonly<Record<string, string>>
}

/** The address of the API server and the identity to use. */
export interface Credentials {
  readonly server: { readonly origin: string; readonly basePath: string }
  readonly proxy: string | null
  /** Of the current context, or of the pod. */
  readonly namespace: string
  /** Where the credentials come from, for messages. */
  readonly source: string
  /** Reads them again when due: token files and exec plugins expire, certificates are renewed. Left: why not, in one line. */
  readonly session: () => Promise<E.Either<string, Session>>
}

/** Sources of credentials: a kubeconfig, the environment, the files of a pod. */
export interface CredentialsOptions {
  /** A path that precedes all other sources. */
  readonly kubeconfig?: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Folder of the pod's service account token. */
  readonly serviceAccountFolder?: string
}

/**
 * Finds credentials: the given path, `KUBECONFIG`, the pod's service account, `~/.kube/config`.
 * Left: one line that names the source and what is wrong with it.
 */
export const loadCredentials = (options: CredentialsOptions): E.Either<string, Credentials> => {
  const { KUBECONFIG, KUBERNETES_SERVICE_HOST, HOME } = options.environment
  if (options.kubeconfig !== undefined) return fromKubeconfig([options.kubeconfig])
  if (KUBECONFIG !== undefined && KUBECONFIG !== '') return fromKubeconfig(KUBECONFIG.split(delimiter).filter(path => path !== ''))
  if (KUBERNETES_SERVICE_HOST !== undefined && KUBERNETES_SERVICE_HOST !== '') return inCluster(options)
  return HOME === undefined ? E.left('no KUBECONFIG, no service account and no HOME: say which cluster')
    : fromKubeconfig([join(HOME, '.kube', 'config')])
}

const firstLine = (thrown: unknown): string => {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return text.split('\n')[0] ?? ''
}

const readFile = (path: string, what: string): E.Either<string, string> =>
  E.tryCatch(() => readFileSync(path, 'utf8'), thrown => `${what} ${path} cannot be read: ${firstLine(thrown).replace(/, open .*/, '')}`)

const loaded = (path: string): E.Either<string, KubeConfig> => {
  const text = readFile(path, 'kubeconfig')
  if (E.isLeft(text)) return text
  return E.tryCatch(
    () => {
      const config = new KubeConfig()
      config.loadFromFile(path)
      return config
    },
    // the parser's later lines quote the file, including tokens
    thrown =>
      `kubeconfig ${path} is no valid configuration: ${
        text.right.trim() === '' ? 'it is empty'
          : thrown instanceof TypeError ? 'it is no object with clusters, users and contexts' : firstLine(thrown)
      }`,
  )
}

const fromKubeconfig = (paths: readonly string[]): E.Either<string, Credentials> => {
  const [first, ...others] = paths
  const config = loaded(first ?? '')
  if (E.isLeft(config)) return config
  for (const path of others) {
    const more = loaded(path)
    if (E.isLeft(more)) return more
    // the first file that sets the current context wins, as with kubectl
    const isSet = (config.right.getCurrentContext() as string | undefined) !== undefined
    const clash = E.tryCatch(() => config.right.mergeConfig(more.right, isSet), firstLine)
    if (E.isLeft(clash)) return E.left(`kubeconfig ${path} does not fit the ones before it: ${clash.left}`)
  }
  const context = config.right.getContextObject(config.right.getCurrentContext())
  return described(config.right, `kubeconfig ${paths.join(delimiter)}`, context?.namespace ?? 'default')
}

/** `Credentials.source` of a process in a pod. */
export const serviceAccountSource = 'the service account of the pod'

const inCluster = (
  { environment, serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount' }: CredentialsOptions,
): E.Either<string, Credentials> => {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = environment
  const tokenFile = join(serviceAccountFolder, 'token')
  const token = readFile(tokenFile, 'service account token')
  if (E.isLeft(token)) return token
  const namespace = readFile(join(serviceAccountFolder, 'namespace'), 'service account namespace')
  const config = new KubeConfig()
  config.loadFromOptions({
    clusters: [{
      name: 'pod',
      server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
      caFile: join(serviceAccountFolder, 'ca.crt'),
      skipTLSVerify: false,
    }],
    // the library reads the token again: the kubelet renews it about every hour
    users: [{ name: 'pod', authProvider: { name: 'tokenFile', config: { tokenFile } } }],
    contexts: [{ name: 'pod', cluster: 'pod', user: 'pod' }],
    currentContext: 'pod',
  })
  return described(config, serviceAccountSource, E.isRight(namespace) ? namespace.right.trim() : 'default')
}

const described = (config: KubeConfig, source: string, namespace: string): E.Either<string, Credentials> => {
  const name = config.getCurrentContext() as string | undefined
  if (name === undefined || name === '') return E.left(`${source}: current-context is not set`)
  const context = config.getContextObject(name)
  if (context === null) return E.left(`${source}: there is no context "${name}"`)
  const cluster = config.getCluster(context.cluster)
  if (cluster === null) return E.left(`${source}: context "${name}" names the cluster "${context.cluster}", which does not exist`)
  if (config.getUser(context.user) === null)
    return E.left(`${source}: context "${name}" names the user "${context.user}", which does not exist`)
  if (!URL.canParse(cluster.server)) return E.left(`${source}: server "${cluster.server}" is no address`)
  const proxy = cluster.proxyUrl ?? null
  if (proxy !== null && !/^https?:/.test(proxy))
    return E.left(`${source}: proxy-url ${proxy.split('://')[0] ?? ''} is not supported, only http and https`)
  const url = new URL(cluster.server)
  // without TLS there is no certificate to verify, but the library would refuse the address
  if (url.protocol === 'http:')
    config.loadFromOptions({ ...parts(config), clusters: config.clusters.map(c => ({ ...c, skipTLSVerify: true })) })
  const server = { origin: url.origin, basePath: url.pathname.replace(/\/$/, '') }
  return E.right({ server, proxy, namespace, source, session: () => currentSession(config, source) })
}

const parts = ({ clusters, users, contexts, currentContext }: KubeConfig) => ({ clusters, users, contexts, currentContext })

const pem = (value: unknown): string | null => typeof value === 'string' ? value : Buffer.isBuffer(value) ? value.toString('utf8') : null

const currentSession = async (config: KubeConfig, source: string): Promise<E.Either<string, Session>> => {
  const options: Omit<RequestOptions, 'headers'> & { headers?: Record<string, string>; servername?: string } = {}
  try {
    await config.applyToHTTPSOptions(options)
  } catch (thrown) {
    return E.left(`${source}: no credentials: ${firstLine(thrown)}`)
  }
  const basic = typeof options.auth === 'string' ? { Authorization: `Basic ${Buffer.from(options.auth).toString('base64')}` } : {}
  return E.right({
    ca: pem(options.ca),
    cert: pem(options.cert),
    key: pem(options.key),
    serverName: options.servername ?? null,
    verify: options.rejectUnauthorized !== false,
    headers: { ...basic, ...options.headers },
  })
}

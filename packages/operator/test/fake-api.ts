import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { kinds } from '@flink-operator/kinds'

/** Plurals of what is stored. */
const stored: ReadonlySet<string> = new Set([
  ...Object.values(kinds).map(({ type }) => type.plural),
  'customresourcedefinitions',
  'deployments',
  'configmaps',
  'services',
  'ingresses',
  'events',
  'pods',
  'leases',
])

/** An object as tests handle it. */
export interface Live {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid?: string
    readonly resourceVersion?: string
    readonly generation?: number
    readonly [field: string]: unknown
  }
  readonly spec?: Readonly<Record<string, unknown>>
  readonly status?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

export interface Seen {
  readonly method: string
  readonly path: string
}

/**
 * Just enough of an API server for the operator's loop: storage by path, resourceVersions with conflicts, status, merge patches, lists and
 * watches.
 */
export interface FakeApi {
  readonly url: string
  readonly get: (path: string) => Live | undefined
  /** Every object of a collection. */
  readonly list: (collection: string) => readonly Live[]
  /** Adds an object to a collection (namespace from its metadata). */
  readonly put: (collection: string, object: unknown) => void
  readonly edit: (path: string, change: (live: Live) => Live) => void
  readonly remove: (path: string) => void
  readonly requests: () => readonly Seen[]
  readonly writes: () => readonly Seen[]
  /** Answers no request whose path starts so until `release`. */
  readonly hold: (path: string) => void
  readonly release: () => void
  /** Requests whose path starts so are forbidden, until it is allowed again (null). */
  readonly forbid: (path: string | null) => void
  readonly beforeWrite: (hook: (seen: Seen) => void) => void
  /** Ends every watch as a server does that forgot the past (410): what changes now is told by the next list alone. */
  readonly expireWatches: () => void
  readonly close: () => Promise<void>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON merge patch (RFC 7396). */
const merged = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch
  const kept = Object.entries(isObject(target) ? target : {}).filter(([key]) => patch[key] !== null)
  const changed = Object.entries(patch).filter(([, value]) => value !== null).map(([key, value]) =>
    [key, merged(isObject(target) ? target[key] : undefined, value)] as const
  )
  return { ...Object.fromEntries(kept), ...Object.fromEntries(changed) }
}

const bodyOf = async (request: IncomingMessage): Promise<Live> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return JSON.parse(text === '' ? '{"metadata":{"name":""}}' : text) as Live
}

/** `a.b=c,d=e`: does the object say so? Null: everything does. */
const isSelected = (selector: string | null, object: unknown): boolean =>
  selector === null || selector.split(',').every(term => {
    const [path = '', value] = term.split('=')
    return path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), object) === value
  })

const versionOf = ({ metadata }: Live): number => Number(metadata.resourceVersion)

export const startFakeApi = async (): Promise<FakeApi> => {
  const objects = new Map<string, Live>()
  const seen: Seen[] = []
  const watches = new Set<{ readonly prefix: RegExp; readonly response: ServerResponse }>()
  const held: { path: string | null; waiting: (() => void)[] } = { path: null, waiting: [] }
  let version = 1
  let forbidden: string | null = null
  let hook: (seen: Seen) => void = () => undefined

  /** `/apis/g/v/namespaces/n/kinds/name` belongs to `/apis/g/v/kinds` and to `/apis/g/v/namespaces/n/kinds`. */
  const members = (collection: string): RegExp => {
    const match = /^(.*?)(?:\/namespaces\/([^/]+))?\/([^/]+)$/.exec(collection)
    return new RegExp(`^${match?.[1]}(?:/namespaces/${match?.[2] ?? '[^/]+'})?/${match?.[3]}/[^/]+$`)
  }
  const tell = (type: string, path: string, object: Live): void => {
    for (const { prefix, response } of watches) if (prefix.test(path)) response.write(`${JSON.stringify({ type, object })}\n`)
  }
  const store = (path: string, object: Live, type: 'ADDED' | 'MODIFIED'): Live => {
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(++version) } }
    objects.set(path, stored)
    tell(type, path, stored)
    return stored
  }
  const add = (collection: string, object: Live): string => {
    const { namespace, name } = object.metadata
    const inNamespace = namespace === undefined || collection.includes('/namespaces/') ? collection
      : collection.replace(/\/([^/]+)$/, `/namespaces/${namespace}/$1`)
    const path = `${inNamespace}/${name}`
    store(path, {
      ...object,
      metadata: { uid: `uid-${version}`, generation: 1, creationTimestamp: new Date().toISOString(), ...object.metadata },
    }, 'ADDED')
    return path
  }
  const remove = (path: string): void => {
    const object = objects.get(path)
    objects.delete(path)
    if (object !== undefined) tell('DELETED', path, { ...object, metadata: { ...object.metadata, resourceVersion: String(++version) } })
  }

  const json = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const refuse = (response: ServerResponse, code: number, reason: string): void =>
    json(response, code, {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code,
      reason,
      message: reason,
      details: { name: 'x', kind: 'x' },
    })

  /** `dryRun=All`: the object that would be stored. */
  const tryOut = (path: string, body: Live, response: ServerResponse): void => {
    const live = objects.get(path)
    json(response, live === undefined ? 201 : 200, live === undefined ? body : merged(live, body))
  }

  const write = (method: string, { pathname: path, searchParams }: URL, body: Live, response: ServerResponse): void => {
    if (searchParams.get('dryRun') === 'All') return tryOut(path, body, response)
    const isStatus = path.endsWith('/status')
    const target = isStatus ? path.slice(0, -'/status'.length) : path
    if (method === 'POST') {
      if (objects.has(`${path}/${body.metadata.name}`)) return refuse(response, 409, 'AlreadyExists')
      return json(response, 201, objects.get(add(path, body)))
    }
    const live = objects.get(target)
    if (live === undefined) return refuse(response, 404, 'NotFound')
    if (method === 'DELETE') {
      remove(target)
      return json(response, 200, live)
    }
    const asked = body.metadata.resourceVersion
    if (asked !== undefined && asked !== live.metadata.resourceVersion) return refuse(response, 409, 'Conflict')
    return json(response, 200, store(target, (isStatus ? { ...live, status: body.status } : merged(live, body)) as Live, 'MODIFIED'))
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://fake')
      const path = url.pathname
      const method = request.method ?? 'GET'
      const body = await bodyOf(request)
      seen.push({ method, path })
      if (held.path !== null && path.startsWith(held.path)) await new Promise<void>(resolve => held.waiting.push(resolve))
      if (forbidden !== null && path.startsWith(forbidden)) return refuse(response, 403, 'Forbidden')
      if (method !== 'GET') {
        hook({ method, path })
        return write(method, url, body, response)
      }
      const object = objects.get(path)
      if (object !== undefined) return json(response, 200, object)
      if (url.searchParams.get('watch') !== null && url.searchParams.get('watch') !== 'false') {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.flushHeaders()
        const watch = { prefix: members(path), response }
        watches.add(watch)
        const since = Number(url.searchParams.get('resourceVersion') ?? '0')
        for (const [key, live] of objects)
          if (watch.prefix.test(key) && versionOf(live) > since) response.write(`${JSON.stringify({ type: 'ADDED', object: live })}\n`)
        request.on('close', () => watches.delete(watch))
        return
      }
      // A name is asked for where the last but one part is a plural that we store, or nothing of the kind is there.
      const items = [...objects].flatMap(([key, live]) => (members(path).test(key) ? [live] : []))
      if (items.length === 0 && stored.has(path.split('/').at(-2) ?? '')) return refuse(response, 404, 'NotFound')
      const selected = items.filter(item => isSelected(url.searchParams.get('fieldSelector'), item))
      json(response, 200, { kind: 'List', metadata: { resourceVersion: String(version) }, items: selected })
    })()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}`,
    get: path => objects.get(path),
    list: collection => [...objects].flatMap(([key, live]) => (members(collection).test(key) ? [live] : [])),
    put: (collection, object) => {
      add(collection, object as Live)
    },
    edit: (path, change) => {
      const live = objects.get(path)
      if (live !== undefined) store(path, change(live), 'MODIFIED')
    },
    remove,
    requests: () => seen,
    writes: () => seen.filter(({ method }) => method !== 'GET'),
    hold: path => {
      held.path = path
    },
    release: () => {
      held.path = null
      held.waiting.splice(0).forEach(resolve => resolve())
    },
    forbid: path => {
      forbidden = path
    },
    beforeWrite: next => {
      hook = next
    },
    expireWatches: () => {
      for (const { response } of watches)
        response.end(`${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' } })}\n`)
      watches.clear()
    },
    close: () =>
      new Promise(resolve => {
        for (const resume of held.waiting) resume()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

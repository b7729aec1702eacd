import type { AdapterError } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'

/** The request, for messages and to know whether a failure may have changed something. */
export interface Request {
  readonly operation: 'connect' | 'read' | 'delete'
  readonly path: string
}

interface Verdict {
  readonly tag: AdapterErrorTag
  readonly applied: AdapterError['applied']
}

/**
 * ZooKeeper's error codes (`KeeperException.Code`). `No`: the server answered and did nothing. Codes that these operations can't
 * have are not listed.
 */
const verdicts: Readonly<Record<number, Verdict>> = {
  [-4]: { tag: 'Unreachable', applied: 'Maybe' }, // connection loss
  [-7]: { tag: 'Timeout', applied: 'Maybe' }, // operation timeout
  [-8]: { tag: 'Invalid', applied: 'No' }, // bad arguments
  [-101]: { tag: 'NotFound', applied: 'No' }, // no node
  [-102]: { tag: 'Forbidden', applied: 'No' }, // no auth
  [-103]: { tag: 'Conflict', applied: 'No' }, // bad version
  [-111]: { tag: 'Conflict', applied: 'No' }, // not empty
  [-112]: { tag: 'Unreachable', applied: 'Maybe' }, // session expired
  [-115]: { tag: 'Unauthorized', applied: 'No' }, // authentication failed
  [-118]: { tag: 'Unavailable', applied: 'Maybe' }, // session moved
  [-119]: { tag: 'Unavailable', applied: 'No' }, // not read-only
  [-127]: { tag: 'Unavailable', applied: 'No' }, // throttled
}

const error = (request: Request, { tag, applied }: Verdict, message: string): AdapterError => ({
  _tag: tag,
  message,
  applied: request.operation === 'delete' ? applied : 'No',
  httpStatus: null,
  retryAfter: null,
})

const what = ({ operation, path }: Request): string => (operation === 'connect' ? `connecting to ${path}` : `${operation} ${path}`)

const hints: Readonly<Record<number, string>> = {
  [-115]: ': it requires another login. The operator logs in by digest alone; SASL and Kerberos are not supported',
  [-102]:
    ': the node is open to another identity only. The operator logs in by digest alone, as FLINK_OPERATOR_ZOOKEEPER_DIGEST says; SASL and Kerberos are not supported',
}

/** An error of the client: ZooKeeper's answer, or another failure. */
export const fromClient = (request: Request, thrown: unknown): AdapterError => {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'number' ? thrown.code : null
  const words = thrown instanceof Error ? thrown.message : String(thrown)
  return error(
    request,
    (code === null ? undefined : verdicts[code]) ?? { tag: 'Other', applied: 'Maybe' },
    `${what(request)}: ${words}${code === null ? '' : (hints[code] ?? '')}`,
  )
}

/** No answer within the time limit. */
export const timedOut = (request: Request, millis: number): AdapterError =>
  error(request, { tag: 'Timeout', applied: 'Maybe' }, `${what(request)}: no answer within ${millis} ms`)

/** The connection ended, or was never established. */
export const unreachable = (request: Request, why: string): AdapterError =>
  error(request, { tag: 'Unreachable', applied: 'Maybe' }, `${what(request)}: ${why}`)

/** Nothing was sent: the request is invalid. */
export const invalid = (request: Request, why: string): AdapterError =>
  error(request, { tag: 'Invalid', applied: 'No' }, `${what(request)}: ${why}`)

/** The node changed since it was read; nothing was sent. */
export const changed = (request: Request, why: string): AdapterError =>
  error(request, { tag: 'Conflict', applied: 'No' }, `${what(request)}: ${why}`)

/** More than this adapter reads. */
export const tooMuch = (request: Request, why: string): AdapterError =>
  error(request, { tag: 'TooLarge', applied: 'No' }, `${what(request)}: ${why}`)

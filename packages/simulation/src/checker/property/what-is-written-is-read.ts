import { isLeft } from 'fp-ts/lib/Either.js'
import { isSame } from '../../kubernetes/resource-writes.ts'
import type { Breach } from '../../world/world.ts'
import type { Decision } from '../decision.ts'

const unread = (path: string): readonly Breach[] => [{ property: 'P11', what: `a status is written that can't be read: ${path}` }]

/**
 * P11: the next round reads each written status back exactly as written; otherwise the operator could not continue with the resource.
 * A status that was unreadable before is kept as it is.
 */
export const breachesOfReading = (
  { kind: { kind }, resource, actions }: Pick<Decision, 'kind' | 'resource' | 'actions'>,
): readonly Breach[] =>
  actions.flatMap(action => {
    if (action._tag !== 'PersistStatus') return []
    const { apiVersion, kind: name, namespace, uid } = resource.meta
    const metadata = { name: resource.meta.name, namespace, uid, resourceVersion: '1', generation: 1 }
    const read = kind.decode({ apiVersion, kind: name, metadata, spec: {}, status: kind.encodeStatus(action.status as never, null) })
    if (isLeft(read)) return unread(read.left.path)
    const [first] = (read.right.unread ?? []).filter(({ path }) => path.startsWith('status'))
    if (first === undefined)
      return isSame(read.right.status, action.status) ? [] : [{ property: 'P11', what: 'a written status is read back differently' }]
    return resource.unread?.some(({ path }) => path === first.path) === true ? [] : unread(first.path)
  })

import type { EpochMillis, Json, JsonObject } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import { isObject, numberAt, objectAt, objectsAt, textAt } from '../object/fields.ts'
import { nameOf } from '../object/metadata.ts'
import type { Column } from './resource-type.ts'

/** `5s`, `3m20s`, `2d`: how kubectl writes durations. */
export const ageText = (millis: number): string => {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (seconds < 120) return `${seconds}s`
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`
  if (hours < 3) return `${minutes}m`
  return hours < 48 ? `${hours}h` : `${Math.floor(hours / 24)}d`
}

const ageSince = (moment: string, now: EpochMillis): string => {
  const time = Date.parse(moment)
  return Number.isNaN(time) ? '<unknown>' : ageText(now - time)
}

const age = (object: JsonObject, now: EpochMillis, ...path: readonly string[]): string => ageSince(textAt(object, ...path), now)

const column = (name: string, value: Column['value'], priority = 0, type: Column['type'] = 'string'): Column => ({
  name,
  type,
  description: name,
  priority,
  value,
})

export const nameColumn: Column = { ...column('Name', nameOf), format: 'name' }
export const ageColumn: Column = column('Age', (object, now) => age(object, now, 'metadata', 'creationTimestamp'))
const createdColumn: Column = column('Created At', object => textAt(object, 'metadata', 'creationTimestamp'))

const orNone = (text: string): string => (text === '' ? '<none>' : text)

const containers = (pod: JsonObject): readonly JsonObject[] => objectsAt(pod, 'status', 'containerStatuses')

const podStatus = (pod: JsonObject): string => {
  if (textAt(pod, 'metadata', 'deletionTimestamp') !== '') return 'Terminating'
  const [container] = containers(pod)
  const reason = textAt(container, 'state', 'waiting', 'reason') || textAt(container, 'state', 'terminated', 'reason')
  return reason === '' ? textAt(pod, 'status', 'phase') : reason
}

const restarts = (pod: JsonObject): number => containers(pod).reduce((sum, container) => sum + numberAt(container, 'restartCount'), 0)

const ports = (service: JsonObject): string =>
  orNone(objectsAt(service, 'spec', 'ports').map(port => `${numberAt(port, 'port')}/${textAt(port, 'protocol') || 'TCP'}`).join(','))

const dataCount = (object: JsonObject): number =>
  Object.keys(objectAt(object, 'data')).length + Object.keys(objectAt(object, 'binaryData')).length

const firstContainer = (object: JsonObject): JsonObject => objectsAt(object, 'spec', 'template', 'spec', 'containers')[0] ?? {}

/** One metric of a HorizontalPodAutoscaler, as kubectl shows it before the first measurement. */
const target = (metric: JsonObject): string => {
  const name = textAt(metric, 'resource', 'name')
  const utilization = numberAt(metric, 'resource', 'target', 'averageUtilization')
  return `${name === '' ? '' : `${name}: `}<unknown>/${utilization > 0 ? `${utilization}%` : '<auto>'}`
}

/** Columns of the built-in kinds, without name and age. */
const middle: Readonly<Record<string, readonly Column[]>> = {
  Pod: [
    column(
      'Ready',
      pod => `${containers(pod).filter(container => container['ready'] === true).length}/${objectsAt(pod, 'spec', 'containers').length}`,
    ),
    column('Status', podStatus),
    column('Restarts', restarts),
  ],
  Deployment: [
    column('Ready', object => `${numberAt(object, 'status', 'readyReplicas')}/${numberAt(object, 'spec', 'replicas')}`),
    column('Up-to-date', object => numberAt(object, 'status', 'updatedReplicas'), 0, 'integer'),
    column('Available', object => numberAt(object, 'status', 'availableReplicas'), 0, 'integer'),
  ],
  Service: [
    column('Type', object => textAt(object, 'spec', 'type') || 'ClusterIP'),
    column('Cluster-IP', object => orNone(textAt(object, 'spec', 'clusterIP'))),
    column('External-IP', () => '<none>'),
    column('Port(s)', ports),
  ],
  ConfigMap: [column('Data', dataCount, 0, 'integer')],
  Secret: [column('Type', object => textAt(object, 'type')), column('Data', dataCount, 0, 'integer')],
  ServiceAccount: [column('Secrets', object => objectsAt(object, 'secrets').length, 0, 'integer')],
  Namespace: [column('Status', object => textAt(object, 'status', 'phase'))],
  Node: [
    column('Status', () => 'Ready'),
    column('Roles', () => '<none>'),
    column('Version', object => textAt(object, 'status', 'nodeInfo', 'kubeletVersion')),
  ],
  Lease: [column('Holder', object => textAt(object, 'spec', 'holderIdentity'))],
  Ingress: [
    column('Class', object => orNone(textAt(object, 'spec', 'ingressClassName'))),
    column('Hosts', object => objectsAt(object, 'spec', 'rules').map(rule => textAt(rule, 'host') || '*').join(',') || '*'),
    column('Address', () => ''),
    column('Ports', () => '80'),
  ],
  HorizontalPodAutoscaler: [
    column(
      'Reference',
      object => `${textAt(object, 'spec', 'scaleTargetRef', 'kind')}/${textAt(object, 'spec', 'scaleTargetRef', 'name')}`,
    ),
    // nothing is measured here, and nobody scales
    column('Targets', object => objectsAt(object, 'spec', 'metrics').map(target).join(', ') || '<none>'),
    column('MinPods', object => numberAt(object, 'spec', 'minReplicas') || 1, 0, 'integer'),
    column('MaxPods', object => numberAt(object, 'spec', 'maxReplicas'), 0, 'integer'),
    column('Replicas', object => numberAt(object, 'status', 'currentReplicas'), 0, 'integer'),
  ],
}

/** Columns after the age, with `-o wide`. */
const wide: Readonly<Record<string, readonly Column[]>> = {
  Pod: [
    column('IP', pod => orNone(textAt(pod, 'status', 'podIP')), 1),
    column('Node', pod => orNone(textAt(pod, 'spec', 'nodeName')), 1),
  ],
  Deployment: [
    column('Containers', object => textAt(firstContainer(object), 'name'), 1),
    column('Images', object => textAt(firstContainer(object), 'image'), 1),
  ],
}

const eventColumns: readonly Column[] = [
  column(
    'Last Seen',
    (event, now) => age(event, now, ...(textAt(event, 'lastTimestamp') === '' ? ['metadata', 'creationTimestamp'] : ['lastTimestamp'])),
  ),
  column('Type', event => textAt(event, 'type')),
  column('Reason', event => textAt(event, 'reason')),
  column('Object', event => `${textAt(event, 'involvedObject', 'kind').toLowerCase()}/${textAt(event, 'involvedObject', 'name')}`),
  column('Message', event => textAt(event, 'message').trim()),
]

export const builtInColumns = (kind: string): readonly Column[] => {
  if (kind === 'Event') return eventColumns
  const between = middle[kind]
  if (between === undefined) return [nameColumn, /Role|CustomResource/.test(kind) ? createdColumn : ageColumn]
  return [nameColumn, ...between, ageColumn, ...(wide[kind] ?? [])]
}

/** One step of a path: a field, a list element, or the first element whose field has that value. */
type PathStep = string | { readonly field: string; readonly value: string }

/** `.status.jobStatus.state`, `.a['b.c']`, `.spec.list[0].name`, `.list[?(@.type=="Ready")].status`: the paths that printer columns use. */
const pathSteps = (jsonPath: string): readonly PathStep[] =>
  [...jsonPath.matchAll(/\[\?\(@\.(\w+)=="([^"]*)"\)\]|\['([^']*)'\]|\[(\d+)\]|\.?([^.[\]]+)/g)].map((
    [, field, value, quoted, index, plain],
  ): PathStep => (field === undefined ? quoted ?? index ?? plain ?? '' : { field, value: value ?? '' }))

const isElement = ({ field, value }: Exclude<PathStep, string>) => (it: Json): boolean => isObject(it) && it[field] === value

const valueAt = (json: Json, steps: readonly PathStep[]): Json => {
  const [step, ...rest] = steps
  if (step === undefined) return json
  if (typeof step === 'object') return valueAt(Array.isArray(json) ? (json as readonly Json[]).find(isElement(step)) ?? null : null, rest)
  if (Array.isArray(json)) return valueAt((json as readonly Json[])[Number(step)] ?? null, rest)
  return isObject(json) ? valueAt(json[step] ?? null, rest) : null
}

/** The columns of a CRD version. */
export const customColumns = (version: JsonObject): readonly Column[] => {
  const own = objectsAt(version, 'additionalPrinterColumns').map((given): Column => {
    const steps = pathSteps(textAt(given, 'jsonPath'))
    const type = textAt(given, 'type') as Column['type']
    const value: Column['value'] = (object, now) => {
      const found = valueAt(object, steps)
      if (type === 'date') return typeof found === 'string' ? ageSince(found, now) : ''
      return found !== null && typeof found === 'object' ? exactJsonText(found) : found
    }
    return {
      name: textAt(given, 'name'),
      type: type === 'date' ? 'date' : type,
      description: textAt(given, 'description'),
      priority: numberAt(given, 'priority'),
      value,
    }
  })
  return [nameColumn, ...(own.length === 0 ? [ageColumn] : own)]
}

import type { JsonObject } from '@flink-operator/core'

/** What happened to a resource, as far as the cluster has kept it. Oldest first. */
export interface History {
  readonly savepoints: readonly { readonly at: string; readonly trigger: string; readonly format: string; readonly location: string }[]
  /** FlinkStateSnapshots of the resource. Null: they could not be read, or the CRD is not installed. */
  readonly snapshots: readonly { readonly at: string; readonly name: string; readonly state: string; readonly path: string }[] | null
  readonly events: readonly {
    readonly at: string
    readonly type: string
    /** The child of the resource that the event is about; null: the resource itself. */
    readonly of: string | null
    readonly reason: string
    readonly count: number
    readonly message: string
  }[]
}

const objectAt = (value: unknown, ...path: readonly string[]): JsonObject => {
  const found = at(value, ...path)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? found as JsonObject : {}
}

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<string, unknown>>)[key] : undefined),
    value,
  )

const text = (
  value: unknown,
  otherwise = '-',
): string => (typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : otherwise)

const instant = (
  millis: unknown,
): string => (typeof millis === 'number' && Math.abs(millis) < 8.64e15 ? new Date(millis).toISOString() : '-')

const byTime = (a: { readonly at: string }, b: { readonly at: string }): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)

/** `status.jobStatus.savepointInfo`, the legacy history with the last savepoint. */
export const savepointsOf = (resource: JsonObject): History['savepoints'] => {
  const info = objectAt(resource, 'status', 'jobStatus', 'savepointInfo')
  const history = Array.isArray(info['savepointHistory']) ? info['savepointHistory'] as readonly unknown[] : []
  const last = info['lastSavepoint'] ?? null
  const all = last === null || history.some(it => at(it, 'location') === at(last, 'location')) ? history : [...history, last]
  return all.map(it => ({
    at: instant(at(it, 'timeStamp')),
    trigger: text(at(it, 'triggerType')),
    format: text(at(it, 'formatType')),
    location: text(at(it, 'location')),
  }))
}

/** Snapshots of the jobs of these resources. `kind` is checked, since two kinds may have a resource of the same name (E-5). */
export const snapshotsOf = (
  objects: readonly JsonObject[],
  { kind, names }: { readonly kind: string; readonly names: readonly string[] },
): NonNullable<History['snapshots']> =>
  objects.filter(it => names.includes(text(at(it, 'spec', 'jobReference', 'name'))) && at(it, 'spec', 'jobReference', 'kind') === kind)
    .map(it => ({
      at: text(at(it, 'metadata', 'creationTimestamp')),
      name: text(at(it, 'metadata', 'name')),
      state: text(at(it, 'status', 'state')),
      path: text(at(it, 'status', 'path')),
    }))
    .toSorted(byTime)

/** `uid`: of the resource itself. */
export const eventsOf = (objects: readonly JsonObject[], uid: string): History['events'] =>
  objects.map(it => ({
    at: text(it['lastTimestamp'], text(it['eventTime'], text(at(it, 'metadata', 'creationTimestamp')))),
    type: text(it['type']),
    of: at(it, 'involvedObject', 'uid') === uid ? null : text(at(it, 'involvedObject', 'name')),
    reason: text(it['reason']),
    count: typeof it['count'] === 'number' ? it['count'] : 1,
    message: text(it['message'], ''),
  })).toSorted(byTime)

const section = (
  title: string,
  none: string,
  lines: readonly string[],
): readonly string[] => [title, ...(lines.length === 0 ? [`  ${none}`] : lines.map(line => `  ${line}`))]

export const historyText = (resource: string, { savepoints, snapshots, events }: History): string =>
  [
    resource,
    ...section(
      'savepoints',
      'none is recorded in the status',
      savepoints.map(it => `${it.at}  ${it.trigger.padEnd(8)} ${it.format.padEnd(9)} ${it.location}`),
    ),
    ...section(
      'snapshots',
      snapshots === null ? "FlinkStateSnapshots can't be read here" : 'none',
      (snapshots ?? []).map(it => `${it.at}  ${it.state.padEnd(15)} ${it.name}  ${it.path}`),
    ),
    ...section(
      'events',
      'none is left: Kubernetes keeps them for an hour',
      events.map(it =>
        `${it.at}  ${it.type.padEnd(7)} ${it.of === null ? '' : `${it.of} `}${it.reason}${it.count > 1 ? ` (${it.count} times)` : ''}: ${
          it.message.split('\n')[0] ?? ''
        }`
      ),
    ),
  ].join('\n')

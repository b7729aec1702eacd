import type { Json, JsonObject } from '@flink-operator/core'
import type { KindName } from '@flink-operator/kinds'

/** A resource that the API server refuses by the CRD alone, and what it says. */
export interface RefusedSpec {
  readonly kind: CheckedKind
  readonly title: string
  readonly name: string
  readonly spec: JsonObject
  /** The field, what was found, and what is allowed. */
  readonly field: string
  readonly found: RegExp
  readonly allowed: RegExp
}

const job: JsonObject = { jarURI: 'local:///job.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' }

const application = {
  image: 'flink:1.20',
  flinkVersion: 'v1_20',
  serviceAccount: 'flink',
  jobManager: { resource: { cpu: 1, memory: '2g' } },
  taskManager: { resource: { cpu: 1, memory: '2g' } },
  job,
} as const satisfies JsonObject

/** A spec of each kind that is accepted. */
export const acceptedSpecs = {
  FlinkDeployment: application,
  FlinkSessionJob: { deploymentName: 'session', job: { ...job, jarURI: 'https://repo.example/a.jar' } },
  FlinkStateSnapshot: { savepoint: {}, jobReference: { kind: 'FlinkDeployment', name: 'app' } },
  FlinkBlueGreenDeployment: { template: { spec: application } },
  FlinkApplication: { image: 'flink:1.20', flinkVersion: '1.20', jarName: 'job.jar', entryClass: 'Main', parallelism: 1 },
} as const satisfies Readonly<Partial<Record<KindName, JsonObject>>>

/** The kinds whose CRDs have checks. */
export type CheckedKind = keyof typeof acceptedSpecs

export const checkedKinds = Object.keys(acceptedSpecs) as readonly CheckedKind[]

/** The accepted spec with another value at a path; null removes the field. */
const withValue = (object: JsonObject, [key = '', ...rest]: readonly string[], value: Json): JsonObject =>
  rest.length > 0 ? { ...object, [key]: withValue((object[key] ?? {}) as JsonObject, rest, value) }
    : value === null ? Object.fromEntries(Object.entries(object).filter(([each]) => each !== key))
    : { ...object, [key]: value }

type Allowed = RegExp | readonly [found: RegExp, allowed: RegExp]

/** Of a value at a path of the accepted spec. */
const edited = (kind: CheckedKind, path: string, value: Json, allowed: Allowed): RefusedSpec => {
  const [found, rule] = allowed instanceof RegExp ? [new RegExp(`Invalid value: ${JSON.stringify(value)}`, 'u'), allowed] : allowed
  return {
    kind,
    title: `${path}: ${JSON.stringify(value)}`,
    name: 'refused',
    spec: withValue(acceptedSpecs[kind], path.split('/'), value),
    field: `spec.${path.replaceAll('/', '.')}`,
    found,
    allowed: rule,
  }
}

const named = (kind: CheckedKind, name: string, allowed: RegExp): RefusedSpec => ({
  kind,
  title: `the name ${name}`,
  name,
  spec: acceptedSpecs[kind],
  field: 'metadata.name',
  found: new RegExp(name, 'u'),
  allowed,
})

const atLeastOne = /should be greater than or equal to 1/u
const memory = /must be an amount of memory such as 2048m, 2g or 1\.5Gi/u
const amount = /should match '\^\[\^A-Za-z\]\*\[0-9\]/u
const parallelism: Allowed = [/Invalid value/u, /must be at least 1/u]
const clusterName = /should match '\^\[a-z\]\(\[-a-z0-9\]\{0,43\}\[a-z0-9\]\)\?\$'/u

const ofAFlinkDeployment = (kind: CheckedKind, under: string): readonly RefusedSpec[] => {
  const at = (path: string, value: Json, allowed: Allowed): RefusedSpec => edited(kind, `${under}${path}`, value, allowed)
  return [
    at('job/parallelism', -2, parallelism),
    at('job/parallelism', 0, parallelism),
    at('job/parallelism', 2 ** 31, /should be less than or equal to 2147483647/u),
    at('jobManager/replicas', 0, atLeastOne),
    at('taskManager/replicas', -1, atLeastOne),
    at('jobManager/resource/memory', '1 potato', memory),
    at('taskManager/resource/memory', '-2g', memory),
    at('taskManager/resource/memory', '', memory),
    at('taskManager/resource/ephemeralStorage', 'much', amount),
    at('taskManager/resources/requests', { memory: '2 gib s' }, [/Invalid value: "2 gib s"/u, amount]),
    at('taskManager/resources/limits', { cpu: 'two' }, [/Invalid value: "two"/u, amount]),
    at('flinkVersion', 'v1_14', /must be v1_15 or newer/u),
    at('imagePullPolicy', 'Sometimes', /should match '\^\(\\s\*\|IfNotPresent\|Always\|Never\)\$'/u),
    at('logConfiguration', { 'log4j.properties': '' }, [
      /Invalid value/u,
      /allowed keys: log4j-console\.properties, logback-console\.xml/u,
    ]),
  ]
}

/** What a CRD refuses, for each check of the field tables. */
export const refusedSpecs: readonly RefusedSpec[] = [
  ...ofAFlinkDeployment('FlinkDeployment', ''),
  named('FlinkDeployment', 'a'.repeat(46), clusterName),
  named('FlinkDeployment', '1st', clusterName),
  named('FlinkDeployment', 'a.b', clusterName),
  ...ofAFlinkDeployment('FlinkBlueGreenDeployment', 'template/spec/'),
  edited('FlinkBlueGreenDeployment', 'template/spec/job', null, [/Invalid value/u, /must be set: each child runs one job/u]),
  named('FlinkBlueGreenDeployment', 'a'.repeat(40), /should match '\^\[a-z\]\[-a-z0-9\]\{0,38\}\$'/u),
  edited('FlinkSessionJob', 'job/parallelism', -2, parallelism),
  edited('FlinkSessionJob', 'deploymentName', 'Session', clusterName),
  { ...edited('FlinkStateSnapshot', 'checkpoint', {}, [/Invalid value/u, /must have either savepoint or checkpoint/u]), field: 'spec' },
  { ...edited('FlinkStateSnapshot', 'savepoint', null, [/Invalid value/u, /must have either savepoint or checkpoint/u]), field: 'spec' },
  edited('FlinkStateSnapshot', 'jobReference', null, [/Invalid value/u, /must be set, unless savepoint\.alreadyExists is true/u]),
  {
    ...edited('FlinkStateSnapshot', 'savepoint', { alreadyExists: true }, [
      /Invalid value/u,
      /must be set, since savepoint\.alreadyExists is true/u,
    ]),
    field: 'spec.savepoint.path',
  },
  edited('FlinkApplication', 'parallelism', 0, atLeastOne),
  edited('FlinkApplication', 'jobManagerConfig/replicas', -1, atLeastOne),
  edited('FlinkApplication', 'taskManagerConfig/taskSlots', 0, atLeastOne),
  edited('FlinkApplication', 'maxCheckpointRestoreAgeSeconds', 0, atLeastOne),
  edited('FlinkApplication', 'jarName', 'lib/job.jar', /should match '\^\[\^\/\]\*\$'/u),
  edited('FlinkApplication', 'imagePullPolicy', 'Sometimes', /should match '\^\(\|Always\|Never\|IfNotPresent\)\$'/u),
  edited('FlinkApplication', 'deploymentMode', 'Single', /should match '\^\(\|Dual\|BlueGreen\)\$'/u),
  edited('FlinkApplication', 'deleteMode', 'savepoint', /should match '\^\(\|Savepoint\|None\|ForceCancel\)\$'/u),
  edited('FlinkApplication', 'scaleMode', 'Both', /should match '\^\(\|NewCluster\|InPlace\)\$'/u),
]

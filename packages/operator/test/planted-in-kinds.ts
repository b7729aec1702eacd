import type { Fact, JsonObject, Query } from '@flink-operator/core'
import { type KindName, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { plantedSecrets, plantedSpecs } from './planted-secrets.ts'
import { emptyWorld, resource } from './reported-outputs.ts'

/** A resource with secrets in it, the same without them, and a mistake that makes it invalid. */
export interface PlantedResource {
  readonly kind: KindName
  readonly put: JsonObject
  readonly bare: JsonObject
  readonly wrong: JsonObject
  /** The secrets that stand in it, or in what it is about. */
  readonly secrets: readonly { readonly title: string; readonly secret: string }[]
  /** `words`: what Flink and Kubernetes say of what they refuse; they repeat all that they were sent. */
  readonly answer: (words: string) => (query: Query) => Fact<unknown>
}

const live = { source: 'live', asOf: 0 } as const

/** A FlinkDeployment that runs, as others see it. */
const runningView = (spec: JsonObject, job: string | null): unknown => {
  const json = resource(spec)
  const recorded = JSON.stringify({
    spec: json['spec'],
    resource_metadata: { apiVersion: 'flink.apache.org/v1beta1', firstDeployment: false },
  })
  const decoded = kindOf('FlinkDeployment').decode({
    ...json,
    status: {
      lifecycleState: 'STABLE',
      jobManagerDeploymentStatus: 'READY',
      observedGeneration: 1,
      jobStatus: { state: job === null ? null : 'RUNNING', jobId: job, startTime: '1', jobName: 'j' },
      reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: recorded, lastStableSpec: recorded, reconciliationTimestamp: 1 },
    },
  })
  if (E.isLeft(decoded)) throw new Error(JSON.stringify(decoded.left))
  return decoded.right
}

const worldWith = (deployment: unknown) => (words: string) => (query: Query): Fact<unknown> => {
  switch (query._tag) {
    case 'ReadFlinkDeployment':
      return deployment === null ? { ...live, _tag: 'Unknown', reason: 'Forbidden', message: words }
        : { ...live, _tag: 'Known', value: deployment }
    case 'ListLabelledObjects':
      return { ...live, _tag: 'Known', value: { deployments: [], services: [], ingresses: [] } }
    case 'GetJobsOverview':
    case 'GetCheckpoints':
      return { ...live, _tag: 'Unknown', reason: 'Unreachable', message: words }
    case 'GetSavepointOperation':
      return {
        ...live,
        _tag: 'Known',
        value: { _tag: 'Failed', causes: [{ type: 'java.io.IOException', message: words }], savepointPath: null },
      }
    default:
      return emptyWorld(words)(query)
  }
}

const of = (kind: KindName, spec: JsonObject, metadata: JsonObject = {}): JsonObject => {
  const { group, version } = kindOf(kind).type
  const { metadata: usual } = resource({}) as { readonly metadata: JsonObject }
  return { apiVersion: `${group}/${version}`, kind, metadata: { ...usual, finalizers: [], ...metadata }, spec }
}

const textsOf = (json: JsonObject): readonly string[] => ((json['job'] as JsonObject | undefined)?.['args'] ?? []) as readonly string[]
const standIn = (...holders: readonly unknown[]): PlantedResource['secrets'] => {
  const text = JSON.stringify(holders)
  return plantedSecrets.filter(({ secret }) => text.includes(secret))
}

const deployment = (spec: JsonObject): PlantedResource => ({
  kind: 'FlinkDeployment',
  put: resource(spec),
  bare: resource({}),
  wrong: { serviceAccount: null, jobManager: { resource: { memory: 'much' } } },
  secrets: standIn(spec),
  answer: worldWith(null),
})

const sessionJob = ({ job, flinkConfiguration = {} }: JsonObject): PlantedResource => {
  const spec = {
    deploymentName: 'session',
    flinkConfiguration,
    job: { jarURI: 'https://h/a.jar', upgradeMode: 'stateless', ...job as JsonObject },
  }
  return {
    kind: 'FlinkSessionJob',
    put: of('FlinkSessionJob', spec),
    bare: of('FlinkSessionJob', { deploymentName: 'session', job: { jarURI: 'https://h/a.jar', upgradeMode: 'stateless' } }),
    wrong: { job: { parallelism: 'much' }, flinkConfiguration: { 'kubernetes.operator.x': '1', 'high-availability': 'zookeeper' } },
    secrets: standIn(spec),
    answer: worldWith(runningView({ job: null }, null)),
  }
}

const blueGreen = (spec: JsonObject): PlantedResource => {
  const template = resource(spec)['spec'] as JsonObject
  const put = of('FlinkBlueGreenDeployment', { template: { metadata: { annotations: { 'a-token': 'Zq7xOfTemplate' } }, spec: template } })
  return {
    kind: 'FlinkBlueGreenDeployment',
    put,
    bare: of('FlinkBlueGreenDeployment', { template: { spec: resource({})['spec'] as JsonObject } }),
    wrong: { template: { spec: { serviceAccount: null, jobManager: { resource: { memory: 'much' } } } } },
    secrets: [...standIn(template), { title: 'an annotation of the template', secret: 'Zq7xOfTemplate' }],
    answer: worldWith(null),
  }
}

const application = (spec: JsonObject): PlantedResource => {
  const pod = ((spec['podTemplate'] as JsonObject | undefined)?.['spec'] ?? {}) as { readonly containers?: readonly JsonObject[] }
  const env = (pod.containers ?? []).flatMap(container => (container['env'] ?? []) as readonly JsonObject[])
  const bare = { image: 'lyft/flink:1', flinkVersion: '1.18', jarName: 'a.jar', parallelism: 1, entryClass: 'C' }
  const planted = {
    ...bare,
    flinkConfig: spec['flinkConfiguration'] ?? {},
    programArgs: textsOf(spec).join(' '),
    jobManagerConfig: { envConfig: { env } },
    volumes: [],
  }
  return {
    kind: 'FlinkApplication',
    put: of('FlinkApplication', planted),
    bare: of('FlinkApplication', bare),
    wrong: { parallelism: 'much', deleteMode: 'never' },
    secrets: standIn(planted),
    answer: worldWith(null),
  }
}

const snapshot = (path: string, target: JsonObject, secret: string): PlantedResource => {
  const spec = (savepoint: JsonObject): JsonObject => ({
    jobReference: { kind: 'FlinkDeployment', name: 'app' },
    savepoint,
    backoffLimit: 0,
  })
  return {
    kind: 'FlinkStateSnapshot',
    put: of('FlinkStateSnapshot', spec({ path })),
    bare: of('FlinkStateSnapshot', spec({})),
    wrong: { savepoint: { formatType: 'odd', path, alreadyExists: true }, checkpoint: {} },
    secrets: [...standIn(target), { title: `the path ${path.replace(secret, '…')}`, secret }],
    answer: worldWith(runningView(target, 'a'.repeat(32))),
  }
}

const paths: readonly ((secret: string) => string)[] = [
  secret => `s3://u:${secret}@b/x`,
  secret => `https://h/x?X-Amz-Signature=${secret}`,
  secret => `wasbs://c@a/x?sig=${secret}`,
  secret => `abfs://h/x?token=${secret}&y=1`,
]

/** The corpus in all kinds. */
export const plantedInKinds = (): readonly PlantedResource[] => {
  const specs = plantedSpecs()
  return [
    ...specs.map(deployment),
    ...specs.map(sessionJob),
    ...specs.map(blueGreen),
    ...specs.map(application),
    ...paths.map((path, n) => snapshot(path(`Zq7xPath${String(n)}`), specs[n % specs.length] ?? {}, `Zq7xPath${String(n)}`)),
  ].filter(({ secrets }) => secrets.length > 0)
}

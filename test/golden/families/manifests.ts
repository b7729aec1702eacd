import { decodeFlinkDeployment } from '../../../packages/core/src/codecs.ts'
import { nativeTaskManagerPod, ownerReferencePatch, renderCluster } from '../../../packages/core/src/manifest/index.ts'
import { ingressManifest } from '../../../packages/core/src/manifest/ingress-manifest.ts'
import type { ClusterManifestInput } from '../../../packages/core/src/contract/action/manifest-request.ts'
import { deployConfiguration } from '../../../packages/core/src/flink/configuration/deploy-configuration.ts'
import { deploymentAdditions, sessionDeploymentAdditions } from '../../../packages/core/src/flink/configuration/deployment-additions.ts'
import { operatorOptions } from '../../../packages/core/src/options/operator-options.ts'
import type { FlinkDeploymentSpec } from '../../../packages/core/src/contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { type Difference, differenceOf, type GoldenFamily } from '../family.ts'
import { differences, finalObjects, type Loose, normal, normalPod, objectsOf, orderOf, type Write } from './manifests-objects.ts'

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string }
  readonly data?: Readonly<Record<string, string>>
}

interface Given {
  readonly resource: Loose
  readonly operatorConfig: Readonly<Record<string, string>>
  readonly savepoint?: string
  readonly requireHaMetadata?: boolean
  readonly jobIdInStatus?: string
  readonly existingConfigMaps?: readonly ConfigMap[]
}

interface Expected {
  readonly writes: readonly Write[]
  readonly throws?: string
  readonly message?: string
  readonly taskManagerPod?: Loose
}

/** Nothing is deployed, and why. */
interface Refusal {
  readonly reason?: string
  readonly message: string
}

interface Planned {
  readonly input: ClusterManifestInput
  readonly spec: FlinkDeploymentSpec
}

const haMetadata = ({ existingConfigMaps = [] }: Given): readonly ConfigMap[] =>
  existingConfigMaps.filter(({ metadata }) =>
    metadata.deletionTimestamp === undefined && /-jobmanager-leader$|-config-map$/.test(metadata.name)
    && !metadata.name.endsWith('-cluster-config-map')
  )

const hasCheckpoint = (given: Given): boolean =>
  haMetadata(given).some(({ data = {} }) => Object.keys(data).some(key => key.startsWith('checkpointID-')))

/** HA ConfigMaps without the old job graph, where they had one (action PruneHaExecutionPlan). */
const pruned = ({ existingConfigMaps = [] }: Given): readonly Loose[] =>
  existingConfigMaps.flatMap(configMap => {
    const data = configMap.data ?? {}
    const kept = Object.fromEntries(Object.entries(data).filter(([key]) => !/^(jobGraph|executionPlan)-/.test(key)))
    return Object.keys(kept).length === Object.keys(data).length ? [] : [{ ...configMap, data: kept }]
  })

/** The deploy step: configuration, what the deployment adds, and the request (api-and-config.md, sections 9 and 10). */
const plan = (given: Given): Planned | Refusal => {
  const decoded = decodeFlinkDeployment(given.resource)
  if (decoded._tag === 'Left') return { message: JSON.stringify(decoded.left) }
  const { meta, spec } = decoded.right
  const effective = deployConfiguration(meta, spec, { configuration: given.operatorConfig, logConfiguration: {} })
  if (effective._tag === 'Left') return effective.left
  const { configuration, ...rest } = effective.right
  const owner = { apiVersion: meta.apiVersion, kind: meta.kind, name: meta.name, uid: meta.uid }
  const { flinkVersion } = spec
  if (flinkVersion === null) return { message: 'Flink Version must be defined.' }
  const lastState = given.requireHaMetadata === true
  if (lastState && haMetadata(given).length === 0)
    return {
      message:
        'HA metadata is not available to restore from last state.It is possible that the job has finished or terminally failed, or the configmaps have been deleted.',
    }
  const whole = spec.job === null
    ? sessionDeploymentAdditions(configuration, owner)
    : deploymentAdditions({
      configuration,
      owner,
      clusterId: meta.name,
      flinkVersion,
      source: given.savepoint !== undefined ? { _tag: 'Path', path: given.savepoint, reason: 'given' } : lastState
        ? { _tag: 'LastState', restorePath: hasCheckpoint(given) ? 'KUBERNETES_OPERATOR_LAST_STATE' : null, reason: 'given' }
        : { _tag: 'Empty', reason: 'given' },
      jobId: lastState ? (given.jobIdInStatus ?? null) : '<generated>',
      attemptId: '<uuid>',
      allowNonRestoredState: spec.job.allowNonRestoredState,
    })
  return {
    spec,
    input: {
      namespace: meta.namespace,
      clusterId: meta.name,
      flinkVersion,
      mode: spec.mode ?? 'native',
      owner,
      configuration: whole,
      ...rest,
      attempt: '<attempt>',
    },
  }
}

const ingress = ({ input, spec }: Planned, { operatorConfig }: Given): readonly Loose[] => {
  if (spec.ingress === null || !operatorOptions(operatorConfig).options.ingressManage) return []
  const { namespace, clusterId: name, owner, configuration } = input
  const answer = ingressManifest({
    _tag: 'IngressManifest',
    namespace,
    name,
    owner,
    ingress: spec.ingress,
    restPort: Number(configuration['rest.port'] ?? 8081),
  })
  return answer._tag === 'Left' ? [] : [answer.right]
}

/** The accompanying objects as they are once the Deployment's uid is known. */
const owned = (manifest: JsonObject, want: Loose): Loose => {
  const reference = want?.metadata.ownerReferences?.[0]
  const patch: Loose = ownerReferencePatch({ name: reference?.name, uid: reference?.uid })
  return manifest['kind'] === 'Deployment' ? manifest
    : { ...manifest, metadata: { ...(manifest['metadata'] as JsonObject), ...patch.metadata } }
}

const refused = (message: string): Difference => differenceOf('throws', null, message)

const compareObjects = (planned: Planned, given: Given, expected: Expected): readonly Difference[] => {
  const want = finalObjects(expected.writes)
  const answer = renderCluster(planned.input)
  if (answer._tag === 'Left') return [refused(answer.left.message)]
  const bodies = answer.right.map(({ manifest }: Loose) => owned(manifest, want[`${manifest.kind}/${manifest.metadata.name}`]))
  const created = objectsOf([...bodies, ...ingress(planned, given)])
  const got = { ...created, ...objectsOf(pruned(given)) }
  const normalised = (objects: Loose): Loose => Object.fromEntries(Object.entries(objects).map(([key, object]) => [key, normal(object)]))
  const order = orderOf(expected.writes).filter(key => key in created)
  const ourOrder = Object.keys(created).filter(key => order.includes(key))
  return [...differences(normalised(want), normalised(got)), ...differences(order, ourOrder, '/order')]
}

const comparePod = ({ input }: Planned, { taskManagerPod }: Expected): readonly Difference[] => {
  if (taskManagerPod === undefined) return []
  const answer = nativeTaskManagerPod(input, `${input.clusterId}-taskmanager-1-1`)
  return answer._tag === 'Left' ? [refused(answer.left.message)]
    : differences(normalPod(taskManagerPod), normalPod(answer.right), '/taskManagerPod')
}

/** Whose words are compared: not those of Java's own exceptions (golden/README). */
const ownWords = ['IllegalConfigurationException', 'UpgradeFailureException']

const compareRefusal = (planned: Planned | Refusal, { throws = '', message = '' }: Expected): readonly Difference[] => {
  const answer: { _tag: 'Left'; left: Refusal } | { _tag: 'Right' } = 'input' in planned ? renderCluster(planned.input)
    : { _tag: 'Left', left: planned }
  if (answer._tag === 'Right') return [differenceOf('throws', `${throws}: ${message}`, null)]
  return ownWords.includes(throws) && answer.left.message !== message ? [differenceOf('message', message, answer.left.message)] : []
}

/**
 * The objects of a roll-out: what is there in the end, and the order of the first writes. Status and events are those of other families.
 */
export const manifests: GoldenFamily = {
  name: 'manifests',
  run: vector => {
    const given = vector.given as unknown as Given
    const expected = vector.expect as unknown as Expected
    const planned = plan(given)
    if (expected.throws !== undefined) return compareRefusal(planned, expected)
    return 'input' in planned ? [...compareObjects(planned, given, expected), ...comparePod(planned, expected)] : [refused(planned.message)]
  },
}

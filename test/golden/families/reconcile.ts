import * as E from 'fp-ts/lib/Either.js'
import { decodeFlinkDeployment } from '../../../packages/core/src/codec/flink-deployment.ts'
import type { DeploymentView } from '../../../packages/core/src/fact/deployment-view.ts'
import type { JobState } from '../../../packages/core/src/resource/job-state.ts'
import type { JsonObject } from '../../../packages/core/src/resource/json.ts'
import { failed, type GoldenFamily, type GoldenResult, type GoldenVector, passed, skipped } from '../family.ts'
import { runUntilQuiet } from '../scripted-rounds.ts'
import { jobOverview, type LogEntry, quietScript, ScriptedWorld } from '../scripted-world.ts'
import { comparableStatus, differences, expectedStatus, resourceOf, type ScriptedGiven, settingsOf } from './scripted.decode.ts'

interface Given extends ScriptedGiven {
  readonly observed: {
    readonly haMetadataAvailable: boolean; readonly checkpointInHaMetadata: boolean
    readonly jobManagerDeploymentPresent: boolean; readonly jobManagerNeverStarted: boolean
    readonly stopWithSavepoint: string; readonly cancel: 'ok' | 'missing' | 'terminated' | 'error'
  }
}

interface Expect {
  readonly calls: readonly ({ readonly call: string } & JsonObject)[]
  readonly events: readonly { readonly reason: string }[]
  readonly status: JsonObject & { readonly reconciliationStatus: { readonly state: string } }
  readonly throws?: string
  readonly message?: string | null
}

const created = Date.parse('2026-01-01T00:00:00Z')

const deploymentOf = (isAvailable: boolean, neverStarted: boolean): DeploymentView => ({
  name: 'app', uid: 'uid-deployed', resourceVersion: '1', creationTimestamp: created, deleting: false, labels: { app: 'app' }, annotations: {}, ownerUids: [],
  wantedReplicas: 1, replicas: 1, availableReplicas: isAvailable ? 1 : 0,
  conditions: [{ type: 'Available', status: isAvailable ? 'True' : 'False', reason: '', message: '', lastTransitionTime: neverStarted ? created : created + 60_000 }],
})

const configMap = (name: string, dataKeys: readonly string[], ownerUids: readonly string[] = []) =>
  ({ name, uid: `uid-${name}`, resourceVersion: '1', deleting: false, labels: { app: 'app', type: 'flink-native-kubernetes' }, annotations: {}, ownerUids, dataKeys })

/** The world that a vector describes. */
export const worldOf = (given: Given): ScriptedWorld => {
  const { observed, resource: { status } } = given
  const jobId = status.jobStatus.jobId ?? null
  const state = (status.jobStatus.state ?? null) as JobState | null
  const world = new ScriptedWorld(Date.parse(given.now), resourceOf(given), {
    ...quietScript, cancel: observed.cancel, stop: observed.stopWithSavepoint === 'fails' ? { fails: 'the savepoint failed' } : { path: observed.stopWithSavepoint },
  })
  if (observed.jobManagerDeploymentPresent) {
    const isReady = status.jobManagerDeploymentStatus === 'READY'
    world.deployment = deploymentOf(isReady, observed.jobManagerNeverStarted)
    world.configMaps.push(configMap('flink-config-app', ['config.yaml'], ['uid-deployed']))
    world.services.push({ name: 'app-rest', uid: 'uid-app-rest', resourceVersion: '1', deleting: false, annotations: {}, ownerUids: ['uid-deployed'] })
    world.process = {
      rest: isReady ? null : 'Unreachable', stops: new Map(), startedFrom: null,
      jobs: state === null || state === 'RECONCILING' || jobId === null ? [] : [jobOverview(jobId, state, 'job', Number(status.jobStatus.startTime ?? 0))],
    }
  }
  if (observed.haMetadataAvailable && jobId !== null)
    world.configMaps.push(configMap(`app-${jobId}-config-map`, observed.checkpointInHaMetadata ? ['checkpointID-0000000000000000001', 'counter'] : ['counter']))
  return world
}

type Call = Extract<LogEntry, { _tag: 'Call' }>

/** HA metadata is deleted by us right before the next start, not with the cluster: its place in the order is not compared, only that it is done. */
const isCompared = ({ call }: { readonly call: string }): boolean => call !== 'patchStatus' && call !== 'deleteHaData'

const wordsOf = (call: Readonly<Record<string, unknown>>, givenJobId: string | null): string => {
  const { call: name, jobId } = call
  const id = jobId === undefined ? '' : jobId === givenJobId || jobId === '<generated>' ? ` ${String(jobId)}` : ' <generated>'
  switch (name) {
    case 'deployApplicationCluster':
      return `deploy${id} from ${String(call['savepointPath'])} parallelism ${String(call['parallelism'])} image ${String(call['image'])}`
    case 'stopWithSavepoint':
      return `stop${id} drain ${String(call['drain'])} to ${String(call['directory'])} ${String(call['format'])}`
    case 'triggerSavepoint':
    case 'triggerCheckpoint':
      return `${name}${id} ${String(call['format'] ?? call['type'])}`
    case 'updateVertexResources':
      return `${name} ${JSON.stringify(call['to'])}`
    default:
      return `${String(name)}${id}`
  }
}

/** The statuses between the last call of the reference operator's round and our next one: in one of them its fields have to be as there. */
const statusesAfter = (log: readonly LogEntry[], calls: number): readonly Extract<LogEntry, { _tag: 'Status' }>[] => {
  const indexes = log.flatMap((entry, index) => (entry._tag === 'Call' && isCompared(entry) ? [index] : []))
  const from = calls === 0 ? 0 : (indexes[calls - 1] ?? 0)
  const before = log.slice(0, from).findLast(entry => entry._tag === 'Status')
  return [...(before === undefined ? [] : [before]), ...log.slice(from, indexes[calls] ?? log.length).filter(entry => entry._tag === 'Status')]
}

const compare = (given: Given, expect: Expect, world: ScriptedWorld): GoldenResult => {
  const jobId = given.resource.status.jobStatus.jobId ?? null
  const want = expect.calls.filter(isCompared).map(call => wordsOf(call, jobId))
  const calls = world.calls()
  const got = calls.filter(isCompared).map(call => wordsOf(call, jobId))
  const goesOn = ['UPGRADING', 'ROLLING_BACK'].includes(expect.status.reconciliationStatus.state)
  const isSame = want.every((it, index) => got[index] === it) && (goesOn || got.length === want.length)
  if (!isSame) return failed(`calls\nwant ${want.join(' | ')}\ngot  ${got.join(' | ')}\n${story(world)}`)
  const difference = haDifference(given, expect, calls) ?? statusDifference(given, expect, world, want.length) ?? problemDifference(expect, world) ?? eventDifference(expect, world)
  return difference === null ? passed : failed(`${difference}\n${story(world)}`)
}

const haDifference = ({ observed }: Given, expect: Expect, calls: readonly Call[]): string | null => {
  const wants = observed.haMetadataAvailable && expect.calls.some(({ call }) => call === 'deleteHaData')
  const has = calls.some(({ call }) => call === 'deleteHaData')
  const goesOn = expect.status.reconciliationStatus.state !== 'DEPLOYED'
  return wants && !has ? 'HA metadata is not deleted' : !wants && has && !goesOn ? 'HA metadata is deleted' : null
}

const statusDifference = (given: Given, expect: Expect, world: ScriptedWorld, calls: number): string | null => {
  if (expect.throws !== undefined) return null
  const jobId = given.resource.status.jobStatus.jobId ?? null
  const start = decodeFlinkDeployment(resourceOf(given))
  const initial = calls === 0 && E.isRight(start) ? [start.right.status] : []
  const found = [...initial, ...statusesAfter(world.log, calls).map(({ status }) => status)]
  const want = expectedStatus(expect.status)
  const all = found.map(status => differences(want, comparableStatus(status, jobId)).filter(it => !isIgnored(it)))
  const best = all.toSorted((a, b) => a.length - b.length)[0]
  return best === undefined ? 'no status was written' : best.length === 0 ? null : best.join('\n')
}

/** What is no difference: our reads fill in what the vectors of this family leave out. */
const isIgnored = (difference: string): boolean => /^(jobStatus\.jobName|jobStatus\.startTime|error):/.test(difference)

const problemDifference = ({ throws, message }: Expect, world: ScriptedWorld): string | null => {
  if (throws !== 'UpgradeFailureException' || message == null) return null
  return world.log.some(entry => entry._tag === 'Status' && (entry.status.error ?? '').includes(message)) ? null : `error: want ${message}`
}

const eventDifference = (expect: Expect, world: ScriptedWorld): string | null => {
  const reasons = world.log.flatMap(entry => (entry._tag === 'Event' ? [entry.reason] : []))
  const missing = expect.throws === undefined ? expect.events.map(({ reason }) => reason).filter(reason => !reasons.includes(reason)) : []
  return missing.length === 0 ? null : `events: missing ${missing.join(', ')}`
}

/** Our own course, for people. */
const story = ({ log }: ScriptedWorld): string => log.flatMap(entry =>
  entry._tag === 'Status' ? [`  W(${entry.status.reconciliationStatus.state} ${entry.status.lifecycleState} ${entry.status.jobManagerDeploymentStatus} ${String(entry.status.jobStatus.state)}${entry.status.error === null ? '' : ' *'}; ${entry.reason})`]
  : entry._tag === 'Call' ? [`  !${entry.call}`] : entry._tag === 'Breach' ? [`  BREACH ${entry.what}`] : [`  event ${entry.reason}`]).slice(0, 25).join('\n')

/** Runs our rounds in the world of the vector until they are quiet; then the calls, the status and the events are compared with the reference operator's one round. */
export const reconcile: GoldenFamily = {
  name: 'reconcile',
  run: (vector: GoldenVector) => {
    const given = vector.given as unknown as Given
    if (given.kind !== 'FlinkDeployment') return skipped('session jobs wait for their kind')
    if (given.resource.spec.job === undefined) return skipped('session clusters wait for their kind')
    const world = worldOf(given)
    const { quiet } = runUntilQuiet(world, settingsOf(given))
    const result = compare(given, vector.expect as unknown as Expect, world)
    if (result._tag !== 'Passed') return result
    if (world.breaches().length > 0) return failed(world.breaches().join('\n'))
    return quiet ? passed : failed(`never quiet\n${story(world)}`)
  },
}

import * as E from 'fp-ts/lib/Either.js'
import type { decodeFlinkDeployment } from '../../../packages/core/src/crd/flink-deployment.ts'
import { type KindName, kindOf } from '@flink-operator/kinds'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/contract/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { type Difference, differenceOf, type IsDeclared } from '../family.ts'
import type { LogEntry, ScriptedWorld } from '../scripted-world.ts'
import type { ReconcileGiven } from './reconcile.ts'
import { comparableStatus, differences, expectedStatus, nearest, resourceOf } from './scripted.decode.ts'

export interface ReconcileExpect {
  readonly calls: readonly ({ readonly call: string } & JsonObject)[]
  readonly events: readonly { readonly reason: string }[]
  readonly status: JsonObject & { readonly reconciliationStatus: { readonly state: string } }
  readonly throws?: string
  readonly message?: string | null
}

type Call = Readonly<Record<string, unknown>> & { readonly call: string }
type Status = Extract<LogEntry, { _tag: 'Status' }>

/** HA metadata may go at another place in the order, as long as it goes before the next start: compared by itself. Statuses too. */
const isCompared = ({ call }: Call): boolean => call !== 'patchStatus' && call !== 'deleteHaData'

const wordsOf = (call: Call, givenJobId: string | null): string => {
  const { call: name, jobId } = call
  const id = jobId === undefined ? '' : jobId === givenJobId ? ` ${givenJobId ?? ''}` : ' <generated>'
  switch (name) {
    case 'deployApplicationCluster':
      return `deploy${id} from ${String(call['savepointPath'])} parallelism ${String(call['parallelism'])} image ${String(call['image'])}`
    case 'submitJobToSessionCluster':
      return `submit${id} from ${String(call['savepointPath'])} parallelism ${String(call['parallelism'])}`
    case 'deploySessionCluster':
      return `${name} image ${String(call['image'])}`
    case 'stopWithSavepoint':
      return `stop${id} drain ${String(call['drain'])} to ${String(call['directory'])} ${String(call['format'])}`
    case 'triggerSavepoint':
    case 'triggerCheckpoint':
      return `${name}${id} ${String(call['format'] ?? call['type'])}`
    case 'updateVertexResources':
      return `${name} ${JSON.stringify(call['to'])}`
    default:
      return `${name}${id}`
  }
}

/** The deletion of a cluster that is not there is none. */
const wantedCalls = ({ observed, resource: { status } }: ReconcileGiven, { calls }: ReconcileExpect): readonly string[] =>
  calls.filter(it => isCompared(it) && (it.call !== 'deleteCluster' || observed.jobManagerDeploymentPresent)).map(call =>
    wordsOf(call, status.jobStatus.jobId ?? null)
  )

/**
 * Our course against the reference operator's one round: its calls are ours, in order; where its round is not the end of the matter, ours
 * go on. In one of the statuses between its last call and our next one its fields are as there; where the calls are others, in one of all
 * statuses. Its events are among ours. Where it threw, it does the same again.
 */
export const compareReconcile = (
  given: ReconcileGiven,
  expect: ReconcileExpect,
  world: ScriptedWorld,
  isDeclared: IsDeclared,
): readonly Difference[] => {
  const want = wantedCalls(given, expect)
  const got = world.calls().filter(isCompared).map(call => wordsOf(call, given.resource.status.jobStatus.jobId ?? null))
  const goesOn = ['UPGRADING', 'ROLLING_BACK'].includes(expect.status.reconciliationStatus.state)
  // after a failed call both try again: ours in the same course
  const isAgain = expect.throws !== undefined && want.length > 0
  const isSame = want.every((it, index) => got[index] === it) && (goesOn || isAgain || got.length === want.length)
  return [
    ...(isSame ? [] : [differenceOf('calls', want.join(' | '), shortened(got).join(' | '))]),
    ...statusDifferences(
      given,
      expect,
      isSame ? statusesAfter(world.log, want.length) : world.log.filter(entry => entry._tag === 'Status'),
      { world, isDeclared, isSame },
    ),
    ...haDifferences(given, expect, world),
    ...problemDifferences(expect, world),
    ...eventDifferences(expect, world),
  ]
}

/** A course that repeats itself is as long as it takes to see that. */
const shortened = (calls: readonly string[]): readonly string[] => (calls.length > 6 ? [...calls.slice(0, 6), '…'] : calls)

const haDifferences = ({ observed }: ReconcileGiven, expect: ReconcileExpect, world: ScriptedWorld): readonly Difference[] => {
  const want = observed.haMetadataAvailable && expect.calls.some(({ call }) => call === 'deleteHaData')
  const got = world.calls().some(({ call }) => call === 'deleteHaData')
  const goesOn = expect.status.reconciliationStatus.state !== 'DEPLOYED'
  return want === got || (got && goesOn) ? [] : [differenceOf('HA metadata deleted', want, got)]
}

/** The statuses between the last call of the reference operator's round and our next one. */
const statusesAfter = (log: readonly LogEntry[], calls: number): readonly Status[] => {
  const indexes = log.flatMap((entry, index) => (entry._tag === 'Call' && isCompared(entry) ? [index] : []))
  const from = calls === 0 ? 0 : (indexes[calls - 1] ?? 0)
  const before = log.slice(0, from).findLast(entry => entry._tag === 'Status')
  return [
    ...(before === undefined ? [] : [before]),
    ...log.slice(from, indexes[calls] ?? log.length).filter(entry => entry._tag === 'Status'),
  ]
}

/** Our reads fill in what the vectors of this family leave out; the error is compared by itself. */
const isFilledIn = ({ field }: Difference): boolean => ['jobStatus.jobName', 'jobStatus.startTime', 'error'].includes(field)

/** What goes with our finalizer is written before anything is decided. */
const isAnswer = ({ reason }: Status): boolean => reason !== 'our finalizer is added first'

const statusDifferences = (
  given: ReconcileGiven,
  expect: ReconcileExpect,
  statuses: readonly Status[],
  { world, isDeclared, isSame }: { readonly world: ScriptedWorld; readonly isDeclared: IsDeclared; readonly isSame: boolean },
): readonly Difference[] => {
  if (expect.throws !== undefined) return []
  const jobId = given.resource.status.jobStatus.jobId ?? null
  const want = expectedStatus(expect.status)
  const of = (status: FlinkDeploymentStatus) => differences(want, comparableStatus(status, jobId)).filter(it => !isFilledIn(it))
  const start = kindOf(given.kind as KindName).decode(resourceOf(given)) as ReturnType<typeof decodeFlinkDeployment>
  // the vectors give no lifecycle state: as long as nothing is written there is none to compare
  const isUntouched = wantedCalls(given, expect).length === 0 && (!isSame || world.log.every(({ _tag }) => _tag !== 'Status'))
  const initial = isUntouched && E.isRight(start) ? [of(start.right.status).filter(({ field }) => field !== 'lifecycleState')] : []
  return nearest([...initial, ...statuses.filter(isAnswer).map(({ status }) => of(status))], isDeclared)
    ?? [differenceOf('status', 'written', 'not written')]
}

const problemDifferences = ({ throws, message }: ReconcileExpect, world: ScriptedWorld): readonly Difference[] => {
  if (throws !== 'UpgradeFailureException' || message == null) return []
  const reported = world.log.flatMap(entry => (entry._tag === 'Status' && entry.status.error !== null ? [entry.status.error] : []))
  return reported.some(error => error.includes(message)) ? [] : [differenceOf('error', message, reported.at(-1))]
}

const eventDifferences = ({ throws, events }: ReconcileExpect, world: ScriptedWorld): readonly Difference[] => {
  const reasons = world.log.flatMap(entry => (entry._tag === 'Event' ? [entry.reason] : []))
  return throws === undefined
    ? events.filter(({ reason }) => !reasons.includes(reason)).map(({ reason }) => differenceOf(`event.${reason}`, true, false)) : []
}

/** Our own course, for people. */
export const story = ({ log }: ScriptedWorld): string =>
  log.map(entry => {
    switch (entry._tag) {
      case 'Status':
        return `  W(${entry.status.reconciliationStatus.state} ${entry.status.lifecycleState} ${entry.status.jobManagerDeploymentStatus} ${
          String(entry.status.jobStatus.state)
        }${entry.status.error === null ? '' : ' *'}; ${entry.reason})`
      case 'Call':
        return `  !${entry.call}`
      case 'Breach':
        return `  BREACH ${entry.what}`
      case 'Event':
        return `  event ${entry.reason}`
    }
  }).slice(0, 25).join('\n')

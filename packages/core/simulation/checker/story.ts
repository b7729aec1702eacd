import type { FlinkDeploymentAction } from '../../src/kind/flink-deployment/flink-deployment-action.ts'
import type { Fact } from '../../src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import { classify } from '../../src/kind/flink-deployment/classify.ts'
import { classify as classifySnapshot } from '../../src/kind/flink-state-snapshot/classify.ts'
import type { FlinkStateSnapshotFacts } from '../../src/fact/flink-state-snapshot-facts.ts'
import type { SnapshotAction } from '../kubernetes/state-snapshots.ts'
import type { Round } from '../../src/application/round.ts'
import { strangerText } from '../kubernetes/strangers.ts'
import { tamperingText } from '../kubernetes/tampering.ts'
import type { LookFaults } from '../world/look-faults.ts'
import { follow } from './follow.ts'
import type { CheckerState } from './checker-state.ts'
import { movesFrom } from './interleaving.ts'
import type { Bounds, Move } from './move.ts'
import type { Decision } from './decision.ts'
import type { Operator } from './operator.ts'
import { currentOf } from './snapshot-process.ts'
import type { SnapshotDecision } from './checker-state.ts'

/** A counterexample: how the world comes from its start to what must never happen. `moves` replays it. */
export interface Story {
  readonly world: string
  readonly property: string
  readonly what: string
  readonly moves: readonly number[]
  readonly lines: readonly string[]
}

const factText = (facts: FlinkDeploymentFacts | FlinkStateSnapshotFacts): string =>
  Object.entries(facts as Readonly<Record<string, Fact<unknown>>>).map(([name, fact]) =>
    `${name} ${fact._tag === 'Known' ? shortValue(name, fact.value) : fact._tag}`
  ).join(', ')

const shortValue = (name: string, value: unknown): string => {
  switch (name) {
    case 'jobs':
      return JSON.stringify(
        (value as readonly { readonly jobId: string; readonly state: string }[]).map(({ jobId, state }) => `${jobId.slice(0, 6)} ${state}`),
      )
    case 'stopOperation':
      return (value as { readonly _tag: string })._tag
    case 'configMaps':
    case 'services':
    case 'jobManagerPods':
      return JSON.stringify(
        (value as readonly { readonly name: string; readonly deleting: boolean }[]).map(it =>
          `${it.name}${it.deleting ? ' (deleting)' : ''}`
        ),
      )
    case 'checkpoints':
      return JSON.stringify(value)
    default:
      return 'Known'
  }
}

/** One action in a few words. */
export const actionText = (action: FlinkDeploymentAction): string => {
  switch (action._tag) {
    case 'PersistStatus': {
      const { lifecycleState, operation, jobStatus, error } = action.status
      return `PersistStatus(${action.reason}; ${lifecycleState}, job ${jobStatus.jobId?.slice(0, 6) ?? '-'} ${
        jobStatus.state ?? '-'
      }, path ${jobStatus.upgradeSavepointPath ?? '-'}, operation ${
        operation === null ? '-'
          : `${operation.kind} ${operation.id?.slice(0, 6) ?? ''}${
            operation.kind === 'TearDown' || operation.kind === 'Unreadable' ? '' : ` ${operation.step}`
          }`
      }${error === null ? '' : `, error ${error.slice(0, 120)}`})`
    }
    case 'CreateObject':
      return `CreateObject(${
        action.manifest._tag === 'ClusterManifest' ? `${action.manifest.part}, attempt ${action.manifest.input.attempt?.slice(0, 6) ?? '-'}`
          : 'Ingress'
      })`
    case 'DeleteObject':
    case 'PatchObject':
      return `${action._tag}(${action.target.kind} ${action.target.name})`
    case 'StopWithSavepoint':
      return `StopWithSavepoint(job ${action.jobId.slice(0, 6)}, id ${action.triggerId.slice(0, 6)})`
    case 'CancelJob':
      return `CancelJob(${action.jobId.slice(0, 6)})`
    case 'EmitEvent':
      return `EmitEvent(${action.reason})`
    case 'Requeue':
      return `Requeue(${action.after} ms, for ${action.waitingFor})`
    default:
      return action._tag
  }
}

/** Why it was decided: the row of the table, and its reason. */
const becauseOf = ({ desired, observed, env }: Decision): string => {
  const { row, reason } = classify({ desired, observed, env } as Round)
  return `${row}, ${reason}`
}

const toldOf = (decision: Decision): string =>
  `\n     saw ${factText(decision.facts)}\n     because ${becauseOf(decision)}\n     decided ${
    decision.actions.map(actionText).join(' · ')
  }`

const snapshotActionText = (action: SnapshotAction): string => {
  switch (action._tag) {
    case 'PersistStatus':
      return `PersistStatus(${action.reason}; ${action.status.state}, id ${action.status.triggerId?.slice(0, 6) ?? '-'}, path ${
        action.status.path ?? '-'
      }${action.status.error === null ? '' : `, error ${action.status.error.slice(0, 120)}`})`
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
      return `${action._tag}(job ${action.jobId.slice(0, 6)}, id ${action.triggerId.slice(0, 6)})`
    case 'DisposeSavepoint':
      return `DisposeSavepoint(${action.path})`
    default:
      return actionText(action)
  }
}

const toldOfSnapshot = ({ desired, observed, env, facts, actions }: SnapshotDecision): string => {
  const { row, reason } = classifySnapshot({ desired, observed, env })
  return `\n     saw ${factText(facts)}\n     because ${row}, ${reason}\n     decided ${actions.map(snapshotActionText).join(' · ')}`
}

const looksText = ({ rest, kubernetes, oldStatistics }: LookFaults): string =>
  `${rest === null ? '' : ', Flink unreachable'}${kubernetes === null ? '' : ', API server unreachable'}${
    oldStatistics ? ', old statistics' : ''
  }`

const moveText = (move: Move): string => {
  switch (move._tag) {
    case 'World':
      return `${move.kind === 'Edit' ? 'a person' : 'the world'}: ${move.event._tag}${'name' in move.event ? ` ${move.event.name}` : ''}${
        'end' in move.event ? ` ${move.event.end}` : ''
      }${'terminally' in move.event && move.event.terminally ? ' terminally' : ''}${
        move.event._tag === 'Tamper' ? ` (somebody ${tamperingText(move.event.tampering)})` : ''
      }${move.event._tag === 'Appear' ? ` (somebody ${strangerText(move.event.stranger)})` : ''}${move.kind === 'Fault' ? ' (fault)' : ''}`
    case 'Round':
      return `a round${move.early ? ' before it is due' : ''}${move.stale ? ', from an old cache' : ''}${looksText(move.looks)}`
    case 'Do':
      return `does${move.outcome === 'Ok' ? '' : `, ${move.outcome} (fault)`}`
    case 'RivalRound':
      return `a round of a second process${move.stale ? ', from an old cache' : ''} (fault)`
    case 'RivalDo':
      return 'the second process does'
    case 'SnapshotRound':
      return `a round of a FlinkStateSnapshot${looksText(move.looks)}`
    case 'SnapshotDo':
      return `does for a FlinkStateSnapshot${move.outcome === 'Ok' ? '' : `, ${move.outcome} (fault)`}`
    case 'SnapshotCrash':
      return `the operator dies ${move.afterAction ? 'after' : 'before'} the action for a FlinkStateSnapshot`
    case 'Crash':
      return `the operator dies ${move.afterAction ? 'after' : 'before'} the action`
  }
}

/** The action that a move does, or dies at; null: it does none. */
const actionOf = ({ process, rival, snapshots }: CheckerState, move: Move): string | null => {
  switch (move._tag) {
    case 'SnapshotDo':
    case 'SnapshotCrash': {
      const own = snapshots.find(({ uid }) => uid === move.uid)
      const action = own === undefined ? undefined : currentOf(own)
      return action === undefined ? null : snapshotActionText(action)
    }
    case 'Do':
    case 'Crash':
    case 'RivalDo': {
      const acting = move._tag === 'RivalDo' ? rival : process
      return acting?._tag === 'Doing' ? actionText(acting.actions[acting.next]!) : null
    }
    default:
      return null
  }
}

/** Replays moves from a start: the last state, and what happened in words. */
export const replay = (
  operator: Operator,
  bounds: Bounds,
  start: CheckerState,
  moves: readonly number[],
): { readonly state: CheckerState; readonly lines: readonly string[] } => {
  const lines: string[] = []
  let state = start
  let last: string | null = null
  const telling: Operator = {
    ...operator,
    onDecision: decision => {
      last = toldOf(decision)
    },
    onSnapshotDecision: decision => {
      last = toldOfSnapshot(decision)
    },
  }
  for (const index of moves) {
    const move = movesFrom(state, bounds)[index]
    if (move === undefined) {
      lines.push(`${lines.length + 1}. (no such move any more)`)
      break
    }
    const action = actionOf(state, move)
    last = null
    state = follow(telling, state, move).state
    const decided = last as string | null
    lines.push(`${lines.length + 1}. ${moveText(move)}${action === null ? '' : `: ${action}`}${decided ?? ''}`)
  }
  return { state, lines }
}

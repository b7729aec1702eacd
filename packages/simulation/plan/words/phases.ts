import type { Action } from '@flink-operator/core/action'
import { actionWords } from '@flink-operator/core/action'
import type { Planned, PlannedAction, PlannedRound } from '../planned.ts'

/** The four phases of an upgrade; an edit need not have all of them. */
export type Phase = 'savepoint' | 'stop' | 'replace' | 'run'

/** What is done in one phase, in order. Status writes and events are left out. */
export interface PhaseWords {
  readonly phase: Phase
  readonly does: readonly string[]
}

type Tag = Action<unknown>['_tag']

/** Null: bookkeeping. */
const phases: Readonly<Record<Tag, Phase | null>> = {
  Look: null,
  PersistStatus: null,
  EmitEvent: null,
  Requeue: null,
  StopWithSavepoint: 'savepoint',
  TriggerSavepoint: 'savepoint',
  TriggerCheckpoint: 'savepoint',
  CreateStateSnapshot: 'savepoint',
  CancelJob: 'stop',
  DeleteObject: 'stop',
  DeleteHaMetadata: 'stop',
  DeleteZooKeeperHaMetadata: 'stop',
  PruneHaExecutionPlan: 'stop',
  PruneZooKeeperPlans: 'stop',
  CreateObject: 'replace',
  ApplyObject: 'replace',
  PatchObject: 'replace',
  UploadJar: 'replace',
  DeleteJar: 'run',
  AddFinalizer: 'replace',
  RemoveFinalizer: 'stop',
  MarkStarted: null,
  WriteAutoscalerState: 'replace',
  DisposeSavepoint: 'replace',
  RunJar: 'run',
  UpdateResourceRequirements: 'run',
}

const isStop = (action: PlannedAction): boolean =>
  action._tag === 'PatchObject' && ((action.patch as { readonly spec?: { readonly replicas?: number } }).spec?.replicas === 0)

const isSubset = (object: object, names: readonly string[]): boolean => Object.keys(object).every(name => names.includes(name))

/** Labels and annotations are bookkeeping. */
const isOfLabels = (action: PlannedAction): boolean =>
  action._tag === 'PatchObject' && isSubset(action.patch, ['metadata'])
  && isSubset((action.patch as { readonly metadata?: object }).metadata ?? {}, ['labels', 'annotations'])

/** Null: bookkeeping, such as a status write or an event. */
export const phaseOf = (action: PlannedAction): Phase | null => isStop(action) ? 'stop' : isOfLabels(action) ? null : phases[action._tag]

interface Done {
  readonly phase: Phase
  /** Actions of one key that follow each other are one line. */
  readonly key: string
  readonly actions: readonly PlannedAction[]
  /** Prefix: the name of another resource than the planned one. */
  readonly of: string
}

const keyOf = (action: PlannedAction): string => {
  if (action._tag === 'PatchObject') return isStop(action) ? '' : 'PatchObject'
  return action._tag === 'CreateObject' && action.manifest._tag === 'ClusterManifest' ? `CreateObject ${action.manifest.input.clusterId}`
    : ''
}

const lineOf = ({ actions, key, of }: Done): string => {
  const [first] = actions
  if (first === undefined) return ''
  const last = actions.at(-1) ?? first
  if (actions.length === 1 || key === '') return `${of}${actionWords(first)}`
  if (last._tag === 'PatchObject')
    return `${of}patch ${
      actions.map(it => (it._tag === 'PatchObject' ? `${it.target.kind} ${it.target.name}` : '')).join(', ')
    }: ${last.why}`
  const parts = actions.map(it => (it._tag === 'CreateObject' && it.manifest._tag === 'ClusterManifest' ? it.manifest.part : ''))
  return `${of}create ${parts.join(', ')}${key.replace('CreateObject', ' of')}`
}

const merged = (done: readonly Done[]): readonly Done[] =>
  done.reduce<readonly Done[]>((all, next) => {
    const last = all.at(-1)
    return last !== undefined && next.key !== '' && last.key === next.key && last.phase === next.phase && last.of === next.of
      ? [...all.slice(0, -1), { ...last, actions: [...last.actions, ...next.actions] }]
      : [...all, next]
  }, [])

const byPhase = (lines: readonly Done[]): readonly PhaseWords[] =>
  lines.reduce<readonly PhaseWords[]>((all, done) => {
    const last = all.at(-1)
    const line = lineOf(done)
    return last?.phase === done.phase ? [...all.slice(0, -1), { ...last, does: [...last.does, line] }]
      : [...all, { phase: done.phase, does: [line] }]
  }, [])

const isRunning = (rounds: readonly PlannedRound[], isPlanned: (of: PlannedRound['of']) => boolean): boolean => {
  const writes = rounds.filter(({ of }) => isPlanned(of)).flatMap(({ actions }) => actions)
    .flatMap(
      action => (action._tag === 'PersistStatus' ? [action.status as { readonly jobStatus?: { readonly state?: unknown } | null }] : []),
    )
  return writes.at(-1)?.jobStatus?.state === 'RUNNING'
}

/** The effects of a plan by phase; `run` ends with the job that runs, if the plan gets there. */
export const phaseWords = ({ rounds, end }: Pick<Planned, 'rounds' | 'end'>): readonly PhaseWords[] => {
  const [first] = rounds
  const isPlanned = ({ kind, name }: PlannedRound['of']): boolean => first?.of.kind === kind && first.of.name === name
  const done = rounds.flatMap(({ of, actions }) =>
    actions.flatMap((action): readonly Done[] => {
      const phase = phaseOf(action)
      return phase === null ? [] : [{ phase, key: keyOf(action), actions: [action], of: isPlanned(of) ? '' : `${of.kind} ${of.name}: ` }]
    })
  )
  const found = byPhase(merged(done))
  if (found.length === 0 || end?._tag !== 'Quiet' || !isRunning(rounds, isPlanned)) return found
  const last = found.at(-1)
  return last?.phase === 'run' ? [...found.slice(0, -1), { ...last, does: [...last.does, 'the job runs'] }]
    : [...found, { phase: 'run', does: ['the job runs'] }]
}

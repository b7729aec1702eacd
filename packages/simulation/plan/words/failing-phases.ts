import type { Impact } from '../impact.ts'
import type { FlinkDeploymentStatus } from '@flink-operator/core/resource'
import type { PlannedRound } from '../planned.ts'
import type { Phase, PhaseWords } from './phases.ts'

/** What happens if one phase fails: to the job, and what a person does. */
export interface FailingPhase {
  readonly phase: Phase
  readonly then: string
}

type Failing = Readonly<Record<Phase, string>>

const goBack = 'correct the spec, or go back to the old one with flink-operator rollback'

/** Of a job whose state an upgrade keeps. */
const withState: Failing = {
  savepoint: 'the job keeps running, and the operator tries again (SavepointError says why)',
  stop: 'the state of the job is kept; the operator tries again from where it stopped',
  replace: `the old job is stopped, and its state is kept: ${goBack}`,
  run: `the state that the job starts from is kept: ${goBack}`,
}

const withoutState: Failing = {
  ...withState,
  stop: 'the operator tries again from where it stopped',
  replace: `the old job is stopped, and nothing runs: ${goBack}`,
  run: `no job processes data: ${goBack}`,
}

/** An update of a FlinkApplication starts the new cluster first. */
const ofApplication: Failing = {
  savepoint: 'the operator restores a checkpoint that is recent enough; if there is none, the update fails (DeployFailed)',
  stop: 'the new job runs already; the operator tries again to delete the old cluster',
  replace: 'the old job keeps running, and the update fails (DeployFailed): correct the spec',
  run: 'the operator starts the old job again from the savepoint, and the update fails (DeployFailed)',
}

const triedAgain = 'the switch is tried again, three times at most (TransitionFailed)'

/** A switch of a FlinkBlueGreenDeployment: the old child serves until the new one runs. */
const ofSwitch: Failing = {
  savepoint: `the old deployment keeps serving; ${triedAgain}`,
  replace: `the old deployment keeps serving; a new one that is not ready in time is deleted, and ${triedAgain}`,
  stop: 'the new deployment serves already; the operator tries again to delete the old one',
  run: 'the old deployment is deleted only once the new job runs; after that, an edit back to the old spec switches again',
}

/** A change in place of a FlinkBlueGreenDeployment, by the edit: the child that serves is changed. */
const inPlace = (edit: string | undefined, stopsJob: boolean, isStateless: boolean): Failing => {
  const ofUpgrade = isStateless ? withoutState : withState
  const waits = 'the operator waits for the deployment (TransitionFailed), and applies an edit at once'
  if (edit === 'SUSPEND') return { ...ofUpgrade, replace: 'the job keeps running, and the operator tries again' }
  // the child was changed from outside
  if (stopsJob) return ofUpgrade
  if (edit === 'RESUME' || edit === 'TRANSITION' || edit === 'SAVEPOINT_REDEPLOY') {
    const kept = isStateless ? 'no job processes data' : 'no job runs, and its state is kept'
    return { ...ofUpgrade, replace: `${kept}: ${waits}`, run: `${kept}: ${waits}` }
  }
  return {
    ...ofUpgrade,
    replace: 'the job runs on; a change without effect in time is taken back, and tried again, three times at most (TransitionFailed)',
    run: 'the change restarts no job: Flink restarts one that fails',
  }
}

/** Of the jobs of a session cluster. */
const ofSessionCluster = (jobs: string): Failing => ({
  savepoint: 'the cluster and its jobs keep running',
  stop: 'the operator tries again from where it stopped',
  replace: `the old cluster is gone, and none of its jobs runs: ${goBack}${jobs}`,
  run: `none of its jobs runs: ${goBack}${jobs}`,
})

const ofSessionJobs = { Kept: ofSessionCluster('; the jobs are restored once a cluster runs'), None: ofSessionCluster('') } as const

/** An edit, as a plan describes it. */
interface Edit {
  readonly kind: string
  readonly operation: { readonly kind: string; readonly mode: string } | null
  readonly impact: Pick<Impact, '_tag'>
  readonly diff: { readonly type: string } | null
  readonly rounds: readonly PlannedRound[]
}

type Operation = NonNullable<FlinkDeploymentStatus['operation']>

/** What becomes of the jobs of the session cluster that is deployed; null: none is. */
const sessionJobs = (rounds: readonly PlannedRound[]): 'Kept' | 'None' | null => {
  const sources = rounds.flatMap(({ actions }) => actions).flatMap(action => {
    const { operation } = (action._tag === 'PersistStatus' ? action.status : {}) as { readonly operation?: Operation | null }
    return operation?.kind === 'Deploy' && operation.source._tag === 'NoJob' ? [operation.source] : []
  })
  return sources[0] === undefined ? null : sources[0].jobs === 'Kept' ? 'Kept' : 'None'
}

/** The rules for an edit; null: none are written down for it. */
const failingOf = (edit: Edit, stopsJob: boolean): Failing | null => {
  const { kind, operation, impact, diff, rounds } = edit
  const isStateless = impact._tag === 'Stateless' || operation?.mode === 'STATELESS' || diff?.type === 'SAVEPOINT_REDEPLOY'
  if (operation?.kind === 'InPlace') return inPlace(diff?.type, stopsJob, isStateless)
  if (!stopsJob) return null
  if (operation?.kind === 'Switch') return ofSwitch
  if (kind === 'FlinkApplication') return isStateless ? null : ofApplication
  const session = kind === 'FlinkDeployment' ? sessionJobs(rounds) : null
  if (session !== null) return ofSessionJobs[session]
  return operation?.kind !== 'Suspend' ? null : isStateless ? withoutState : withState
}

/** For each phase of an edit that stops a running job, or changes a blue/green deployment in place; empty for any other. */
export const failingPhases = (
  of: Edit,
  phases: readonly PhaseWords[],
): readonly FailingPhase[] => {
  const found = [...new Set(phases.map(({ phase }) => phase))]
  const failing = failingOf(of, found.includes('savepoint') || found.includes('stop'))
  return failing === null ? [] : found.map(phase => ({ phase, then: failing[phase] }))
}

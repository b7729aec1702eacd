import type { CheckerState } from '../checker/checker-state.ts'
import type { FaultKind } from '../checker/move.ts'
import type { SmallWorld } from '../checker/small-world.ts'
import type { Breach } from '../world/world.ts'

/** Faults that end a job's run; the decided parallelism may need another restart after that. */
const endRuns: readonly FaultKind[] = ['JobManager', 'PodLost', 'Leadership', 'Job', 'Restart', 'Stop', 'Deployment', 'DeploymentRemade']

/** P31: the job restarts once for a decision, and not without one but for what users and faults do. */
export const restartedForNothing = (
  { edits, faultKinds, faults }: Pick<SmallWorld, 'edits' | 'faultKinds' | 'faults'>,
  { world, budget }: Pick<CheckerState, 'world' | 'budget'>,
): readonly Breach[] => {
  const byUsers = edits.slice(0, budget.edits).reduce((sum, { restarts = 0 }) => sum + restarts, 0)
  const byFaults = faultKinds.some(it => endRuns.includes(it)) ? 2 * (faults - budget.faults) : 0
  const allowed = byUsers + byFaults
  return Object.entries(world.autoscaled?.scalings ?? {}).flatMap(([name, { undecided }]) =>
    undecided <= allowed ? []
      : [{ property: 'P31', what: `${name} restarted ${undecided} times without a decision, and ${allowed} are explained` }]
  )
}

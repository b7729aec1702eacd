import type { JobView } from './flink-rest.ts'

/** A job in one JobManager's process, as far as it was seen to be alive. */
export interface JobRun extends Pick<JobView, 'id' | 'name' | 'state'> {
  readonly application: string
  /** Its JobManager's pod. */
  readonly pod: string
  /** Which version of the application: the pod selector of its JobManager. */
  readonly version: string
  /** Of Flink's own clock. */
  readonly started: number
  /** When Flink says that it ended; where it does not, when it was last seen alive. */
  readonly until: number
}

const inWords = ({ name, id, state, pod }: JobRun): string => `${name} ${id} ${state} in ${pod}`

/** The same look later: it was alive at least until then. */
export const withRun = (runs: readonly JobRun[], run: JobRun): readonly JobRun[] => {
  const isSame = (it: JobRun): boolean => it.pod === run.pod && it.id === run.id && it.started === run.started
  return [...runs.filter(it => !isSame(it)), run]
}

/**
 * What must never be: two jobs of one application alive at one moment, by the times that Flink tells, so also where no look fell into it.
 * Null: it was never. `mayStandBeside`: jobs of two versions may (BlueGreen); two of one version never.
 */
export const overlapOf = (runs: readonly JobRun[], mayStandBeside: boolean): string | null => {
  const pairs = runs.flatMap((a, index) => runs.slice(index + 1).map(b => [a, b] as const))
  const found = pairs.find(([a, b]) =>
    a.application === b.application && a.started < b.until && b.started < a.until && !(mayStandBeside && a.version !== b.version)
  )
  return found === undefined ? null : `${found[0].application}: two live jobs: ${found.map(inWords).join(', ')}`
}

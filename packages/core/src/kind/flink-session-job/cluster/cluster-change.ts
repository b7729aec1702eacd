import type { Round } from '../session-job-round.ts'

/**
 * Why no job may be stopped with its state now: an operation is changing the session cluster. If its JobManager is deleted while a job is
 * ending, half of the job's data is lost: its plan stays without its checkpoints, and no one can ask for the path of its savepoint (P01,
 * U09). Null: no change, or the whole cluster is being deleted, which waits for its jobs first.
 */
export const clusterChange = ({ observed: { cluster } }: Pick<Round, 'observed'>): string | null =>
  cluster._tag === 'There' && !cluster.isDeleting && cluster.view.status.operation !== null ? cluster.notOpen : null

/** The text for a stop that waits for the end of the change. */
export const stopsLater = (change: string): string => `${change}: its JobManager may be deleted before the job has ended with its state`

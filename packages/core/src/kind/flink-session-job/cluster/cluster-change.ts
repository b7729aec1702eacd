import type { Round } from '../session-job-round.ts'

/**
 * Is the cluster being changed? A JobManager that is taken away while a job ends in it leaves half of what it knows of the job: its plan
 * without its checkpoints, and a savepoint that nobody can ask for (P01, U09). So no job is stopped with its state meanwhile. Null: it is
 * not, or it goes as a whole, before which it waits for its jobs.
 */
export const clusterChange = ({ observed: { cluster } }: Pick<Round, 'observed'>): string | null =>
  cluster._tag === 'There' && !cluster.isDeleting && cluster.view.status.operation !== null ? cluster.notOpen : null

/** Why a stop waits for that. */
export const stopsLater = (change: string): string => `${change}: its JobManager may go before the job has ended with its state`

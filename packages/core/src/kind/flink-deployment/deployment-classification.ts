import { jobTables } from '../../job/classify-job.ts'
import { ownCluster } from './own-cluster.ts'

/** The classification tables of a FlinkDeployment with a job. */
export const classification = jobTables(ownCluster)

import type { Json, JsonObject } from '@flink-operator/core'
import { step } from '@flink-operator/simulation'
import { isObject, numberAt } from '../object/fields.ts'
import type { Call } from './call.ts'
import type { ClusterSettings } from './cluster-settings.ts'
import { isAlive, type Job } from './cluster-world.ts'
import type { FlinkCluster } from './flink-cluster.ts'
import type { FlinkClusters } from './flink-clusters.ts'
import { hasLoad, loadRequirements } from './load-views.ts'
import { notAdaptive, okAnswer, refusedRequirements, type RestAnswer } from './rest-answer.ts'
import { vertexId } from './rest-views.ts'

/** `GET …/resource-requirements` */
const requirementsView = ({ lowerBound, parallelism }: ClusterSettings): JsonObject => ({
  [vertexId]: { parallelism: { lowerBound, upperBound: parallelism } },
})

/** Flink's error for an invalid request; null: it is valid. */
const refusal = (body: JsonObject): string | null => {
  const vertices = Object.keys(body)
  if (vertices.length === 0) return 'Request body does not specify resource requirements.'
  const other = vertices.find(id => id !== vertexId)
  if (other !== undefined) return `Job vertex [${other}] was not found in the JobGraph.`
  const [lower, upper] = boundsIn(body)
  if (lower <= 0 || upper <= 0)
    return `Both, the requested lower bound [${lower}] and upper bound [${upper}] for job vertex [${vertexId}] must be greater than zero.`
  return lower > upper ? `The requested lower bound [${lower}] for job vertex [${vertexId}] is higher than the upper bound [${upper}].`
    : null
}

const boundsIn = (
  body: JsonObject,
): readonly [lower: number, upper: number] => [
  numberAt(body, vertexId, 'parallelism', 'lowerBound'),
  numberAt(body, vertexId, 'parallelism', 'upperBound'),
]

/** `PUT …/resource-requirements`: the job restarts with its new parallelism from its last checkpoint. */
const scaleJob = (
  clusters: FlinkClusters,
  flink: FlinkCluster,
  { jobId }: Job,
  settings: ClusterSettings,
  body: Json,
): RestAnswer => {
  const wanted = isObject(body) ? body : {}
  const refused = refusal(wanted)
  if (refused !== null) return refusedRequirements(refused)
  const [lowerBound, parallelism] = boundsIn(wanted)
  const isChanged = settings.parallelism !== parallelism
  flink.jobSettings.set(jobId, { ...settings, lowerBound, parallelism })
  if (isChanged)
    clusters.change(flink, world =>
      world.pods.filter(pod => pod.process?.jobs.some(job => job.jobId === jobId && isAlive(job))).reduce(
        (sofar, pod) => step(sofar, { _tag: 'FailJob', pod: pod.uid, jobId, terminally: false }),
        world,
      ))
  return okAnswer({})
}

/** `GET` and `PUT …/resource-requirements`. */
export const answerRequirements = (call: Call, job: Job): RestAnswer => {
  const { clusters, flink, method, settings, body } = call
  if (!settings.isAdaptive) return notAdaptive()
  if (hasLoad(call, job)) return loadRequirements(call, job)
  return method === 'PUT' ? scaleJob(clusters, flink, job, settings, body) : okAnswer(requirementsView(settings))
}

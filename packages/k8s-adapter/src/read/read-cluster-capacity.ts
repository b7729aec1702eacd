import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Fact, Json, JsonObject } from '@flink-operator/core'
import { type ClusterCapacityView, nodeGroupLabel, type NodeView } from '@flink-operator/core/fact'
import { podRequests, type Requests } from '@flink-operator/core/manifest'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { objectAt, textAt } from '../json-path.ts'
import { collectionPath } from '../resource-path.ts'
import { listProjected } from './list-objects.ts'
import { liveFact } from './live-fact.ts'
import { readObject } from './read-object.ts'

/** Limits of the lists, for about 20,000 nodes and 60,000 pods. A larger cluster is unknown, so that reading it can't use up the memory. */
const mostOfNodes = 256 * 1024 * 1024
const mostOfPods = 384 * 1024 * 1024

/** Pods that hold their requests on a node. */
const onNodes = { fieldSelector: 'spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed' }

const clusterAutoscalerStatus = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'kube-system',
  name: 'cluster-autoscaler-status',
} as const

/** A quantity is short. A long text is no quantity, and is not kept. */
const quantityOf = (json: Json | undefined): string | number =>
  typeof json === 'number' || (typeof json === 'string' && json.length < 64) ? json : 0

type NamedNode = Omit<NodeView, 'requested'> & { readonly name: string }

const nodeOf = (object: JsonObject): NamedNode => {
  const allocatable = objectAt(object, 'status', 'allocatable')
  return {
    name: textAt(object, 'metadata', 'name') ?? '',
    group: textAt(object, 'metadata', 'labels', nodeGroupLabel),
    unschedulable: objectAt(object, 'spec')?.['unschedulable'] === true,
    allocatable: { cpu: quantityOf(allocatable?.['cpu']), memory: quantityOf(allocatable?.['memory']) },
  }
}

interface PlacedPod extends Requests {
  readonly node: string
}

const podOf = (object: JsonObject): PlacedPod => ({
  node: textAt(object, 'spec', 'nodeName') ?? '',
  ...podRequests(objectAt(object, 'spec') ?? {}),
})

const requestsByNode = (pods: readonly PlacedPod[]): ReadonlyMap<string, Requests> => {
  const sums = new Map<string, Requests>()
  for (const { node, cpu, memory } of pods) {
    const before = sums.get(node)
    sums.set(node, { cpu: (before?.cpu ?? 0) + cpu, memory: (before?.memory ?? 0) + memory })
  }
  return sums
}

/** The status of the cluster autoscaler; null: it does not run, or writes its status elsewhere. */
const readStatus = (http: Http): TE.TaskEither<AdapterError, string | null> => async () => {
  const answer = await readObject(http)(clusterAutoscalerStatus)()
  if (E.isRight(answer)) return E.right(textAt(answer.right, 'data', 'status'))
  return answer.left._tag === 'NotFound' ? E.right(null) : answer
}

/** Both lists and the status at once: if one of them can't be read, the answer is unknown. */
const all = (http: Http): TE.TaskEither<AdapterError, ClusterCapacityView> => async () => {
  const list = listProjected(http)
  const path = (kind: string): string => collectionPath({ apiVersion: 'v1', kind, namespace: null })
  const [nodes, pods, status] = await Promise.all([
    list(path('Node'), {}, { project: nodeOf, mostBytes: mostOfNodes })(),
    list(path('Pod'), onNodes, { project: podOf, mostBytes: mostOfPods })(),
    readStatus(http)(),
  ])
  if (E.isLeft(nodes)) return nodes
  if (E.isLeft(pods)) return pods
  if (E.isLeft(status)) return status
  const requests = requestsByNode(pods.right)
  return E.right({
    nodes: nodes.right.map(({ name, ...node }) => ({ ...node, requested: requests.get(name) ?? { cpu: 0, memory: 0 } })),
    clusterAutoscalerStatus: status.right,
    reserved: [],
  })
}

/** The nodes of the cluster, with what the pods on them request. Expensive: the caller keeps the answer for all jobs. */
export const readClusterCapacity = (http: Http, clock: Clock) => (): T.Task<Fact<ClusterCapacityView>> =>
  liveFact(clock.now, all(http), E.right, [])

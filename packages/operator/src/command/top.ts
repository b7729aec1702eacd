import { type Env, identityOf, type JsonObject } from '@flink-operator/core'
import { kindOf } from '@flink-operator/kinds'
import { appLabel } from '@flink-operator/lyft'
import type { Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { loadFlinkDefaults } from '../configuration/configuration-files.ts'
import { settingsOf } from '../configuration/live-settings.ts'
import { flinkFromHere } from '../effect/flink-from-here.ts'
import { reachOf } from '../effect/reach.ts'
import { environment, ExitCode, type Outcome, usage } from '../exit-code.ts'
import { print, type ResourceFlags } from '../explain/connected-resource.ts'
import type { ClusterObjects } from '../top/application-places.ts'
import { isToAsk, type JobPlace, type TopKind, topKinds } from '../top/job-place.ts'
import { jobPlaces } from '../top/job-places.ts'
import { jobRow } from '../top/job-row.ts'
import { jobTable } from '../top/job-table.ts'
import { credentialsOf, foldersOf } from './cluster.ts'
import { toStderr } from '../output/write.ts'

export interface TopFlags extends ResourceFlags {
  readonly allNamespaces?: true
}

/** Right: empty if the CRD is not installed. Left: one line. */
const listed = async (http: Http, kind: TopKind, namespace: string | null): Promise<E.Either<string, readonly JsonObject[]>> => {
  const { collectionPath, listObjects } = await import('@flink-operator/k8s-adapter')
  const answer = await listObjects(http)(collectionPath({ ...identityOf(kindOf(kind).type), namespace }), {}, { mostBytes: Infinity })()
  if (E.isRight(answer)) return answer
  return answer.left._tag === 'UnknownPath' || (answer.left._tag === 'NotFound' && kind !== 'FlinkDeployment') ? E.right([])
    : E.left(`${kind}s can't be listed: ${answer.left.message}`)
}

/** The cluster objects of FlinkApplications. Objects that can't be listed are left out: the other columns don't need them. */
const clusterObjects = async (http: Http, namespace: string | null): Promise<ClusterObjects> => {
  const { collectionPath, listObjects } = await import('@flink-operator/k8s-adapter')
  const list = async (apiVersion: string, kind: string): Promise<readonly JsonObject[] | null> =>
    E.getOrElseW(() => null)(
      await listObjects(http)(collectionPath({ apiVersion, kind, namespace }), { labelSelector: appLabel }, { mostBytes: Infinity })(),
    )
  const [deployments, services] = await Promise.all([list('apps/v1', 'Deployment'), list('v1', 'Service')])
  return { deployments, services }
}

/** Limit of the answer: the ConfigMaps also hold windows of samples, and more is not worth the wait. */
const mostOfStates = 64 * 2 ** 20

/** The stored autoscaler state of jobs; empty if it can't be listed, since the other columns don't need it. */
const autoscalerStates = async (http: Http, namespace: string | null): Promise<readonly JsonObject[]> => {
  const { collectionPath, listObjects } = await import('@flink-operator/k8s-adapter')
  return E.getOrElseW(() => [])(
    await listObjects(http)(
      collectionPath({ apiVersion: 'v1', kind: 'ConfigMap', namespace }),
      { labelSelector: 'component=autoscaler' },
      { mostBytes: mostOfStates },
    )(),
  )
}

/** `flink-operator top`: the state of all jobs. A job that can't be queried gets its own error line, and the exit code reports it. */
export const top = async (flags: TopFlags): Promise<Outcome> => {
  if (flags.allNamespaces === true && flags.namespace !== undefined)
    return E.left(usage('--all-namespaces and --namespace exclude each other'))
  const reach = reachOf(process.env)
  if (E.isLeft(reach)) return E.left(usage(reach.left))
  const defaults = loadFlinkDefaults(foldersOf(flags))
  if (E.isLeft(defaults)) return E.left(environment(defaults.left))
  const credentials = await credentialsOf(flags)
  if (E.isLeft(credentials)) return credentials
  const { settings } = settingsOf(defaults.right)
  const [{ createHttp }, { readJobLoad }] = await Promise.all([
    import('@flink-operator/k8s-adapter'),
    import('@flink-operator/flink-rest-adapter'),
  ])
  const http = createHttp({ credentials: credentials.right })
  const flink = flinkFromHere({
    credentials: credentials.right,
    kubernetes: http,
    requestTimeout: settings.options.flinkClientTimeout,
    route: reach.right,
    flinkDefaults: settings.flinkDefaults,
  })
  try {
    const namespace = flags.allNamespaces === true ? null : flags.namespace ?? credentials.right.namespace
    const lists = await Promise.all(topKinds.map(async kind => [kind, await listed(http, kind, namespace)] as const))
    const unlisted = lists.flatMap(([kind, list]) => (E.isLeft(list) ? [{ kind, why: list.left }] : []))
    const mandatory = unlisted.find(({ kind }) => kind !== 'FlinkApplication')
    if (mandatory !== undefined) return E.left(environment(`${credentials.right.server.origin}: ${mandatory.why}`))
    const of = (wanted: TopKind): readonly JsonObject[] =>
      lists.flatMap(([kind, list]) => (kind === wanted && E.isRight(list) ? list.right : []))
    const applications = of('FlinkApplication')
    const env: Env = { now: Date.now(), consecutiveFailures: 0, ...settings }
    const places = jobPlaces(
      { FlinkDeployment: of('FlinkDeployment'), FlinkSessionJob: of('FlinkSessionJob'), FlinkApplication: applications },
      applications.length === 0 ? { deployments: [], services: [] } : await clusterObjects(http, namespace),
      env,
      await autoscalerStates(http, namespace),
    )
    const ask = async (place: JobPlace) => {
      const { endpoint, jobId } = place
      const answer = endpoint === null || jobId === null || !isToAsk(place) ? null : await readJobLoad(flink, endpoint, jobId)
      return jobRow(place, answer, Date.now())
    }
    const rows = await Promise.all(places.map(ask))
    if (rows.length === 0 && flags.output !== 'json')
      toStderr(namespace === null ? 'there are no Flink jobs\n' : `there are no Flink jobs in namespace ${namespace}\n`)
    else print(flags, rows, () => jobTable(rows, namespace === null))
    // a user who may list only the Apache kinds still gets those
    for (const { why } of unlisted) toStderr(`${credentials.right.server.origin}: ${why}\n`)
    return E.right(
      unlisted.length === 0 && rows.every(({ error, load }) => error === null && (load?.unseen.length ?? 0) === 0) ? ExitCode.Ok
        : ExitCode.Unseen,
    )
  } finally {
    flink.close()
    await http.close()
  }
}

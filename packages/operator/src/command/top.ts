import { type Env, identityOf, type JsonObject } from '@flink-operator/core'
import { kindOf } from '@flink-operator/core/kinds'
import type { Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { loadFlinkDefaults } from '../configuration/configuration-files.ts'
import { settingsOf } from '../configuration/live-settings.ts'
import { flinkFromHere } from '../effect/flink-from-here.ts'
import { reachOf } from '../effect/reach.ts'
import { environment, ExitCode, type Outcome, usage } from '../exit-code.ts'
import { print, type ResourceFlags } from '../explain/connected-resource.ts'
import { isToAsk, jobPlaces, jobRow, type JobPlace, type topKinds } from '../top/job-row.ts'
import { jobTable } from '../top/job-table.ts'
import { credentialsOf, foldersOf } from './cluster.ts'

export interface TopFlags extends ResourceFlags {
  readonly allNamespaces?: true
}

/** Right: none are there where their CRD is not. Left: one line. */
const listed = async (
  http: Http,
  kind: (typeof topKinds)[number],
  namespace: string | null,
): Promise<E.Either<string, readonly JsonObject[]>> => {
  const { collectionPath, listObjects } = await import('@flink-operator/k8s-adapter')
  const answer = await listObjects(http)(collectionPath({ ...identityOf(kindOf(kind).type), namespace }), {})()
  if (E.isRight(answer)) return answer
  return answer.left._tag === 'UnknownPath' || (answer.left._tag === 'NotFound' && kind === 'FlinkSessionJob') ? E.right([])
    : E.left(`${kind}s can't be listed: ${answer.left.message}`)
}

/**
 * `flink-operator top`: how jobs are doing. A job that can't be asked hides no other: it has a line of its own, and the exit code says so.
 */
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
  })
  try {
    const namespace = flags.allNamespaces === true ? null : flags.namespace ?? credentials.right.namespace
    const [deployments, sessionJobs] = await Promise.all([
      listed(http, 'FlinkDeployment', namespace),
      listed(http, 'FlinkSessionJob', namespace),
    ])
    if (E.isLeft(deployments)) return E.left(environment(`${credentials.right.server.origin}: ${deployments.left}`))
    if (E.isLeft(sessionJobs)) return E.left(environment(`${credentials.right.server.origin}: ${sessionJobs.left}`))
    const env: Env = { now: Date.now(), consecutiveFailures: 0, ...settings }
    const places = jobPlaces({ FlinkDeployment: deployments.right, FlinkSessionJob: sessionJobs.right }, deployments.right, env)
    const ask = async (place: JobPlace) => {
      const { endpoint, jobId } = place
      const answer = endpoint === null || jobId === null || !isToAsk(place) ? null : await readJobLoad(flink, endpoint, jobId)
      return jobRow(place, answer, Date.now())
    }
    const rows = await Promise.all(places.map(ask))
    if (rows.length === 0 && flags.output !== 'json')
      process.stderr.write(namespace === null ? 'there are no Flink jobs\n' : `there are no Flink jobs in namespace ${namespace}\n`)
    else print(flags, rows, () => jobTable(rows, namespace === null))
    return E.right(rows.every(({ error, load }) => error === null && (load?.unseen.length ?? 0) === 0) ? ExitCode.Ok : ExitCode.Unseen)
  } finally {
    flink.close()
    await http.close()
  }
}

import type { Env, Facts, Query } from '@flink-operator/core'
import { factOf } from '@flink-operator/core/query'
import { kindOf } from '@flink-operator/kinds'
import {
  decodeEdited,
  editedResource,
  type FileResource,
  givenIn,
  plan,
  type PlanWords,
  planWords,
  queriesBeside,
  withPlaceholders,
} from '@flink-operator/simulation/plan'
import { createHttp, type Credentials, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { systemClock } from '../clock.ts'
import { carriedOutIn } from '../configuration/carry-out.ts'
import { createAdapterPort } from '../effect/adapter-port.ts'
import { flinkFromHere } from '../effect/flink-from-here.ts'
import type { DeploymentRef } from '../election/deployment-ref.ts'
import { operatorDeployment } from '../election/operator-deployment.ts'
import { electionAdvice } from '../election/without-election.ts'
import { ensemblesAs } from '../effect/ensembles.ts'
import type { Reach } from '../effect/reach.ts'
import { ExitCode } from '../exit-code.ts'
import { firstFacts } from '../explain/first-facts.ts'
import type { Settings } from '../settings.ts'
import type { ClusterPort } from '../port/cluster-port.ts'
import { conclude } from '../round.ts'
import { type Admit, planInput } from './plan-file.ts'
import type { Problem } from './problem.ts'
import { storedDocument } from './stored-document.ts'

type PlanError =
  | { readonly _tag: 'Undecodable'; readonly message: string }
  | { readonly _tag: 'Cluster'; readonly message: string }

const timeout = 15_000

/** Unknown answers are left out: the plan says less without them. */
const answersTo = async ({ answer }: ClusterPort, queries: readonly Query[]): Promise<Facts> => {
  const asked = await Promise.all(queries.map(async query => [factOf(query), await answer(query, AbortSignal.timeout(timeout))] as const))
  return Object.fromEntries(asked.filter(([, fact]) => fact._tag !== 'Unknown'))
}

/** A plan against a cluster: reads the deployed resource, and queries Flink as the operator would. */
const planOnCluster = async (
  { http, port, admit }: { readonly http: Http; readonly port: ClusterPort; readonly admit: Admit },
  settings: Settings,
  document: FileResource,
  namespace: string,
): Promise<E.Either<PlanError, PlanWords>> => {
  const live = await port.readResource({ namespace, name: document.name }, AbortSignal.timeout(timeout))
  if (E.isLeft(live)) return E.left({ _tag: 'Cluster', message: live.left.message })
  const undecodable = (message: string): PlanError => ({ _tag: 'Undecodable', message })
  const stored = await storedDocument(http, document, namespace, live.right)
  if (E.isLeft(stored)) return E.left(undecodable(stored.left))
  const file = await admit({ ...document, json: stored.right.document })
  const edited = decodeEdited(file.kind, editedResource(file.kind, file.json, live.right, namespace, Date.now()))
  if (E.isLeft(edited)) return E.left(undecodable(edited.left))
  const kind = kindOf(file.kind)
  const first = await firstFacts(kind, edited.right.meta, port, timeout)
  const { round: { decided: { facts, env: { now } } } } = await conclude(
    {
      kind,
      now: Date.now,
      answer: port.answer,
      queryTimeout: () => timeout,
      envAt: (at, consecutiveFailures): Env => ({ now: at, consecutiveFailures, ...settings }),
      initialFacts: () => first,
    },
    edited.right,
    0,
    file.found,
  )
  const beside = await answersTo(port, queriesBeside(file.kind, edited.right, facts))
  const of = {
    file: file.file,
    kind: file.kind,
    resource: `${namespace}/${file.name}`,
    deployed: live.right === null ? 'nothing' : 'cluster',
    merged: stored.right.how,
  } as const
  const isGiven = givenIn(document.json, live.right, facts, beside)
  return pipe(
    plan({ ...planInput(settings, { ...file, namespace }, live.right, now), facts, beside }),
    E.bimap(undecodable, planned => withPlaceholders(planWords(planned, of), isGiven)),
  )
}

export interface PlanSetup {
  readonly credentials: Credentials
  readonly reach: Reach
  readonly settings: Settings
  /** The operator's own Deployment. */
  readonly deployment: DeploymentRef
  readonly admit: Admit
}

const problemOf = (file: FileResource, { _tag, message }: PlanError, { server, source }: Credentials): Problem => ({
  ...file.placeOf(''),
  resource: `${file.kind} ${file.name}`,
  field: null,
  ...(_tag === 'Undecodable' ? { message, exitCode: ExitCode.Usage }
    : { message: `${server.origin} (${source}): ${message}`, exitCode: ExitCode.Environment }),
})

/** Plans the resources of files one after the other over one connection; a failed plan does not affect the others. */
export const planFilesOnCluster = async (
  setup: PlanSetup,
  files: readonly FileResource[],
): Promise<readonly E.Either<Problem, PlanWords>[]> => {
  const { credentials } = setup
  const http = createHttp({ credentials })
  const flink = flinkFromHere({
    credentials,
    kubernetes: http,
    requestTimeout: setup.settings.options.flinkClientTimeout,
    route: setup.reach,
    flinkDefaults: setup.settings.flinkDefaults,
  })
  const ensembles = ensemblesAs(setup.reach.zooKeeperDigest)
  const plans: E.Either<Problem, PlanWords>[] = []
  try {
    const { options } = setup.settings
    const advice = electionAdvice(options, options.leaderElectionEnabled ? null : await operatorDeployment(http, setup.deployment))
    for (const file of files) {
      const namespace = file.namespace ?? credentials.namespace
      const settings = {
        ...setup.settings,
        ...await carriedOutIn(http, namespace, credentials.server.origin),
      }
      const port = createAdapterPort({ kubernetes: http, flink, clock: systemClock, zooKeeper: ensembles, kind: kindOf(file.kind) })
      plans.push(pipe(
        await planOnCluster({ http, port, admit: setup.admit }, settings, file, namespace),
        E.bimap(error => problemOf(file, error, credentials), words => ({ ...words, findings: [...words.findings, ...advice] })),
      ))
    }
    return plans
  } finally {
    flink.close()
    await ensembles.close()
    await http.close()
  }
}

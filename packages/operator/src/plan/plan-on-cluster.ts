import type { Env, Query } from '@flink-operator/core'
import type { AnyKind } from '@flink-operator/core/kinds'
import { flinkHttp } from '@flink-operator/flink-rest-adapter'
import { createHttp, type Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { systemClock } from '../clock.ts'
import { carriedOutIn } from '../configuration/carry-out.ts'
import { createAdapterPort } from '../effect/adapter-port.ts'
import { byResolution } from '../effect/rest-address.ts'
import type { RestResolution } from '../effect/rest-resolution.ts'
import { environment, type Refusal, usage } from '../exit-code.ts'
import type { Settings } from '../loop.ts'
import type { ClusterPort } from '../port/cluster-port.ts'
import { conclude } from '../round.ts'
import { decodeEdited } from './decode-edited.ts'
import { editedResource } from './edited-resource.ts'
import { planOffline } from './plan-offline.ts'
import { type Planned, plannedOf } from './planned.ts'
import type { FileResource } from './resource-files.ts'

type PlanError =
  | { readonly _tag: 'Undecodable'; readonly message: string }
  | { readonly _tag: 'Cluster'; readonly message: string }

const timeout = 15_000

/**
 * A plan against a cluster: what is deployed is read, Flink is asked what it would be asked, and the first decision is the operator's own.
 * What follows is played on an assumed cluster, and shown only as far as that begins with the same operation.
 */
const planOnCluster = async (
  port: ClusterPort,
  kind: AnyKind,
  settings: Settings,
  file: FileResource,
  namespace: string,
): Promise<E.Either<PlanError, Planned>> => {
  const live = await port.readResource({ namespace, name: file.name }, AbortSignal.timeout(timeout))
  if (E.isLeft(live)) return E.left({ _tag: 'Cluster', message: live.left.message })
  const decoded = decodeEdited(kind, editedResource(file, live.right, namespace, Date.now()))
  if (E.isLeft(decoded)) return E.left({ _tag: 'Undecodable', message: decoded.left })
  const readDeployment: Query = { _tag: 'ReadDeployment', namespace, name: file.name }
  const deployment = await port.answer(readDeployment, AbortSignal.timeout(timeout))
  const concluded = await conclude(
    {
      kind,
      now: Date.now,
      answer: port.answer,
      queryTimeout: () => timeout,
      envAt: (now, consecutiveFailures): Env => ({ now, consecutiveFailures, ...settings }),
      initialFacts: () => ({ deployment }) as ReturnType<Parameters<typeof conclude>[0]['initialFacts']>,
    },
    decoded.right,
    0,
  )
  const assumed = await planOffline(kind, settings, { ...file, namespace }, live.right, Date.now())
  const planned = plannedOf(concluded, {
    file: file.file,
    resource: `${namespace}/${file.name}`,
    deployed: live.right === null ? 'nothing' : 'cluster',
  }, { then: [], rendered: [] })
  if (E.isLeft(assumed)) return E.right(planned)
  const { then, rendered, operation } = assumed.right
  if (planned.unseen.length > 0) return E.right(planned)
  const isSame = operation?.kind === planned.operation?.kind && operation?.mode === planned.operation?.mode
  return E.right({ ...planned, rendered, then: isSame ? then : [] })
}

export interface PlanSetup {
  readonly credentials: Credentials
  readonly resolution: RestResolution
  readonly kind: AnyKind
  readonly settings: Settings
}

/** Plans for the resources of files, one after the other, over one connection. Left: the first that can't be made. */
export const planFilesOnCluster = async (
  setup: PlanSetup,
  files: readonly FileResource[],
): Promise<E.Either<Refusal, readonly Planned[]>> => {
  const { credentials, kind } = setup
  const http = createHttp({ credentials })
  const flink = flinkHttp({
    resolveEndpoint: byResolution(setup.resolution, http, systemClock),
    requestTimeout: setup.settings.options.flinkClientTimeout,
  })
  const port = createAdapterPort({ kubernetes: http, flink, clock: systemClock, kind })
  const plans: Planned[] = []
  try {
    for (const file of files) {
      const namespace = file.namespace ?? credentials.namespace
      const settings = {
        ...setup.settings,
        ...await carriedOutIn(http, namespace, credentials.server.origin),
      }
      const planned = await planOnCluster(port, kind, settings, file, namespace)
      if (E.isLeft(planned)) {
        const { _tag, message } = planned.left
        return E.left(
          _tag === 'Undecodable' ? usage(`${file.file}: ${message}`)
            : environment(`${credentials.server.origin} (${credentials.source}): ${message}`),
        )
      }
      plans.push(planned.right)
    }
    return E.right(plans)
  } finally {
    flink.close()
    await http.close()
  }
}

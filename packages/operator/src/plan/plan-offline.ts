import type { JsonObject } from '@flink-operator/core'
import { parseJson } from '@flink-operator/core/codec'
import type { AnyRules } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { actionWords } from '../log/round-words.ts'
import type { Settings } from '../loop.ts'
import { conclude } from '../round.ts'
import { createAssumedWorld } from './assumed-world.ts'
import { decodeEdited } from './decode-edited.ts'
import { editedResource } from './edited-resource.ts'
import { decideIn, play } from './play.ts'
import { type Planned, plannedOf } from './planned.ts'
import type { FileResource } from './resource-files.ts'

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<string, unknown>>)[key] : undefined),
    value,
  )

/** The spec that runs: as the status records it, else as the file says. */
const runningSpec = (deployed: JsonObject): JsonObject => {
  const recorded = at(deployed, 'status', 'reconciliationStatus', 'lastReconciledSpec')
  const json = typeof recorded === 'string' ? parseJson(recorded) : E.left(null)
  const spec = E.isRight(json) ? at(json.right, 'spec') : at(deployed, 'spec')
  return (spec ?? {}) as JsonObject
}

/**
 * A plan without a cluster: what is deployed is assumed to run and to be healthy. The deployed spec is played to its steady state first,
 * then the edit is decided on, then played to its end.
 */
export const planOffline = async (
  kind: AnyRules,
  settings: Settings,
  file: FileResource,
  deployed: JsonObject | null,
  now: number,
): Promise<E.Either<string, Planned>> => {
  const namespace = file.namespace ?? 'default'
  const world = createAssumedWorld(now)
  const wanted = editedResource(file, null, namespace, now)
  const before = deployed === null ? null
    : await play(
      world,
      kind,
      settings,
      editedResource({ ...file, json: { ...deployed, spec: runningSpec(deployed) } }, null, namespace, now),
    )
  if (before !== null) world.pass(60_000)
  const edited = before === null ? wanted : editedResource(file, before.resource, namespace, now)
  const decoded = decodeEdited(kind, edited)
  if (E.isLeft(decoded)) return decoded
  const concluded = await conclude(decideIn(world, kind, settings), decoded.right, 0)
  const played = await play(world, kind, settings, edited)
  const first = concluded.decision.actions.filter(({ _tag }) => _tag !== 'Requeue').length
  const then = [...played.actions.slice(first).map(actionWords), ...(played.stuck === null ? [] : [`(stays there: ${played.stuck})`])]
  return E.right(
    plannedOf(concluded, { file: file.file, resource: `${namespace}/${file.name}`, deployed: deployed === null ? 'nothing' : 'file' }, {
      then,
      rendered: played.rendered,
    }),
  )
}

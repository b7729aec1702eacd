import type { Action } from '../../../packages/core/src/action/action.ts'
import type { EmitEvent } from '../../../packages/core/src/action/emit-event.ts'
import { encodeStatus, decodeFlinkDeployment } from '../../../packages/core/src/codec/flink-deployment.ts'
import type { Facts } from '../../../packages/core/src/fact/facts.ts'
import type { FlinkDeploymentFacts } from '../../../packages/core/src/fact/flink-deployment-facts.ts'
import { factOf } from '../../../packages/core/src/query/fact-of.ts'
import type { Query } from '../../../packages/core/src/query/query.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/resource/flink-deployment-status.ts'
import { classify } from '../../../packages/core/src/flink-deployment/classify.ts'
import { flinkDeploymentKind } from '../../../packages/core/src/flink-deployment/flink-deployment-kind.ts'
import type { Round } from '../../../packages/core/src/flink-deployment/round.ts'
import type { Situation } from '../../../packages/core/src/flink-deployment/situation.ts'
import { environment } from './environment.ts'
import { aResource, type ResourceChange, t0 } from './flink-deployment-resource.ts'

/** What one round starts from. */
export interface Given extends ResourceChange {
  readonly facts?: FlinkDeploymentFacts
  readonly now?: number
  /** The operator's own configuration. */
  readonly operator?: Readonly<Record<string, string>>
  readonly failures?: number
}

/** The same status after it was written and read again. */
export const reread = (status: FlinkDeploymentStatus): FlinkDeploymentStatus => {
  const read = decodeFlinkDeployment({ metadata: { name: 'app' }, spec: {}, status: encodeStatus(status, null) })
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  return read.right.status
}

/** decode → validate → observe: what `classify`, `decide` and `summarize` work with. */
export const roundOf = ({ facts = {}, now = t0, operator, failures, ...resource }: Given = {}): Round => {
  const env = environment(now, operator, failures)
  const read = aResource(resource)
  const desired = flinkDeploymentKind.validate(read, env)
  return { desired, observed: flinkDeploymentKind.observe(desired, { meta: read.meta, status: read.status }, facts, env), env }
}

export const situationOf = (given: Given): Situation => classify(roundOf(given))

/** The whole way to the list of actions. */
export const decided = (given: Given): readonly Action[] => {
  const { desired, observed, env } = roundOf(given)
  return flinkDeploymentKind.reconcile(desired, observed, env)
}

export const queriesOf = (actions: readonly Action[]): readonly Query['_tag'][] => actions.flatMap(action => (action._tag === 'Look' ? action.queries.map(({ _tag }) => _tag) : []))

/** Answers each look from `world`; at most four looks a round. */
export const lookedAndDecided = (given: Given, world: Facts): readonly Action[] => {
  const step = (facts: FlinkDeploymentFacts, looks: number): readonly Action[] => {
    const actions = decided({ ...given, facts })
    const asked = actions.flatMap(action => (action._tag === 'Look' ? action.queries : []))
    if (asked.length === 0) return actions
    if (looks === 4) throw new Error(`a fifth look: ${JSON.stringify(asked)}`)
    const answers = Object.fromEntries(asked.map(factOf).map(field => {
      const answer = world[field]
      if (answer === undefined) throw new Error(`the world has no answer for ${field}`)
      return [field, answer]
    }))
    return step({ ...facts, ...answers }, looks + 1)
  }
  return step(given.facts ?? {}, 0)
}

/** The status that the list writes; null: it writes none. */
export const written = (actions: readonly Action[]): FlinkDeploymentStatus | null => {
  const persist = actions.find(action => action._tag === 'PersistStatus')
  return persist?._tag === 'PersistStatus' ? persist.status : null
}

/** What the list writes, or else what was there before. */
export const statusAfter = (given: Given): FlinkDeploymentStatus => written(decided(given)) ?? roundOf(given).observed.recorded.status

const isTold = ({ _tag }: Action): boolean => _tag === 'PersistStatus' || _tag === 'EmitEvent' || _tag === 'Requeue'

const describe = (action: Action): string => {
  switch (action._tag) {
    case 'CreateObject':
    case 'ApplyObject':
      return `${action._tag} ${action.manifest._tag === 'ClusterManifest' ? action.manifest.part : 'Ingress'}`
    case 'DeleteObject':
    case 'PatchObject':
      return `${action._tag} ${action.target.kind} ${action.target.name}`
    case 'Look':
      return `Look ${action.queries.map(({ _tag }) => _tag).join(' ')}`
    default:
      return action._tag
  }
}

/** The effects on the world in short, in order; a look as well. */
export const effectsOf = (actions: readonly Action[]): readonly string[] => actions.filter(action => !isTold(action)).map(describe)

export const eventsOf = (actions: readonly Action[]): readonly EmitEvent[] => actions.filter(action => action._tag === 'EmitEvent')

export const requeueOf = (actions: readonly Action[]): { readonly after: number; readonly waitingFor: string } => {
  const last = actions.at(-1)
  if (last?._tag !== 'Requeue') throw new Error(`the list does not end with a Requeue: ${JSON.stringify(actions.map(({ _tag }) => _tag))}`)
  return last
}

/** `status.error` as people read it: its message. */
export const errorMessageOf = ({ error }: FlinkDeploymentStatus): string | null => {
  if (error === null || !error.startsWith('{')) return error
  const parsed: unknown = JSON.parse(error)
  return typeof parsed === 'object' && parsed !== null && 'message' in parsed ? String(parsed.message) : null
}

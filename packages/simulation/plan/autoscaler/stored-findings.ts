import { inForce, type AutoscalerOfJob } from '@flink-operator/core/job'
import type { Finding, ResourceMeta } from '@flink-operator/core/resource'
import type { AnyDecided } from '../play-round.ts'

/** So many vertices are reported one by one. */
const mostReported = 5

const advice = (field: string, message: string): readonly Finding[] => [{ severity: 'Advice', field, message }]

/** The autoscaler's part of a kind's desired state; a FlinkSessionJob has it once it has observed its cluster. */
interface Autoscaled {
  readonly meta?: ResourceMeta
  readonly autoscaler?: AutoscalerOfJob | null
}

const autoscaledOf = ({ desired, observed }: Pick<AnyDecided, 'desired' | 'observed'>): Autoscaled => {
  const { meta, autoscaler } = desired as Autoscaled
  const { work } = (observed ?? {}) as { readonly work?: Autoscaled | null }
  return { ...(meta === undefined ? {} : { meta }), autoscaler: work?.autoscaler ?? autoscaler ?? null }
}

/** How an edit affects the parallelism that the autoscaler has stored, which overrides the spec while the autoscaler is enabled. */
export const storedFindings = ({ desired, observed, facts }: Pick<AnyDecided, 'desired' | 'observed' | 'facts'>): readonly Finding[] => {
  const { meta, autoscaler } = autoscaledOf({ desired, observed })
  if (meta === undefined || autoscaler == null || facts.autoscalerState?._tag !== 'Known') return []
  const { isOn, configuration: { vertexExcludeIds } } = autoscaler
  const { parallelism } = inForce(meta, facts)
  if (parallelism === 'unreadable')
    return advice('flinkConfiguration', 'what the autoscaler has stored can not be read: the job keeps the parallelism that it runs with')
  const stored = Object.entries(parallelism).filter(([id]) => !vertexExcludeIds.includes(id))
  if (stored.length === 0) return []
  const more = stored.length > mostReported ? [`${stored.length - mostReported} more`] : []
  const reported = [...stored.slice(0, mostReported).map(([id, to]) => `${id}: ${to}`), ...more].join(', ')
  return isOn
    ? advice('flinkConfiguration', `the parallelism that the autoscaler has decided stays in force, whatever the spec says: ${reported}`)
    : advice(
      'flinkConfiguration.job.autoscaler.enabled',
      `what the autoscaler has decided is cleared (${reported}): the job gets the parallelism of its spec`,
    )
}

import { inForce } from '../../src/job/autoscale/with-overrides.ts'
import type { AutoscalerOfJob } from '../../src/job/job-round.ts'
import type { Finding } from '../../src/resource/finding.ts'
import type { ResourceMeta } from '../../src/resource/resource-meta.ts'
import type { AnyDecided } from '../play-round.ts'

/** So many vertices are told one by one. */
const mostTold = 5

const advice = (field: string, message: string): readonly Finding[] => [{ severity: 'Advice', field, message }]

/** What a kind works towards, as far as the autoscaler has to do with it; a FlinkSessionJob knows it when it has seen its cluster. */
interface Autoscaled {
  readonly meta?: ResourceMeta
  readonly autoscaler?: AutoscalerOfJob | null
}

const autoscaledOf = ({ desired, observed }: Pick<AnyDecided, 'desired' | 'observed'>): Autoscaled => {
  const { meta, autoscaler } = desired as Autoscaled
  const { work } = (observed ?? {}) as { readonly work?: Autoscaled | null }
  return { ...(meta === undefined ? {} : { meta }), autoscaler: work?.autoscaler ?? autoscaler ?? null }
}

/** What an edit makes of the parallelism that the autoscaler has stored: it goes over what the spec says, as long as it is on. */
export const storedFindings = ({ desired, observed, facts }: Pick<AnyDecided, 'desired' | 'observed' | 'facts'>): readonly Finding[] => {
  const { meta, autoscaler } = autoscaledOf({ desired, observed })
  if (meta === undefined || autoscaler == null || facts.autoscalerState?._tag !== 'Known') return []
  const { isOn, configuration: { vertexExcludeIds } } = autoscaler
  const { parallelism } = inForce(meta, facts)
  if (parallelism === 'unreadable')
    return advice('flinkConfiguration', 'what the autoscaler has stored can not be read: the job keeps the parallelism that it runs with')
  const stored = Object.entries(parallelism).filter(([id]) => !vertexExcludeIds.includes(id))
  if (stored.length === 0) return []
  const more = stored.length > mostTold ? [`${stored.length - mostTold} more`] : []
  const told = [...stored.slice(0, mostTold).map(([id, to]) => `${id}: ${to}`), ...more].join(', ')
  return isOn
    ? advice('flinkConfiguration', `the parallelism that the autoscaler has decided stays in force, whatever the spec says: ${told}`)
    : advice(
      'flinkConfiguration.job.autoscaler.enabled',
      `what the autoscaler has decided is cleared (${told}): the job gets the parallelism of its spec`,
    )
}

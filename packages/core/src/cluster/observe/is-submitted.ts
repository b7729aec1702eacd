import { flinkConfigName } from '../../manifest/object-names.ts'
import type { ClusterRound } from '../cluster-round.ts'

/** True if every object of the submit exists that the previous operator recorded as begun (control-flow.md, section 3.2; L3). */
export const isSubmitted = ({ observed: { facts, status }, desired: { meta } }: Pick<ClusterRound, 'observed' | 'desired'>): boolean =>
  facts.deployment?._tag === 'Known' && !facts.deployment.value.deleting
  && facts.deployment.value.annotations['flinkdeployment.flink.apache.org/generation'] === String(status.observedGeneration ?? -1)
  && facts.configMaps?._tag === 'Known' && facts.configMaps.value.some(({ name }) => name === flinkConfigName(meta.name))

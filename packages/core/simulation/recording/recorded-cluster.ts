import type { Entry } from './edits.ts'
import { clusterOf, namespaceOf } from './view.ts'

/** Whose is a line? Null: of no single FlinkDeployment, or of a process. */
const resourceOf = ({ value }: Entry): string | null => {
  if (!('line' in value)) {
    const metadata = (value.resource['metadata'] ?? {}) as { readonly namespace?: string; readonly name?: string }
    return value.kind === 'FlinkDeployment' ? `${metadata.namespace ?? ''}/${metadata.name ?? ''}` : null
  }
  switch (value.line) {
    case 'Start':
      return null
    case 'Look': {
      const cluster = clusterOf(value.query)
      return cluster === null ? null : `${namespaceOf(value.query)}/${cluster}`
    }
    default:
      return value.of.kind === 'FlinkDeployment' ? `${value.of.namespace}/${value.of.name}` : null
  }
}

/** The lines of one FlinkDeployment and its cluster, with their places in the whole. */
export interface RecordedCluster {
  readonly name: string
  readonly entries: readonly Entry[]
  readonly places: readonly number[]
}

/** One recording of each FlinkDeployment: what concerns one cluster is explained by one world. */
export const recordedClusters = (entries: readonly Entry[]): readonly RecordedCluster[] => {
  const clusters = new Map<string, { readonly entries: Entry[]; readonly places: number[] }>()
  for (const [place, entry] of entries.entries()) {
    const name = resourceOf(entry)
    if (name === null) continue
    const own = clusters.get(name) ?? { entries: [], places: [] }
    own.entries.push(entry)
    own.places.push(place)
    clusters.set(name, own)
  }
  return [...clusters].map(([name, own]) => ({ name, ...own }))
}

/**
 * Files of several processes as one, by time. A look stands where it was asked for: what is seen later than it shows may still be what a watch told before its answer came. A round stands where it was
 * written, behind all of its looks.
 */
export const merged = (files: readonly (readonly Entry['value'][])[]): readonly Entry[] => {
  const timed = files.flatMap((values, file) => {
    let last = 0
    return values.map(value => {
      if ('line' in value) last = Math.max(last, value.at)
      return { entry: { file, value }, at: 'line' in value ? value.at - (value.line === 'Look' ? value.took : 0) : last }
    })
  })
  return timed.toSorted((a, b) => a.at - b.at).map(({ entry }) => entry)
}

import { appLabel } from './objects/flink-application-labels.ts'
import { pauseAnnotation } from '../../round/pause.ts'
import { editedValues, type WatchRule } from '../../round/watch-rule.ts'

/** Its objects wake it (LD25). Labels and annotations, which are part of the hash, are seen with the next look. */
export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: [...editedValues, { path: ['metadata', 'annotations', pauseAnnotation], absent: '' }] },
  { _tag: 'Labelled', label: appLabel },
]

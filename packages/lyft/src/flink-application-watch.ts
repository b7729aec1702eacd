import { appLabel } from './objects/flink-application-labels.ts'
import { pauseAnnotation, editedValues, type WatchRule } from '@flink-operator/core/round'

/**
 * Watch events of the resource and of its labelled objects start a round (LD25). Changes of labels and annotations, which are part of the
 * hash, take effect with the next periodic query.
 */
export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: [...editedValues, { path: ['metadata', 'annotations', pauseAnnotation], absent: '' }] },
  { _tag: 'Labelled', label: appLabel },
]

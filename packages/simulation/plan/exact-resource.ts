import { exactResource as exactOf } from '@flink-operator/core/admission'
import { kinds } from '@flink-operator/kinds'

/** A planned or rendered object as exact JSON, the form of the API server. */
export const exactResource = exactOf(kinds)

import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { JarView } from '@flink-operator/core/fact'
import { decodeWith, fields, list, moment, text } from './decode.ts'
import { longestPath } from './text-lengths.ts'

const Jars = fields('Jars', {
  files: list('Jar[]', fields('Jar', { id: text(longestPath), name: text(longestPath), uploaded: moment })),
})

/** `GET /v1/jars`: jars that were uploaded and not deleted. */
export const decodeJars = flow(decodeWith(Jars), E.map(({ files }): readonly JarView[] => files))

import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { JarView } from '@flink-operator/core'
import { decodeWith } from './decode.ts'

const Jars = t.type({ files: t.array(t.type({ id: t.string, name: t.string, uploaded: t.number }, 'Jar'), 'Jar[]') }, 'Jars')

/** `GET /v1/jars`: what was uploaded and not deleted. */
export const decodeJars = flow(
  decodeWith(Jars),
  E.map(({ files }): readonly JarView[] => files.map(({ id, name, uploaded }) => ({ id, name, uploaded }))),
)

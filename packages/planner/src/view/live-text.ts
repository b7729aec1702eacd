import type { Json } from '@flink-operator/core'
import { parseExactJson } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import { stringify } from 'yaml'

/** The operator's answer for a resource, a list of objects as JSON, as the YAML that the page edits. Left: why it can't be read. */
export const liveText = (answer: string): E.Either<string, string> => {
  const parsed = parseExactJson(answer)
  if (E.isLeft(parsed) || !Array.isArray(parsed.right)) return E.left("the operator's answer is no list of objects")
  return E.right(
    (parsed.right as readonly Json[]).map(object => stringify(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false }))
      .join('---\n'),
  )
}

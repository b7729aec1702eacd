import { decodeErrorText, type Resource } from '@flink-operator/core'
import type { AnyRules } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'

/**
 * An edit of which something can't be read is no edit that could be planned; of a status that can't be read the plan tells what the
 * operator would.
 */
export const decodeEdited = (kind: AnyRules, json: unknown): E.Either<string, Resource<unknown, unknown>> => {
  const decoded = kind.decode(json)
  if (E.isLeft(decoded)) return E.left(decodeErrorText(decoded.left, json))
  const unread = decoded.right.unread?.find(({ path }) => path.startsWith('spec'))
  return unread === undefined ? decoded : E.left(decodeErrorText(unread, json))
}

import type { Json } from '@flink-operator/core'
import type { LoadDocument } from '@flink-operator/core/autoscaler'
import * as E from 'fp-ts/lib/Either.js'
import { parseAllDocuments } from 'yaml'

const attempt = <A>(name: string, action: () => A): E.Either<string, A> =>
  E.tryCatch(action, thrown => `${name} can't be read: ${(thrown as Error).message.split(/[,\n]/)[0] ?? ''}`)

/** The documents of a YAML or JSON text, in order. `name`: what the text is called in messages. */
export const documentsIn = (name: string, text: string): E.Either<string, readonly LoadDocument[]> => {
  const parsed = attempt(name, () => parseAllDocuments(text, { prettyErrors: true }))
  if (E.isLeft(parsed)) return parsed
  const documents = 'empty' in parsed.right ? [] : parsed.right
  const problem = documents.flatMap(({ errors }) => errors)[0]
  if (problem !== undefined) return E.left(`${name} can't be read: ${problem.message.split('\n')[0] ?? ''}`)
  const read = attempt(name, () =>
    documents.map((document, index): LoadDocument => ({
      place: documents.length === 1 ? name : `${name}, document ${index + 1}`,
      json: document.toJS({ maxAliasCount: 100 }) as Json,
    })))
  return E.map((them: readonly LoadDocument[]) => them.filter(({ json }) => json !== null || them.length === 1))(read)
}

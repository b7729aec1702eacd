import type { AdapterError, JsonObject } from '@flink-operator/core'
import { openApiSchemaOf, stringifyJson } from '@flink-operator/core/codec'
import { kindOf } from '@flink-operator/kinds'
import { type Applied, type AppliedBefore, appliedDocument, type FileResource, mergedWords } from '@flink-operator/simulation/plan'
import { identityOf, type ObjectRef } from '@flink-operator/core/resource'
import { redactTexts, secretsIn } from '@flink-operator/core/redaction'
import { type Application, dryRun, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'

/** The resource as it would be stored, and a sentence about who merged the document with what is deployed. */
export interface Stored {
  readonly document: JsonObject
  readonly how: string | null
}

const applicationOf = ({ json }: FileResource, { before, patch }: Applied, document: JsonObject): Application => {
  switch (before._tag) {
    case 'Nothing':
      return { _tag: 'Create', document }
    case 'ManagedFields':
      return {
        _tag: 'ServerSideApply',
        document: withNamespaceOf(json, document),
        manager: before.manager,
        isForced: before.manager !== 'kubectl',
      }
    case 'LastApplied':
    case 'Unmarked':
    case 'Document':
      return { _tag: 'MergePatch', patch }
  }
}

/** Server-side apply gets the user's document, not the merged one: what it names is what its manager owns. */
const withNamespaceOf = (json: JsonObject, { metadata }: JsonObject): JsonObject => ({
  ...json,
  metadata: { ...json['metadata'] as JsonObject, namespace: (metadata as JsonObject)['namespace'] ?? null },
})

const askedHow = (before: AppliedBefore): string => {
  switch (before._tag) {
    case 'Nothing':
      return 'the API server accepts it (dry run of a create request)'
    case 'ManagedFields':
      return `merged by the API server (dry run of server-side apply by ${before.manager})`
    case 'LastApplied':
    case 'Document':
      return 'merged by the API server (dry run of what kubectl apply sends)'
    case 'Unmarked':
      return 'merged by the API server (dry run of what kubectl apply sends); the deployed resource does not tell what was applied before: fields that the document lacks stay'
  }
}

/** The API server has judged the document, and would not store it. A webhook's verdict has the code 403, as a missing right has. */
const isRefusal = ({ _tag, message }: AdapterError): boolean =>
  _tag === 'Invalid' || _tag === 'TooLarge' || _tag === 'Conflict' || (_tag === 'Forbidden' && message.includes('admission webhook'))

/**
 * What the API server would store if the document was applied (N01). It is asked by a dry run; where it may not be asked, or does not
 * answer, the document is merged here. Left: why the API server would refuse the document.
 */
export const storedDocument = async (
  http: Http,
  file: FileResource,
  namespace: string,
  live: JsonObject | null,
): Promise<E.Either<string, Stored>> => {
  const { type, definition } = kindOf(file.kind)
  const applied = appliedDocument(live, file.json)
  const document = { ...applied.document, metadata: { ...applied.document['metadata'] as JsonObject, namespace } }
  const ref: ObjectRef = { ...identityOf(type), namespace, name: file.name }
  const schema = openApiSchemaOf(definition)
  const answer = await dryRun(http, ref, applicationOf(file, applied, document), json => stringifyJson(json, schema))()
  if (E.isRight(answer)) return E.right({ document: withoutManagedFields(answer.right), how: askedHow(applied.before) })
  // a server may quote the value that it refuses (P23)
  const message = redactTexts(answer.left.message, secretsIn(file.json))
  if (isRefusal(answer.left)) return E.left(`the API server would refuse it: ${message}`)
  const unasked = `the API server was not asked what it would store (${message})`
  const how = mergedWords(applied.before)
  return E.right({ document, how: how === null ? unasked : `${unasked}: ${how}` })
}

const withoutManagedFields = (object: JsonObject): JsonObject => {
  const { managedFields: _, ...metadata } = object['metadata'] as JsonObject
  return { ...object, metadata }
}

import { openApiSchemaOf } from '../crd/crd.ts'
import { exactFromRead, exactJsonText } from '../crd/exact-json.ts'
import type { KindTable } from '../contract/round/kind.ts'
import type { JsonObject, Json } from '../contract/resource/json.ts'
import type { AdmissionRequest } from '../crd/admission-review.ts'
import { base64OfBytes, utf8Bytes } from '../text/bytes.ts'
import type { ReportedFinding } from './reported-finding.ts'
import type { Verdict } from './verdict.ts'

/**
 * An object as exact JSON, the form of the API server: in these kinds whole numbers beyond 2^53 are numbers, not the text of their digits.
 */
export const exactResource = (kinds: KindTable) => (object: JsonObject): JsonObject => {
  const kind = Object.values(kinds).find(({ type }) => type.kind === object['kind'])
  return kind === undefined ? object : exactFromRead(object, openApiSchemaOf(kind.definition)) as JsonObject
}

/** The API server cuts a warning at 256 characters, and drops warnings beyond 4,096 characters in total. */
const longestWarning = 256
const mostWarnings = 12
/** Largest number of causes. `kubectl` prints each on a separate line. */
const mostCauses = 16

const cut = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return line.length <= longestWarning ? line : `${line.slice(0, longestWarning - 1)}…`
}

const warningsOf = (warnings: readonly string[]): readonly string[] =>
  warnings.length <= mostWarnings ? warnings.map(cut)
    : [...warnings.slice(0, mostWarnings - 1).map(cut), `and ${String(warnings.length - mostWarnings + 1)} more, see kubectl flink plan`]

const causesOf = (errors: readonly ReportedFinding[]): readonly ReportedFinding[] =>
  errors.length <= mostCauses ? errors
    : [...errors.slice(0, mostCauses - 1), {
      field: 'spec',
      message: `and ${String(errors.length - mostCauses + 1)} more, see kubectl flink plan`,
    }]

const review = (uid: string, response: JsonObject): JsonObject => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  response: { uid, ...response },
})

/**
 * The `Status` of a rejection, in the form of the API server: reason Invalid with one cause per field; `kubectl` prints one line per cause.
 * The message alone also contains everything.
 */
const statusOf = ({ kind: { group, kind }, name }: AdmissionRequest, errors: readonly ReportedFinding[]): JsonObject => {
  const causes = causesOf(errors)
  return {
    status: 'Failure',
    code: 422,
    reason: 'Invalid',
    message: causes.map(({ field, message }) => `${field}: ${message}`).join('; '),
    details: {
      group,
      kind,
      name,
      causes: causes.map(({ field, message }) => ({ reason: 'FieldValueInvalid', field, message })),
    },
  }
}

/** The response of a validating webhook, an `AdmissionReview`. */
export const validationResponse = (request: AdmissionRequest, { _tag, errors, warnings }: Verdict): JsonObject =>
  review(request.uid, {
    allowed: _tag !== 'Refused',
    ...(_tag === 'Refused' ? { status: statusOf(request, errors) } : {}),
    ...(warnings.length === 0 ? {} : { warnings: warningsOf(warnings) }),
  })

/** An operation of JSON Patch (RFC 6902). */
export interface PatchOperation {
  readonly op: 'add'
  readonly path: string
  readonly value: Json
}

/** The API server requires numbers for whole numbers, not the text of their digits. */
const exactIn = (kinds: KindTable, kind: string) => (operation: PatchOperation): PatchOperation =>
  operation.path === '/spec' ? { ...operation, value: exactResource(kinds)({ kind, spec: operation.value })['spec'] ?? null } : operation

/** The response of a mutating webhook: `patch` in Base64; none if nothing changes (B91). */
export const mutationResponse = (
  kinds: KindTable,
  { uid, kind: { kind } }: AdmissionRequest,
  patch: readonly PatchOperation[],
): JsonObject =>
  review(uid, {
    allowed: true,
    ...(patch.length === 0 ? {}
      : { patchType: 'JSONPatch', patch: base64OfBytes(utf8Bytes(exactJsonText(patch.map(exactIn(kinds, kind)) as unknown as Json))) }),
  })

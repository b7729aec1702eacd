import type { AdmissionRequest } from '../codec/admission-review.ts'
import { exactJsonText } from '../codec/exact-json.ts'
import { exactResource } from './exact-resource.ts'
import { base64OfBytes } from '../text/base64.ts'
import { utf8Bytes } from '../text/utf8.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import type { ToldFinding } from './told-finding.ts'
import type { Verdict } from './verdict.ts'

/** The server cuts a warning at 256 characters, and drops those beyond 4,096 in all. */
const longestWarning = 256
const mostWarnings = 12
/** `kubectl` prints each on a line of its own. */
const mostCauses = 16

const cut = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return line.length <= longestWarning ? line : `${line.slice(0, longestWarning - 1)}…`
}

const warningsOf = (warnings: readonly string[]): readonly string[] =>
  warnings.length <= mostWarnings ? warnings.map(cut)
    : [...warnings.slice(0, mostWarnings - 1).map(cut), `and ${String(warnings.length - mostWarnings + 1)} more, see kubectl flink plan`]

const causesOf = (errors: readonly ToldFinding[]): readonly ToldFinding[] =>
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
 * The `Status` of a refusal, as the API server gives its own: reason Invalid with a cause a field, which `kubectl` prints a line each.
 * Whoever reads the message alone has all of it there.
 */
const statusOf = ({ kind: { group, kind }, name }: AdmissionRequest, errors: readonly ToldFinding[]): JsonObject => {
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

/** The answer of a validating webhook, an `AdmissionReview`. */
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

/** The API server takes numbers for whole numbers, not the text of their digits. */
const exactIn = (kind: string) => (operation: PatchOperation): PatchOperation =>
  operation.path === '/spec' ? { ...operation, value: exactResource({ kind, spec: operation.value })['spec'] ?? null } : operation

/** The answer of a mutating webhook: `patch` in Base64; none where nothing changes (B91). */
export const mutationResponse = ({ uid, kind: { kind } }: AdmissionRequest, patch: readonly PatchOperation[]): JsonObject =>
  review(uid, {
    allowed: true,
    ...(patch.length === 0 ? {}
      : { patchType: 'JSONPatch', patch: base64OfBytes(utf8Bytes(exactJsonText(patch.map(exactIn(kind)) as unknown as Json))) }),
  })
